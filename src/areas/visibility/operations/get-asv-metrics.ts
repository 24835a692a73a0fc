import { sql } from 'kysely'
import { z } from 'zod'

import { getSettings } from '#areas/organizations/index.ts'
import { type Brands, readBrands } from '#areas/visibility/brands.ts'
import { getEngines } from '#areas/visibility/engines.ts'
import { askedEngine, askedEngines } from '#areas/visibility/metrics/asked-engines.ts'
import { type Cell, type GroupBy, noGroup, readCells, type Selected } from '#areas/visibility/metrics/cells.ts'
import { type Change, changeOutput, changesBetween } from '#areas/visibility/metrics/changes.ts'
import { periodInput, periodOf } from '#areas/visibility/metrics/periods.ts'
import { listPublications, publication } from '#areas/visibility/metrics/publications.ts'
import { point, readSeries, steps } from '#areas/visibility/metrics/series.ts'
import { brandFigures, figuresOf } from '#areas/visibility/metrics/summary.ts'
import { brandedPromptIds } from '#areas/visibility/prompts.ts'
import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { storedId } from '#kernel/ids.ts'
import { operation } from '#kernel/operation.ts'
import { id, iso, text, timestamp } from '#kernel/schema.ts'
import { knownZone } from '#std/zoned-time.ts'

export const getAsvMetrics = operation({
  name: 'getAsvMetrics',
  title: 'Show what AI answers say about brands',
  summary: 'Returns every metric by brand, mode and group, each with numerator, denominator, n and 95 % interval.',
  scope: 'asv:read',
  risk: 'read',
  errors: ['not_found'],
  examples: [
    { title: 'The last 28 days', input: { range: '28d' } },
    { title: 'By engine', input: { from: '2026-10-01', to: '2026-10-31', groupBy: 'engine' } },
  ],
  input: z.strictObject({
    ...periodInput,
    engineIds: z.array(id('engine')).min(1).max(50).optional(),
    promptTags: z.array(text(80)).min(1).max(50).optional(),
    brandIds: z.array(id('brand')).min(1).max(50).optional(),
    groupBy: z.enum(['day', 'engine', 'prompt', 'tag', 'brand']).optional(),
    minSamples: z
      .int()
      .min(0)
      .max(100_000)
      .optional()
      .describe('Number of answers below which a figure is too small; at least 30'),
    includeBranded: z.boolean().default(false).describe('Include prompts that name the own brand'),
    compare: z.boolean().default(false).describe('Add what changed since the same length of time before'),
    series: z.enum(steps).optional().describe('Add visibility over time, with what was published'),
  }),
  output: z.object({
    from: z.string(),
    to: z.string(),
    lastAnswerAt: timestamp().nullable(),
    engines: z.array(askedEngine),
    items: z.array(
      brandFigures.extend({
        day: z.string().optional(),
        engineId: id('engine').optional(),
        promptId: id('prompt').optional(),
        promptVersion: z.int().optional(),
        tag: z.string().nullable().optional(),
      }),
    ),
    changes: z.array(changeOutput).optional().describe('Of the own brand, or of those named'),
    series: z.array(point).optional(),
    publications: z.array(publication).optional().describe('At most 12, those that answer a prompt first'),
  }),

  async handle(
    { db, access, now },
    { engineIds, promptTags, brandIds, groupBy, minSamples, includeBranded, compare, series, ...range },
  ) {
    const timezone = knownZone((await getSettings(db)).timezone)
    const { from, until, firstDay, lastDay } = periodOf(range, { timezone, now })
    const brands = await readBrands(db, access.organization)
    const unknown = brandIds?.find((one) => !brands.all.some((brand) => brand.id === one))
    if (unknown !== undefined)
      throw new Refusal('not_found', 'There is no such brand. listAsvCompetitors names them.', { id: unknown })
    if (engineIds !== undefined) await getEngines(db, engineIds)
    const ofPrompt = groupBy === 'prompt'
    const exceptPromptIds = includeBranded ? [] : await brandedPromptIds(db, brands)
    const selected = { from, until, engineIds, tags: promptTags, exceptPromptIds }
    const cells = await readCells(db, { ...selected, allVersions: ofPrompt }, groupOf(groupBy, timezone))

    const groups = Map.groupBy(cells, (cell) => JSON.stringify([cell.mode, ...placeOf(cell, ofPrompt)]))
    const items = [...groups.values()].flatMap((some) => {
      const [first] = some
      const place = first === undefined ? {} : named(first, groupBy)
      return figuresOf(some, brands, { only: brandIds, minSamples, ofPrompt }).map((one) => ({ ...one, ...place }))
    })
    const order = new Map<string, number>(brands.all.map((brand, at) => [brand.id, at]))
    items.sort((x, y) => (order.get(x.brandId) ?? 0) - (order.get(y.brandId) ?? 0) || ascending(dayOf(x), dayOf(y)))
    const lastAnswer = Math.max(...cells.map(({ lastAt }) => lastAt.getTime()))
    return {
      from: firstDay,
      to: lastDay,
      lastAnswerAt: cells.length === 0 ? null : iso(new Date(lastAnswer)),
      engines: await askedEngines(db, selected),
      items,
      ...(compare && { changes: await changesBefore(db, selected, brands, brandIds ?? [brands.own.id]) }),
      ...(series && {
        series: await readSeries(db, selected, { step: series, timezone, brands, only: brandIds, minSamples }),
        publications: await listPublications(db, { from, until }),
      }),
    }
  },
})

/** What changed since the time of the same length that ends where the selected one begins. */
async function changesBefore(
  db: Reader,
  selected: Selected & { from: Date; until: Date },
  brands: Brands,
  only: readonly string[],
): Promise<Change[]> {
  const byEngine = sql<string>`a.engine_id`
  const from = new Date(2 * selected.from.getTime() - selected.until.getTime())
  const before = await readCells(db, { ...selected, from, until: selected.from }, byEngine)
  const after = await readCells(db, selected, byEngine)
  return changesBetween(before, after, brands, { only })
}

type GroupName = 'day' | 'engine' | 'prompt' | 'tag' | 'brand' | undefined

function groupOf(groupBy: GroupName, timezone: string): GroupBy {
  if (groupBy === 'day') return sql<string>`to_char(a.observed_at at time zone ${timezone}, 'YYYY-MM-DD')`
  if (groupBy === 'engine') return sql<string>`a.engine_id`
  if (groupBy === 'tag') return sql<string>`coalesce('=' || p.tag, '')`
  return noGroup
}

const dayOf = (item: object) => ('day' in item ? String(item.day) : '')
const ascending = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

const placeOf = ({ group, promptId, promptVersion }: Cell, ofPrompt: boolean) =>
  ofPrompt ? [promptId, promptVersion] : [group]

function named({ group, promptId, promptVersion }: Cell, groupBy: GroupName) {
  if (groupBy === 'day') return { day: group }
  if (groupBy === 'engine') return { engineId: storedId('engine', group) }
  if (groupBy === 'tag') return { tag: group === '' ? null : group.slice(1) }
  if (groupBy === 'prompt') return { promptId: storedId('prompt', promptId), promptVersion }
  return {}
}
