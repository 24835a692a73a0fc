import { type FieldInWords, type FieldKind, fieldKinds } from '#web/areas/collections/collection/fields-in-words.ts'
import { Button } from '#web/parts/button.tsx'
import { CheckField } from '#web/parts/check-field.tsx'
import { inputLook } from '#web/parts/control-look.ts'
import { Field, TextField } from '#web/parts/field.tsx'
import { LabelledSelect } from '#web/parts/select.tsx'

type Props = { field: FieldInWords; number: number; onChange(field: FieldInWords): void; onRemove(): void }

const kinds = Object.entries(fieldKinds) as [FieldKind, string][]

/** One field: its name for websites, its label for writers, what it holds. */
export function OneField({ field, number, onChange, onRemove }: Props) {
  const { name, label, kind, isRequired, hint, choices } = field
  return (
    <fieldset className="rounded-lg border border-line p-4">
      <legend className="sr-only">Field {number}</legend>
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          label="Field name"
          value={name}
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          className="mono"
          onChange={({ target }) => onChange({ ...field, name: target.value })}
        />
        <TextField
          label="Label"
          isOptional
          value={label}
          maxLength={120}
          autoComplete="off"
          onChange={({ target }) => onChange({ ...field, label: target.value })}
        />
        <LabelledSelect
          label="Holds"
          value={kind}
          options={kinds}
          onChange={(chosen) => onChange({ ...field, kind: chosen })}
        />
      </div>
      {kind === 'choice' && (
        <div className="mt-4">
          <Field label="Choices" hint="One a line.">
            {(linked) => (
              <textarea
                {...linked}
                rows={3}
                value={choices}
                onChange={({ target }) => onChange({ ...field, choices: target.value })}
                className={`${inputLook} min-h-20 py-2`}
              />
            )}
          </Field>
        </div>
      )}
      <div className="mt-4">
        <TextField
          label="Hint for writers"
          isOptional
          value={hint}
          maxLength={300}
          autoComplete="off"
          onChange={({ target }) => onChange({ ...field, hint: target.value })}
        />
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <CheckField
          label="Every item must have it"
          isChecked={isRequired}
          onChange={(isChecked) => onChange({ ...field, isRequired: isChecked })}
        />
        <Button size="small" look="quiet" onClick={onRemove}>
          Remove field {number}
        </Button>
      </div>
    </fieldset>
  )
}
