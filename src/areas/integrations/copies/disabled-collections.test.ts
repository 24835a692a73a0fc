import { afterEach, expect, test } from 'vitest'

import { createCollection } from '#areas/collections/operations/create-collection.ts'
import { updateCollection } from '#areas/collections/operations/update-collection.ts'
import { pushItemToCms } from '#areas/integrations/operations/push-item-to-cms.ts'
import { setContentMode } from '#areas/integrations/operations/set-content-mode.ts'
import { getJob } from '#areas/jobs/operations/get-job.ts'
import { connectedCms } from '#test/connected-cms.ts'
import { openEndpoint } from '#test/standins/endpoint.ts'
import { openWordpress } from '#test/standins/wordpress.ts'

const confirmed = { confirm: true }
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

type Cms = Awaited<ReturnType<typeof connectedCms>>

/** A published item of a collection of its own, and what turns that collection off and on. */
async function withNews({ on, item, publish }: Pick<Cms, 'on' | 'item' | 'publish'>) {
  const { collection } = await on.call(createCollection, { name: 'News', slug: 'news', kind: 'custom' })
  const id = await item('Fresh news', 'news')
  await publish(id)
  const enable = (enabled: boolean) => on.call(updateCollection, { collectionId: collection.id, enabled })
  return { id, enable }
}

async function inWordpress() {
  const site = await openWordpress()
  closing.push(site.close)
  const cms = await connectedCms(site)
  return { site, cms, ...(await withNews(cms)), posts: () => [...site.posts.values()] }
}

test('copies of a collection are taken off when it is disabled, and public again when it is enabled', async () => {
  const { cms, id, enable, posts } = await inWordpress()
  await cms.work()
  expect(posts()).toMatchObject([{ status: 'publish' }])

  await enable(false)
  await cms.work()
  expect(posts()).toMatchObject([{ status: 'draft' }])
  expect(await cms.look(id)).toMatchObject({ status: 'published', externalState: 'synced' })

  await enable(true)
  await cms.work()
  expect(posts()).toMatchObject([{ status: 'publish', title: 'Fresh news' }])
})

test('a push of what is in a disabled collection is refused', async () => {
  const { cms, id, enable } = await inWordpress()
  await enable(false)

  const pushed = cms.on.call(pushItemToCms, { itemIds: [id], as: 'published' }, confirmed)

  await expect(pushed).rejects.toMatchObject({ code: 'collection_disabled' })
})

test('a switch of the mode neither counts nor pushes what is in a disabled collection', async () => {
  const { cms, enable, posts } = await inWordpress()
  await cms.on.call(setContentMode, { mode: 'headless' }, confirmed)
  await enable(false)

  const input = { mode: 'wordpress', migrate: 'push_published' } as const
  const { plan, jobId } = await cms.on.call(setContentMode, input, confirmed)
  await cms.work()

  expect(plan).toMatchObject({ create: 0, update: 0, unchanged: 0 })
  expect((await cms.on.call(getJob, { jobId: jobId ?? '' })).result).toMatchObject({ pushed: 0 })
  expect(posts()).toEqual([])
})

test('what a switch has pushed is taken off where it is no longer public before the switch is over', async () => {
  const { site, cms, id, enable, posts } = await inWordpress()
  const other = await cms.item('Other')
  await cms.publish(other)
  await cms.on.call(setContentMode, { mode: 'headless' }, confirmed)
  site.meanwhile(
    ({ method, body }) => method === 'POST' && body.includes('Other'),
    () => enable(false),
  )

  await cms.on.call(setContentMode, { mode: 'wordpress', migrate: 'push_published' }, confirmed)
  await cms.work()

  expect(Object.fromEntries(posts().map(({ title, status }) => [title, status]))).toEqual({
    'Fresh news': 'draft',
    Other: 'publish',
  })
  expect(await cms.look(id)).toMatchObject({ status: 'published', externalState: 'synced' })
})

test('an own endpoint is told that items of a disabled collection are no longer public', async () => {
  const endpoint = await openEndpoint()
  closing.push(endpoint.close)
  const cms = await connectedCms(endpoint)
  const { id, enable } = await withNews(cms)
  await cms.work()

  for (const enabled of [false, true]) {
    await enable(enabled)
    await cms.work()
  }

  expect(endpoint.received.map(({ message: { type, data } }) => [type, data.itemId, data.item?.['status']])).toEqual([
    ['item.published', id, 'published'],
    ['item.unpublished', id, 'draft'],
    ['item.published', id, 'published'],
    // It has the item still, and is told its text again.
    ['item.updated', id, 'published'],
  ])
})
