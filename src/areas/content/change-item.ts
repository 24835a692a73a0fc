import { requireEnabled, requireFittingFields } from '#areas/collections/index.ts'
import { getSettings } from '#areas/organizations/index.ts'
import type { OrganizationFacts } from '#kernel/access.ts'
import type { ContentChange, DeliveryRef } from '#kernel/change.ts'
import type { ItemToCheck, ItemWriter } from '#kernel/checks.ts'
import type { Writer } from '#kernel/database.ts'
import type { PublishingWarning } from '#kernel/publishing-warning.ts'

import { announceEdit } from './changes.ts'
import type { ItemChanges, Status } from './item-fields.ts'
import { editItem } from './item-writes.ts'
import { type ItemRow, lockItems, lockUntrashed } from './items.ts'
import type { Provenance } from './provenance.ts'
import { requirePublishable } from './publishable.ts'
import { bodyOfPrepared, type PreparedBody, requireFresh } from './rendering.ts'
import type { Authorship } from './revisions.ts'
import { collectionIn, readSurroundings } from './surroundings.ts'
import { requireDateWithStatus, transition } from './transitions.ts'

/** What a change of an item works with, in a call or in a job. */
export type ChangeCtx = ItemWriter & {
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
  /** Whether the warnings of a draft are wanted, too. */
  checksDrafts?: boolean
}

/**
 * Changes the fields of an item, its status and its date by the rules of `updateItem`, and tells the websites what the public
 * can see of it. Answers the row afterwards, the names of the fields that differ now, and the warnings of what is published. An
 * edit of a published item is never refused for them, or nothing could be mended step by step.
 */
export async function changeItem(
  ctx: ChangeCtx,
  { id, changes, status, publishAt, ifVersion, prepared, provenance, checksDrafts = false }: ItemChange,
  authorship: Authorship,
): Promise<{ row: ItemRow; changed: string[]; publishingWarnings?: PublishingWarning[] }> {
  const { db } = ctx
  requireDateWithStatus(status, publishAt)
  const row = await lockUntrashed(db, { id, ifVersion, to: status ?? 'edited' })
  const surroundings = await readSurroundings(db)
  const collection = collectionIn(surroundings, row.collection_id)
  if (changes.customFields !== undefined) requireFittingFields(collection, changes.customFields)
  await requireFresh(db, row, { prepared, changes })
  const from = { status: row.status, publishAt: row.publish_at }
  const date = publishAt === undefined ? undefined : new Date(publishAt)
  const state = status === undefined ? undefined : transition(from, status, date, authorship.now)
  // A public item stays public: an edit of it is live at once (D-42).
  const goesLive = state !== undefined && state.status !== 'draft' && row.status !== 'published'
  if (goesLive) requireEnabled(collection, ctx.access.organization.plan)

  const { row: after, changed } = await editItem(ctx, {
    row,
    surroundings,
    changes,
    state,
    body: prepared,
    provenance,
    authorship,
  })
  // Looked at afterwards: an edit in the same call takes the approval away (operations.md 3.14).
  if (goesLive) requirePublishable(surroundings.settings, after)
  const written = prepared === undefined || changed.length === 0 ? undefined : bodyOfPrepared(prepared)
  const isChecked = after.status === 'published' || checksDrafts
  const found = await warningsAfter(ctx, row, { item: { row: after, body: written, ...surroundings }, isChecked })

  if (changed.length > 0) await announceEdit(ctx, { before: row, after, collection })
  return { row: after, changed, ...found }
}

/** What is wrong with an item after a change. Refuses one that becomes public, now or later, where the organization wants that. */
async function warningsAfter(
  { db, checks }: ItemWriter,
  before: ItemRow,
  { item, isChecked }: { item: ItemToCheck; isChecked: boolean },
): Promise<{ publishingWarnings?: PublishingWarning[] }> {
  const warnings = isChecked ? await checks.check(db, item) : undefined
  const { effective_status: status } = item.row
  if (status !== 'draft' && status !== before.effective_status) await checks.requireNoErrors(db, item, { warnings })
  return warnings === undefined ? {} : { publishingWarnings: warnings }
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
