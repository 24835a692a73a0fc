import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { useOrganization } from '#web/context.ts'
import { leaveJob, type JobUnderWay as Started } from '#web/jobs-under-way.ts'
import { toast } from '#web/parts/toast.tsx'
import { isOver } from '#web/use-job.ts'
import { useOperation } from '#web/use-operation.ts'

const everySecond = 1000

/** A job that this tab started, with how far it is; it says its end itself. */
export default function JobUnderWay({ job: { id, doing, done } }: { job: Started }) {
  const { data: job, error } = useOperation('getJob', { jobId: id }, { refetchInterval: everySecond })
  const queries = useQueryClient()
  const organizationId = useOrganization().id
  useEffect(() => {
    if (!error && (!job || !isOver(job))) return
    leaveJob(id)
    void queries.invalidateQueries({ queryKey: [organizationId] })
    toast(error ? `${doing}: how it ended is in the list of jobs.` : endOf(job, done))
  }, [job, error, id, doing, done, queries, organizationId])
  return (
    <span className="truncate">
      {doing} <span className="tabular-nums">{Math.round((job?.progress ?? 0) * 100)} %</span>
    </span>
  )
}

type Ended = { state: string; error: { message: string } | null; result: Record<string, unknown> | null }

function endOf(job: Ended | undefined, done: string): string {
  const results = Array.isArray(job?.result?.['results']) ? (job.result['results'] as unknown[]) : []
  const failures = results.flatMap((one) => messageOf(one) ?? [])
  if (failures.length > 0)
    return `${results.length - failures.length} of ${results.length} done. Not done: ${failures.slice(0, 3).join(' ')}`
  return job?.error?.message ?? (job?.state === 'canceled' ? 'The job was canceled.' : done)
}

/** Why one of the records of a job was not changed. */
function messageOf(result: unknown): string | null {
  if (typeof result !== 'object' || result === null || !('error' in result)) return null
  const { error } = result
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : null
}
