import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type Props = {
  children: ReactNode
  /** The space between its fields, and around them. */
  className?: string
  onChange?(): void
  onSubmit(form: FormData): unknown
}

/** Fields below each other, sent without leaving the page. */
export function Form({ children, className = 'gap-5', onChange, onSubmit }: Props) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit(new FormData(event.currentTarget))
      }}
      onChange={onChange}
      className={clsx('flex flex-col', className)}
    >
      {children}
    </form>
  )
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
