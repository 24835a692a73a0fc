import { sql } from 'kysely'

import type { Brands } from '#areas/visibility/brands.ts'
import { brandedPromptIds } from '#areas/visibility/prompts.ts'
import type { Reader } from '#kernel/database.ts'
import { recordOf } from '#std/pluck.ts'

import { type Cell, readCells, usualMode } from './cells.ts'
import { commonCells } from './changes.ts'
import { bootstrap, type Interval, wilson } from './intervals.ts'

const day = 86_400_000
const fewestAnswers = 10

const effectMetrics = ['visibility', 'citationRate', 'itemCitedRate'] as const
type EffectMetric = (typeof effectMetrics)[number]
/** `of`: what `top` is a share of; 0 where answers from memory say nothing about sources. */
type Counts = { n: number; top: number; of: number }
const noCounts: Counts = { n: 0, top: 0, of: 0 }

/** One prompt before and after. */
type Pair = { promptId: string; before: Counts; after: Counts }

/** How the answers to an item's prompts changed around its publication, beside the change of all other prompts. */
export async function effectOf(
  db: Reader,
  {
    itemId,
    publishedAt,
    windowDays,
    brands,
  }: { itemId: string; publishedAt: Date; windowDays: number; brands: Brands },
) {
  const linked = await linkedPrompts(db, itemId)
  const exceptPromptIds = (await brandedPromptIds(db, brands)).filter((id) => !linked.has(id))
  const span = windowDays * day
  const between = (from: number, until: number) =>
    readCells(
      db,
      { from: new Date(from), until: new Date(until), exceptPromptIds, allVersions: true },
      sql<string>`a.engine_id`,
    )
  const at = publishedAt.getTime()
  const sides = { before: await between(at - span, at), after: await between(at, at + span) }
  const mode = usualMode([...sides.before, ...sides.after].filter(({ promptId }) => linked.has(promptId)))
  const common = commonCells(
    sides.before.filter((cell) => cell.mode === mode),
    sides.after.filter((cell) => cell.mode === mode),
  )
  const cited = await citingItem(db, itemId, { from: new Date(at - span), until: new Date(at + span), at: publishedAt })

  const pairsOf = (metric: EffectMetric): Pair[] => {
    const byPrompt = new Map<string, Pair>()
    for (const [side, cells] of [
      ['before', common.before],
      ['after', common.after],
    ] as const)
      for (const cell of cells) {
        const pair = byPrompt.get(cell.promptId) ?? {
          promptId: cell.promptId,
          before: { ...noCounts },
          after: { ...noCounts },
        }
        const citing = cited.get(`${side} ${keyOf(cell)}`) ?? 0
        const isLeftOut = mode === 'memory' && metric !== 'visibility'
        pair[side].n += cell.n
        pair[side].of += isLeftOut ? 0 : cell.n
        pair[side].top += isLeftOut ? 0 : topOf(metric, cell, brands.own.id, citing)
        byPrompt.set(cell.promptId, pair)
      }
    return [...byPrompt.values()].toSorted((a, b) => (a.promptId < b.promptId ? -1 : 1))
  }
  const figures = recordOf(effectMetrics, (metric) => {
    const pairs = pairsOf(metric)
    const of = (isLinked: boolean) => pairs.filter(({ promptId }) => linked.has(promptId) === isLinked)
    return figuresOf(metric, of(true), of(false))
  })
  const of = <K extends keyof EffectFigures>(name: K) => {
    return recordOf(effectMetrics, (metric) => figures[metric][name])
  }
  return {
    promptIds: [...linked].toSorted(),
    mode,
    figures: {
      before: of('before'),
      after: of('after'),
      change: of('change'),
      control: of('control'),
      adjusted: of('adjusted'),
    },
    verdict: verdictOf(Object.values(figures)),
  }
}

type Side = { value: number | null; numerator: number; denominator: number; n: number; ci95: Interval | null }
type EffectFigures = {
  metric: EffectMetric
  before: Side
  after: Side
  change: number | null
  control: { change: number | null; prompts: number }
  adjusted: { value: number | null; ci95: Interval | null }
}

