import { getCollection } from '#areas/collections/index.ts'
import type { Writer } from '#kernel/database.ts'

import type { ItemChanges } from './item-fields.ts'
import { editItem } from './item-writes.ts'
import { lockUntrashed } from './items.ts'
import { type Authorship, stageRevision } from './revisions.ts'

/** `written`: the item is so now. `staged`: it waits for `publishItem`, as the revision says (D-42). */
export type FieldsChanged = { applied: 'none' | 'written' | 'staged'; revision: number | null }

/** Changes made by Masthead's own work: a draft is written, for a published item they wait. None touches the body. */
export async function changeFields(
  db: Writer,
  itemId: string,
  changes: Omit<ItemChanges, 'content' | 'contentFormat' | 'comparisonScreenshots'>,
  authorship: Authorship,
): Promise<FieldsChanged> {
  const row = await lockUntrashed(db, { id: itemId, to: 'changed' })
  if (row.status === 'published') {
    return { applied: 'staged', revision: await stageRevision(db, row, changes, authorship) }
  }
  const collection = await getCollection(db, row.collection_id)
  const { changed } = await editItem(db, { row, collection, changes, authorship })
  return { applied: changed.length === 0 ? 'none' : 'written', revision: null }
}
