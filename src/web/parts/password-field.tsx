import { Eye, EyeOff } from 'lucide-react'
import { useState, type InputHTMLAttributes, type KeyboardEvent } from 'react'

import { inputLook } from '#web/parts/control-look.ts'
import { Field, type FieldTexts } from '#web/parts/field.tsx'

type Props = FieldTexts & Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type'>

/** A password: can be shown, and says when Caps Lock is on. */
export function PasswordField({ label, hint, error, ...rest }: Props) {
  const [isShown, setShown] = useState(false)
  const [isCapsLocked, setCapsLocked] = useState(false)
  const watch = (event: KeyboardEvent) => setCapsLocked(event.getModifierState('CapsLock'))
  return (
    <Field label={label} error={error} hint={isCapsLocked ? 'Caps Lock is on.' : hint}>
      {(linked) => (
        <div className="relative">
          <input
            {...linked}
            {...rest}
            type={isShown ? 'text' : 'password'}
            onKeyDown={watch}
            onKeyUp={watch}
            spellCheck={false}
            autoCapitalize="off"
            className={`${inputLook} pr-12`}
          />
          <button
            type="button"
            aria-label={isShown ? 'Hide password' : 'Show password'}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-r-lg text-muted hover:text-ink"
          >
            {isShown ? <EyeOff size={16} strokeWidth={1.75} /> : <Eye size={16} strokeWidth={1.75} />}
          </button>
        </div>
      )}
    </Field>
  )
}
