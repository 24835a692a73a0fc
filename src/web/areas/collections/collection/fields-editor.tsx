import { asJson, asWords, type FieldInWords, type Fields } from '#web/areas/collections/collection/fields-in-words.ts'
import { OneField } from '#web/areas/collections/collection/one-field.tsx'
import { Button } from '#web/parts/button.tsx'
import { inputLook } from '#web/parts/control-look.ts'
import { Field } from '#web/parts/field.tsx'

type Props = { fields: Fields; error: string | null; onChange(fields: Fields): void }

/** The fields of a collection, one below the other, or all of them as a JSON Schema. */
export function FieldsEditor({ fields, error, onChange }: Props) {
  if (fields.as === 'json') {
    const words = asWords(fields)
    return (
      <div className="flex flex-col gap-3">
        <Field
          label="Fields as JSON Schema"
          hint={
            words
              ? 'Draft 2020-12, without $ref and patterns.'
              : 'Draft 2020-12, without $ref and patterns. This one says more than the form can show.'
          }
          error={error}
        >
          {(linked) => (
            <textarea
              {...linked}
              rows={12}
              spellCheck={false}
              value={fields.text}
              onChange={({ target }) => onChange({ ...fields, text: target.value })}
              className={`${inputLook} mono py-2`}
            />
          )}
        </Field>
        {words && (
          <div>
            <Button size="small" onClick={() => onChange(words)}>
              As a form
            </Button>
          </div>
        )}
      </div>
    )
  }

  const { list } = fields
  const put = (next: readonly FieldInWords[]) => onChange({ as: 'words', list: next })
  const add = () => put([...list, { ...blank, key: Math.max(0, ...list.map(({ key }) => key)) + 1 }])
  return (
    <div className="flex flex-col gap-4">
      {list.length === 0 && <p className="text-muted">No fields yet: an item has its text and what every item has.</p>}
      {list.map((field, index) => (
        <OneField
          key={field.key}
          field={field}
          number={index + 1}
          onChange={(changed) => put(list.map((one) => (one.key === field.key ? changed : one)))}
          onRemove={() => put(list.filter((one) => one.key !== field.key))}
        />
      ))}
      {error && (
        <p role="alert" className="text-press-ink">
          {error}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={add}>
          Add a field
        </Button>
        <Button size="small" look="quiet" onClick={() => onChange(asJson(fields))}>
          As JSON
        </Button>
      </div>
    </div>
  )
}

const blank = { name: '', label: '', kind: 'text', isRequired: false, hint: '', choices: '' } as const
