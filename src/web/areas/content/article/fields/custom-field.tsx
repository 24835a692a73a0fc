import { useState } from 'react'

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
type Props = { name: string; schema: FieldSchema; value: unknown; mayChange: boolean; onChange(value: unknown): void }

/** One field of a collection: a choice, a yes or no, a number, a text; anything else is written as JSON. */
export function CustomField({ name, schema, value, mayChange, onChange }: Props) {
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
        return <Json linked={common} value={value} onChange={onChange} />
      }}
    </Field>
  )
}

function typed(text: string, type: string | undefined): unknown {
  if (text === '') return undefined
  return type === 'string' ? text : Number(text)
}

type JsonProps = { linked: object; value: unknown; onChange(value: unknown): void }

/** A value as JSON: taken over as soon as it is one. What others store is shown, unless something is only begun here. */
function Json({ linked, value, onChange }: JsonProps) {
  const [typed, setTyped] = useState<{ text: string; as?: string } | null>(null)
  const stored = JSON.stringify(value)
  const isShown = typed !== null && (!('as' in typed) || typed.as === stored)
  return (
    <textarea
      {...linked}
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
          return setTyped({ text })
        }
        setTyped({ text, as: JSON.stringify(next) })
        onChange(next)
      }}
    />
  )
}
