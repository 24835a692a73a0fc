import { sql } from 'kysely'

import { getSettings } from '#areas/organizations/index.ts'
import type { Reader } from '#kernel/database.ts'
import type { CollectionId } from '#kernel/ids.ts'
import { keywordWords } from '#std/content-words.ts'
import { escapeLike, searchTerm, truncate } from '#std/text.ts'
import { visibleText } from '#std/visible-text.ts'

import { columns, entriesById, type Entry, entryOf } from './entries.ts'
import type { EntryKind } from './entry-fields.ts'
import { bestPassage, passageLength } from './passages.ts'
import { isValid } from './validity.ts'

/** An entry that was found. A score is 0 to 1. */
type Found = { entry: Entry; score: number }
export type Hit = Found & { passage: string }

type Rules = { kinds?: readonly EntryKind[] | undefined; limit: number; now: Date }

/** The most words of a query that are searched for. */
const wordLimit = 60

/** The entries that say most about a text (`foundEntries`), with their best paragraphs. */
export async function searchEntries(db: Reader, { query, ...rules }: Rules & { query: string }): Promise<Hit[]> {
  const { locale } = await getSettings(db)
  const words = wordsOf(query, locale)
  const found = await foundEntries(db, { words, phrase: query, ...rules })
  return found.map(({ entry, score }) => ({ entry, score, passage: bestPassage(entry.body, words) }))
}

/**
 * The entries that say most about a text, best first: by words (stemmed, any of them), by the phrase as it stands, and by titles
 * and tags that are spelled similarly. What is no longer valid is left out (library.md#outdated-entries-are-unused).
 */
async function foundEntries(
  db: Reader,
  { words, phrase, kinds, limit, now }: Rules & { words: readonly string[]; phrase: string },
): Promise<Found[]> {
  const term = searchTerm(phrase)
  if (term === '') return []
  const { rows } = await sql<{
    entry_id: string
    score: number
  }>`select entry_id, score from app.search_context_entries(
    ${anyOf(words)}, ${term}, ${`%${escapeLike(term)}%`}, ${kinds === undefined || kinds.length === 0 ? null : [...kinds]}::text[],
    ${now}::timestamptz, ${limit}::integer)`.execute(db)
  const scores = new Map(rows.map((row) => [row.entry_id, row.score]))
  const entries = await entriesById(db, [...scores.keys()])
  return entries.map((entry) => ({
    entry,
    score: Math.round((scores.get(entry.id) ?? 0) * 10_000) / 10_000,
  }))
}

const wordsOf = (query: string, locale: string) => keywordWords(query, locale).slice(0, wordLimit)

// Words in quotes and joined by "or" are parsed as a search without error, whatever they contain.
function anyOf(words: readonly string[]): string | null {
  if (words.length === 0) return null
  return words.map((word) => `"${word.replaceAll('"', ' ')}"`).join(' or ')
}

/** A passage for a brief, with nothing hidden in it. */
export type ContextPassage = { entry: Entry; text: string }

type BriefContext = {
  query: string
  /** What is searched for as it stands. */
  phrase: string
  /** The language of the organization. */
  locale: string
  collectionId: CollectionId
  maxChars: number
  now: Date
}

/** The kinds whose entries are read whole first, in this order, after the pinned ones. */
const standing: readonly EntryKind[] = ['brand_voice', 'style_rule']

/** The most entries of a brief that are included whatever it is about. */
const standingLimit = 50
const hitLimit = 20

/** The largest share that one entry may take, so that a long one does not crowd out the others. */
const shareOfOne = 3

/**
 * What a writer should know, within `maxChars` characters of titles and texts: pinned entries, brand voice and style rules, then
 * what the query finds. Entries that apply to other collections or are no longer valid are left out.
 */
export async function contextFor(
  db: Reader,
  { query, phrase, locale, collectionId, maxChars, now }: BriefContext,
): Promise<ContextPassage[]> {
  const words = wordsOf(query, locale)
  const always = await standingEntries(db, now, collectionId)
  const found = await foundEntries(db, { words, phrase, limit: hitLimit, now })
  const taken = new Set<string>(always.map(({ id }) => id))
  const others = found
    .map(({ entry }) => entry)
    .filter(({ id, collections }) => !taken.has(id) && holdsFor(collections, collectionId))

  const passages: ContextPassage[] = []
  let room = maxChars
  for (const entry of [...always, ...others]) {
    const most = Math.min(room - entry.title.length, Math.floor(maxChars / shareOfOne))
    if (most < leastPassage) continue
    const isStanding = taken.has(entry.id)
    const limit = isStanding ? most : Math.min(most, passageLength)
    const text = truncate(visibleText(bestPassage(entry.body, words, { limit, fill: isStanding })), limit)
    if (text === '') continue
    passages.push({ entry, text })
    room -= entry.title.length + text.length
  }
  return passages
}

/** Less is not worth the space. */
const leastPassage = 200

async function standingEntries(db: Reader, now: Date, collectionId: CollectionId): Promise<Entry[]> {
  const rows = await db
    .selectFrom('context_entry')
    .select(columns)
    .where((or) => or.or([or('pinned', '=', true), or('kind', '=', sql<EntryKind>`any(${[...standing]})`)]))
    .where(isValid(now))
    .where(sql<boolean>`(cardinality(collections) = 0 or ${collectionId} = any(collections))`)
    .orderBy('pinned', 'desc')
    .orderBy(sql`array_position(${[...standing]}::text[], kind)`)
    .orderBy('id')
    .limit(standingLimit)
    .execute()
  return rows.map(entryOf)
}

function holdsFor(collections: readonly CollectionId[], collectionId: CollectionId): boolean {
  return collections.length === 0 || collections.includes(collectionId)
}
