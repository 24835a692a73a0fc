import { sql } from 'kysely'
import { z } from 'zod'

import { getSettings } from '#areas/organizations/index.ts'
import { readBrands } from '#areas/visibility/brands.ts'
import { basisOf, modes } from '#areas/visibility/engines.ts'
import { type Cell, type GroupBy, noGroup, readCells, sumsOf } from '#areas/visibility/metrics/cells.ts'
import { metricsOf, metricsOutput } from '#areas/visibility/metrics/figures.ts'
import { periodInput, periodOf } from '#areas/visibility/metrics/periods.ts'
import { isTooFew } from '#areas/visibility/metrics/too-few.ts'
import { brandedPromptIds } from '#areas/visibility/prompts.ts'
import { Refusal } from '#kernel/errors.ts'
import { storedId } from '#kernel/ids.ts'
import { operation } from '#kernel/operation.ts'
import { id, text } from '#kernel/schema.ts'

export const getAsvMetrics = operation({
  name: 'getAsvMetrics',
  title: 'Show what AI answers say of brands',
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
    minSamples: z.int().min(0).max(100_000).optional().describe('Answers below which a figure is too small; at least 30'),
    includeBranded: z.boolean().default(false).describe('Prompts that name the own brand, too'),
  }),
  output: z.object({
    from: z.string(),
    to: z.string(),
    items: z.array(
      z.object({
        brandId: id('brand'),
        brandName: z.string(),
        mode: z.enum(modes),
        basis: z.enum(['api', 'imported']),
        day: z.string().optional(),
        engineId: id('engine').optional(),
        promptId: id('prompt').optional(),
        promptVersion: z.int().optional(),
        tag: z.string().nullable().optional(),
        n: z.int(),
        prompts: z.int(),
        models: z.array(z.string()),
        metrics: metricsOutput,
      }),
    ),
  }),

  async handle({ db, access, now }, { engineIds, promptTags, brandIds, groupBy, minSamples, includeBranded, ...range }) {
    const { timezone } = await getSettings(db)
    const { from, until, firstDay, lastDay } = periodOf(range, { timezone, now })
    const brands = await readBrands(db, access.organization)
    const shown = brands.all.filter((brand) => brandIds === undefined || brandIds.includes(brand.id))
    const unknown = brandIds?.find((one) => !brands.all.some((brand) => brand.id === one))
    if (unknown !== undefined) throw new Refusal('not_found', 'There is no such brand. listAsvCompetitors names them.', { id: unknown })
    const ofPrompt = groupBy === 'prompt'
    const cells = await readCells(
      db,
      {
        from,
        until,
        engineIds,
        tags: promptTags,
        exceptPromptIds: includeBranded ? [] : await brandedPromptIds(db, brands),
        allVersions: ofPrompt,
      },
      groupOf(groupBy, timezone),
    )

    const tracked = brands.all.map((brand) => brand.id)
    const groups = Map.groupBy(cells, (cell) => JSON.stringify([cell.mode, ...placeOf(cell, ofPrompt)]))
    const items = shown.flatMap((brand) =>
      [...groups.values()].map((some) => {
        const byPrompt = sumsOf(some, brand.id, tracked)
        const [first] = some
        const mode = first?.mode ?? 'search'
        const n = byPrompt.reduce((total, one) => total + one.n, 0)
        const tooFew = isTooFew({ n, prompts: byPrompt.length, minSamples, ofPrompt })
        return {
          brandId: brand.id,
          brandName: brand.name,
          mode,
          basis: basisOf(mode),
          ...(first === undefined ? {} : named(first, groupBy)),
          n,
          prompts: byPrompt.length,
          models: [...new Set(some.flatMap(({ models }) => models))].toSorted(),
          metrics: metricsOf(byPrompt, { mode, isTooFew: tooFew }),
        }
      }),
    )
    return { from: firstDay, to: lastDay, items }
  },
})

type GroupName = 'day' | 'engine' | 'prompt' | 'tag' | 'brand' | undefined

function groupOf(groupBy: GroupName, timezone: string): GroupBy {
  if (groupBy === 'day') return sql<string>`to_char(a.observed_at at time zone ${timezone}, 'YYYY-MM-DD')`
  if (groupBy === 'engine') return sql<string>`a.engine_id`
  if (groupBy === 'tag') return sql<string>`coalesce('=' || p.tag, '')`
  return noGroup
}

const placeOf = ({ group, promptId, promptVersion }: Cell, ofPrompt: boolean) =>
  ofPrompt ? [promptId, promptVersion] : [group]

function named({ group, promptId, promptVersion }: Cell, groupBy: GroupName) {
  if (groupBy === 'day') return { day: group }
  if (groupBy === 'engine') return { engineId: storedId('engine', group) }
  if (groupBy === 'tag') return { tag: group === '' ? null : group.slice(1) }
  if (groupBy === 'prompt') return { promptId: storedId('prompt', promptId), promptVersion }
  return {}
}
