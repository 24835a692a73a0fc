import { sql } from 'kysely'

import { getSettings } from '#areas/organizations/index.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { contentWords } from '#std/content-words.ts'
import { searchText } from '#std/text.ts'

type Texts = { title: string; tags: readonly string[]; body: string }

/** The columns of an entry that only the search reads, in the language of the organization. */
export async function searchedOf(db: Reader, texts: Texts) {
  const { locale } = await getSettings(db)
  const { title, tags, body } = texts
  return {
    search_text: searchText([title, ...tags, body]),
    head_text: searchText([title, ...tags]),
    ...stemmed(texts, locale),
  }
}

/**
 * Stems entries again whose words are in another language than the organization's current one. Returns how many, `limit` at
 * most.
 */
export async function renewEntryWords(db: Writer, limit: number): Promise<number> {
  const entries = await db
    .selectFrom('context_entry as e')
    .innerJoin('organization_setting as s', (join) => join.onTrue())
    .select(['e.id', 'e.title', 'e.tags', 'e.body', 's.locale'])
    .whereRef('e.words_locale', '<>', 's.locale')
    .orderBy('e.id')
    .limit(limit)
    .forUpdate('e')
    .execute()
  if (entries.length === 0) return 0
  const words = entries.map((entry) => ({ id: entry.id, ...stemmed(entry, entry.locale) }))
  await sql`update app.context_entry e
    set head_words = w.head_words, body_words = w.body_words, words_locale = w.words_locale
    from jsonb_to_recordset(${JSON.stringify(words)}::text::jsonb)
      as w(id text, head_words text, body_words text, words_locale text)
    where e.id = w.id`.execute(db)
  return entries.length
}

function stemmed({ title, tags, body }: Texts, locale: string) {
  return {
    head_words: contentWords([title, ...tags].join('\n'), locale).join(' '),
    body_words: contentWords(body, locale).join(' '),
    words_locale: locale,
  }
}
