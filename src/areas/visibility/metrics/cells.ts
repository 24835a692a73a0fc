import { type RawBuilder, sql } from 'kysely'

import { type Mode, modes } from '#areas/visibility/engines.ts'
import type { Reader } from '#kernel/database.ts'

import { noSums, type Sums } from './figures.ts'

/** Which answers are counted. Times are those of the answers; `until` is excluded. */
export type Selected = {
  from?: Date | undefined
  until?: Date | undefined
  runId?: string | undefined
  engineIds?: readonly string[] | undefined
  promptIds?: readonly string[] | undefined
  /** Prompts that are left out, such as those that name the organization's own brand. */
  exceptPromptIds?: readonly string[] | undefined
  tags?: readonly string[] | undefined
  /** Older versions of prompts, too. */
  allVersions?: boolean | undefined
}

export type Key = { mode: Mode; promptId: string; promptVersion: number; group: string }

/** Answers to one version of a prompt in one mode and group: how many, which models, and what they say of each brand. */
export type Cell = Key & {
  n: number
  models: string[]
  citationsOfAll: number
  brands: Map<string, Partial<Sums>>
  lastAt: Date
}

/** What answers are grouped by beside mode and prompt, in SQL over the answer `a`. */
export type GroupBy = RawBuilder<string>
export const noGroup: GroupBy = sql<string>`''`

/** The counts of selected answers, by mode, prompt version and group. Counts are added up, shares never averaged. */
export async function readCells(db: Reader, selected: Selected, group: GroupBy = noGroup): Promise<Cell[]> {
  const chosen = sql`chosen as materialized (
    select a.id, a.mode, a.prompt_id, a.prompt_version, ${group} as grp, a.model_served, a.observed_at
    from app.asv_answer a join app.asv_prompt p on p.organization_id = a.organization_id and p.id = a.prompt_id
    where a.organization_id = app.org() and ${conditionOf(selected)})`
  const key = sql`c.mode, c.prompt_id, c.prompt_version, c.grp`
  const { rows: answers } = await sql<
    RowKey & { n: number; models: (string | null)[]; citations: number; last_at: Date }
  >`with ${chosen}
    select ${key}, count(*)::int as n, array_agg(distinct c.model_served) as models,
      max(c.observed_at) as last_at,
      coalesce(sum((select sum(s.count) from app.asv_citation s
        where s.organization_id = app.org() and s.answer_id = c.id and s.kind = 'cited')), 0)::int as citations
    from chosen c group by ${key} order by ${key}`.execute(db)
  const { rows: mentions } = await sql<RowKey & BrandSums>`with ${chosen}
    select ${key}, m.brand_id, count(*)::int as mentioning, sum(m.count)::int as mentions, sum(m.rank)::int as rank_sum,
      coalesce(sum(m.sentiment), 0)::float8 as sentiment_sum, count(m.sentiment)::int as sentiment_n, 0 as citing, 0 as using, 0 as citations
    from chosen c join app.asv_mention m on m.organization_id = app.org() and m.answer_id = c.id
    group by ${key}, m.brand_id
    union all
    select ${key}, s.brand_id, 0, 0, 0, 0, 0, count(distinct s.answer_id) filter (where s.kind = 'cited')::int,
      count(distinct s.answer_id)::int, coalesce(sum(s.count) filter (where s.kind = 'cited'), 0)::int
    from chosen c join app.asv_citation s on s.organization_id = app.org() and s.answer_id = c.id
    where s.brand_id is not null group by ${key}, s.brand_id`.execute(db)

  const cells = new Map<string, Cell>()
  for (const row of answers)
    cells.set(keyOf(row), {
      ...keyIn(row),
      n: row.n,
      models: row.models.flatMap((one) => one ?? []),
      citationsOfAll: row.citations,
      brands: new Map(),
      lastAt: row.last_at,
    })
  for (const row of mentions) {
    const brands = cells.get(keyOf(row))?.brands
    const known = brands?.get(row.brand_id)
    brands?.set(row.brand_id, added(known, row))
  }
  return [...cells.values()]
}

