import { sql } from 'kysely'

import { getSettings } from '#areas/organizations/index.ts'
import type { Brands } from '#areas/visibility/brands.ts'
import { basisOf, type Mode } from '#areas/visibility/engines.ts'
import { brandedPromptIds, type PromptRow } from '#areas/visibility/prompts.ts'
import type { Reader } from '#kernel/database.ts'
import { storedId } from '#kernel/ids.ts'
import { contentWords } from '#std/content-words.ts'
import { truncate } from '#std/text.ts'
import { visibleText } from '#std/visible-text.ts'
import { dayIn } from '#std/zoned-time.ts'

import { type Cell, readCells } from './cells.ts'
import { metricOf, noSums } from './figures.ts'
import { isTooFew } from './too-few.ts'
import { unansweredPrompts } from './unanswered-prompts.ts'

export const gapKinds = ['mention', 'citation', 'content'] as const
export type GapKind = (typeof gapKinds)[number]

const span = 90 * 86_400_000
const fewestAnswers = 3
const lead = 20

const articleTypes = {
  discovery: 'listicle',
  comparison: 'comparison',
  alternatives: 'alternatives',
  problem: 'how_to',
  pricing: 'guide',
  branded: 'explainer',
} as const

/** The days that gaps are of, in a time zone. */
export const gapDays = ({ now, timezone }: { now: Date; timezone: string }) => ({
  from: dayIn(timezone, new Date(now.getTime() - span)),
  to: dayIn(timezone, now),
})

/** In how many answers to one prompt the organization's own brand is named, as every figure says it. */
export function ownRateOf({ mode, n, mentioning }: { mode: Mode; n: number; mentioning: number }) {
  const about = { mode, isTooFew: isTooFew({ n, prompts: 1, ofPrompt: true }) }
  const { value, ...counted } = metricOf('visibility', [{ ...noSums, n, mentioning }], about)
  return { ownRate: value ?? 0, ...counted }
}

/** Where competitors are named, cited or have content and the organization does not, the widest gap first. */
export async function findGaps(
  db: Reader,
  { brands, now, kinds }: { brands: Brands; now: Date; kinds: readonly GapKind[] },
) {
  const exceptPromptIds = await brandedPromptIds(db, brands)
  const from = new Date(now.getTime() - span)
  const cells = (await readCells(db, { from, exceptPromptIds })).filter(({ n }) => n >= fewestAnswers)
  const prompts = await livePrompts(db, [...new Set(cells.map(({ promptId }) => promptId))])
  const around = await surroundingsOf(db, [...prompts.keys()], from)
  const unanswered = kinds.includes('content')
    ? await withoutContent(db, [...prompts.values()], from)
    : new Set<string>()

  return cells
    .flatMap((cell) => {
      const prompt = prompts.get(cell.promptId)
      if (prompt === undefined) return []
      return kinds
        .filter((kind) => isGap(kind, { cell, prompt, brands, unanswered }))
        .map((kind) => describeGap(kind, { cell, prompt, brands, around }))
    })
    .toSorted(
      (a, b) =>
        widthOf(b) - widthOf(a) ||
        (a.promptId < b.promptId ? -1 : 1) ||
        gapKinds.indexOf(a.kind) - gapKinds.indexOf(b.kind),
    )
}

type Around = Awaited<ReturnType<typeof surroundingsOf>>
type Subject = { cell: Cell; prompt: PromptRow; brands: Brands; around: Around }

function isGap(
  kind: GapKind,
  { cell, prompt, brands, unanswered }: Omit<Subject, 'around'> & { unanswered: ReadonlySet<string> },
): boolean {
  const competitors = brands.all.filter(({ isOwn }) => !isOwn)
  if (kind === 'mention')
    return competitors.some((brand) => rateOf(cell, brand.id) - rateOf(cell, brands.own.id) >= lead)
  if (kind === 'citation')
    return (
      cell.mode !== 'memory' &&
      (cell.brands.get(brands.own.id)?.citing ?? 0) === 0 &&
      competitors.some((brand) => (cell.brands.get(brand.id)?.citing ?? 0) > 0)
    )
  return unanswered.has(prompt.id)
}

function describeGap(kind: GapKind, { cell, prompt, brands, around }: Subject) {
  const { mode, n } = cell
  const own = ownRateOf({ mode, n, mentioning: cell.brands.get(brands.own.id)?.mentioning ?? 0 })
  const competitors = brands.all
    .filter(({ isOwn, id }) => !isOwn && rateOf(cell, id) > 0)
    .map(({ id, name }) => ({ brandId: id, name, rate: rateOf(cell, id) }))
    .toSorted((a, b) => b.rate - a.rate)
    .slice(0, 5)
  const sources = around.sources
    .filter((source) => source.prompt_id === prompt.id && source.mode === mode)
    .map(({ domain, answers }) => ({ domain, answers }))
  const topic = around.topics.get(prompt.id)
  return {
    promptId: storedId('prompt', prompt.id),
    kind,
    mode,
    basis: basisOf(mode),
    ...own,
    competitors,
    sources,
    untrusted: { prompt: visibleText(prompt.text) },
    suggestedTopic: suggestion(kind, { prompt, ownRate: own.ownRate, competitors, n, brands, around }),
    topicId: storedId('topic', topic ?? null),
  }
}

