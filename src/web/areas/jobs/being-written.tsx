import { type ReactNode, useEffect, useRef, useState } from 'react'

import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { GrowingText } from '#web/parts/growing-text.tsx'
import { Progress } from '#web/parts/progress.tsx'
import { useAction } from '#web/use-operation.ts'
import type { useWritten } from '#web/use-written.ts'

type Props = {
  jobId: string
  written: ReturnType<typeof useWritten>
  /** What is said while the model writes, once it is done, and what holds where nothing comes of it. */
  words: { writing: string; done?: string; nothing: string }
  /** What came of it, once that is known. */
  children?: ReactNode
  /** A button before Close. */
  action?: ReactNode
  onClose(): void
}

/** What a model writes while somebody waits, in a dialog: it can be stopped, and closing the dialog does not stop it. */
export function BeingWritten({ jobId, written, words, children, action, onClose }: Props) {
  const { job, hasEnded, text, state } = written
  const cancel = useAction('cancelJob')
  const box = useRef<HTMLDivElement>(null)
  const said = useSaid(wordsOf(written, words))
  // What had the focus is gone: the form before, and Stop at the end.
  useEffect(() => box.current?.focus(), [hasEnded])

  return (
    <div ref={box} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      <p role="status">{said}</p>
      {!hasEnded && job !== null && <Progress label="Steps" value={stepsDone(job)} max={job.steps.length} />}
      {!hasEnded && text !== '' && <GrowingText label="Text so far" text={text} />}
      {!hasEnded && state === 'lost' && (
        <p className="text-muted">
          The text does not come by itself right now. The model goes on, and what it writes is shown at the end.
        </p>
      )}
      {children}
      <DialogProblem error={hasEnded ? null : cancel.error} />
      <div className="flex gap-2">
        {!hasEnded && (
          <Button
            isBusy={cancel.isPending}
            onClick={() => void cancel.run({ jobId: jobId as never }, { confirm: true })}
          >
            Stop
          </Button>
        )}
        {action}
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  )
}

function wordsOf(
  { job, hasEnded, state }: Props['written'],
  { writing, done = 'It is written.', nothing }: Props['words'],
): string {
  if (hasEnded && job?.state === 'succeeded') return done
  if (hasEnded) return `${job?.error?.message ?? 'It was stopped.'} ${nothing}`
  return state === 'lost' ? `The connection is lost. ${writing}` : writing
}

/** Words for a live region: one that has them when it appears is not read out. */
function useSaid(words: string): string {
  const [said, setSaid] = useState('')
  useEffect(() => setSaid(words), [words])
  return said
}

const stepsDone = ({ steps }: OutputOf<'getJob'>): number => steps.filter(({ state }) => state === 'succeeded').length
