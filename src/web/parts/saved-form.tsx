import { useBlocker } from '@tanstack/react-router'
import { useRef, useState, type ReactNode } from 'react'

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

/** What a person has changed in a form and not saved yet (web.md#typing-outlives-a-save). */
export function useUnsaved() {
  const [isDirty, setDirty] = useState(false)
  const changes = useRef(0)

  /** Notes a change by the person. */
  function change() {
    changes.current++
    setDirty(true)
  }

  /** Called when a save begins; what it returns is called once it has succeeded, and says whether everything is saved now. */
  function saving(): () => boolean {
    const sent = changes.current
    return () => {
      const isAll = changes.current === sent
      if (isAll) setDirty(false)
      return isAll
    }
  }

  return { isDirty, change, saving }
}
