import { CustomField, type FieldSchema } from '#web/areas/content/article/fields/custom-field.tsx'
import type { Writing } from '#web/areas/content/article/use-draft.ts'
import { useOperation } from '#web/use-operation.ts'

type Props = { collectionId: string; writing: Writing; mayChange: boolean }

/** The fields that the collection adds to its articles, each in the form of its schema (JSON Schema 2020-12). */
export function CustomFields({ collectionId, writing, mayChange }: Props) {
  const collections = useOperation('listCollections', { pageSize: 100, includeDisabled: true }, { staleTime: 300_000 })
  const schema = collections.data?.items.find(({ id }) => id === collectionId)?.fieldsSchema as
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
          <CustomField
            key={name}
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
