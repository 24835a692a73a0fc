import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '#web/parts/button.tsx'
import { Form } from '#web/parts/form.tsx'

type Props = {
  /** Whether it holds something that is not saved; then the page is not left without a question. */
  isDirty: boolean
  isBusy: boolean
  mayChange: boolean
  children: ReactNode
  onChange(): void
  onSubmit(form: FormData): unknown
}

/** A group of settings with its own button. */
export function SavedForm({ isDirty, isBusy, mayChange, children, onChange, onSubmit }: Props) {
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    shouldBlockFn: () => !confirm('Leave without saving your changes?'),
  })
  return (
    <Form onSubmit={onSubmit} onChange={onChange}>
      <fieldset disabled={!mayChange} className="flex flex-col gap-5">
        {children}
        {mayChange && (
          <div>
            <Button type="submit" look="primary" disabled={!isDirty} isBusy={isBusy}>
              Save changes
            </Button>
          </div>
        )}
      </fieldset>
    </Form>
  )
}
