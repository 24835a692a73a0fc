import { sql } from 'kysely'

import type { CountInStatement, Hit } from '#kernel/access.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'
import { keepLatest } from '#std/keep-latest.ts'

import type { ForgettingLimiter } from './memory.ts'

type Options = {
  /** Replaces the clock of the database, in milliseconds since 1970. Only tests set it. */
  moment?: () => number
  /** This node's clock, in milliseconds: how long a refusal is remembered. */
  now?: () => number
}

/** How many refusals are remembered; forgetting one costs one query. */
const remembered = 10_000
const minute = 60_000

/**
 * The exact sliding window in the database, for several nodes: the same ring as `memoryLimiter`, by the clock of the
 * database (calls.md#exact-rate-limit). While an id is refused, this node remembers until when, and does not ask; that stays
 * exact, because nothing can be admitted earlier.
 */
export function postgresLimiter(database: TenantDatabase, options: Options = {}): ForgettingLimiter {
  const now = options.now ?? (() => performance.now())
  const refusedUntil = new Map<string, { limit: number; until: number }>()

  return {
    get inStatement() {
      const moment = options.moment?.()
      return moment === undefined ? countNow : countAt(moment)
    },
    async hit(id, limit, windowMs) {
      // Taken before the query is sent: the answer is older than its arrival.
      const asked = now()
      const refused = refusedUntil.get(id)
      if (refused !== undefined && refused.limit === limit && refused.until > asked)
        return { allowed: false, remaining: 0, resetMs: Math.ceil(refused.until - asked) }
      refusedUntil.delete(id)

      const answer = await ask(database, { id, limit, windowMs, moment: options.moment?.() })
      if (!answer.allowed) keepLatest(refusedUntil, remembered, id, { limit, until: asked + answer.resetMs })
      return answer
    },
    async forget(id) {
      refusedUntil.delete(id)
      await database.asIdentity(async (db) => {
        await db.deleteFrom('auth.rate_head').where('credential_id', '=', id).execute()
        await db.deleteFrom('auth.rate_ring').where('credential_id', '=', id).execute()
      })
    },
  }
}

const countAt =
  (moment: number | undefined): CountInStatement =>
  ({ id, limit, when }) =>
    sql`case when ${when} then (
    select jsonb_build_object('allowed', h.allowed, 'remaining', h.remaining, 'resetMs', h.reset_ms)
    from auth.rate_hit(${id}, ${limit}, ${minute}::integer, ${momentOf(moment)}::timestamptz) h) end`

/** The same function each time: the statement that it is part of is kept. */
const countNow = countAt(undefined)

async function ask(
  database: TenantDatabase,
  { id, limit, windowMs, moment }: { id: string; limit: number; windowMs: number; moment: number | undefined },
) {
  const { rows } = await database.identityStatement((db) =>
    sql<Hit>`
      select allowed, remaining, reset_ms as "resetMs"
      from auth.rate_hit(${id}, ${limit}::integer, ${windowMs}::integer, ${momentOf(moment)}::timestamptz)`.execute(db),
  )
  const [answer] = rows
  if (answer === undefined) throw new Error('The limiter gave no answer')
  return answer
}

function momentOf(moment: number | undefined): string | null {
  return moment === undefined ? null : new Date(moment).toISOString()
}
