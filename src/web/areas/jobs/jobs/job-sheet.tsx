import { Suspense, useEffect, useState } from 'react'

import type { ImportResult } from '#web/areas/exchange/import/import-words.ts'
import { JobResult } from '#web/areas/jobs/jobs/job-result.tsx'
import { JobState } from '#web/areas/jobs/jobs/job-state.tsx'
import { kindWords } from '#web/areas/jobs/jobs/job-words.ts'
import { Button } from '#web/parts/button.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Fact } from '#web/parts/fact.tsx'
import { fieldWords } from '#web/parts/field-words.ts'
import { late } from '#web/parts/late.ts'
import { inPlainWords } from '#web/parts/plain-words.ts'
import { Problem } from '#web/parts/problem.tsx'
import { Sheet } from '#web/parts/sheet.tsx'
import { Time } from '#web/parts/time.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useAction, useOperation } from '#web/use-operation.ts'

const ImportOutcome = late(() =>
  import('#web/areas/exchange/import/import-outcome.tsx').then((module) => ({ default: module.ImportOutcome })),
)

const often = 1000

/** One job: its steps, how it ended, what it gave; what has not ended can be canceled. */
export function JobSheet({ id, onOpen, onClose }: { id: string; onOpen(id: string): void; onClose(): void }) {
  const [isOver, setOver] = useState(false)
  const read = useOperation('getJob', { jobId: id }, { refetchInterval: isOver ? false : often })
  const cancel = useAction('cancelJob')
  const mayCancel = useCatalogEntry('cancelJob')?.allowed ?? false
  const job = read.data
  const hasEnded = job !== undefined && job.finishedAt !== null
  useEffect(() => setOver(hasEnded), [hasEnded])
  if (job === undefined)
    return (
      <Sheet title="Job" onClose={onClose}>
        {read.error !== null && <Problem error={read.error} onRetry={() => void read.refetch()} />}
      </Sheet>
    )
  // The server writes it in this form.
  const imported = job.kind === 'importItems' ? (job.result as ImportResult) : undefined
  return (
    <Sheet
      title={kindWords(job.kind)}
      lead={<JobState state={job.state} progress={job.progress} />}
      onClose={onClose}
      footer={
        mayCancel &&
        !isOver && (
          <Button
            isBusy={cancel.isPending}
            onClick={() => void cancel.run({ jobId: id }).then((done) => done && toast('The job is canceled.'))}
          >
            Cancel job
          </Button>
        )
      }
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <Fact name="Started">
          <Time at={job.createdAt} />
        </Fact>
        {job.finishedAt !== null && (
          <Fact name="Ended">
            <Time at={job.finishedAt} />
          </Fact>
        )}
        <Fact name="Id">
          <span className="mono">{job.id}</span>
        </Fact>
      </dl>
      {job.error !== null && <p className="mt-3 text-press-ink">{inPlainWords(job.error.message)}</p>}
      {job.steps.length > 0 && (
        <ol aria-label="Steps" className="mt-4">
          {job.steps.map(({ name, state }) => (
            <li key={name} className="flex justify-between gap-3 border-b border-line py-1.5">
              <span className="min-w-0 wrap-anywhere">{fieldWords(name)}</span>
              <JobState state={state} progress={job.progress} />
            </li>
          ))}
        </ol>
      )}
      {job.result !== null && (
        <JobResult result={job.result}>
          {imported && (
            <Suspense>
              <ImportOutcome result={imported} isPreview={imported.preview === true} onStarted={onOpen} />
            </Suspense>
          )}
        </JobResult>
      )}
      <DialogProblem error={cancel.error} />
    </Sheet>
  )
}
