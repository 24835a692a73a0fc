import { type ItemChanges, lockUntrashedWorld } from '#areas/items/index.ts'
import type { ItemWriter } from '#kernel/checks.ts'
import { Refusal } from '#kernel/errors.ts'

import { type Authorship, stageRevision } from './revisions.ts'

/**
 * Stages changes of an item that was read before, whatever its status: the item stays as it is until somebody applies the
 * revision (content.md#edits-are-live). Errors: `conflict` where its body is another by now. Returns the number of the revision.
 */
export async function stageChanges(
  ctx: ItemWriter,
  { itemId, changes, content }: { itemId: string; changes: ItemChanges; content: string },
  authorship: Authorship,
): Promise<number> {
  const world = await lockUntrashedWorld(ctx.db, { id: itemId, to: 'changed' })
  if (world.body.content !== content)
    throw new Refusal('conflict', 'Somebody changed the text meanwhile. Start again with the new one.', { id: itemId })
  return stageRevision(ctx.db, world, changes, authorship)
}
