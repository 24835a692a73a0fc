import { sql } from 'kysely'

import { question, selectFrom } from '#kernel/ask.ts'

export type SameTopic = { id: string; topic: string; itemId: string | null }

/**
 * Topics that are to be written, or were, with a primary keyword of one of these keys (`keyOfWords`), by key. The table belongs to the
 * area of topics, which builds on items: it is read here because a topic competes with an item as another item does. A
 * question.
 */
export function topicsAsked(keys: readonly string[]) {
  const wanted = keys.filter((key) => key !== '')
  const query = selectFrom('topic')
    .select(['id', 'topic', 'item_id as itemId', 'keyword_key'])
    .where('keyword_key', '=', sql<string>`any(${wanted})`)
    .where('state', '!=', 'rejected')
    .orderBy('created_at')
  return question(wanted.length === 0 ? undefined : query, (rows): ReadonlyMap<string, readonly SameTopic[]> =>
    Map.groupBy(rows, ({ keyword_key: key }) => key),
  )
}
