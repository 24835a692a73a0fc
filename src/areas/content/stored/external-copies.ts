import type { ItemRef } from '#areas/items/index.ts'
import { question, selectFrom } from '#kernel/ask.ts'
import { storedId } from '#kernel/ids.ts'
import { iso } from '#kernel/schema.ts'

/** What is known of the newest copy of an item in a content management system; null where there is none. A question. */
export const externalAsked = (item: ItemRef) =>
  question(
    selectFrom('item_copy')
      .select(['integration_id', 'synced_at', 'meta_not_persisted', 'drift'])
      .where('item_id', '=', item)
      .where('external_id', 'is not', null)
      .orderBy('updated_at', 'desc')
      .limit(1),
    ([row]) =>
      row === undefined
        ? null
        : {
            integrationId: storedId('integration', row.integration_id),
            syncedAt: iso(row.synced_at),
            metaNotPersisted: row.meta_not_persisted,
            drift: row.drift,
          },
  )
