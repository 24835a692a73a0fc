import { sql } from 'kysely'

import type { Reader } from '#kernel/database.ts'

export type SameTopic = { id: string; topic: string; itemId: string | null }

/**
 * Topics that are to be written, or were, with a primary keyword of one of these keys (`keyOfWords`), by key. The table belongs to the
 * area of topics, which stands on items: it is read here because a topic competes with an item as another item does.
 */
export async function topicsByKeyword(
  db: Reader,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly SameTopic[]>> {
  const wanted = keys.filter((key) => key !== '')
  if (wanted.length === 0) return new Map()
  const rows = await db
    .selectFrom('topic')
    .select(['id', 'topic', 'item_id as itemId', 'keyword_key'])
    .where('keyword_key', '=', sql<string>`any(${wanted})`)
    .where('state', '!=', 'rejected')
    .orderBy('created_at')
    .execute()
  return Map.groupBy(rows, ({ keyword_key: key }) => key)
}
