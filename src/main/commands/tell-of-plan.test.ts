import { afterEach, expect, test } from 'vitest'

import { setPlan } from '#areas/account/index.ts'
import { createCollection } from '#areas/collections/operations/create-collection.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import type { Plan } from '#kernel/entitlement.ts'
import { noWebhooks } from '#kernel/webhook.ts'
import { connectedCms } from '#test/connected-cms.ts'
import { sharedParts } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'
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

test('all items are checked again after a plan that closes or opens collections, and after no other', async () => {
  const on = await stage()
  await on.call(createItem, { collectionId: 'articles', title: 'An article' })
  const { database } = await sharedParts()
  const changed = tellOfPlan({ webhooks: noWebhooks })
  const plan = (to: 'starter' | 'pro' | 'authority') =>
    setPlan(database, { slug: on.access.organization.slug, plan: to, changed })
  const marks = () =>
    on.rows(({ db }) => db.selectFrom('item_recheck').select('id').where('item_id', '=', '*').execute())
  const before = (await marks()).length

  await plan('pro')
  await plan('starter')
  expect(await marks()).toHaveLength(before + 1)

  await plan('authority')
  expect(await marks()).toHaveLength(before + 2)
})

test('of two plans at once each follows from the one before it', async () => {
  const { access } = await stage()
  const { database } = await sharedParts()
  const steps: string[] = []
  const set = (plan: Plan) =>
    setPlan(database, {
      slug: access.organization.slug,
      plan,
      changed: async (_db, { before, after }) => void steps.push(`${before} to ${after}`),
    })

  await Promise.all([set('pro'), set('starter')])

  const [first = '', second = ''] = steps
  expect([first.split(' to ')[0], second.split(' to ')[0]]).toEqual(['authority', first.split(' to ')[1]])
})
