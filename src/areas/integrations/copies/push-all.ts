import { sql } from 'kysely'

import { isPublic } from '#areas/collections/index.ts'
import type { Reader } from '#kernel/database.ts'
import type { JobCtx } from '#kernel/job.ts'

import type { PushResult } from './push-attempt.ts'
import { attemptPush, type Pushing } from './push-item.ts'

/** What of a job's pushes has ended, and when the next attempt of the others is due; undefined: all have ended. */
export type Pushed = {
  results: PushResult[]
  nextInMs: number | undefined
  /** Items that gave way to another one, and whose copies were taken off without a redirect to it. */
  unredirected: string[]
}

const longestPauseMs = 60 * 60_000

/** Tries every push of a job that is due, one after the other, until others wait for the place of the job. */
export async function pushAll(ctx: JobCtx, pushing: Pushing = {}): Promise<Pushed> {
  const due = await ctx.read((db) =>
    pushesOf(db, ctx.jobId).select('id').where('finished_at', 'is', null).orderBy('created_at').orderBy('id').execute(),
  )
  for (const [at, { id }] of due.entries()) {
    if (ctx.signal.aborted) break
    await attemptPush(ctx, id, pushing)
    if (due.length > 1) await ctx.progress((at + 1) / due.length)
    if (await ctx.isTurnOver()) break
  }
  return ctx.read((db) => whatIsLeft(db, ctx.jobId))
}

const pushesOf = (db: Reader, jobId: string) =>
  db.selectFrom('delivery').where('job_id', '=', jobId).where('kind', '=', 'cms')

async function whatIsLeft(db: Reader, jobId: string): Promise<Pushed> {
  const rows = await pushesOf(db, jobId)
    .select(['finished_at', 'result', 'item_id', 'error', 'reason'])
    .select(
      sql<boolean>`exists (select from app.item i where i.organization_id = delivery.organization_id
        and i.id = delivery.item_id and ${isPublic('i')})`.as('is_public'),
    )
    .select(sql<number>`(extract(epoch from next_attempt_at - clock_timestamp()) * 1000)::float8`.as('in_ms'))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const open = rows.filter((row) => row.finished_at === null)
  const soonest = Math.min(longestPauseMs, ...open.map((row) => Math.max(0, row.in_ms ?? 0)))
  const ended = rows.filter((row) => row.finished_at !== null)
  return {
    results: ended.map((row) => row.result ?? unsent(row)),
    nextInMs: open.length === 0 ? undefined : soonest,
    unredirected: ended.flatMap((row) => (row.reason === 'consolidated' && !row.is_public ? (row.item_id ?? []) : [])),
  }
}

/** An item of which nothing was sent. */
export const unpushed = ({ id, ...error }: { id: string; code: string; message: string }): PushResult => ({
  ...nothingOf(id),
  error,
})

const nothingOf = (id: string) => ({ id, ok: false, externalId: null, externalUrl: null, metaNotPersisted: [] })

/** A push that ended before anything was sent: its integration was disconnected. */
const unsent = ({ item_id: id, error }: { item_id: string | null; error: PushResult['error'] | null }): PushResult =>
  error == null ? nothingOf(id ?? '') : unpushed({ id: id ?? '', ...error })
