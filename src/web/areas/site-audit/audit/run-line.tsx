import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { useOrganization } from '#web/context.ts'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { Time } from '#web/parts/time.tsx'
import { useAction, useOperation } from '#web/use-operation.ts'

type Run = NonNullable<OutputOf<'getSiteAuditStatus'>['lastRun']>

const everySecond = 1000

/** Whether a run has not ended yet. */
export function isUnderWay({ state }: Pick<Run, 'state'>): boolean {
  return state === 'queued' || state === 'crawling' || state === 'analyzing'
}

/** How far the last run is, or why it did not come to its end; nothing where it did. */
export function RunLine({ run }: { run: Run }) {
  if (isUnderWay(run)) return <UnderWay run={run} />
  if (run.state === 'succeeded') return null
  return (
    <div className="mb-4">
      <Notice tone={run.state === 'failed' ? 'bad' : 'info'}>
        {run.state === 'failed' ? 'The last audit failed' : 'The last audit was canceled'}{' '}
        <Time at={run.finishedAt ?? run.createdAt} />
        {run.error === null ? '.' : `: ${run.error.message}`}
      </Notice>
    </div>
  )
}

function UnderWay({ run }: { run: Run }) {
  const { data } = useOperation('getSiteAuditRun', { runId: run.id }, { refetchInterval: everySecond, staleTime: 0 })
  const cancel = useAction('cancelJob')
  const queries = useQueryClient()
  const organizationId = useOrganization().id
  const hasEnded = data !== undefined && data.run.id === run.id && !isUnderWay(data.run)
  useEffect(() => {
    if (hasEnded) void queries.invalidateQueries({ queryKey: [organizationId] })
  }, [hasEnded, queries, organizationId])
  const { found, fetched, failed } = data?.progress ?? { found: 0, fetched: 0, failed: 0 }
  return (
    <div className="mb-4">
      <Notice tone="info">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="tabular-nums">
            <span className="font-medium">{stateWords[data?.run.state ?? run.state] ?? 'At its end'}: </span>
            {found.toLocaleString('en')} addresses found, {fetched.toLocaleString('en')} asked for,{' '}
            {failed.toLocaleString('en')} did not answer
          </p>
          <Button size="small" isBusy={cancel.isPending} onClick={() => void cancel.run({ jobId: run.jobId })}>
            Stop reading
          </Button>
        </div>
      </Notice>
    </div>
  )
}

const stateWords: Partial<Record<Run['state'], string>> = {
  queued: 'About to begin',
  crawling: 'The website is being read',
  analyzing: 'What was read is being compared',
}
