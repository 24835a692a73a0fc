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
type Attention = z.input<typeof attentionOutput>

/** How many of each kind are named, and for how many days a failure is news. */
const mostOfKind = 20
const newsDays = 7

type Asking = { userId: string; now: Date }

/** What waits for this person or failed lately, oldest first within its kind. */
export async function attentionOf(db: Reader, asking: Asking): Promise<Attention[]> {
  const since = new Date(asking.now.getTime() - newsDays * 86_400_000)
  return [
    ...(await reviewsAskedOf(db, asking)),
    ...(await refusedPublications(db)),
    ...(await failedJobs(db, since)),
    ...(await lostDeliveries(db, since)),
    ...(await troubledIntegrations(db)),
    ...(await failedCopies(db)),
  ]
}

async function reviewsAskedOf(db: Reader, { userId }: Asking): Promise<Attention[]> {
  const found = (rank: number) =>
    sql<number>`(select count(*) from app.item_warning w where w.organization_id = app.org() and w.item_id = i.id and w.rank = ${rank})`
  const rows = await db
    .selectFrom('item as i')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('item_review')
          .select(['requested_by', 'requested_at', 'reviewer_ids'])
          .whereRef('item_review.item_id', '=', 'i.id')
          .orderBy('n', 'desc')
          .limit(1)
          .as('r'),
      (join) => join.onTrue(),
    )
    .leftJoin(
      sql<{ user_id: string; display_name: string }>`auth.members_of_organization()`.as('m'),
      'm.user_id',
      'r.requested_by',
    )
    .select(['i.id', 'i.title', 'i.word_count', 'r.requested_at', 'm.display_name'])
    .select([found(0).as('errors'), found(1).as('warnings')])
    .where('i.review_state', '=', 'requested')
    .where('i.trashed_at', 'is', null)
    .where(sql<boolean>`${userId} = any(r.reviewer_ids)`)
    .orderBy('r.requested_at')
    .limit(mostOfKind)
    .execute()
  return rows.map((row) =>
    told({
      kind: 'review_requested',
      severity: 'notice',
      message: `${row.display_name ?? 'Somebody'} asks you for a review.`,
      at: iso(row.requested_at),
      title: row.title,
      askedBy: row.display_name ?? undefined,
      errors: Number(row.errors),
      warnings: Number(row.warnings),
      words: row.word_count,
      itemId: row.id,
    }),
  )
}

async function refusedPublications(db: Reader): Promise<Attention[]> {
  const rows = await db
    .selectFrom('item')
    .select(['id', 'title', 'publish_error', 'updated_at'])
    .where('publish_error', 'is not', null)
    .where('effective_status', '=', 'scheduled')
    .where('trashed_at', 'is', null)
    .orderBy('publish_at')
    .limit(mostOfKind)
    .execute()
  return rows.map((row) =>
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

async function failedJobs(db: Reader, since: Date): Promise<Attention[]> {
  const rows = await db
    .selectFrom('job')
    .select(['id', 'kind', 'error', 'finished_at', 'updated_at'])
    .where('state', '=', 'failed')
    .where('created_at', '>=', since)
    .orderBy('created_at')
    .limit(mostOfKind)
    .execute()
  return rows.map((row) =>
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

async function lostDeliveries(db: Reader, since: Date): Promise<Attention[]> {
  const row = await db
    .selectFrom('delivery')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('updated_at').as('at')])
    .where('state', '=', 'exhausted')
    // A copy that failed is named with its article.
    .where('kind', '<>', 'cms')
    .where('updated_at', '>=', since)
    .executeTakeFirstOrThrow()
  const count = Number(row.count)
  if (count === 0 || row.at === null) return []
  const message = `${count} ${count === 1 ? 'delivery was' : 'deliveries were'} given up.`
  return [told({ kind: 'delivery_exhausted', severity: 'error', message, at: iso(row.at) })]
}

/** What each state of an integration means for who has to act. */
const troubles = {
  auth_expired: {
    severity: 'error',
    message: 'no longer accepts its credential. Nothing is sent until it is replaced.',
  },
  degraded: { severity: 'warning', message: 'failed three times in a row. Everything is still tried.' },
} as const

async function troubledIntegrations(db: Reader): Promise<Attention[]> {
  const rows = await db
    .selectFrom('integration')
    .select(['id', 'display_name', 'state', 'last_error', 'updated_at'])
    .where('state', 'in', ['auth_expired', 'degraded'])
    .orderBy('updated_at')
    .limit(mostOfKind)
    .execute()
  return rows.map((row) => {
    const kind = row.state === 'degraded' ? 'degraded' : 'auth_expired'
    const { severity, message } = troubles[kind]
    const at = iso(row.updated_at)
    return told({ kind, severity, message: `${row.display_name} ${message}`, at, integrationId: row.id })
  })
}

/** Copies that could not be pushed, and those that were changed in the service. */
async function failedCopies(db: Reader): Promise<Attention[]> {
  const rows = await db
    .selectFrom('item_copy as c')
    .innerJoin('item as i', 'i.id', 'c.item_id')
    .select(['i.id', 'i.title', 'i.external_state', 'i.publish_error', 'c.integration_id', 'c.drift', 'c.updated_at'])
    .where('i.trashed_at', 'is', null)
    .where(({ or, eb }) => or([eb('i.external_state', '=', 'failed'), sql<boolean>`c.drift <> '{}'`]))
    .orderBy('c.updated_at')
    .limit(mostOfKind)
    .execute()
  return rows.map((row) => {
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

/** Without what it does not have. */
function told({ kind, severity, message, at, ...more }: Told & Record<string, unknown>): Attention {
  return answered(attentionOutput, { kind, severity, message, at, ...defined(more) })
}
