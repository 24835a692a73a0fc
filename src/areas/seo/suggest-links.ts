import { sql } from 'kysely'

import { pathOf, type Placed, type Placing, type Site, siteReader } from '#areas/addresses/index.ts'
import { isOpen, isPublic, timezoneOfOrganization } from '#areas/collections/index.ts'
import { naming } from '#areas/content/index.ts'
import { bodyOf, type ItemBody, type ItemRow } from '#areas/items/index.ts'
import type { Reader } from '#kernel/database.ts'
import { type ItemId, storedId } from '#kernel/ids.ts'
import { fold } from '#std/content-words.ts'
import { pathKey } from '#std/site-paths.ts'

import { addressOf, linksIn } from './links/links-in.ts'
import { keyOf, type Named, type Phrase, phrasesOf, phraseText, scoreOf, sharedParts } from './phrases.ts'

/** A link that could be made: `anchor` is at `offset` in the source text of the item `sourceItemId`. */
export type Suggestion = { anchor: string; offset: number; sourceItemId: ItemId; targetItemId: ItemId; score: number }

const readAtOnce = 2000
const mostSources = 60
const sourcesAtOnce = 20
const mostKeywords = 6

type Candidate = {
  id: string
  slug: string
  title: string
  canonicalUrl: string | null
  placed: Placed
  collectionSlug: string
  placing: Placing
  primaryKeyword: string | null
  secondaryKeywords: readonly string[]
}

/** Where links lead, and the language of the texts. */
type Place = { site: Site; locale: string }

/** Links from an item to others that its text names and does not link to yet: best first, one per target. */
export async function outgoing(db: Reader, { site, locale }: Place, row: ItemRow): Promise<Suggestion[]> {
  const body = await bodyOf(db, row.id)
  const { links, taken } = linksIn(body.content, body.contentFormat)
  const text = phraseText(body.content, taken, locale)
  const isLinked = linkedBy(site, body, links)
  const held = [phrasesOf(namesOf(row), locale)]
  const phrases: (Phrase & { targetItemId: ItemId })[] = []
  for await (const candidate of namedItems(db)) {
    if (candidate.id === row.id) continue
    const own = phrasesOf(candidate, locale).filter(text.mayHold)
    held.push(own)
    if (own.length === 0 || isLinked(candidate)) continue
    phrases.push(...own.map((phrase) => ({ ...phrase, targetItemId: storedId('item', candidate.id) })))
  }
  const hits = text.find(onlyNames(phrases, sharedParts(held))).map(({ start, end, phrase }) => ({
    anchor: body.content.slice(start, end),
    offset: start,
    sourceItemId: row.id,
    targetItemId: phrase.targetItemId,
    score: scoreOf(phrase),
  }))
  return withoutRivals(hits.toSorted(byWorth))
}

/** Links from other items to this one, where their texts name it and do not link to it yet: best first, one per source. */
export async function incoming(db: Reader, { site, locale }: Place, target: Candidate): Promise<Suggestion[]> {
  const own = phrasesOf(target, locale)
  const phrases = onlyNames(own, sharedParts([own, ...(await alike(db, target, own, locale))]))
  const found: Suggestion[] = []
  const ids = await sourcesNaming(db, target)
  for (let start = 0; start < ids.length; start += sourcesAtOnce) {
    const rows = await db
      .selectFrom('item_body')
      .select(['item_id', 'content', 'content_format'])
      .where('item_id', '=', sql<string>`any(${ids.slice(start, start + sourcesAtOnce)})`)
      .execute()
    for (const { item_id: id, content, content_format: format } of rows) {
      const body = { content, contentFormat: format }
      const { links, taken } = linksIn(body.content, body.contentFormat)
      if (linkedBy(site, body, links)(target)) continue
      const [best] = phraseText(content, taken, locale)
        .find(phrases)
        .map((hit) => ({ ...hit, score: scoreOf(hit.phrase) }))
        .toSorted((a, b) => b.score - a.score || a.start - b.start || b.end - a.end)
      if (best === undefined) continue
      const anchor = content.slice(best.start, best.end)
      found.push({
        anchor,
        offset: best.start,
        sourceItemId: storedId('item', id),
        targetItemId: storedId('item', target.id),
        score: best.score,
      })
    }
  }
  return found.toSorted(byWorth)
}

/** What names an item, and where the item is. */
export function candidateOf(row: ItemRow, collection: Placing): Candidate {
  return {
    id: row.id,
    slug: row.slug,
    canonicalUrl: row.canonical_url,
    placed: row,
    collectionSlug: collection.slug,
    placing: collection,
    ...namesOf(row),
  }
}

function namesOf({ title, primary_keyword: primaryKeyword, secondary_keywords: secondaryKeywords }: ItemRow): Named {
  return { title, primaryKeyword, secondaryKeywords }
}

