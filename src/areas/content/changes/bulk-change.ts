import { type ChangeCtx, changeItem, demandOf } from '#areas/content/changes/change-item.ts'
import type { Authorship } from '#areas/content/revisions/revisions.ts'
import { termLimits, termsOf } from '#areas/items/index.ts'
import type { Access } from '#kernel/access.ts'
import { type Confirmed, requireConfirmed } from '#kernel/confirmed.ts'
import type { Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { storedId } from '#kernel/ids.ts'

import type { BulkPatch } from './bulk-patch.ts'

/** What the call was confirmed for, and the version of the item that a person approved. */
export type Agreed = { confirmed: Confirmed; version: number | undefined }

type OneOfMany = { id: string; patch: BulkPatch; agreed: Agreed }

/** Changes one of many items, or refuses it: its turn in the job, or its rehearsal. */
export async function changeOneOfMany(
  ctx: ChangeCtx & { access: Pick<Access, 'actor' | 'organization'> },
  { id, patch: { status, publishAt, addTagIds, ...changes }, agreed: { confirmed, version } }: OneOfMany,
  authorship: Authorship,
) {
  requireConfirmed(await demandOf(ctx.db, { ids: [id], status, access: ctx.access }), confirmed)
  const tagIds = addTagIds === undefined ? changes.tagIds : await withTags(ctx.db, id, addTagIds)
  return changeItem(
    ctx,
    { id, status, publishAt, changes: tagIds === undefined ? changes : { ...changes, tagIds }, ifVersion: version },
    authorship,
  )
}

async function withTags(db: Writer, itemId: string, more: NonNullable<BulkPatch['addTagIds']>) {
  const stored = (await termsOf(db, [itemId])).get(itemId)?.tag ?? []
  // What the caller gives is looked up with all references: an id that is none is unknown.
  const tagIds = [...new Set([...stored.map((tag) => storedId('tag', tag.id)), ...more])]
  if (tagIds.length > termLimits.tag)
    throw new Refusal('validation_failed', `An item has at most ${termLimits.tag} tags.`, [
      { path: '/input/patch/addTagIds', message: `At most ${termLimits.tag} tags`, code: 'too_big' },
    ])
  return tagIds
}
