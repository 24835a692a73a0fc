import { getCollection, requireEnabled, requireFittingFields } from '#areas/collections/index.ts'
import { getSettings } from '#areas/organizations/index.ts'
import type { OrganizationFacts } from '#kernel/access.ts'
import type { ContentChange, DeliveryRef } from '#kernel/change.ts'
import type { Writer } from '#kernel/database.ts'

import { announceEdit } from './changes.ts'
import type { ItemChanges, Status } from './item-fields.ts'
import { editItem } from './item-writes.ts'
import { type ItemRow, lockItems, lockUntrashed } from './items.ts'
import type { Provenance } from './provenance.ts'
import { requirePublishable } from './publishable.ts'
import { type PreparedBody, requireFresh } from './rendering.ts'
import type { Authorship } from './revisions.ts'
import { requireDateWithStatus, transition } from './transitions.ts'
import { warningsAfterChange } from './warnings/after-change.ts'
import type { PublishingWarning } from './warnings/warning.ts'

/** What a change of an item works with, in a call or in a job. */
export type ChangeCtx = {
  db: Writer
  access: { organization: Pick<OrganizationFacts, 'id' | 'plan'> }
  baseUrl: string
  announce(change: ContentChange): Promise<readonly DeliveryRef[]>
}

export type ItemChange = {
  id: string
  changes: ItemChanges
  status?: Status | undefined
  publishAt?: string | undefined
  ifVersion?: number | undefined
  /** The body as it was rendered before the transaction, where the changes need it. */
  prepared?: PreparedBody | undefined
  provenance?: Provenance
}

/**
 * Changes the fields of an item, its status and its date by the rules of `updateItem`, and tells the websites what the public
 * can see of it. Answers the row afterwards, the names of the fields that differ now, and the warnings of what is published.
 */
export async function changeItem(
  ctx: ChangeCtx,
  { id, changes, status, publishAt, ifVersion, prepared, provenance }: ItemChange,
  authorship: Authorship,
): Promise<{ row: ItemRow; changed: string[]; publishingWarnings?: PublishingWarning[] }> {
  const { db } = ctx
  requireDateWithStatus(status, publishAt)
  const row = await lockUntrashed(db, { id, ifVersion, to: status ?? 'edited' })
  const collection = await getCollection(db, row.collection_id)
  if (changes.customFields !== undefined) requireFittingFields(collection, changes.customFields)
  await requireFresh(db, row, { prepared, changes })
  const from = { status: row.status, publishAt: row.publish_at }
  const date = publishAt === undefined ? undefined : new Date(publishAt)
  const state = status === undefined ? undefined : transition(from, status, date, authorship.now)
  // A public item stays public: an edit of it is live at once (D-42).
  const goesLive = state !== undefined && state.status !== 'draft' && row.status !== 'published'
  if (goesLive) requireEnabled(collection, ctx.access.organization.plan)

  const { row: after, changed } = await editItem(db, {
    row,
    collection,
    changes,
    state,
    body: prepared,
    provenance,
    authorship,
  })
  // Looked at afterwards: an edit in the same call takes the approval away (operations.md 3.14).
  if (goesLive) requirePublishable(await getSettings(db), after)
  const found = await warningsAfterChange(ctx, { before: row, after })

  if (changed.length > 0) await announceEdit(ctx, { before: row, after, collection })
  return { row: after, changed, ...found }
}

/** What a change of stored items asks for: the scope to publish and a confirmation, or a confirmation alone (D-14). */
export type Demand = 'scope' | 'confirm' | false

/**
 * What the stored items ask of a change beyond what its input says: one that takes items out of the public or off their date,
 * and edits of published items where the organization wants them confirmed. The rows are held; unknown ids ask for nothing.
 */
export async function demandOf(db: Writer, ids: readonly string[], status: Status | undefined): Promise<Demand> {
  const rows = [...(await lockItems(db, ids)).values()]
  if (status === 'draft' && rows.some((row) => row.effective_status !== 'draft')) return 'scope'
  if (!rows.some((row) => row.status === 'published')) return false
  return (await getSettings(db)).publishingPolicy.confirmLiveEdits ? 'confirm' : false
}