type Told = {
  prompt: PromptRow
  ownRate: number
  competitors: readonly { name: string; rate: number }[]
  n: number
  brands: Brands
  around: Around
}

/** A complete input of createBlogTopic. */
function suggestion(kind: GapKind, { prompt, ownRate, competitors, n, brands, around }: Told) {
  const question = prompt.text.trim()
  const words = [...new Set(question.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'+#.-]*/gu) ?? [])]
  const telling = words.filter((word) => contentWords(word, prompt.locale).length > 0)
  const named = competitors.map(({ name, rate }) => `${name} (${Math.round(rate)} %)`).join(', ')
  const why = {
    mention: `AI answers to this question name ${named}, and ${brands.own.name} in ${Math.round(ownRate)} % of ${n}.`,
    citation: `AI answers to this question cite competitors, and no page of ${brands.own.name} (${n} answers).`,
    content: `No published article answers this question; AI answers name ${named === '' ? 'nobody who is tracked' : named}.`,
  }[kind]
  return {
    topic: truncate(question.replace(/[?.!\s]+$/u, ''), 300),
    primaryKeyword:
      truncate((telling.length > 0 ? telling : words).join(' ').replace(/[.'-]+(?=\s|$)/g, ''), 120).trim() ||
      truncate(question, 120),
    angle: truncate(`${why} Answer it directly, with facts of our own that such an answer can be based on.`, 1000),
    collectionPresetId: storedId('collection', around.collectionId),
    articleType: articleTypes[prompt.intent],
    asvPromptId: storedId('prompt', prompt.id),
  }
}

const widthOf = ({ ownRate, competitors }: { ownRate: number; competitors: readonly { rate: number }[] }) =>
  (competitors[0]?.rate ?? 0) - ownRate
const rateOf = ({ n, brands }: Cell, brandId: string) => (100 * (brands.get(brandId)?.mentioning ?? 0)) / n

async function livePrompts(db: Reader, ids: readonly string[]): Promise<Map<string, PromptRow>> {
  const rows = await db
    .selectFrom('asv_prompt')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...ids]})`)
    .where('deleted_at', 'is', null)
    .where('state', '<>', 'archived')
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The prompts whose answers cite no item, and which no published item answers. */
async function withoutContent(db: Reader, prompts: readonly PromptRow[], from: Date): Promise<Set<string>> {
  const { rows: cited } = await sql<{ prompt_id: string }>`
    select distinct a.prompt_id from app.asv_citation s join app.asv_answer a on a.organization_id = s.organization_id and a.id = s.answer_id
    where s.organization_id = app.org() and s.matched_item_id is not null and s.kind = 'cited'
      and a.prompt_id = any(${prompts.map(({ id }) => id)}::text[]) and a.observed_at >= ${from}`.execute(db)
  const withCitedItem = new Set(cited.map((row) => row.prompt_id))
  return unansweredPrompts(
    db,
    prompts.filter(({ id }) => !withCitedItem.has(id)),
  )
}

/** What stands around the answers of the same time: their sources, by mode, and what is planned. */
async function surroundingsOf(db: Reader, promptIds: readonly string[], from: Date) {
  const ids = sql`${[...promptIds]}::text[]`
  const { rows: sources } = await sql<{ prompt_id: string; mode: string; domain: string; answers: number }>`
    select prompt_id, mode, domain, answers from (
      select a.prompt_id, a.mode, s.domain, count(distinct a.id)::int as answers,
        row_number() over (partition by a.prompt_id, a.mode order by count(distinct a.id) desc, s.domain) as place
      from app.asv_answer a join app.asv_citation s on s.organization_id = a.organization_id and s.answer_id = a.id and s.kind = 'cited'
      where a.organization_id = app.org() and a.state = 'ok' and a.prompt_id = any(${ids}) and a.observed_at >= ${from}
      group by 1, 2, 3) as ranked
    where place <= 5 order by prompt_id, mode, place`.execute(db)
  const topics = await db
    .selectFrom('topic')
    .select(['id', 'asv_prompt_id'])
    .where('asv_prompt_id', '=', sql<string>`any(${ids})`)
    .orderBy('id')
    .execute()
  const { defaults } = await getSettings(db)
  const collection = await db
    .selectFrom('collection')
    .select('id')
    .where('enabled', '=', true)
    .where((eb) => eb.or([eb('id', '=', defaults.collectionId ?? ''), eb('slug', '=', 'articles')]))
    .orderBy(sql`id = ${defaults.collectionId ?? ''}`, 'desc')
    .executeTakeFirstOrThrow()
  return {
    sources,
    topics: new Map(topics.map((row) => [row.asv_prompt_id ?? '', row.id])),
    collectionId: collection.id,
  }
}
