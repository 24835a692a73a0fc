import { sql } from 'kysely'
import { z } from 'zod'

import { type Brands } from '#areas/visibility/brands.ts'
import { bases, basisOf, type Mode, modes } from '#areas/visibility/engines.ts'
import { brandedPromptIds } from '#areas/visibility/prompts.ts'
import type { Reader } from '#kernel/database.ts'

import { type Cell, readCells, sumsOf } from './cells.ts'
import { type EngineFigures, figuresByEngine } from './engine-figures.ts'
import { metric, metricOf, type Sums } from './figures.ts'
import { isTooFew } from './too-few.ts'

const span = 28 * 86_400_000

/** The figures of the last 28 days beside a record of a list: one entry per mode that has answers. */
export const lastMetricsOutput = z.array(
  z.object({
    mode: z.enum(modes),
    basis: z.enum(bases),
    n: z.int(),
    visibility: metric,
    citationRate: metric,
  }),
)
type LastMetrics = z.input<typeof lastMetricsOutput>

/** The figures of a brand by prompt, and at each engine. */
export async function lastMetrics(
  db: Reader,
  prompts: readonly { id: string }[],
  { brandId, now }: { brandId: string; now: Date },
): Promise<{ metrics: Map<string, LastMetrics>; engines: Map<string, EngineFigures[]> }> {
  if (prompts.length === 0) return { metrics: new Map(), engines: new Map() }
  const selected = { from: new Date(now.getTime() - span), promptIds: prompts.map(({ id }) => id) }
  const cells = Map.groupBy(await readCells(db, selected, sql<string>`a.engine_id`), ({ promptId }) => promptId)
  const of = (promptId: string) =>
    byMode(cells.get(promptId) ?? [], (some) => sumsOf(some, brandId, [brandId]), { ofPrompt: true })
  return {
    metrics: new Map(prompts.map(({ id }) => [id, of(id)])),
    engines: new Map(prompts.map(({ id }) => [id, figuresByEngine(cells.get(id) ?? [], brandId)])),
  }
}

/** The figures of each brand over all prompts that do not name the own one. */
export async function brandMetrics(
  db: Reader,
  { brands, now }: { brands: Brands; now: Date },
): Promise<Map<string, LastMetrics>> {
  const exceptPromptIds = await brandedPromptIds(db, brands)
  const cells = await readCells(db, { from: new Date(now.getTime() - span), exceptPromptIds })
  return new Map(brands.all.map(({ id }) => [id, byMode(cells, (some) => sumsOf(some, id, [id]), {})]))
}

function byMode(cells: readonly Cell[], sums: (cells: readonly Cell[]) => Sums[], { ofPrompt = false }): LastMetrics {
  return modes.flatMap((mode: Mode) => {
    const some = cells.filter((cell) => cell.mode === mode)
    if (some.length === 0) return []
    const byPrompt = sums(some)
    const n = byPrompt.reduce((total, one) => total + one.n, 0)
    const about = { mode, isTooFew: isTooFew({ n, prompts: byPrompt.length, ofPrompt }) }
    return [
      {
        mode,
        basis: basisOf(mode),
        n,
        visibility: metricOf('visibility', byPrompt, about),
        citationRate: metricOf('citationRate', byPrompt, about),
      },
    ]
  })
}
