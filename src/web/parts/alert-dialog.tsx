import type { ReactNode } from 'react'

import { Button } from '#web/parts/button.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'

type Props = {
  /** Names the object: "Revoke “Writing agent”?". */
  title: string
  /** The consequence, in numbers where there are any. */
  children: ReactNode
  /** The verb and its object: "Revoke key". */
  action: string
  onAction(): void
  onCancel(): void
  /** Whether it changes what the public sees. */
  isPublic?: boolean
  /** Whether what will happen is still being found out. */
  disabled?: boolean
  isBusy?: boolean
}

/** Asks before something that cannot be undone. Focus is on Cancel. */
export function AlertDialog({
  title,
  children,
  action,
  onAction,
  onCancel,
  isPublic = false,
  disabled,
  isBusy,
}: Props) {
  return (
    <Dialog title={title} role="alertdialog" onDismiss={onCancel}>
      {children}
      <DialogButtons>
        <Button onClick={onCancel} data-autofocus>
          Cancel
        </Button>
        <Button look={isPublic ? 'press' : 'ink'} disabled={disabled} isBusy={isBusy ?? false} onClick={onAction}>
          {action}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
