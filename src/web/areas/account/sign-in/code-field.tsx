import { useEffect, useRef } from 'react'

import { inputLook } from '#web/parts/control-look.ts'
import { Field, type FieldTexts } from '#web/parts/field.tsx'

type Props = Partial<FieldTexts> & { takesFocus?: boolean }

/** A code from the authenticator app, or a recovery code. */
export function CodeField({ label = 'Code', hint, error, takesFocus = false }: Props) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])
  return (
    <Field label={label} hint={hint} error={error}>
      {(linked) => (
        <input
          {...linked}
          ref={input}
          name="code"
          required
          maxLength={50}
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          className={`${inputLook} tabular-nums`}
        />
      )}
    </Field>
  )
}
