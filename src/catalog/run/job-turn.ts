import { doOthersWait } from '#areas/jobs/index.ts'
import type { QueueName } from '#kernel/job.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

/** So long a job keeps its place although others wait, in ms: what it reads to go on costs little beside. */
const turnMs = 60_000
const lookEveryMs = 5000

type Turn = { database: TenantDatabase; queue: QueueName; organizationId: string; lastsMs?: number | undefined }

/** `isTurnOver` of a job that begins now (jobs.md#long-jobs-take-turns). Others are looked for every five seconds at most. */
export function jobTurn({ database, queue, organizationId, lastsMs = turnMs }: Turn): () => Promise<boolean> {
  let nextLook = performance.now() + lastsMs
  let isOver = false
  return async () => {
    if (isOver || performance.now() < nextLook) return isOver
    nextLook = performance.now() + Math.min(lookEveryMs, lastsMs)
    isOver = await database.asSystem((db) => doOthersWait(db, { queue, organizationId }))
    return isOver
  }
}
