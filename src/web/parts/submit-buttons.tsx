import type { ReactNode } from 'react'

import { Button } from '#web/parts/button.tsx'
import { DialogButtons } from '#web/parts/dialog.tsx'

type Props = {
  children: ReactNode
  isBusy: boolean
  disabled?: boolean
  /** Whether it changes what the public sees. */
  isPublic?: boolean
  onCancel(): void
}

/** The end of a form in a dialog: the way back, and the button that sends it. */
export function SubmitButtons({ children, isBusy, disabled = false, isPublic = false, onCancel }: Props) {
  return (
    <DialogButtons>
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" look={isPublic ? 'press' : 'ink'} isBusy={isBusy} disabled={disabled}>
        {children}
      </Button>
    </DialogButtons>
  )
}