/** What the cells say of a brand, by prompt, in their order. `tracked`: the brands that shares are shares of. */
export function sumsOf(cells: readonly Cell[], brandId: string, tracked: readonly string[]): Sums[] {
  const byPrompt = new Map<string, Sums>()
  for (const { promptId, n, citationsOfAll, brands } of cells) {
    const before = byPrompt.get(promptId) ?? noSums
    const own = brands.get(brandId) ?? {}
    const of = (name: keyof Sums) => before[name] + (own[name] ?? 0)
    const all = (name: 'mentions' | 'mentioning') =>
      tracked.reduce((total, id) => total + (brands.get(id)?.[name] ?? 0), 0)
    byPrompt.set(promptId, {
      n: before.n + n,
      mentionsOfAll: before.mentionsOfAll + all('mentions'),
      mentioningOfAll: before.mentioningOfAll + all('mentioning'),
      citationsOfAll: before.citationsOfAll + citationsOfAll,
      mentioning: of('mentioning'),
      mentions: of('mentions'),
      rankSum: of('rankSum'),
      sentimentSum: of('sentimentSum'),
      sentimentN: of('sentimentN'),
      citing: of('citing'),
      using: of('using'),
      citations: of('citations'),
    })
  }
  return [...byPrompt.values()]
}

/** The mode with the most answers: modes are never mixed. */
export function usualMode(cells: readonly Cell[]): Mode {
  const n = (mode: Mode) => cells.filter((cell) => cell.mode === mode).reduce((sum, cell) => sum + cell.n, 0)
  return modes.toSorted((a, b) => n(b) - n(a))[0] ?? 'search'
}

/** The condition that an answer `a` to a prompt `p` is among those selected. */
export function conditionOf(selected: Selected): RawBuilder<boolean> {
  const { from, until, runId, engineIds, promptIds, exceptPromptIds = [], tags, allVersions = false } = selected
  const parts = [
    sql`a.state = 'ok'`,
    ...(from === undefined ? [] : [sql`a.observed_at >= ${from}`]),
    ...(until === undefined ? [] : [sql`a.observed_at < ${until}`]),
    ...(runId === undefined ? [] : [sql`a.run_id = ${runId}`]),
    ...(engineIds === undefined ? [] : [sql`a.engine_id = any(${[...engineIds]}::text[])`]),
    ...(promptIds === undefined ? [] : [sql`a.prompt_id = any(${[...promptIds]}::text[])`]),
    ...(exceptPromptIds.length === 0 ? [] : [sql`a.prompt_id <> all(${[...exceptPromptIds]}::text[])`]),
    ...(tags === undefined ? [] : [sql`p.tag = any(${[...tags]}::text[])`]),
    ...(allVersions ? [] : [sql`a.prompt_version = p.prompt_version`]),
  ]
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

type RowKey = { mode: Mode; prompt_id: string; prompt_version: number; grp: string }
type BrandSums = {
  brand_id: string
  mentioning: number
  mentions: number
  rank_sum: number
  sentiment_sum: number
  sentiment_n: number
  citing: number
  using: number
  citations: number
}

const keyOf = ({ mode, prompt_id: promptId, prompt_version: version, grp }: RowKey) =>
  JSON.stringify([mode, promptId, version, grp])

function keyIn({ mode, prompt_id: promptId, prompt_version: promptVersion, grp: group }: RowKey): Key {
  return { mode, promptId, promptVersion, group }
}

function added(known: Partial<Sums> = {}, row: BrandSums): Partial<Sums> {
  const of = (name: keyof Sums, more: number) => (known[name] ?? 0) + more
  return {
    mentioning: of('mentioning', row.mentioning),
    mentions: of('mentions', row.mentions),
    rankSum: of('rankSum', row.rank_sum),
    sentimentSum: of('sentimentSum', row.sentiment_sum),
    sentimentN: of('sentimentN', row.sentiment_n),
    citing: of('citing', row.citing),
    using: of('using', row.using),
    citations: of('citations', row.citations),
  }
}
