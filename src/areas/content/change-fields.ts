import type { ItemWriter } from '#kernel/checks.ts'

import type { ItemChanges } from './item-fields.ts'
import { editItem } from './item-writes.ts'
import { lockUntrashed } from './items.ts'
import { type Authorship, stageRevision } from './revisions.ts'
import { readSurroundings } from './surroundings.ts'

/** `written`: the item is so now. `staged`: it waits for `publishItem`, as the revision says (D-42). */
export type FieldsChanged = { applied: 'none' | 'written' | 'staged'; revision: number | null }

/** Changes made by Masthead's own work: a draft is written, for a published item they wait. None touches the body. */
export async function changeFields(
  ctx: ItemWriter,
  itemId: string,
  changes: Omit<ItemChanges, 'content' | 'contentFormat' | 'comparisonScreenshots'>,
  authorship: Authorship,
): Promise<FieldsChanged> {
  const { db } = ctx
  const row = await lockUntrashed(db, { id: itemId, to: 'changed' })
  if (row.status === 'published') {
    return { applied: 'staged', revision: await stageRevision(db, row, changes, authorship) }
  }
  const surroundings = await readSurroundings(db)
  const { changed } = await editItem(ctx, { row, surroundings, changes, authorship })
  return { applied: changed.length === 0 ? 'none' : 'written', revision: null }
}
