import type { ReactNode } from 'react'

import { Button } from '#web/parts/button.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { TextField } from '#web/parts/field.tsx'
import { Sheet } from '#web/parts/sheet.tsx'

type Props = {
  /** The article. */
  title: string
  lead: string
  /** What the button says that changes what the public sees. */
  verb: string
  isReady: boolean
  isBusy: boolean
  onPress(): Promise<unknown>
  onClose(): void
  /** For the history of the article. */
  note: string
  onNote(note: string): void
  error: unknown
  children: ReactNode
}

/** A sheet with what is about to be public, a note, and the one button that does it. */
export function PublicSheet(props: Props) {
  const { title, lead, verb, isReady, isBusy, onPress, onClose, note, onNote, error, children } = props
  return (
    <Sheet
      title={title}
      over={lead}
      onClose={onClose}
      footer={
        <>
          <span className="flex-1" />
          <Button onClick={onClose}>Cancel</Button>
          <Button look="press" disabled={!isReady} isBusy={isBusy} onClick={() => void onPress()}>
            {verb}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {children}
        <TextField
          label="Note"
          isOptional
          maxLength={200}
          hint="For the history: what changed, and why."
          value={note}
          onChange={(event) => onNote(event.target.value)}
        />
      </div>
      <DialogProblem error={error} />
    </Sheet>
  )
}
