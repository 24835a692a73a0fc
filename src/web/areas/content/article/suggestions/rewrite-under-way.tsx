import { useCallback, useEffect, useState } from 'react'

import { useRewriteEnd } from '#web/areas/content/article/suggestions/use-rewrite-end.ts'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useJob, useRunningJob } from '#web/use-job.ts'

/** Above an article that a model is rewriting, no matter who asked for it: how to watch it. The suggestions come by themselves. */
export function RewriteUnderWay({ itemId, onWatch }: { itemId: string; onWatch(): void }) {
  const running = useRunningJob({ kind: 'rewriteItem', about: itemId })
  const [jobId, setJobId] = useState<string | null>(null)
  useEffect(() => {
    if (running) setJobId(running)
  }, [running])
  const { job, hasEnded } = useJob(jobId, { everyMs: 2000 })
  useRewriteEnd(job, useCallback(sayTrouble, []))

  if (jobId === null || hasEnded) return null
  return (
    <div className="mb-4">
      <Notice tone="agent">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p role="status">A model is rewriting this article.</p>
          <Button size="small" onClick={onWatch}>
            Watch
          </Button>
        </div>
      </Notice>
    </div>
  )
}

function sayTrouble({ state, error }: OutputOf<'getJob'>): void {
  if (state !== 'succeeded') toast(error?.message ?? 'The rewrite was stopped.')
}
