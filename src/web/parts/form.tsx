import { clsx } from 'clsx'
import { useState, type InvalidEvent, type ReactNode } from 'react'

import { ErrorSummary } from '#web/parts/error-summary.tsx'
import { faultOf } from '#web/parts/field-faults.ts'
import { FormFaults } from '#web/parts/field.tsx'
import { takeNothingWhileSent } from '#web/parts/while-sent.ts'

type TextInput = HTMLInputElement | HTMLTextAreaElement

type Props = {
  children: ReactNode
  /** The space between its fields, and around them. */
  className?: string
  onChange?(): void
  onSubmit(form: FormData): unknown
}

/**
 * Fields below each other, sent without leaving the page. What they lack is said under each, in place of the bubble of the browser;
 * where that is more than one, a summary takes the focus.
 */
export function Form({ children, className = 'gap-5', onChange, onSubmit }: Props) {
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [tries, setTries] = useState(0)

  function say(event: InvalidEvent<HTMLFormElement>) {
    const lacking = [...event.currentTarget.querySelectorAll<TextInput>(':is(input, textarea)[id]:invalid')]
    if (!lacking.some((input) => input === event.target)) return
    event.preventDefault()
    if (event.target !== lacking[0]) return
    for (const input of lacking) unfold(input)
    if (lacking.length === 1) lacking[0].focus()
    setTries(tries + 1)
    setFaults(Object.fromEntries(lacking.map((input) => [input.id, faultOf(input)])))
  }

  return (
    <form
      ref={takeNothingWhileSent}
      onInvalidCapture={say}
      onInput={({ target }) => {
        if (!(target instanceof Element) || !(target.id in faults)) return
        const { [target.id]: _mended, ...others } = faults
        setFaults(others)
      }}
      onSubmit={(event) => {
        event.preventDefault()
        setFaults({})
        void onSubmit(new FormData(event.currentTarget))
      }}
      onChange={onChange}
      className={clsx('flex flex-col', className)}
    >
      {Object.keys(faults).length > 1 && <ErrorSummary key={tries}>Some fields need another look.</ErrorSummary>}
      <FormFaults value={faults}>{children}</FormFaults>
    </form>
  )
}

/** Opens what is folded around a field: what it lacks is said under it. */
function unfold(input: Element): void {
  const folded = input.closest<HTMLDetailsElement>('details:not([open])')
  if (folded !== null) folded.open = true
}

/** What was typed into a field, without the space around it. */
export function textIn(form: FormData, name: string): string {
  return String(form.get(name) ?? '').trim()
}

/** The texts in a field, which commas separate. */
export function listIn(form: FormData, name: string): string[] {
  return textIn(form, name)
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}
