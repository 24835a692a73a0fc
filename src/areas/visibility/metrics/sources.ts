import { sql } from 'kysely'
import { z } from 'zod'

import { bases, basisOf, type Mode, modes } from '#areas/visibility/engines.ts'
import { ownerships } from '#areas/visibility/extraction/read-citations.ts'
import type { Reader } from '#kernel/database.ts'
import { storedId } from '#kernel/ids.ts'
import { id } from '#kernel/schema.ts'
import { escapeLike, searchTerm } from '#std/text.ts'

import { conditionOf, type Selected } from './cells.ts'
import { metric, metricOf, noSums, type Sums } from './figures.ts'
import { isTooFew } from './too-few.ts'

export const sourceTypes = ['own', 'competitor', 'community', 'reference', 'review', 'editorial'] as const

export const sourceOutput = z.object({
  source: z.string().describe('Domain or URL'),
  domain: z.string(),
  mode: z.enum(modes),
  basis: z.enum(bases),
  usedRate: metric,
  citationShare: metric,
  citations: z.int(),
  avgCitations: metric,
  prompts: z.int(),
  ownership: z.enum(ownerships),
  brandId: id('brand').nullable(),
  type: z.enum(sourceTypes),
  competitorOnly: z.int().describe('Answers that use it and name a competitor, but not the own brand'),
})

type Asked = {
  selected: Selected
  level: 'domain' | 'url'
  ownership: (typeof ownerships)[number] | undefined
  search: string | undefined
  ownId: string
  page: number
  pageSize: number
}
type Row = {
  mode: Mode
  key: string
  domain: string
  ownership: (typeof ownerships)[number]
  brand_id: string | null
  competitor_only: number
  total: number
}
type Use = { mode: Mode; prompt_id: string; key: string; using: number; citations: number }

/** One page of the sources of the selected answers: those that name competitors without the organization's own brand first, then by `usedRate`. */
export async function listSources(db: Reader, { selected, level, ownership, search, ownId, page, pageSize }: Asked) {
  const term = searchTerm(search ?? '')
  const key = level === 'domain' ? sql`s.domain` : sql`s.url`
  // Answers from memory have no sources.
  const chosen = sql`chosen as materialized (
    select a.id, a.mode, a.prompt_id from app.asv_answer a
      join app.asv_prompt p on p.organization_id = a.organization_id and p.id = a.prompt_id
    where a.organization_id = app.org() and a.mode <> 'memory' and ${conditionOf(selected)}),
    used as materialized (select c.id, c.mode, c.prompt_id, ${key} as key, min(s.domain) as domain, min(s.ownership) as ownership,
        min(s.brand_id) as brand_id, coalesce(sum(s.count) filter (where s.kind = 'cited'), 0) as citations
      from chosen c join app.asv_citation s on s.organization_id = app.org() and s.answer_id = c.id
      where ${key} is not null group by c.id, c.mode, c.prompt_id, ${key})`
  const mentions = (condition: ReturnType<typeof sql>) =>
    sql`exists (select from app.asv_mention m where m.organization_id = app.org() and m.answer_id = u.id and ${condition})`
  const { rows } = await sql<Row>`with ${chosen}, asked as (select c.mode, count(*) as n from chosen c group by c.mode)
    select u.mode, u.key, min(u.domain) as domain, min(u.ownership) as ownership, min(u.brand_id) as brand_id,
      count(*) filter (where ${mentions(sql`m.brand_id <> ${ownId}`)} and not ${mentions(sql`m.brand_id = ${ownId}`)})::int as competitor_only,
      (count(*) over ())::int as total
    from used u join asked t on t.mode = u.mode
    where ${term === '' ? sql`true` : sql`u.key like ${`%${escapeLike(term)}%`}`}
      and ${ownership === undefined ? sql`true` : sql`u.ownership = ${ownership}`}
    group by u.mode, u.key order by competitor_only desc, count(*)::float8 / min(t.n) desc, u.key, u.mode
    limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  const { rows: prompts } = await sql<{ mode: Mode; prompt_id: string; n: number; citations: number }>`with ${chosen}
    select c.mode, c.prompt_id, count(*)::int as n,
      coalesce(sum((select sum(s.count) from app.asv_citation s
        where s.organization_id = app.org() and s.answer_id = c.id and s.kind = 'cited')), 0)::int as citations
    from chosen c group by 1, 2 order by 2, 1`.execute(db)
  const { rows: uses } = await sql<Use>`with ${chosen}
    select u.mode, u.prompt_id, u.key, count(*)::int as using, sum(u.citations)::int as citations
    from used u where u.key = any(${rows.map((row) => row.key)}::text[]) group by 1, 2, 3`.execute(db)

  const items = rows.map((row) => {
    const own = new Map(
      uses.filter((one) => one.mode === row.mode && one.key === row.key).map((one) => [one.prompt_id, one]),
    )
    const byPrompt: Sums[] = prompts
      .filter(({ mode }) => mode === row.mode)
      .map(({ prompt_id: promptId, n, citations }) => ({
        ...noSums,
        n,
        citationsOfAll: citations,
        using: own.get(promptId)?.using ?? 0,
        citations: own.get(promptId)?.citations ?? 0,
      }))
    const n = byPrompt.reduce((total, one) => total + one.n, 0)
    const about = { mode: row.mode, isTooFew: isTooFew({ n, prompts: byPrompt.length }) }
    return {
      source: row.key,
      domain: row.domain,
      mode: row.mode,
      basis: basisOf(row.mode),
      usedRate: metricOf('usedRate', byPrompt, about),
      citationShare: metricOf('citationShare', byPrompt, about),
      citations: byPrompt.reduce((total, one) => total + one.citations, 0),
      avgCitations: metricOf('avgCitations', byPrompt, about),
      prompts: own.size,
      ownership: row.ownership,
      brandId: storedId('brand', row.brand_id),
      type: typeOf(row),
      competitorOnly: row.competitor_only,
    }
  })
  return { items, total: rows[0]?.total ?? 0 }
}

const community =
  /(?:^|\.)(?:reddit|quora|stackoverflow|stackexchange|superuser|serverfault|ycombinator|youtube|facebook|twitter|x|linkedin|discord|tiktok|instagram|medium|substack|dev|github|gitlab)\.(?:com|to|gg)$|(?:^|\.)(?:forum|forums|community)\./
const reference =
  /(?:^|\.)(?:wikipedia|wikidata|wiktionary|britannica|merriam-webster|investopedia)\.\w+$|\.(?:gov|edu|mil|int)(?:\.\w\w)?$|^docs\.|^developer\./
const review =
  /(?:^|\.)(?:g2|capterra|trustpilot|gartner|getapp|softwareadvice|trustradius|producthunt|yelp|tripadvisor|sourceforge|peerspot|omr|alternativeto)\.\w+$/

/** What kind of place a source is, by its host. */
function typeOf({ domain, ownership }: Pick<Row, 'domain' | 'ownership'>): (typeof sourceTypes)[number] {
  if (ownership !== 'third_party') return ownership
  if (review.test(domain)) return 'review'
  if (community.test(domain)) return 'community'
  return reference.test(domain) ? 'reference' : 'editorial'
}
