import { sql } from 'kysely'

import type { Reader } from '#kernel/database.ts'
import type { JobCtx } from '#kernel/job.ts'

import { attemptNotice } from './attempt-notice.ts'

type Sent = { sent: number; failed: number; nextInMs: number | undefined }

const longestPauseMs = 60 * 60_000

/** Tries every message of a job that is due, one after the other. `nextInMs` undefined: all have ended. */
export async function sendAll(ctx: JobCtx): Promise<Sent> {
  const open = await ctx.read((db) =>
    ofJob(db, ctx.jobId).select('id').where('finished_at', 'is', null).orderBy('created_at').orderBy('id').execute(),
  )
  for (const { id } of open) {
    if (ctx.signal.aborted) break
    await attemptNotice(ctx, id)
  }
  const rows = await ctx.read((db) =>
    ofJob(db, ctx.jobId)
      .select(['finished_at', 'state'])
      .select(sql<number>`(extract(epoch from next_attempt_at - clock_timestamp()) * 1000)::float8`.as('in_ms'))
      .execute(),
  )
  const left = rows.filter((row) => row.finished_at === null)
  const sent = rows.filter(({ state }) => state === 'succeeded').length
  const soonest = Math.min(longestPauseMs, ...left.map((row) => Math.max(0, row.in_ms ?? 0)))
  return { sent, failed: rows.length - left.length - sent, nextInMs: left.length === 0 ? undefined : soonest }
}

const ofJob = (db: Reader, jobId: string) =>
  db.selectFrom('delivery').where('job_id', '=', jobId).where('kind', '<>', 'cms')
