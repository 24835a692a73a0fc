import { sql } from 'kysely'
import { z } from 'zod'

import type { Reader } from '#kernel/database.ts'
import { severities } from '#kernel/publishing-warning.ts'
import { answered, id, iso, timestamp } from '#kernel/schema.ts'
import { defined } from '#std/objects.ts'

const kinds = [
  'review_requested',
  'publish_error',
  'job_failed',
  'delivery_exhausted',
  'push_failed',
  'auth_expired',
  'degraded',
  'drift',
] as const

/** One thing that needs somebody. */
export const attentionOutput = z.object({
  kind: z.enum(kinds),
  severity: z.enum(severities),
  message: z.string(),
  at: timestamp(),
  title: z.string().optional().describe('Of the item'),
  askedBy: z.string().optional().describe('Who asks for the review'),
  errors: z.int().optional().describe('Open errors of the item'),
  warnings: z.int().optional(),
  words: z.int().nullable().optional(),
  jobKind: z.string().optional(),
  itemId: id('item').optional(),
  jobId: id('job').optional(),
  integrationId: z.string().optional(),
})
export type Attention = z.input<typeof attentionOutput>

/** How many of each kind are named, and for how many days a failure is news. */
export const mostOfKind = 20
const newsDays = 7
/** A message that waited longer before it failed is not looked for. */
const longestWaitDays = 30

/** The oldest of them, and how many there are (analytics.md#attention-has-a-total). */
export type AttentionList = { entries: Attention[]; total: number }

/** What failed lately or was changed elsewhere, no matter who looks, oldest first within its kind. */
export async function troublesOf(db: Reader, now: Date): Promise<AttentionList> {
  const since = new Date(now.getTime() - newsDays * 86_400_000)
  return joined([
    await refusedPublications(db),
    await failedJobs(db, since),
    await lostDeliveries(db, since),
    await troubledIntegrations(db),
    await failedCopies(db),
  ])
}

/** How many rows there are with those beyond a limit. */
export const withTotal = sql<number>`count(*) over ()`.as('total')

export function listed<Row extends { total: number }>(rows: Row[], tell: (row: Row) => Attention): AttentionList {
  return { entries: rows.map(tell), total: Number(rows[0]?.total ?? 0) }
}

export function joined(lists: readonly AttentionList[]): AttentionList {
  return {
    entries: lists.flatMap(({ entries }) => entries),
    total: lists.reduce((sum, { total }) => sum + total, 0),
  }
}

async function refusedPublications(db: Reader): Promise<AttentionList> {
  const rows = await db
    .selectFrom('item')
    .select(['id', 'title', 'publish_error', 'updated_at', withTotal])
    .where('publish_error', 'is not', null)
    .where('effective_status', '=', 'scheduled')
    .where('trashed_at', 'is', null)
    .orderBy('publish_at')
    .limit(mostOfKind)
    .execute()
  return listed(rows, (row) =>
    told({
      kind: 'publish_error',
      severity: 'error',
      message: messageOf(row.publish_error) ?? 'It could not be published at its time.',
      at: iso(row.publish_error?.at ?? row.updated_at),
      title: row.title,
      itemId: row.id,
    }),
  )
}

async function failedJobs(db: Reader, since: Date): Promise<AttentionList> {
  const rows = await db
    .selectFrom('job')
    .select(['id', 'kind', 'error', 'finished_at', 'updated_at', withTotal])
    .where('state', '=', 'failed')
    .where('created_at', '>=', since)
    .orderBy('created_at')
    .limit(mostOfKind)
    .execute()
  return listed(rows, (row) =>
    told({
      kind: 'job_failed',
      severity: 'error',
      message: messageOf(row.error) ?? 'The job failed.',
      at: iso(row.finished_at ?? row.updated_at),
      jobKind: row.kind,
      jobId: row.id,
    }),
  )
}

