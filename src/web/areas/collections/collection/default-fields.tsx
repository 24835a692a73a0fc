import type { ReactNode } from 'react'

import type { Collection } from '#web/areas/collections/collection-words.ts'
import type { OperationError } from '#web/operation-error.ts'
import { inputLook } from '#web/parts/control-look.ts'
import { Field } from '#web/parts/field.tsx'
import { useOperation } from '#web/use-operation.ts'

type Props = { collection: Collection; error: OperationError | null }

/** Author, type, style and instructions of what is written in a collection. */
export function DefaultFields({ collection: { id, defaultAuthorId, defaults }, error }: Props) {
  const authors = useOperation('listAuthors', { collection: id, pageSize: 100 })
  const options = useOperation('listGenerationOptions', {}, { staleTime: 300_000 })
  const { articleTypes = [], writingStyles = [] } = options.data ?? {}
  const known = authors.data && options.data
  return (
    <div className="flex flex-col gap-5" key={known ? 'known' : 'unknown'}>
      <div className="grid gap-5 sm:grid-cols-3">
        <Choice label="Default author" name="defaultAuthorId" value={defaultAuthorId}>
          {authors.data?.items.map((author) => (
            <option key={author.id} value={author.id}>
              {author.name}
            </option>
          ))}
        </Choice>
        <Choice label="Article type" name="articleType" value={defaults.articleType}>
          <Words of={articleTypes} />
        </Choice>
        <Choice label="Writing style" name="writingStyle" value={defaults.writingStyle}>
          <Words of={writingStyles} />
        </Choice>
      </div>
      <Field
        label="Instructions"
        isOptional
        hint="Rules for writers of this collection. An agent reads them at the end of its brief."
        error={error?.fieldMessage('defaults') ?? null}
      >
        {(linked) => (
          <textarea
            {...linked}
            name="customInstructions"
            rows={4}
            maxLength={4000}
            defaultValue={defaults.customInstructions ?? ''}
            className={`${inputLook} min-h-20 py-2`}
          />
        )}
      </Field>
    </div>
  )
}

type ChoiceProps = { label: string; name: string; value: string | null; children: ReactNode }

function Choice({ label, name, value, children }: ChoiceProps) {
  return (
    <Field label={label}>
      {(linked) => (
        <select {...linked} name={name} defaultValue={value ?? ''} className={`${inputLook} pr-8`}>
          <option value="">None</option>
          {children}
        </select>
      )}
    </Field>
  )
}

function Words({ of }: { of: readonly string[] }) {
  return of.map((one) => (
    <option key={one} value={one}>
      {one.replaceAll('_', ' ')}
    </option>
  ))
}
