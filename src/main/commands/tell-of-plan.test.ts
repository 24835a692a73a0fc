import { afterEach, expect, test } from 'vitest'

import { setPlan } from '#areas/account/index.ts'
import { createCollection } from '#areas/collections/operations/create-collection.ts'
import { noWebhooks } from '#kernel/webhook.ts'
import { connectedCms } from '#test/connected-cms.ts'
import { sharedParts } from '#test/shared-parts.ts'
import { openWordpress } from '#test/standins/wordpress.ts'

import { tellOfPlan } from './tell-of-plan.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

test('copies of collections that a plan closes are taken off, and public again with a plan that opens them', async () => {
  const site = await openWordpress()
  closing.push(site.close)
  const { on, item, publish, work } = await connectedCms(site)
  await on.call(createCollection, { name: 'News', slug: 'news', kind: 'custom' })
  for (const id of [await item('Fresh news', 'news'), await item('An article')]) await publish(id)
  await work()
  const { database } = await sharedParts()
  const changed = tellOfPlan({ webhooks: noWebhooks })
  const { slug } = on.access.organization
  const copies = () => Object.fromEntries([...site.posts.values()].map(({ title, status }) => [title, status]))

  await setPlan(database, { slug, plan: 'pro', changed })
  await work()
  expect(copies()).toEqual({ 'Fresh news': 'draft', 'An article': 'publish' })

  await setPlan(database, { slug, plan: 'starter', changed })
  await setPlan(database, { slug, plan: 'authority', changed })
  await work()
  expect(copies()).toEqual({ 'Fresh news': 'publish', 'An article': 'publish' })
})
