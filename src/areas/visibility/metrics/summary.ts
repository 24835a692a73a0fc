import { z } from 'zod'

import type { Brands } from '#areas/visibility/brands.ts'
import { bases, basisOf, modes } from '#areas/visibility/engines.ts'
import { id } from '#kernel/schema.ts'

import { type Cell, sumsOf } from './cells.ts'
import { metricsOf, metricsOutput } from './figures.ts'
import { isTooFew } from './too-few.ts'

/** The metrics of a brand in one mode. */
export const brandFigures = z.object({
  brandId: id('brand'),
  brandName: z.string(),
  mode: z.enum(modes),
  basis: z.enum(bases),
  n: z.int(),
  prompts: z.int(),
  models: z.array(z.string()),
  metrics: metricsOutput,
})

/** The metrics of each brand over the cells of one mode; the organization's own brand first. */
export function figuresOf(
  cells: readonly Cell[],
  brands: Pick<Brands, 'all'>,
  {
    only,
    minSamples,
    ofPrompt,
  }: { only?: readonly string[] | undefined; minSamples?: number | undefined; ofPrompt?: boolean } = {},
): z.input<typeof brandFigures>[] {
  const [first] = cells
  if (first === undefined) return []
  const { mode } = first
  const tracked = brands.all.map((brand) => brand.id)
  return brands.all
    .filter((brand) => only === undefined || only.includes(brand.id))
    .map((brand) => {
      const byPrompt = sumsOf(cells, brand.id, tracked)
      const n = byPrompt.reduce((total, one) => total + one.n, 0)
      return {
        brandId: brand.id,
        brandName: brand.name,
        mode,
        basis: basisOf(mode),
        n,
        prompts: byPrompt.length,
        models: [...new Set(cells.flatMap(({ models }) => models))].toSorted(),
        metrics: metricsOf(byPrompt, {
          mode,
          isTooFew: isTooFew({ n, prompts: byPrompt.length, minSamples, ofPrompt: ofPrompt ?? false }),
        }),
      }
    })
}

/** The same for each mode that has answers. */
export function figuresByMode(cells: readonly Cell[], brands: Pick<Brands, 'all'>): z.input<typeof brandFigures>[] {
  return modes.flatMap((mode) =>
    figuresOf(
      cells.filter((cell) => cell.mode === mode),
      brands,
    ),
  )
}
