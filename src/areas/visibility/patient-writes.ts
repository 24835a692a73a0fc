import { setTimeout as sleep } from 'node:timers/promises'

import { Refusal } from '#kernel/errors.ts'
import type { JobCtx } from '#kernel/job.ts'
import { fieldOf } from '#std/objects.ts'

/** How long a write waits for a database that is away, in ms from try to try: a minute in all. */
const pausesMs = [250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000]

/** The database was away for longer than that. It is a fault of the job, which is tried again, and says nothing about what was to be written. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway'
}

/**
 * The same job, whose writes wait while the database is away: an answer that was paid for is only in memory until it is stored
 * (visibility.md#each-cell-is-answered-once). Errors: `DatabaseAway`.
 */
export function patientWrites(ctx: JobCtx, pauses: readonly number[] = pausesMs): JobCtx {
  return {
    ...ctx,
    async write(work) {
      for (const pause of pauses) {
        try {
          return await ctx.write(work)
        } catch (error) {
          if (!isAway(error)) throw error
        }
        await sleep(pause, undefined, { signal: ctx.signal })
      }
      return ctx.write(work).catch((error: unknown) => {
        throw isAway(error) ? new DatabaseAway('The database was unavailable for too long.', { cause: error }) : error
      })
    },
  }
}

/** Whether a transaction failed for a reason that passes: no connection, a disk that is full, a conflict with another transaction. */
function isAway(error: unknown): boolean {
  if (error instanceof Refusal) return error.code === 'unavailable'
  const state = error instanceof Error ? fieldOf(error, 'code') : undefined
  return typeof state === 'string' && /^40\w{3}$/.test(state)
}
