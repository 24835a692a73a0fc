import { sql } from 'kysely'
import { z } from 'zod'

import type { Brands } from '#areas/visibility/brands.ts'
import { bases, basisOf, modes } from '#areas/visibility/engines.ts'
import type { Reader } from '#kernel/database.ts'
import { id } from '#kernel/schema.ts'

import { readCells, type Selected, sumsOf } from './cells.ts'
import { metric, metricOf } from './figures.ts'
import { isTooFew } from './too-few.ts'

export const steps = ['day', 'week'] as const

export const point = z.object({
  mode: z.enum(modes),
  basis: z.enum(bases),
  day: z.string().describe('Of a week its Monday'),
  brandId: id('brand'),
  prompts: z.int(),
  visibility: metric,
})
type Point = z.input<typeof point>

type About = {
  step: (typeof steps)[number]
  timezone: string
  brands: Brands
  only: readonly string[] | undefined
  minSamples: number | undefined
}

/** The visibility of each brand over time, by mode. Times without answers have no point. */
export async function readSeries(
  db: Reader,
  selected: Selected,
  { step, timezone, brands, only, minSamples }: About,
): Promise<Point[]> {
  const local = sql`(a.observed_at at time zone ${timezone})`
  const start = step === 'week' ? sql`date_trunc('week', ${local})` : local
  const cells = await readCells(db, selected, sql<string>`to_char(${start}, 'YYYY-MM-DD')`)
  const shown = brands.all.filter((brand) => only === undefined || only.includes(brand.id))
  const groups = [...Map.groupBy(cells, ({ mode, group }) => `${group} ${mode}`)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )
  return groups.flatMap(([, some]) => {
    const [first] = some
    if (first === undefined) return []
    const { mode, group: day } = first
    return shown.map((brand) => {
      const byPrompt = sumsOf(some, brand.id, [brand.id])
      const n = byPrompt.reduce((total, one) => total + one.n, 0)
      const about = { mode, isTooFew: isTooFew({ n, prompts: byPrompt.length, minSamples }) }
      return {
        mode,
        basis: basisOf(mode),
        day,
        brandId: brand.id,
        prompts: byPrompt.length,
        visibility: metricOf('visibility', byPrompt, about),
      }
    })
  })
}
