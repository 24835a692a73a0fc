import { type Authorship, stageRevision } from '#areas/content/revisions/revisions.ts'
import { type ItemChanges, lockUntrashedWorld } from '#areas/items/index.ts'
import { type Access, isApproved } from '#kernel/access.ts'
import type { ItemWriter } from '#kernel/checks.ts'

import { editItem } from './edit-item.ts'

/** `written`: the item has changed. `staged`: the revision waits for `publishItem` (content.md#edits-are-live). */
export type FieldsChanged = { applied: 'none' | 'written' | 'staged'; revision: number | null }

type FieldsCtx = ItemWriter & { access: Pick<Access, 'actor' | 'organization'> }

/**
 * Changes made by Masthead itself: a draft is changed at once, while those of a published item wait, and those of a scheduled one
 * that an agent asked for where a person approves what goes public (approvals.md#dates-bind-the-text). None touches the body.
 */
export async function changeFields(
  ctx: FieldsCtx,
  itemId: string,
  changes: Omit<ItemChanges, 'content' | 'contentFormat' | 'comparisonScreenshots'>,
  authorship: Authorship,
): Promise<FieldsChanged> {
  const { db } = ctx
  const world = await lockUntrashedWorld(db, { id: itemId, to: 'changed' })
  if (world.row.status === 'published' || (world.row.effective_status === 'scheduled' && isApproved(ctx.access))) {
    return { applied: 'staged', revision: await stageRevision(db, world, changes, authorship) }
  }
  const { changed } = await editItem(ctx, { world, changes, authorship })
  return { applied: changed.length === 0 ? 'none' : 'written', revision: null }
}
