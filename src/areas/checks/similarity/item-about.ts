import { sql } from 'kysely'

import { naming } from '#areas/content/index.ts'
import { ask, joined, question, selectFrom } from '#kernel/ask.ts'
import type { Reader } from '#kernel/database.ts'
import { type ItemId, storedId } from '#kernel/ids.ts'
import { keywordWords } from '#std/content-words.ts'

import { candidatesAsked, similarAmong } from './similar-items.ts'

/** How many texts that have the keyword are looked at, the newest first. */
const mostTexts = 200

/**
 * An item outside the trash that has an article's subject already (topics.md#duplicates-are-named): its title competes, else its
 * text has the keyword, and the words of it in its title or headings. `locale` is that of the organization.
 */
export async function itemAbout(
  db: Reader,
  { title, primaryKeyword, locale }: { title: string; primaryKeyword: string; locale: string },
): Promise<ItemId | undefined> {
  const bare = { secondaryKeywords: [], headings: new Set<string>(), minhash: undefined, publishAt: null }
  const { candidates, section } = await ask(
    db,
    joined({
      candidates: candidatesAsked({ title, bands: undefined, locale }),
      section: sectionAsked(primaryKeyword, locale),
    }),
  )
  const similar = similarAmong(candidates, { features: { title, primaryKeyword, ...bare }, locale })
  const [competing] = similar.filter(({ parts, isSeries }) => parts.title > 0 && !isSeries)
  const id = competing?.id ?? section
  return id === undefined ? undefined : storedId('item', id)
}

function sectionAsked(keyword: string, locale: string) {
  const words = keywordWords(keyword, locale)
  const hits = naming(keyword)
  // A single word is a subject of too many texts.
  return question(words.length < 2 || hits === undefined ? undefined : sectionOf(words, hits), ([row]) => row?.id)
}

function sectionOf(words: readonly string[], hits: NonNullable<ReturnType<typeof naming>>) {
  const newest = selectFrom('item')
    .select(['id', 'sort_date'])
    .where('id', 'in', hits)
    .where('trashed_at', 'is', null)
    .orderBy('sort_date', 'desc')
    .orderBy('id')
    .limit(mostTexts)
  return selectFrom(newest.as('newest'))
    .innerJoin('item_similarity as s', 's.item_id', 'newest.id')
    .select('newest.id')
    .where('s.headings', '@>', sql<string[]>`${[...words]}::text[]`)
    .orderBy('sort_date', 'desc')
    .orderBy('newest.id')
    .limit(1)
}
