import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { restoreItem } from '#areas/content/operations/restore-item.ts'
import { itemSteps, type StateOfItem } from '#areas/items/fields/item-steps.ts'
import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import { scheduleItem } from '#areas/publishing/operations/schedule-item.ts'
import { unpublishItem } from '#areas/publishing/operations/unpublish-item.ts'
import { unscheduleItem } from '#areas/publishing/operations/unschedule-item.ts'
import { stage } from '#test/stage.ts'

const publishAt = new Date(Date.now() + 86_400_000).toISOString()
const confirm = { confirm: true }

test.each<StateOfItem>(['draft', 'scheduled', 'published', 'trash'])(
  'the steps that a refusal names for %s are those that its operations take',
  async (state) => {
    const on = await stage()
    const dryRun = { ...confirm, dryRun: true }
    const { item } = await on.call(createItem, { collectionId: 'articles', title: 'A page' })
    const { id } = item
    if (state === 'scheduled') await on.call(scheduleItem, { id, publishAt }, confirm)
    if (state === 'published') await on.call(publishItem, { id }, confirm)
    if (state === 'trash') await on.call(deleteItem, { id }, confirm)

    const tried = {
      scheduleItem: () => on.call(scheduleItem, { id, publishAt }, dryRun),
      publishItem: () => on.call(publishItem, { id }, dryRun),
      unscheduleItem: () => on.call(unscheduleItem, { id }, dryRun),
      unpublishItem: () => on.call(unpublishItem, { id }, dryRun),
      deleteItem: () => on.call(deleteItem, { id }, dryRun),
      restoreItem: () => on.call(restoreItem, { id }, dryRun),
      'deleteItem with permanent: true': () => on.call(deleteItem, { id, permanent: true }, dryRun),
    }
    const taken = itemSteps.filter(({ from }) => from.includes(state)).map(({ by }) => by)

    for (const [by, attempt] of Object.entries(tried)) {
      // Without effect: publishing what is live, and removing for good what is not in the trash, are not steps of their own.
      const isNoStep =
        (by === 'publishItem' && state === 'published') || (by.includes('permanent') && state !== 'trash')
      if (isNoStep) continue
      const refusal = await attempt().then(
        () => undefined,
        (error: unknown) => error,
      )
      if (taken.includes(by)) expect(refusal, by).toBeUndefined()
      else
        expect(refusal, by).toMatchObject({
          code: 'invalid_transition',
          message: expect.stringContaining(taken.join(', ')),
          details: { state, allowed: taken },
        })
    }
  },
)
