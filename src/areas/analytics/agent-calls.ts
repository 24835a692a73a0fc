import { sql } from 'kysely'

import { agentCredentials } from '#kernel/access.ts'
import type { Reader } from '#kernel/database.ts'
import { addDays, dayIn, daysBetween, momentIn } from '#std/zoned-time.ts'

/** Calls by keys and connected apps: all of them, what was refused, what waits for a person, and the number of each day. */
export type AgentCalls = { total: number; refused: number; waiting: number; days: { date: string; calls: number }[] }

type Span = { timezone: string; to: Date; days: number; onlyOf: string | undefined }

const dayMs = 86_400_000

/** The calls of agents in so many days of 24 hours, day by day in a time zone; `onlyOf`: only those in the name of this person. */
export async function agentCalls(db: Reader, { timezone, to, days: count, onlyOf }: Span): Promise<AgentCalls> {
  const from = new Date(to.getTime() - count * dayMs)
  const lastDay = dayIn(timezone, to)
  const days = daysBetween(addDays(lastDay, 1 - count), lastDay)
  const bounds = days.map((date) => momentIn(timezone, date).toISOString())
  const rows = await db
    .selectFrom('audit_record')
    .select(sql<number>`width_bucket(created_at, ${bounds}::timestamptz[])`.as('day'))
    .select(sql<number>`sum(occurrences)`.as('calls'))
    .select(sql<number>`coalesce(sum(occurrences) filter (where status in ('rejected', 'failed')), 0)`.as('refused'))
    .select(sql<number>`count(*) filter (where status = 'waiting')`.as('waiting'))
    .where('credential_type', 'in', agentCredentials)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .$if(onlyOf !== undefined, (query) => query.where('user_id', '=', onlyOf ?? ''))
    .groupBy('day')
    .execute()
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + Number(of(row)), 0)
  return {
    total: sum(({ calls }) => calls),
    refused: sum(({ refused }) => refused),
    waiting: sum(({ waiting }) => waiting),
    days: days.map((date, at) => ({ date, calls: Number(rows.find(({ day }) => day === at + 1)?.calls ?? 0) })),
  }
}