/** Messages that were given up, and those that the service does not take. */
async function lostDeliveries(db: Reader, since: Date): Promise<AttentionList> {
  const oldest = new Date(since.getTime() - longestWaitDays * 86_400_000)
  const row = await db
    .selectFrom('delivery')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('updated_at').as('at')])
    .where(({ or, and, eb }) =>
      or([
        eb('state', '=', 'exhausted'),
        // Bounded by age, which has an index.
        and([eb('state', '=', 'failed'), eb('finished_at', 'is not', null), eb('created_at', '>=', oldest)]),
      ]),
    )
    // A copy that failed is named with its article.
    .where('kind', '<>', 'cms')
    .where('updated_at', '>=', since)
    .executeTakeFirstOrThrow()
  const count = Number(row.count)
  if (count === 0 || row.at === null) return joined([])
  const message = `${count} ${count === 1 ? 'delivery was' : 'deliveries were'} given up.`
  return { entries: [told({ kind: 'delivery_exhausted', severity: 'error', message, at: iso(row.at) })], total: 1 }
}

/** What each state of an integration means for who has to act. */
const troubles = {
  auth_expired: {
    severity: 'error',
    message: 'no longer accepts its credential. Nothing is sent until it is replaced.',
  },
  degraded: { severity: 'warning', message: 'failed three times in a row. Everything is still tried.' },
} as const

async function troubledIntegrations(db: Reader): Promise<AttentionList> {
  const rows = await db
    .selectFrom('integration')
    .select(['id', 'display_name', 'state', 'last_error', 'updated_at', withTotal])
    .where('state', 'in', ['auth_expired', 'degraded'])
    .orderBy('updated_at')
    .limit(mostOfKind)
    .execute()
  return listed(rows, (row) => {
    const kind = row.state === 'degraded' ? 'degraded' : 'auth_expired'
    const { severity, message } = troubles[kind]
    const at = iso(row.updated_at)
    return told({ kind, severity, message: `${row.display_name} ${message}`, at, integrationId: row.id })
  })
}

/** Copies that could not be pushed, and those that were changed in the service: of each item its newest copy. */
async function failedCopies(db: Reader): Promise<AttentionList> {
  const rows = await db
    .selectFrom('item_copy as c')
    .innerJoin('item as i', 'i.id', 'c.item_id')
    .select(['i.id', 'i.title', 'i.external_state', 'i.publish_error', 'c.integration_id', 'c.drift', 'c.updated_at'])
    .select(withTotal)
    .where('i.trashed_at', 'is', null)
    .where(({ or, eb }) => or([eb('i.external_state', '=', 'failed'), sql<boolean>`c.drift <> '{}'`]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('item_copy as newer')
            .select('newer.item_id')
            .whereRef('newer.item_id', '=', 'c.item_id')
            .where(sql<boolean>`(newer.updated_at, newer.integration_id) > (c.updated_at, c.integration_id)`),
        ),
      ),
    )
    .orderBy('c.updated_at')
    .limit(mostOfKind)
    .execute()
  return listed(rows, (row) => {
    const common = {
      at: iso(row.updated_at),
      title: row.title,
      itemId: row.id,
      integrationId: row.integration_id,
    }
    if (row.drift.length > 0) {
      const message = `Changed in the service: ${row.drift.join(', ')}.`
      return told({ kind: 'drift', severity: 'warning', message, ...common })
    }
    const message = messageOf(row.publish_error) ?? 'Its copy could not be updated.'
    return told({ kind: 'push_failed', severity: 'error', message, ...common })
  })
}

function messageOf(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'message' in error && error.message !== ''
    ? String(error.message)
    : undefined
}

type Told = { kind: (typeof kinds)[number]; severity: Attention['severity']; message: string; at: string }

/** One of them, without what it does not have. */
export function told({ kind, severity, message, at, ...more }: Told & Record<string, unknown>): Attention {
  return answered(attentionOutput, { kind, severity, message, at, ...defined(more) })
}
