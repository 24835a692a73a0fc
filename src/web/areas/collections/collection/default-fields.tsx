import { Suspense } from 'react'

import type { Collection } from '#web/areas/collections/collection-words.ts'
import type { OperationError } from '#web/operation-error.ts'
import { inputLook } from '#web/parts/control-look.ts'
import { Field } from '#web/parts/field.tsx'
import { late } from '#web/parts/late.ts'
import { useOperation } from '#web/use-operation.ts'

const DefaultAuthor = late(() => import('#web/areas/collections/collection/default-author.tsx'))

type Props = { collection: Collection; error: OperationError | null }

/** Author, type, style and instructions of what is written in a collection. */
export function DefaultFields({ collection: { id, defaultAuthorId, defaults }, error }: Props) {
  const options = useOperation('listGenerationOptions', {}, { staleTime: 300_000 })
  return (
    <div className="flex flex-col gap-5">
      <div className="grid gap-5 sm:grid-cols-3">
        <Suspense
          fallback={
            <Choice label="Default author" name="defaultAuthorId" value={defaultAuthorId} options={undefined} />
          }
        >
          <DefaultAuthor collection={id} value={defaultAuthorId} />
        </Suspense>
        <Choice
          label="Article type"
          name="articleType"
          value={defaults.articleType}
          options={options.data?.articleTypes.map(inWords)}
        />
        <Choice
          label="Writing style"
          name="writingStyle"
          value={defaults.writingStyle}
          options={options.data?.writingStyles.map(inWords)}
        />
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

type Option = readonly [value: string, words: string]
type ChoiceProps = { label: string; name: string; value: string | null; options: readonly Option[] | undefined }

/** What is set stays set where the options could not be read, or do not have it: the form saves all of its fields. */
function Choice({ label, name, value, options }: ChoiceProps) {
  const isOther = value !== null && !options?.some(([one]) => one === value)
  return (
    <Field label={label}>
      {(linked) => (
        <select
          {...linked}
          // A browser chooses the first option when the chosen one is replaced.
          key={options ? 'read' : 'unread'}
          name={name}
          defaultValue={value ?? ''}
          className={`${inputLook} pr-8`}
        >
          <option value="">None</option>
          {isOther && <option value={value}>{options ? 'Another one' : '…'}</option>}
          {options?.map(([one, words]) => (
            <option key={one} value={one}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

const inWords = (name: string): Option => [name, name.replaceAll('_', ' ')]
