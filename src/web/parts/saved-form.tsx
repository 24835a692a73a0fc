import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { AlertDialog } from '#web/parts/alert-dialog.tsx'
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
  const leaving = useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: false,
    shouldBlockFn: () => true,
    withResolver: true,
  })
  return (
    <Form onSubmit={onSubmit} onChange={onChange}>
      <fieldset disabled={!mayChange} className="flex flex-col gap-5">
        {children}
        {mayChange && (
          <div>
            <Button type="submit" look="ink" disabled={!isDirty} isBusy={isBusy}>
              Save changes
            </Button>
          </div>
        )}
      </fieldset>
      {leaving.status === 'blocked' && (
        <AlertDialog
          title="Leave without saving your changes?"
          action="Leave"
          onAction={leaving.proceed}
          onCancel={leaving.reset}
        >
          <p>What you changed on this page is not kept.</p>
        </AlertDialog>
      )}
    </Form>
  )
}
