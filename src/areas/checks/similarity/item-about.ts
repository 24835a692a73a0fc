import { sql } from 'kysely'

import { naming } from '#areas/content/index.ts'
import type { Reader } from '#kernel/database.ts'
import { type ItemId, storedId } from '#kernel/ids.ts'
import { keywordWords } from '#std/content-words.ts'

import { similarItems } from './similar-items.ts'

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
  const similar = await similarItems(db, { features: { title, primaryKeyword, ...bare }, locale })
  const [competing] = similar.filter(({ parts, isSeries }) => parts.title > 0 && !isSeries)
  return competing === undefined ? sectionAbout(db, primaryKeyword, locale) : storedId('item', competing.id)
}

async function sectionAbout(db: Reader, keyword: string, locale: string): Promise<ItemId | undefined> {
  const words = keywordWords(keyword, locale)
  const hits = naming(keyword)
  // A single word is a subject of too many texts.
  if (words.length < 2 || hits === undefined) return undefined
  const newest = db
    .selectFrom('item')
    .select(['id', 'sort_date'])
    .where('id', 'in', hits)
    .where('trashed_at', 'is', null)
    .orderBy('sort_date', 'desc')
    .orderBy('id')
    .limit(mostTexts)
  const found = await db
    .selectFrom(newest.as('newest'))
    .innerJoin('item_similarity as s', 's.item_id', 'newest.id')
    .select('newest.id')
    .where('s.headings', '@>', sql<string[]>`${words}::text[]`)
    .orderBy('sort_date', 'desc')
    .orderBy('newest.id')
    .limit(1)
    .executeTakeFirst()
  return found && storedId('item', found.id)
}
