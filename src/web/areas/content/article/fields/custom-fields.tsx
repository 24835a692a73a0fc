import { Suspense } from 'react'

import type { FieldProps, FieldSchema } from '#web/areas/content/article/fields/custom-field.tsx'
import type { Writing } from '#web/areas/content/article/use-draft.ts'
import { useKeptBeginning } from '#web/areas/content/article/use-kept-beginning.ts'
import type { OutputOf } from '#web/operations.ts'
import { late } from '#web/parts/late.ts'
import { useCollections } from '#web/whole-list.ts'

// Most collections have none.
const CustomField = late(() => import('#web/areas/content/article/fields/custom-field.tsx'))

type Props = { item: OutputOf<'getItem'>['item']; writing: Writing; mayChange: boolean }

/** The fields that the collection adds to its articles, each in the form of its schema (JSON Schema 2020-12). */
export function CustomFields({ item, writing, mayChange }: Props) {
  const collections = useCollections({ includeDisabled: true }, { staleTime: 300_000 })
  const schema = collections.items?.find(({ id }) => id === item.collectionId)?.fieldsSchema as
    | FieldSchema
    | null
    | undefined
  const values = writing.valueOf('customFields')
  const properties = Object.entries(schema?.properties ?? {})
  const error = writing.errorOf('customFields')
  if (properties.length === 0) return null
  return (
    <fieldset data-field="customFields" className="border-t border-line pt-4">
      <legend className="t-head float-left mb-3">More fields</legend>
      <div className="clear-both flex flex-col gap-4">
        {properties.map(([name, property]) => (
          <OneField
            key={name}
            itemId={item.id}
            name={name}
            schema={property}
            value={values[name]}
            mayChange={mayChange}
            onChange={(value) => {
              const { [name]: _before, ...others } = values
              writing.write('customFields', value === undefined ? others : { ...others, [name]: value })
            }}
          />
        ))}
        {error && <p className="text-sm text-press-ink">{error}</p>}
      </div>
    </fieldset>
  )
}

function OneField({ itemId, ...field }: Omit<FieldProps, 'kept'> & { itemId: string }) {
  const kept = useKeptBeginning(`customFields.${field.name}`, itemId)
  return (
    <Suspense fallback={<div className="h-14" />}>
      <CustomField {...field} kept={kept} />
    </Suspense>
  )
}
