import { sql } from 'kysely'

import { requireEnabled, requireFittingFields } from '#areas/collections/index.ts'
import type { Authorship } from '#areas/content/revisions/revisions.ts'
import type { Provenance } from '#areas/content/stored/provenance.ts'
import {
  collectionIn,
  type ItemChanges,
  type ItemRow,
  lockUntrashedWorld,
  type Status,
  type World,
} from '#areas/items/index.ts'
import { requirePresets, settingsAsked } from '#areas/organizations/index.ts'
import { type Access, isApproved, type OrganizationFacts } from '#kernel/access.ts'
import { ask, joined, question, selectFrom } from '#kernel/ask.ts'
import type { ContentChange, DeliveryRef } from '#kernel/change.ts'
import type { ItemToCheck, ItemWriter } from '#kernel/checks.ts'
import type { Demand } from '#kernel/confirmed.ts'
import type { Writer } from '#kernel/database.ts'
import type { PublishingWarning } from '#kernel/publishing-warning.ts'
import { allInOrder } from '#std/all-of.ts'

import { announceEdit } from './changes.ts'
import { editItem } from './edit-item.ts'
import { requirePublishable } from './publishable.ts'
import { bodyOfPrepared, type PreparedBody, requireFresh } from './rendering.ts'
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
 * can see of it. Returns the item afterwards, the names of the fields that differ now, and the warnings of what is published. An
 * edit of a published item is never refused for them, or nothing could be mended step by step.
 */
export async function changeItem(
  ctx: ChangeCtx,
  { id, changes, status, publishAt, ifVersion, prepared, provenance, checksDrafts = false }: ItemChange,
  authorship: Authorship,
): Promise<{ after: World; changed: string[]; publishingWarnings?: PublishingWarning[] }> {
  requireDateWithStatus(status, publishAt)
  const world = await lockUntrashedWorld(ctx.db, { id, ifVersion, to: status ?? 'edited' })
  const { row, settings } = world
  const collection = collectionIn(world, row.collection_id)
  if (changes.customFields !== undefined) requireFittingFields(collection, changes.customFields)
  requirePresets(settings.presets, changes, {
    before: { articleType: row.article_type, writingStyle: row.writing_style },
  })
  requireFresh(world, { prepared, changes })
  const date = publishAt === undefined ? undefined : new Date(publishAt)
  const state = status === undefined ? undefined : transition(row, status, date, authorship.now)
  // A public item stays public: an edit of it is live at once (content.md#edits-are-live).
  const goesLive = state !== undefined && state.status !== 'draft' && row.status !== 'published'
  if (goesLive) requireEnabled(collection, ctx.access.organization.plan)

  const { after, changed } = await editItem(ctx, { world, changes, state, body: prepared, provenance, authorship })
  // Looked at afterwards: an edit in the same call takes the approval away (publishing.md#edits-take-approvals-away).
  if (goesLive) requirePublishable(settings, after.row)
  const written = prepared === undefined || changed.length === 0 ? after.body : bodyOfPrepared(prepared)
  const isChecked = after.row.status === 'published' || checksDrafts
  const tell = async () => {
    if (changed.length > 0) await announceEdit(ctx, { before: row, after: after.row, collection, settings })
  }
  const checking = warningsAfter(ctx, row, { item: { ...after, body: written }, isChecked })
  // What cannot be refused any more is told in the messages of the check.
  if (isAsPublic(row, after.row)) await allInOrder([checking, tell()])
  const found = await checking
  if (!isAsPublic(row, after.row)) await tell()
  return { after, changed, ...found }
}

type Visible = Pick<ItemRow, 'effective_status'>

/** Whether an item is public, or to be public, exactly as it was: a change that no policy refuses for its warnings. */
const isAsPublic = (before: Visible, after: Visible): boolean => before.effective_status === after.effective_status

/** What is wrong with an item after a change. Refuses one that becomes public, now or later, where the organization wants that. */
async function warningsAfter(
  { db, checks }: ItemWriter,
  before: ItemRow,
  { item, isChecked }: { item: ItemToCheck; isChecked: boolean },
): Promise<{ publishingWarnings?: PublishingWarning[] }> {
  const warnings = isChecked ? await checks.check(db, item) : undefined
  const { effective_status: status } = item.row
  if (status !== 'draft' && !isAsPublic(before, item.row)) await checks.requireNoErrors(db, item, { warnings })
  return warnings === undefined ? {} : { publishingWarnings: warnings }
}

type Asking = {
  ids: readonly string[]
  status: Status | undefined
  access: Pick<Access, 'actor' | 'organization'>
}

/**
 * What the stored items ask of a change beyond what its input says: one that takes items out of the public or off their date,
 * edits of published items where the organization wants them confirmed, and edits of scheduled ones by agents where a person
 * approves what goes public (approvals.md#dates-bind-the-text). The rows are held; unknown ids ask for nothing.
 */
export async function demandOf(db: Writer, { ids, status, access }: Asking): Promise<Demand> {
  const { rows, settings } = await ask(db, joined({ rows: lockedStatesAsked(ids), settings: settingsAsked() }))
  if (status === 'draft' && rows.some((row) => row.effective_status !== 'draft')) return 'scope'
  if (isApproved(access) && rows.some((row) => row.effective_status === 'scheduled')) return 'confirm'
  if (!rows.some((row) => row.status === 'published')) return false
  return settings.publishingPolicy.confirmLiveEdits ? 'confirm' : false
}

/** Whether an item is public, or will be on its date. It is locked; an unknown one is not. */
export async function isOut(db: Writer, id: string): Promise<boolean> {
  const rows = await ask(db, lockedStatesAsked([id]))
  return rows.some((row) => row.effective_status !== 'draft')
}

/** The statuses of items, which are locked in one order, so that two calls never wait for each other. */
const lockedStatesAsked = (ids: readonly string[]) =>
  question(
    selectFrom('item')
      .select(['status', 'effective_status'])
      .where('id', '=', sql<string>`any(${[...ids]})`)
      .orderBy('id')
      .forUpdate(),
    (rows) => rows,
  )
