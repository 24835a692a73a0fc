import { z } from 'zod'

import { agentCalls, type AgentCalls } from '#areas/analytics/agent-calls.ts'
import { attentionOf } from '#areas/analytics/attention.ts'
import { crawlerHits, sumOfViews, viewsByDay } from '#areas/analytics/view-counters.ts'
import { countWarnings, type FreshChecks, freshChecks } from '#areas/checks/index.ts'
import { attentionOutput } from '#areas/integrations/index.ts'
import { getSettings } from '#areas/organizations/index.ts'
import { connectedProperty, daysUntil, totalsOf } from '#areas/search-console/index.ts'
import { earlierShareOutput, ownShare, ownShareOutput } from '#areas/visibility/index.ts'
import type { Reader } from '#kernel/database.ts'
import { operation } from '#kernel/operation.ts'
import { severities } from '#kernel/publishing-warning.ts'
import { daysOf, ranges } from '#kernel/ranges.ts'
import { isAtLeast } from '#kernel/scope.ts'
import { addDays, dayIn } from '#std/zoned-time.ts'

const day = 86_400_000

const calls = z.object({
  total: z.int(),
  refused: z.int(),
  waiting: z.int().describe('Waited for a person'),
  days: z.array(z.object({ date: z.string(), calls: z.int() })),
})

const searches = z
  .object({
    clicks: z.int(),
    impressions: z.int(),
    ctr: z.number(),
    position: z.number().nullable(),
    dataThrough: z.string(),
  })
  .nullable()
  .describe('Days that end with dataThrough')

const views = z.object({
  human: z.int(),
  aiBots: z.int(),
  other: z.int(),
  days: z.array(z.object({ date: z.string(), human: z.int(), aiBots: z.int(), other: z.int() })),
})

const crawlers = z.object({ total: z.int(), byBot: z.array(z.object({ bot: z.string(), hits: z.int() })) }).nullable()

export const getDashboard = operation({
  name: 'getDashboard',
  title: 'Show the dashboard',
  summary: 'Content, what its checks found by kind, what needs somebody, and calls of agents. Without a source: null.',
  scope: 'analytics:read',
  risk: 'read',
  examples: [
    { title: 'The last 28 days', input: {} },
    { title: 'A week compared with the one before', input: { range: '7d', compare: true } },
  ],
  input: z.strictObject({
    range: z.enum(ranges).default('28d'),
    compare: z.boolean().optional(),
  }),
  output: z.object({
    range: z.enum(ranges),
    published: z.int(),
    scheduled: z.int(),
    drafts: z.int(),
    warnings: z.object({ error: z.int(), warning: z.int(), notice: z.int() }),
    fixes: z
      .array(z.object({ code: z.string(), severity: z.enum(severities), count: z.int(), live: z.int() }))
      .describe('Kinds of warnings, errors first: how many items have each, and how many of these are live'),
    unchecked: z.int().describe('Items that are being looked at again'),
    gscTotals: searches,
    asvMetrics: ownShareOutput.nullable().describe('How often AI answers name the own brand'),
    auditScore: z.int().nullable(),
    aiCrawlerHits: crawlers,
    views: views.describe('Of all items: reported by their pages, else fetched from /v1'),
    agentCalls: calls.describe('Below the role admin: those in your own name'),
    attention: z.array(attentionOutput).describe('The oldest 20 of each kind'),
    attentionTotal: z.int().describe('How many there are, with those that are not listed'),
    previous: z
      .object({
        gscTotals: searches,
        asvMetrics: earlierShareOutput.nullable(),
        agentCalls: calls,
        aiCrawlerHits: crawlers,
        views,
      })
      .optional(),
  }),

  prepare: (ctx) => freshChecks(ctx),

  async handle({ db, access, actor, now }, { range, compare = false }, fresh: FreshChecks) {
    const { timezone } = await getSettings(db)
    const onlyOf = isAtLeast(access.role, 'admin') ? undefined : actor.userId
    const span = daysOf[range] * day
    const callsUntil = (to: number): Promise<AgentCalls> =>
      agentCalls(db, { timezone, to: new Date(to), days: daysOf[range], onlyOf })
    const today = dayIn(timezone, now)
    const hitsUntil = (to: string) => crawlerHits(db, { from: addDays(to, 1 - daysOf[range]), to })
    const viewed = await viewsByDay(db, daysUntil(today, (compare ? 2 : 1) * daysOf[range]))
    const property = await connectedProperty(db)
    const searchesUntil = async (daysEarlier: number) => {
      if (property === undefined || property.dataThrough === null) return null
      const to = addDays(property.dataThrough, -daysEarlier)
      return { ...(await totalsOf(db, property, daysUntil(to, daysOf[range]))), dataThrough: to }
    }
    const answers = await ownShare(db, { organization: access.organization, timezone, now, days: daysOf[range] })
    const kinds = await countWarnings(db, fresh)
    const attention = await attentionOf(db, { userId: actor.userId, now })
    const sum = (severity: string) =>
      kinds.filter((kind) => kind.severity === severity).reduce((total, { count }) => total + count, 0)
    return {
      range,
      ...(await contentCounts(db)),
      warnings: { error: sum('error'), warning: sum('warning'), notice: sum('notice') },
      fixes: kinds,
      unchecked: fresh.unchecked,
      gscTotals: await searchesUntil(0),
      asvMetrics: answers.current,
      auditScore: await auditScore(db),
      aiCrawlerHits: await hitsUntil(today),
      views: sumOfViews(viewed.slice(-daysOf[range])),
      agentCalls: await callsUntil(now.getTime()),
      attention: attention.entries,
      attentionTotal: attention.total,
      ...(compare
        ? {
            previous: {
              gscTotals: await searchesUntil(daysOf[range]),
              asvMetrics: answers.previous,
              agentCalls: await callsUntil(now.getTime() - span),
              aiCrawlerHits: await hitsUntil(addDays(today, -daysOf[range])),
              views: sumOfViews(viewed.slice(0, -daysOf[range])),
            },
          }
        : {}),
    }
  },
})

/** The health of the website, by the last full audit that succeeded. */
async function auditScore(db: Reader): Promise<number | null> {
  const row = await db
    .selectFrom('site_audit_run')
    .select('health_score')
    .where('scope', '=', 'full')
    .where('state', '=', 'succeeded')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.health_score ?? null
}

async function contentCounts(db: Reader) {
  const rows = await db
    .selectFrom('item_count')
    .select(({ fn }) => ['status', fn.sum<number>('n').as('n')])
    .groupBy('status')
    .execute()
  const of = (status: string) => Number(rows.find((row) => row.status === status)?.n ?? 0)
  return { published: of('published'), scheduled: of('scheduled'), drafts: of('draft') }
}
