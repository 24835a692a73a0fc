import { useState } from 'react'

import type { KeptBeginning } from '#web/areas/content/article/use-kept-beginning.ts'
import { inputLook } from '#web/parts/control-look.ts'
import { fieldWords } from '#web/parts/field-words.ts'
import { Field } from '#web/parts/field.tsx'

export type FieldSchema = {
  type?: string
  title?: string
  description?: string
  format?: string
  enum?: readonly unknown[]
  properties?: Record<string, FieldSchema>
}
export type FieldProps = {
  name: string
  kept: KeptBeginning
  schema: FieldSchema
  value: unknown
  mayChange: boolean
  onChange(value: unknown): void
}

/** One field of a collection: a choice, a yes or no, a number, a text; anything else is written as JSON. */
export default function CustomField({ name, kept, schema, value, mayChange, onChange }: FieldProps) {
  const label = schema.title ?? fieldWords(name)
  const isText = schema.type === 'string' || schema.type === 'number' || schema.type === 'integer'
  return (
    <Field label={label} hint={schema.description}>
      {(linked) => {
        const common = { ...linked, disabled: !mayChange }
        if (schema.enum !== undefined)
          return (
            <select
              {...common}
              className={inputLook}
              value={schema.enum.findIndex((one) => JSON.stringify(one) === JSON.stringify(value))}
              onChange={(event) => onChange(schema.enum?.[Number(event.target.value)])}
            >
              <option value={-1}>None</option>
              {schema.enum.map((one, at) => (
                <option key={at} value={at}>
                  {String(one)}
                </option>
              ))}
            </select>
          )
        if (schema.type === 'boolean')
          return (
            <input
              {...common}
              type="checkbox"
              checked={value === true}
              onChange={(event) => onChange(event.target.checked)}
            />
          )
        if (isText)
          return (
            <input
              {...common}
              className={inputLook}
              type={schema.type === 'string' ? (schema.format === 'date' ? 'date' : 'text') : 'number'}
              step={schema.type === 'number' ? 'any' : undefined}
              value={typeof value === 'string' || typeof value === 'number' ? value : ''}
              onChange={(event) => onChange(typed(event.target.value, schema.type))}
            />
          )
        return <Json linked={common} {...{ kept, value, onChange }} />
      }}
    </Field>
  )
}

function typed(text: string, type: string | undefined): unknown {
  if (text === '') return undefined
  return type === 'string' ? text : Number(text)
}

type JsonProps = { linked: object; kept: KeptBeginning; value: unknown; onChange(value: unknown): void }

/**
 * A value as JSON: taken over as soon as it is one, kept in this browser until then. What others store is shown, unless something is only
 * begun here.
 */
function Json({ linked, kept: { begun, keep }, value, onChange }: JsonProps) {
  const [typed, setTyped] = useState<{ text: string; as?: string } | null>(begun === undefined ? null : { text: begun })
  const stored = JSON.stringify(value)
  const isShown = typed !== null && (!('as' in typed) || typed.as === stored)
  const isBegun = isShown && !('as' in typed)
  const field = (
    <textarea
      {...linked}
      {...(isBegun && { 'aria-invalid': true })}
      rows={3}
      spellCheck={false}
      value={isShown ? typed.text : value === undefined ? '' : JSON.stringify(value, null, 2)}
      className={`${inputLook} mono [field-sizing:content] resize-none py-1.5`}
      onChange={(event) => {
        const text = event.target.value
        let next: unknown
        try {
          next = text.trim() === '' ? undefined : JSON.parse(text)
        } catch {
          keep(text)
          return setTyped({ text })
        }
        keep(undefined)
        setTyped({ text, as: JSON.stringify(next) })
        onChange(next)
      }}
    />
  )
  return (
    <>
      {field}
      <p role="status" className="mt-1 text-sm text-press-ink empty:hidden">
        {isBegun && 'This is not JSON yet. Until it can be read, the article keeps what it has.'}
      </p>
    </>
  )
}
