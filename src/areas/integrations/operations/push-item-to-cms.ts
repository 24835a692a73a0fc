import { z } from 'zod'

import { findItems, requirePublishable } from '#areas/content/index.ts'
import { requireCms } from '#areas/integrations/copies/content-modes.ts'
import { insertPushes, markPending } from '#areas/integrations/copies/copy-deliveries.ts'
import { pushItems } from '#areas/integrations/jobs/push-items.ts'
import { getSettings } from '#areas/organizations/index.ts'
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
  errors: ['not_found', 'wrong_mode', 'not_connected', 'auth_expired', 'blocked_by_policy', 'invalid_transition'],
  input: z.strictObject({
    itemIds: z.array(id('item')).min(1).max(50),
    as: z.enum(['draft', 'published']),
    overwriteRemote: z.boolean().default(false).describe('Writes over what was changed there'),
  }),
  output: startedJob(),

  async handle({ db, start }, { itemIds, as, overwriteRemote }) {
    const integration = await requireCms(db)
    const settings = await getSettings(db)
    const wanted = [...new Set(itemIds)]
    const items = await findItems(db, wanted)
    for (const itemId of wanted) {
      const row = items.get(itemId)
      if (row === undefined || row.trashed_at !== null)
        throw new Refusal('not_found', 'There is no such item. listManagerItems names them.', { id: itemId })
      if (as === 'draft') continue
      requirePublishable(settings, row)
      if (row.effective_status === 'published') continue
      throw new Refusal(
        'invalid_transition',
        'Only a published item can be public there: publish it, or push a draft.',
        {
          id: itemId,
          state: row.effective_status,
          allowed: ['publishItem'],
        },
      )
    }
    const started = await start(pushItems, {})
    const pushes = wanted.map((itemId) => ({ itemId, reason: 'updated' as const, options: { as, overwriteRemote } }))
    await insertPushes(db, { integration, jobId: started.jobId, pushes })
    await markPending(db, wanted)
    return started
  },
})
