import { type Authorship, stageRevision } from '#areas/content/revisions/revisions.ts'
import { type ItemChanges, lockUntrashedWorld } from '#areas/items/index.ts'
import type { ItemWriter } from '#kernel/checks.ts'

import { editItem } from './edit-item.ts'

/** `written`: the item has changed. `staged`: the revision waits for `publishItem` (content.md#edits-are-live). */
export type FieldsChanged = { applied: 'none' | 'written' | 'staged'; revision: number | null }

/** Changes made by Masthead itself: a draft is changed at once, while those of a published item wait. None touches the body. */
export async function changeFields(
  ctx: ItemWriter,
  itemId: string,
  changes: Omit<ItemChanges, 'content' | 'contentFormat' | 'comparisonScreenshots'>,
  authorship: Authorship,
): Promise<FieldsChanged> {
  const { db } = ctx
  const world = await lockUntrashedWorld(db, { id: itemId, to: 'changed' })
  if (world.row.status === 'published') {
    return { applied: 'staged', revision: await stageRevision(db, world, changes, authorship) }
  }
  const { changed } = await editItem(ctx, { world, changes, authorship })
  return { applied: changed.length === 0 ? 'none' : 'written', revision: null }
}
