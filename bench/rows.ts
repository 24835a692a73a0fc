import type { LoadGenerator } from './load/plan.ts'
import { type Figures, measure, type Target, type Work } from './measure.ts'
import { isWanted } from './options.ts'
import { type Goal, goalText, isMet } from './result/goals.ts'
import { medianRow } from './result/median.ts'
import { printRow } from './result/print.ts'
import type { Engine, Fact, Group, Options, Profile, Row } from './result/result.ts'

/** What all rows of a run share. `missed`: rows whose goal was missed, until somebody looks why. */
export type Run = {
  options: Options
  load: LoadGenerator
  rows: Row[]
  facts: Fact[]
  missed: Wanted[]
  profiles: Profile[]
}

/** A row to measure: what it is called, what is sent, and what it has to reach. */
export type Wanted = {
  id: string
  group: Group
  workload: string
  engine: Engine
  items: number
  organizations: number
  work: Work
  /** What is measured in turns with it; its figures are what the ratios are of. */
  baseline?: { target: Target; work?: Work }
  goal?: Goal
}

/**
 * Measures the product and its baseline in turns, as often as there are rounds; adds all rows with their medians, and
 * prints these. Does nothing for a row that was not asked for.
 */
export async function measureRow(product: Target, wanted: Wanted, run: Run): Promise<void> {
  const { baseline, work, goal } = wanted
  const { options } = run
  if (!isWanted(options, wanted.group, wanted.id)) return
  const found: Row[] = []
  for (let round = 1; round <= options.rounds; round++) {
    const targets = [
      { name: 'product' as const, target: product, work },
      ...(baseline === undefined
        ? []
        : [{ name: 'baseline' as const, target: baseline.target, work: baseline.work ?? work }]),
    ]
    const figures: Partial<Record<Row['target'], Figures>> = {}
    for (const each of round % 2 === 1 ? targets : targets.toReversed())
      figures[each.name] = await measure(each.target, each.work, { ...run, round })
    const ratios = ratiosOf(figures.product, figures.baseline)
    const { product: ofProduct, baseline: ofBaseline } = figures
    if (ofProduct !== undefined) found.push(rowOf(wanted, { target: 'product', round, figures: ofProduct, ratios }))
    if (ofBaseline !== undefined) found.push(rowOf(wanted, { target: 'baseline', round, figures: ofBaseline }))
  }
  const medians = (['product', 'baseline'] as const)
    .map((target) => found.filter((row) => row.target === target))
    .filter((rows) => rows.length > 0)
    .map((rows) => medianRow(rows, goal))
  run.rows.push(...found, ...medians)
  for (const row of medians) printRow(row)
  if (medians.some(({ met }) => met === false)) run.missed.push(wanted)
}

type Ratios = Pick<Row, 'ratioRequests' | 'ratioCpu' | 'ratioMessages' | 'cpuMsAbove'>
const noRatios: Ratios = { ratioRequests: null, ratioCpu: null, ratioMessages: null, cpuMsAbove: null }

function ratiosOf(product: Figures | undefined, baseline: Figures | undefined): Ratios {
  if (product === undefined || baseline === undefined) return noRatios
  const isVoid = product.speedIsVoid !== null || baseline.speedIsVoid !== null
  return {
    ratioRequests: isVoid ? null : quotient(product.requestsPerSecond, baseline.requestsPerSecond),
    ratioCpu: quotient(product.totalCpuMs, baseline.totalCpuMs),
    ratioMessages: quotient(product.messages, baseline.messages),
    cpuMsAbove:
      product.totalCpuMs === null || baseline.totalCpuMs === null ? null : product.totalCpuMs - baseline.totalCpuMs,
  }
}

function quotient(a: number | null, b: number | null): number | null {
  return a === null || b === null || b === 0 ? null : a / b
}

type Measured = { target: Row['target']; round: number; figures: Figures; ratios?: Ratios }

function rowOf(wanted: Wanted, { target, round, figures, ratios = noRatios }: Measured): Row {
  const { id, group, workload, engine, items, organizations, goal } = wanted
  const { speedIsVoid, ...rest } = figures
  const judged = target === 'product' && goal !== undefined
  const all = { ...rest, ...ratios }
  return {
    id,
    group,
    workload,
    engine,
    target,
    organizations,
    items,
    round,
    ...all,
    note: all.note ?? speedIsVoid,
    goal: judged ? goalText(goal) : null,
    met: judged ? isMet(goal, all) : null,
  }
}
