import { useEffect, useRef } from 'react'

import { countOf } from '#web/areas/content/item-words.tsx'
import { followJob } from '#web/jobs-under-way.ts'
import { Button } from '#web/parts/button.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { Progress } from '#web/parts/progress.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useJob } from '#web/use-job.ts'
import { useTakeBack } from '#web/use-take-back.ts'

type Props = { title: string; jobId: string; requestId: string; count: number; onClose(): void }

/** How far a job that mends issues is, and what it could not mend. Closed before its end, it is shown beside the search. */
export function MendProgress({ title, jobId, requestId, count, onClose }: Props) {
  const { job, hasEnded, error } = useJob(jobId)
  const takeBack = useTakeBack()
  const isTold = useRef(false)
  const { mended, failures } = outcomeOf(job?.result)
  const isWhole = hasEnded && job?.state === 'succeeded'

  useEffect(() => {
    if (!hasEnded || isTold.current) return
    isTold.current = true
    if (mended > 0) {
      const undo = { label: 'Undo', run: () => void takeBack(requestId) }
      toast(`${countOf(mended, 'article is', 'articles are')} mended. The next audit looks again.`, undo)
    }
    if (isWhole) onClose()
  })

  function leave() {
    if (!hasEnded) followJob({ id: jobId, doing: `Mending ${countOf(count, 'page')}`, done: 'The pages are mended.' })
    onClose()
  }

  return (
    <Dialog title={title} onDismiss={leave}>
      {hasEnded ? (
        <Notice tone="warn">
          <p>
            {mended === 0
              ? 'Nothing was mended.'
              : `${countOf(mended, 'page is', 'pages are')} mended, others are not:`}
          </p>
          <ul>
            {failures.map(([why, often]) => (
              <li key={why} className="wrap-anywhere">
                {countOf(often, 'page')}: {why}
              </li>
            ))}
            {job?.error && <li className="wrap-anywhere">{job.error.message}</li>}
          </ul>
        </Notice>
      ) : (
        <Progress label="Mended" value={Math.floor((job?.progress ?? 0) * count)} max={count} />
      )}
      <DialogProblem error={error} />
      <DialogButtons>
        <Button onClick={leave} data-autofocus>
          {hasEnded ? 'Close' : 'Go on meanwhile'}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

/** What the result of the job says: how many were mended, and why others were not. */
function outcomeOf(result: unknown): { mended: number; failures: [string, number][] } {
  const mended = fieldOf(result, 'mended')
  const results = fieldOf(result, 'results')
  const whys = (Array.isArray(results) ? results : []).flatMap((one: unknown) => {
    const message = fieldOf(fieldOf(one, 'error'), 'message')
    return typeof message === 'string' ? [message] : []
  })
  const failures = [...Map.groupBy(whys, (why) => why)].map(([why, all]): [string, number] => [why, all.length])
  return { mended: typeof mended === 'number' ? mended : 0, failures }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
