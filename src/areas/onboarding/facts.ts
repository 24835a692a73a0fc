import { sql } from 'kysely'

import { isOpen } from '#areas/collections/index.ts'
import type { Reader } from '#kernel/database.ts'

/** What an organization already has of what the steps ask for; null: not yet. */
export type Facts = {
  siteUrl: string | null
  brandName: string | null
  contentMode: string
  /** Slug of the oldest enabled collection. */
  collectionSlug: string | null
  /** Ids of the oldest entry of the Context Library, and of the oldest topic. */
  contextEntryId: string | null
  topicId: string | null
  /** Id of the published item that was published first. */
  publishedItemId: string | null
}

/** The facts, in one query. It reads tables of several earlier areas, each by an index. */
export async function readFacts(db: Reader): Promise<Facts> {
  const row = await db
    .selectFrom('organization_setting as s')
    .select(['s.site_url', 's.content_mode'])
    .select(sql<string | null>`s.brand ->> 'name'`.as('brand_name'))
    .select((eb) => [
      eb
        .selectFrom('collection')
        .select('slug')
        .where('enabled', '=', true)
        .orderBy('built_in', 'desc')
        .orderBy('id')
        .limit(1)
        .as('collection_slug'),
      eb.selectFrom('context_entry').select('id').orderBy('id').limit(1).as('context_entry_id'),
      eb.selectFrom('topic').select('id').orderBy('id').limit(1).as('topic_id'),
      // Collection by collection, so that the index in that order finds the first one without reading the others.
      eb
        .selectFrom('collection as c')
        .innerJoinLateral(
          (inner) =>
            inner
              .selectFrom('item')
              .select(['item.id', 'item.publish_at'])
              .whereRef('item.collection_id', '=', 'c.id')
              .where('item.effective_status', '=', 'published')
              .where('item.trashed_at', 'is', null)
              .orderBy('item.publish_at')
              .orderBy('item.id')
              .limit(1)
              .as('first'),
          (join) => join.onTrue(),
        )
        .select('first.id')
        .where(isOpen('c'))
        .orderBy('first.publish_at')
        .orderBy('first.id')
        .limit(1)
        .as('published_item_id'),
    ])
    .executeTakeFirstOrThrow()
  return {
    siteUrl: row.site_url,
    brandName: row.brand_name,
    contentMode: row.content_mode,
    collectionSlug: row.collection_slug,
    contextEntryId: row.context_entry_id,
    topicId: row.topic_id,
    publishedItemId: row.published_item_id,
  }
}
