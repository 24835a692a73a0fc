import { z } from 'zod'

import { summaryOfRow } from '#areas/content/around.ts'
import { editableFields, statuses } from '#areas/content/item-fields.ts'
import { itemSummary } from '#areas/content/item-output.ts'
import { editItem } from '#areas/content/item-writes.ts'
import { type ItemRow, lockItem, lockItemIfAny } from '#areas/content/items.ts'
import { type PreparedBody, renderChanged, requireFresh } from '#areas/content/rendering.ts'
import { requirePublishable } from '#areas/content/publishable.ts'
import { getSettings } from '#areas/organizations/index.ts'
import { notAllowed, requireDateWithStatus, transition } from '#areas/content/transitions.ts'
import { getCollection, requireEnabled } from '#areas/collections/index.ts'
import { operation } from '#kernel/operation.ts'
import { id, ifVersion, moment } from '#kernel/schema.ts'
import { requireVersion } from '#kernel/version.ts'

export const updateItem = operation({
  name: 'updateItem',
  title: 'Change an item',
  summary: 'Changes the given fields of an item. A published item changes live at once. listManagerItems gives ids.',
  scope: 'content:write',
  risk: 'write',
  confirm: {
    when: ({ status }) => status === 'published' || status === 'scheduled',
    whenStored: unpublishesOrEditsLive,
    rule: 'Required when the input publishes, schedules, unpublishes or unschedules, and for edits of a published item where the organization asks for it.',
    alsoNeeds: 'content:publish',
  },
  errors: [
    'not_found',
    'slug_taken',
    'invalid_transition',
    'collection_disabled',
    'plan_required',
    'blocked_by_policy',
    'not_connected',
    'conflict',
  ],
  examples: [
    {
      title: 'SEO fields',
      input: {
        id: 'itm_01jzz0000000000000000000zz',
        seoTitle: 'How to choose a CRM',
        metaDescription: 'Five steps to the CRM that fits.',
      },
    },
    { title: 'Publish', input: { id: 'itm_01jzz0000000000000000000zz', status: 'published' } },
  ],
  input: z
    .strictObject({
      ...editableFields,
      id: id('item'),
      status: z.enum(statuses).optional(),
      publishAt: moment().optional().describe('With status scheduled or published; in the future or in the past'),
      ifVersion,
    })
    .refine(hasChange, { message: 'Give at least one field to change' }),
  output: z.object({ item: itemSummary, changed: z.array(z.string()), jobId: z.null() }),

  prepare: (ctx, { id: itemId, ...changes }) => renderChanged(ctx, itemId, changes),

  async handle(
    ctx,
    { id: itemId, status, publishAt, ifVersion: version, ...changes },
    prepared: PreparedBody | undefined,
  ) {
    const { db, actor, requestId, now } = ctx
    requireDateWithStatus(status, publishAt)
    const row = await lockItem(db, itemId)
    requireVersion(row.version, version)
    if (row.trashed_at !== null) throw notAllowed('trash', status ?? 'edited', ['restoreItem'])
    const collection = await getCollection(db, row.collection_id)
    await requireFresh(db, row.id, prepared, changes)
    const date = publishAt === undefined ? undefined : new Date(publishAt)
    const state =
      status === undefined
        ? undefined
        : transition({ status: row.status, publishAt: row.publish_at }, status, date, now)
    if (state !== undefined && state.status !== 'draft') {
      requireEnabled(collection, ctx.access.organization.plan)
      requirePublishable(await getSettings(db), row)
    }

    const { row: after, changed } = await editItem(db, {
      row,
      collection,
      changes,
      state,
      body: prepared,
      authorship: { actor, requestId, now },
    })

    const reason = reasonOf(row, after)
    if (reason !== undefined && changed.length > 0) ctx.after('content.changed', { reason, itemIds: [after.id] })
    return { item: await summaryOfRow(ctx, after), changed, jobId: null }
  },
})

function hasChange(input: Record<string, unknown>): boolean {
  return Object.keys(input).some((field) => field !== 'id' && field !== 'ifVersion' && input[field] !== undefined)
}

async function unpublishesOrEditsLive(
  db: Parameters<typeof lockItem>[0],
  { id: itemId, status }: { id: string; status?: string | undefined },
): Promise<'scope' | 'confirm' | false> {
  const row = await lockItemIfAny(db, itemId)
  // An unknown item is refused by the handler, as an answer that the key keeps.
  if (row === undefined) return false
  if (status === 'draft' && row.effective_status !== 'draft') return 'scope'
  if (row.status !== 'published') return false
  return (await getSettings(db)).publishingPolicy.confirmLiveEdits ? 'confirm' : false
}

function reasonOf(before: ItemRow, after: ItemRow) {
  if (before.status !== 'published') return after.status === 'published' ? 'published' : undefined
  if (after.status !== 'published') return 'unpublished'
  return before.slug === after.slug ? 'updated' : 'slug_changed'
}
