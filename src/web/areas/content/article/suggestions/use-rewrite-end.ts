import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { useOrganization } from '#web/context.ts'
import type { OutputOf } from '#web/operations.ts'
import { toast } from '#web/parts/toast.tsx'
import { isOver } from '#web/use-job.ts'

type Job = OutputOf<'getJob'>

/** The jobs whose end this tab has reported: the dialog and the notice on the page may both see it. */
const reported = new Set<string>()

/** Reads the article again once its rewrite has ended, since no event reports what a job did; `onEnd` is called after that. */
export function useRewriteEnd(job: Job | null, onEnd: (job: Job) => void): void {
  const { id: organizationId } = useOrganization()
  const queries = useQueryClient()

  useEffect(() => {
    if (job === null || !isOver(job) || reported.has(job.id)) return
    reported.add(job.id)
    void queries.invalidateQueries({ queryKey: [organizationId, 'getItem'] })
    if (job.state === 'succeeded')
      toast(
        job.result?.['pendingRevision'] === null
          ? 'The model would change nothing.'
          : 'The suggestions are in the text.',
      )
    onEnd(job)
  }, [job, organizationId, queries, onEnd])
}
