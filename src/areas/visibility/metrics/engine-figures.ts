import { sql } from 'kysely'
import { z } from 'zod'

import { bases, basisOf, modes } from '#areas/visibility/engines.ts'
import type { Reader } from '#kernel/database.ts'
import { storedId } from '#kernel/ids.ts'
import { id } from '#kernel/schema.ts'

import { type Cell, sumsOf } from './cells.ts'
import { metric, metricOf } from './figures.ts'
import { isTooFew } from './too-few.ts'

/** What the answers of one engine to one prompt say of a brand. */
export const engineFigures = z.object({
  engineId: id('engine'),
  mode: z.enum(modes),
  basis: z.enum(bases),
  visibility: metric,
})
export type EngineFigures = z.input<typeof engineFigures>

export const enginesOutput = z.array(z.object({ engineId: id('engine'), label: z.string() }))

/** The figures of one prompt by engine and mode, from cells that are grouped by engine. */
export function figuresByEngine(cells: readonly Cell[], brandId: string): EngineFigures[] {
  return cells.map((cell) => {
    const { mode, group, n } = cell
    const about = { mode, isTooFew: isTooFew({ n, prompts: 1, ofPrompt: true }) }
    return {
      engineId: storedId('engine', group),
      mode,
      basis: basisOf(mode),
      visibility: metricOf('visibility', sumsOf([cell], brandId, [brandId]), about),
    }
  })
}

/** The engines that figures are of, by label. */
export async function enginesOfFigures(
  db: Reader,
  figures: readonly EngineFigures[],
): Promise<z.input<typeof enginesOutput>> {
  const ids = [...new Set(figures.map(({ engineId }) => engineId))]
  const rows = await db
    .selectFrom('asv_engine')
    .select(['id', 'label'])
    .where('id', '=', sql<string>`any(${ids})`)
    .orderBy('label')
    .orderBy('id')
    .execute()
  return rows.map(({ id: engineId, label }) => ({ engineId: storedId('engine', engineId), label }))
}
