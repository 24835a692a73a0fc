import { addDays } from '#std/zoned-time.ts'

import { lastSearchDay, writeSearches } from '../generate/write-searches.ts'
import { onCopy, withProduct } from '../product/measured.ts'
import { profileMissed } from '../profile/profile-missed.ts'
import type { Goal } from '../result/goals.ts'
import type { Engine, Options } from '../result/result.ts'
import { measureRow, type Run } from '../rows.ts'
import { callWork, type Calling } from './agent.ts'

/** What the specification of connectors demands with a million rows. */
const goal: Goal = { id: 'searches', cpuMsAtMost: 150 }

const daysBack = (days: number) => ({ from: addDays(lastSearchDay, 1 - days), to: lastSearchDay })

const asking = (id: string, operation: string, workload: string, inputs: object[]): Calling => ({
  id,
  operation,
  workload,
  inputs: () => inputs,
  contains: () => `"dataThrough":"${lastSearchDay}"`,
  goal,
})

const callings: readonly Calling[] = [
  asking('searches by query', 'querySearchConsole', 'queries of 28 days', [{ dimensions: ['query'], ...daysBack(28) }]),
  asking('searches by page', 'querySearchConsole', 'pages of 90 days', [{ dimensions: ['page'], ...daysBack(90) }]),
  asking('searches by query, 16 months', 'querySearchConsole', 'queries of 480 days', [
    { dimensions: ['query'], ...daysBack(480) },
  ]),
  asking('searches by country', 'querySearchConsole', 'queries by country of 28 days that contain a word', [
    {
      dimensions: ['query', 'country'],
      filters: [{ dimension: 'query', operator: 'contains', expression: 'team 1' }],
      ...daysBack(28),
    },
  ]),
  asking('search summary', 'getSearchConsoleSummary', '28 days against those before', [{ compare: true }]),
  asking('search summary, 90 days', 'getSearchConsoleSummary', '90 days against those before', [
    { range: '90d', compare: true },
  ]),
  ...(['striking_distance', 'ctr_gap', 'decay', 'no_page'] as const).map((kind) =>
    asking(`opportunities, ${kind}`, 'listSearchOpportunities', kind, [{ kind }]),
  ),
  asking('query cannibalization', 'listQueryCannibalization', '28 days', [{ range: '28d' }]),
  asking('query cannibalization, 90 days', 'listQueryCannibalization', '90 days', [{ range: '90d' }]),
]

export const sizeOfAnalytics = ({ quick }: Pick<Options, 'quick'>) => ({ items: quick ? 300 : 1000, organizations: 1 })

/** Questions about a million rows of searches, on PostgreSQL. */
export async function measureAnalytics(engine: Engine, run: Run): Promise<void> {
  if (engine !== 'postgres') return
  const size = sizeOfAnalytics(run.options)
  const rows = run.options.quick ? 10_000 : 1_000_000
  await onCopy(engine, size, run.options, async (place) => {
    const { databaseUrl = '', set } = place
    await writeSearches({ databaseUrl, organizationId: set.organizationId, items: size.items, rows })
    await withProduct(place, {}, async (product) => {
      for (const calling of callings) {
        const { id, workload } = calling
        const work = callWork(calling, set)
        await measureRow(product, { id, group: 'analytics', workload, engine, ...size, work, goal }, run)
      }
    })
    await profileMissed(place, {}, run)
  })
}
