import { z } from 'zod'

import { requireEnabled } from '#areas/collections/index.ts'
import { refusalsOfPublishing, requirePublishable } from '#areas/content/index.ts'
import { requireCms } from '#areas/integrations/copies/content-modes.ts'
import { insertPushes, markPending } from '#areas/integrations/copies/copy-deliveries.ts'
import { pushItems } from '#areas/integrations/jobs/push-items.ts'
import { collectionIn, findItems, type ItemRow, readSurroundings, type Surroundings } from '#areas/items/index.ts'
import { bindRecords } from '#kernel/bind-records.ts'
import type { Plan } from '#kernel/entitlement.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { id, startedJob } from '#kernel/schema.ts'

export const pushItemToCms = operation({
  name: 'pushItemToCms',
  title: 'Push items to the CMS',
  summary: 'Sends items to the connected CMS now, as drafts or as published. The job has the outcome of each.',
  scope: 'integrations:write',
  risk: 'publish',
  startsJob: true,
  errors: ['not_found', 'wrong_mode', 'invalid_transition', ...refusalsOfPublishing],
  examples: [{ title: 'Send a draft for a look', input: { itemIds: ['itm_01jzz0000000000000000000zz'], as: 'draft' } }],
  input: z.strictObject({
    itemIds: z.array(id('item')).min(1).max(50),
    as: z.enum(['draft', 'published']),
    overwriteRemote: z.boolean().default(false).describe('Overwrites what was changed there'),
  }),
  output: startedJob(),

  async handle({ db, start, access }, { itemIds, as, overwriteRemote }) {
    const wanted = [...new Set(itemIds)]
    const items = await findItems(db, wanted)
    if (items.size === 0) throw noSuchItem(itemIds[0] ?? '')
    const around = await readSurroundings(db)
    const integration = await requireCms(db)
    await bindRecords(db, 'integration', [integration.id])
    if (as === 'draft' && integration.kind === 'webhook')
      throw new Refusal('wrong_mode', `${integration.display_name} gets published items only.`, {
        contentMode: around.settings.contentMode,
      })
    const refusals = new Map(
      wanted.flatMap((itemId) => {
        const refusal = refusalOfItem(around, { as, itemId, row: items.get(itemId), plan: access.organization.plan })
        return refusal === undefined ? [] : [[itemId, refusal] as const]
      }),
    )
    const [first] = refusals.values()
    if (first !== undefined && refusals.size === wanted.length) throw first

    const refused = [...refusals].map(([itemId, { code, message }]) => ({ id: itemId, code, message }))
    const started = await start(pushItems, { refused })
    const sent = wanted.filter((itemId) => !refusals.has(itemId))
    const pushes = sent.map((itemId) => ({ itemId, reason: 'updated' as const, options: { as, overwriteRemote } }))
    await insertPushes(db, { integration, jobId: started.jobId, pushes })
    await markPending(db, sent)
    return started
  },
})

type Asked = { as: 'draft' | 'published'; itemId: string; row: ItemRow | undefined; plan: Plan }

/** Why an item is not pushed. The others of the call are; where it is the only one, or all are like it, the call is refused. */
function refusalOfItem(around: Surroundings, { as, itemId, row, plan }: Asked): Refusal | undefined {
  if (row === undefined || row.trashed_at !== null) return noSuchItem(itemId)
  try {
    if (as === 'published') requirePublic(around, row, plan)
    else requireDraft(row)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

function noSuchItem(id: string): Refusal {
  return new Refusal('not_found', 'There is no such item. listManagerItems names them.', { id })
}

/** What may be public there is what is public here. */
function requirePublic(around: Surroundings, row: ItemRow, plan: Plan): void {
  requireEnabled(collectionIn(around, row.collection_id), plan)
  requirePublishable(around.settings, row)
  if (row.effective_status === 'published') return
  throw new Refusal('invalid_transition', 'Only a published item can be public there: publish it, or push a draft.', {
    id: row.id,
    state: row.effective_status,
    allowed: ['publishItem'],
  })
}

/** A draft there would take the public copy off. */
function requireDraft({ id: itemId, effective_status: state }: ItemRow): void {
  if (state !== 'published') return
  throw new Refusal('invalid_transition', 'This item is published, and so is its copy: push it as published.', {
    id: itemId,
    state,
    allowed: ['pushItemToCms as published', 'unpublishItem'],
  })
}
