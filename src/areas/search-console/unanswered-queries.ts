import { sql } from 'kysely'

import { getSettings } from '#areas/organizations/index.ts'
import type { Reader } from '#kernel/database.ts'
import { keywordKey } from '#std/content-words.ts'

/** Those of these queries whose content words are no primary or secondary keyword of an item outside the trash. */
export async function unanswered<Q extends { query?: string }>(db: Reader, queries: readonly Q[]): Promise<Q[]> {
  if (queries.length === 0) return []
  const { locale } = await getSettings(db)
  const keyed = queries.map((one) => ({ one, key: keywordKey(one.query ?? '', locale) }))
  const taken = await keywordsAmong(db, { keys: new Set(keyed.map(({ key }) => key)), locale })
  return keyed.filter(({ key }) => key !== '' && !taken.has(key)).map(({ one }) => one)
}

async function keywordsAmong(db: Reader, { keys, locale }: { keys: ReadonlySet<string>; locale: string }) {
  const primary = await db
    .selectFrom('item')
    .select('keyword_key')
    .distinct()
    .where('keyword_key', '=', sql<string>`any(${[...keys]})`)
    .where('trashed_at', 'is', null)
    .execute()
  const taken = new Set(primary.flatMap(({ keyword_key: key }) => key ?? []))
  const { rows } = await sql<{ keyword: string }>`select distinct keyword
    from app.item cross join unnest(secondary_keywords) as keyword where trashed_at is null`.execute(db)
  for (const { keyword } of rows) {
    const key = keywordKey(keyword, locale)
    if (keys.has(key)) taken.add(key)
  }
  return taken
}