function figuresOf(metric: EffectMetric, own: readonly Pair[], others: readonly Pair[]): EffectFigures {
  const ones = (pairs: readonly Pair[]) => new Uint16Array(pairs.length).fill(1)
  const change = changeOf(own, ones(own))
  const control = changeOf(others, ones(others))
  const value = change === null || control === null ? null : change - control
  const all = [...own, ...others]
  // All prompts are drawn together, each on its own side; a side of one prompt would be taken as certain.
  const ci95 =
    own.length < 2 || others.length < 2 || value === null
      ? null
      : bootstrap(all.length, (times) => {
          const [a, b] = [changeOf(own, times.subarray(0, own.length)), changeOf(others, times.subarray(own.length))]
          return a === null || b === null ? null : a - b
        })
  return {
    metric,
    before: sideOf(own.map(({ before }) => before)),
    after: sideOf(own.map(({ after }) => after)),
    change,
    control: { change: control, prompts: others.length },
    adjusted: { value, ci95 },
  }
}

function verdictOf(figures: readonly EffectFigures[]): 'improved' | 'declined' | 'no_evidence' | 'too_few' {
  const visibility = figures.find(({ metric }) => metric === 'visibility')
  if (visibility === undefined || Math.min(visibility.before.n, visibility.after.n) < fewestAnswers) return 'too_few'
  const { ci95 } = visibility.adjusted
  if (ci95 === null || (ci95[0] <= 0 && ci95[1] >= 0)) return 'no_evidence'
  return ci95[0] > 0 ? 'improved' : 'declined'
}

function changeOf(pairs: readonly Pair[], times: Uint16Array): number | null {
  const drawn = (side: 'before' | 'after') => {
    let [top, of] = [0, 0]
    for (const [at, pair] of pairs.entries()) {
      top += (times[at] ?? 0) * pair[side].top
      of += (times[at] ?? 0) * pair[side].of
    }
    return of === 0 ? null : (100 * top) / of
  }
  const [before, after] = [drawn('before'), drawn('after')]
  return before === null || after === null ? null : after - before
}

function sideOf(counts: readonly Counts[]): Side {
  const total = (name: keyof Counts) => counts.reduce((sum, one) => sum + one[name], 0)
  const [numerator, denominator] = [total('top'), total('of')]
  const interval = wilson(numerator, denominator)
  return {
    value: denominator === 0 ? null : (100 * numerator) / denominator,
    numerator,
    denominator,
    n: total('n'),
    ci95: interval && [100 * interval[0], 100 * interval[1]],
  }
}

function topOf(metric: EffectMetric, { brands }: Cell, ownId: string, citing: number): number {
  if (metric === 'itemCitedRate') return citing
  const own = brands.get(ownId)
  return (metric === 'visibility' ? own?.mentioning : own?.citing) ?? 0
}

/** The prompts of the item's topic, and those whose answers cited the item. */
async function linkedPrompts(db: Reader, itemId: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select t.asv_prompt_id as id from app.topic t left join app.item i on i.organization_id = t.organization_id and i.source_topic_id = t.id
      where t.organization_id = app.org() and t.asv_prompt_id is not null and (t.item_id = ${itemId} or i.id = ${itemId})
    union
    select a.prompt_id from app.asv_citation s join app.asv_answer a on a.organization_id = s.organization_id and a.id = s.answer_id
      where s.organization_id = app.org() and s.matched_item_id = ${itemId} and s.kind = 'cited'`.execute(db)
  return new Set(rows.map((row) => row.id))
}

async function citingItem(
  db: Reader,
  itemId: string,
  { from, until, at }: { from: Date; until: Date; at: Date },
): Promise<Map<string, number>> {
  const { rows } = await sql<{
    side: string
    mode: string
    prompt_id: string
    prompt_version: number
    engine_id: string
    n: number
  }>`
    select case when a.observed_at < ${at} then 'before' else 'after' end as side, a.mode, a.prompt_id, a.prompt_version, a.engine_id,
      count(distinct a.id)::int as n
    from app.asv_citation s join app.asv_answer a on a.organization_id = s.organization_id and a.id = s.answer_id
    where s.organization_id = app.org() and s.matched_item_id = ${itemId} and s.kind = 'cited' and a.state = 'ok'
      and a.observed_at >= ${from} and a.observed_at < ${until}
    group by 1, 2, 3, 4, 5`.execute(db)
  return new Map(
    rows.map((row) => [`${row.side} ${row.mode} ${row.prompt_id} ${row.prompt_version} ${row.engine_id}`, row.n]),
  )
}

const keyOf = ({ mode, promptId, promptVersion, group }: Cell) => `${mode} ${promptId} ${promptVersion} ${group}`
