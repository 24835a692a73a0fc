import { z } from 'zod'

import type { Brands } from '#areas/visibility/brands.ts'
import { bases, basisOf, type Mode, modes } from '#areas/visibility/engines.ts'
import { storedId } from '#kernel/ids.ts'
import { id } from '#kernel/schema.ts'
import { namesOf } from '#std/pluck.ts'

import { type Cell, sumsOf } from './cells.ts'
import { type MetricName, rules, shareDrawn, type Sums } from './figures.ts'
import { bootstrap, type Interval, newcombe, wilson } from './intervals.ts'
import { isTooFew } from './too-few.ts'

const reasons = ['prompt_changed', 'model_changed', 'no_common_cells', 'too_few'] as const
type Reason = (typeof reasons)[number]

export const changeOutput = z.object({
  metric: z.string(),
  brandId: id('brand'),
  mode: z.enum(modes),
  basis: z.enum(bases),
  from: z.number().nullable(),
  to: z.number().nullable(),
  delta: z.number().nullable(),
  ci95: z.array(z.number()).nullable().describe('[low, high] of delta'),
  significant: z.boolean(),
  comparable: z.boolean(),
  reason: z.enum(reasons).optional(),
})
export type Change = z.input<typeof changeOutput>

/** What both sides have in common: the same version of a prompt at the same engine, answered by the same model. */
export function commonCells(
  before: readonly Cell[],
  after: readonly Cell[],
): { before: Cell[]; after: Cell[]; reason: Reason | undefined } {
  const earlier = new Map(before.map((cell) => [keyOf(cell), cell]))
  const pairs = after.flatMap((cell) => {
    const other = earlier.get(keyOf(cell))
    return other === undefined ? [] : [{ before: other, after: cell }]
  })
  const same = pairs.filter((pair) => modelsOf(pair.before) === modelsOf(pair.after))
  const asked = new Set(before.map(placeOf))
  const reason =
    same.length > 0
      ? undefined
      : pairs.length > 0
        ? 'model_changed'
        : after.some((cell) => asked.has(placeOf(cell)))
          ? 'prompt_changed'
          : 'no_common_cells'
  return { before: same.map((pair) => pair.before), after: same.map((pair) => pair.after), reason }
}

const compared = namesOf(rules).filter((name) => rules[name].interval !== 'none')

/** How metrics of every brand, or of those named, changed between two sets of answers, mode by mode. */
export function changesBetween(
  before: readonly Cell[],
  after: readonly Cell[],
  { all }: Pick<Brands, 'all'>,
  { names = compared, only }: { names?: readonly MetricName[]; only?: readonly string[] } = {},
): Change[] {
  const tracked = all.map((brand) => brand.id)
  return modes.flatMap((mode) => {
    const of = (cells: readonly Cell[]) => cells.filter((cell) => cell.mode === mode)
    if (of(before).length + of(after).length === 0) return []
    const common = commonCells(of(before), of(after))
    return all
      .filter(({ id }) => only === undefined || only.includes(id))
      .flatMap((brand) => {
        const sides = {
          before: sumsOf(common.before, brand.id, tracked),
          after: sumsOf(common.after, brand.id, tracked),
        }
        const isSmall = [sides.before, sides.after].some((side) =>
          isTooFew({ n: side.reduce((total, { n }) => total + n, 0), prompts: side.length }),
        )
        const reason = common.reason ?? (isSmall ? 'too_few' : undefined)
        return names.map((name) => ({
          ...changeOf(name, sides, mode, reason === undefined),
          brandId: storedId('brand', brand.id),
          mode,
          basis: basisOf(mode),
          comparable: reason === undefined,
          ...(reason === undefined ? {} : { reason }),
        }))
      })
  })
}

type Sides = { before: readonly Sums[]; after: readonly Sums[] }

function changeOf(name: MetricName, sides: Sides, mode: Mode, isComparable: boolean) {
  const { scale, interval } = rules[name]
  const isLeftOut = 'ofSources' in rules[name] && mode === 'memory'
  const [old, next] = [countedOf(name, sides.before), countedOf(name, sides.after)]
  const [from, to] = isLeftOut ? [null, null] : [scaled(shareOf(old), scale), scaled(shareOf(next), scale)]
  if (from === null || to === null) return { metric: name, from, to, delta: null, ci95: null, significant: false }
  const ci =
    interval === 'wilson'
      ? differenceOfShares(old, next)
      : bootstrap(old.tops.length, (times) => {
          const [a, b] = [shareDrawn(old.tops, old.bottoms, times), shareDrawn(next.tops, next.bottoms, times)]
          return a === null || b === null ? null : b - a
        })
  const ci95: Interval | null = ci === null ? null : [ci[0] * scale, ci[1] * scale]
  return {
    metric: name,
    from,
    to,
    delta: to - from,
    ci95,
    significant: isComparable && ci95 !== null && (ci95[0] > 0 || ci95[1] < 0),
  }
}

type Counted = { tops: number[]; bottoms: number[]; top: number; bottom: number }

function countedOf(name: MetricName, side: readonly Sums[]): Counted {
  const { numerator, denominator } = rules[name]
  const [tops, bottoms] = [side.map(numerator), side.map(denominator)]
  return { tops, bottoms, top: sum(tops), bottom: sum(bottoms) }
}

const shareOf = ({ top, bottom }: Counted) => (bottom === 0 ? null : top / bottom)
const scaled = (share: number | null, scale: number) => (share === null ? null : share * scale)

function differenceOfShares(old: Counted, next: Counted): Interval | null {
  const [before, after] = [wilson(old.top, old.bottom), wilson(next.top, next.bottom)]
  if (before === null || after === null) return null
  return newcombe({ p: next.top / next.bottom, ci: after }, { p: old.top / old.bottom, ci: before })
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const placeOf = ({ promptId, group, mode }: Cell) => `${mode} ${promptId} ${group}`
const keyOf = (cell: Cell) => `${placeOf(cell)} ${cell.promptVersion}`
const modelsOf = ({ models }: Cell) => models.toSorted().join('\n')
