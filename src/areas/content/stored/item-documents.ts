import { sql } from 'kysely'

import type { Writer } from '#kernel/database.ts'

/** What the Content API says of an item by default, as it is sent. */
export type ItemDocument = {
  itemId: string
  /** The transaction that had last changed the item when it was read; 0 where none is noted. */
  transactionId: number
  /** What it was made with: a reader that makes others does not use it. */
  format: string
  changedAt: Date
  /** JSON without its last bracket, so that a single fetch can add to it. */
  attributes: string
  relationships: string
}

/** Who would wait for a writer leaves the document to the next reader; long before the database looks for deadlocks. */
const patience = '100ms'

/**
 * Stores documents of items that have not changed since they were read; the others are left as they are
 * (content-api.md#documents-are-stored).
 */
export async function writeDocuments(db: Writer, documents: readonly ItemDocument[]): Promise<void> {
  if (documents.length === 0) return
  await sql`select set_config('lock_timeout', ${patience}, true)`.execute(db)
  const rows = documents
    .map(({ itemId, transactionId, changedAt, ...texts }) => ({
      item_id: itemId,
      transaction_id: transactionId,
      changed_at: changedAt,
      ...texts,
    }))
    .toSorted((a, b) => (a.item_id < b.item_id ? -1 : 1))
  await db
    .insertInto('item_document')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'item_id'])
        .doUpdateSet((eb) => ({
          format: eb.ref('excluded.format'),
          changed_at: eb.ref('excluded.changed_at'),
          attributes: eb.ref('excluded.attributes'),
          relationships: eb.ref('excluded.relationships'),
        }))
        .whereRef('item_document.transaction_id', '=', 'excluded.transaction_id'),
    )
    .execute()
}
