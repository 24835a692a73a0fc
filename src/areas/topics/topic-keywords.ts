import { sql } from 'kysely'

import type { Reader, Writer } from '#kernel/database.ts'
import { keywordKey } from '#std/content-words.ts'

/** The columns by which duplicates of a topic are found, for a language. */
export const keywordColumns = (primaryKeyword: string, locale: string) => ({
  keyword_key: keywordKey(primaryKeyword, locale),
  words_locale: locale,
})

/** Rewrites the keys of topics in another language than the organization's current one. Returns how many, `limit` at most. */
export async function renewTopicKeywords(db: Writer, limit: number): Promise<number> {
  const topics = await db
    .selectFrom('topic as t')
    .innerJoin('organization_setting as s', (join) => join.onTrue())
    .select(['t.id', 't.primary_keyword', 's.locale'])
    .whereRef('t.words_locale', '<>', 's.locale')
    .orderBy('t.id')
    .limit(limit)
    .forUpdate('t')
    .execute()
  if (topics.length === 0) return 0
  const keys = topics.map(({ id, primary_keyword: keyword, locale }) => ({ id, ...keywordColumns(keyword, locale) }))
  await sql`update app.topic t set keyword_key = k.keyword_key, words_locale = k.words_locale
    from jsonb_to_recordset(${JSON.stringify(keys)}::text::jsonb) as k(id text, keyword_key text, words_locale text)
    where t.id = k.id`.execute(db)
  return topics.length
}

/** Which of these normalised keywords an item outside the trash or a topic has. */
export async function keywordsInUse(db: Reader, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${[...keys]}::text[]) as wanted (key)
    where exists (select from app.topic t where t.organization_id = app.org() and t.keyword_key = wanted.key)
      or exists (select from app.item i where i.organization_id = app.org() and i.keyword_key = wanted.key and i.trashed_at is null)`.execute(
    db,
  )
  return new Set(rows.map(({ key }) => key))
}

/** The primary keywords of the newest topics, and of the newest items outside the trash. */
export async function recentKeywords(db: Reader, limit: number): Promise<string[]> {
  const topics = await db
    .selectFrom('topic')
    .select('primary_keyword')
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  const items = await db
    .selectFrom('item')
    .select('primary_keyword')
    .where('trashed_at', 'is', null)
    .where('primary_keyword', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  return [...new Set([...topics, ...items].flatMap(({ primary_keyword: keyword }) => keyword ?? []))]
}
