import { sql } from 'kysely'

import type { Reader } from '#kernel/database.ts'
import type { PageAsked } from '#kernel/list-page.ts'

import type { CreditReason } from './credits.ts'

export type CreditTransaction = {
  id: string
  delta: number
  reason: CreditReason
  jobId: string | null
  at: Date
}

export type CreditFilter = {
  reason: CreditReason | undefined
  from: string | undefined
  to: string | undefined
  term: string
}

/** Sums over everything that matches, not only over the page. `used` is what jobs cost, less what was returned. */
export type CreditTotals = { granted: number; used: number; refunded: number; net: number }

/**
 * One page of the ledger, newest first, with the sums of all that matches. Closing entries that returned nothing are left
 * out.
 */
export async function findTransactions(
  db: Reader,
  filter: CreditFilter,
  { page, pageSize }: PageAsked,
): Promise<{ transactions: CreditTransaction[]; total: number; totals: CreditTotals }> {
  const { total, ...totals } = await matching(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .select(sql<number>`coalesce(sum(delta) filter (where reason = 'grant'), 0)::bigint`.as('granted'))
    .select(sql<number>`coalesce(-sum(delta) filter (where reason not in ('grant', 'refund')), 0)::bigint`.as('used'))
    .select(sql<number>`coalesce(sum(delta) filter (where reason = 'refund'), 0)::bigint`.as('refunded'))
    .select(sql<number>`coalesce(sum(delta), 0)::bigint`.as('net'))
    .executeTakeFirstOrThrow()
  const rows = await matching(db, filter)
    .select(['id', 'delta', 'reason', 'job_id', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { transactions: rows.map(transactionOf), total, totals }
}

/** Credits that jobs took since a given time, less what was returned. */
export async function usedSince(db: Reader, since: Date): Promise<number> {
  const { used } = await db
    .selectFrom('credit_transaction')
    .select(sql<number>`coalesce(-sum(delta), 0)::bigint`.as('used'))
    .where('reason', '<>', 'grant')
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow()
  return used
}

function matching(db: Reader, { reason, from, to, term }: CreditFilter) {
  return db
    .selectFrom('credit_transaction')
    .where('delta', '<>', 0)
    .$call((query) => (reason === undefined ? query : query.where('reason', '=', reason)))
    .$if(from !== undefined, (query) => query.where('created_at', '>=', new Date(from ?? 0)))
    .$if(to !== undefined, (query) => query.where('created_at', '<=', new Date(to ?? 0)))
    .$if(term !== '', (query) => query.where((or) => or.or([or('id', '=', term), or('job_id', '=', term)])))
}

type Row = { id: string; delta: number; reason: CreditReason; job_id: string | null; created_at: Date }

function transactionOf({ id, delta, reason, job_id: jobId, created_at: at }: Row): CreditTransaction {
  return { id, delta, reason, jobId, at }
}