/** Without the parts of titles that name several items. */
function onlyNames<P extends Phrase>(phrases: readonly P[], shared: ReadonlySet<string>): P[] {
  return phrases.filter((phrase) => phrase.isPart !== true || !shared.has(keyOf(phrase)))
}

/** The phrases of the other items whose titles contain a part of the title of this one. */
async function alike(db: Reader, target: Candidate, own: readonly Phrase[], locale: string): Promise<Phrase[][]> {
  const parts = own.filter(({ isPart }) => isPart === true)
  const found: Phrase[][] = []
  if (parts.length === 0) return found
  for await (const candidate of namedItems(db)) {
    const title = fold(candidate.title)
    if (candidate.id === target.id || !parts.some(({ words }) => words.every((word) => title.includes(word)))) continue
    found.push(phrasesOf(candidate, locale))
  }
  return found
}

function byWorth(a: Suggestion, b: Suggestion): number {
  return (
    b.score - a.score ||
    a.offset - b.offset ||
    compare(a.targetItemId, b.targetItemId) ||
    compare(a.sourceItemId, b.sourceItemId)
  )
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** One suggestion per target, none within the anchor of a better one. */
function withoutRivals(sorted: readonly Suggestion[]): Suggestion[] {
  const targets = new Set<string>()
  const chosen: Suggestion[] = []
  for (const entry of sorted) {
    const end = entry.offset + entry.anchor.length
    const isFree = chosen.every(({ offset, anchor }) => end <= offset || entry.offset >= offset + anchor.length)
    if (targets.has(entry.targetItemId) || !isFree) continue
    targets.add(entry.targetItemId)
    chosen.push(entry)
    if (chosen.length === mostShown) break
  }
  return chosen
}

const mostShown = 20

/** Whether a body links to an item: by its path, in the Content API, by its canonical URL. */
function linkedBy(
  site: Site,
  { content }: Pick<ItemBody, 'content'>,
  links: ReturnType<typeof linksIn>['links'],
): (item: Candidate) => boolean {
  const read = siteReader(site)
  const named = new Set<string>()
  for (const link of links) {
    const address = addressOf(content, link)
    named.add(withoutEnd(address))
    for (const place of read(address))
      named.add(place.on === 'site' ? pathKey(place.path) : `${place.collectionSlug} ${place.key}`)
  }
  return ({ id, slug, canonicalUrl, collectionSlug, placed, placing }) =>
    named.has(pathKey(pathOf(placing, placed))) ||
    named.has(`${collectionSlug} ${slug}`) ||
    named.has(`${collectionSlug} ${id}`) ||
    (canonicalUrl !== null && named.has(withoutEnd(canonicalUrl)))
}

const withoutEnd = (address: string) => address.replace(/#.*$/s, '').replace(/\/+$/, '')

async function* namedItems(db: Reader): AsyncGenerator<Candidate> {
  for (let after = ''; ;) {
    const candidates = await namedAfter(db, after)
    yield* candidates
    const last = candidates.at(-1)
    if (last === undefined || candidates.length < readAtOnce) return
    after = last.id
  }
}

async function namedAfter(db: Reader, after: string): Promise<Candidate[]> {
  const rows = await db
    .selectFrom('item')
    .innerJoin('collection', 'collection.id', 'item.collection_id')
    .select(['item.id', 'item.slug', 'item.title', 'canonical_url as canonicalUrl'])
    .select(['primary_keyword as primaryKeyword', 'secondary_keywords as secondaryKeywords'])
    .select(['category_slug', 'publish_at'])
    .select(['collection.slug as collectionSlug', 'url_template as urlTemplate', timezoneOfOrganization])
    .where('item.status', '=', 'published')
    .where('item.trashed_at', 'is', null)
    .where(isOpen('collection'))
    .where('item.id', '>', after)
    .orderBy('item.id')
    .limit(readAtOnce)
    .execute()
  return rows.map(({ urlTemplate, timezone, ...row }) => ({
    ...row,
    placed: row,
    placing: { slug: row.collectionSlug, urlTemplate, timezone },
  }))
}

/** Published items whose text contains a keyword of the item or its title, by the search index; newest first. */
async function sourcesNaming(db: Reader, target: Candidate): Promise<string[]> {
  const keywords = [target.primaryKeyword ?? '', target.title, ...target.secondaryKeywords].filter(
    (text) => text.trim().length > 2,
  )
  const ids = new Set<string>()
  for (const keyword of keywords.slice(0, mostKeywords)) {
    const hits = naming(keyword)
    if (hits === undefined) continue
    const rows = await db
      .selectFrom('item')
      .select('id')
      .where('id', 'in', hits)
      .where(isPublic('item'))
      .where('id', '<>', target.id)
      .orderBy('sort_date', 'desc')
      .orderBy('id')
      .limit(mostSources)
      .execute()
    for (const { id } of rows) if (ids.size < mostSources) ids.add(id)
  }
  return [...ids]
}
