import { beforeAll, expect, test } from 'vitest'

import { itemChecks } from '#areas/checks/index.ts'
import { updateCollection } from '#areas/collections/operations/update-collection.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { testDatabase } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'

import { retargetRedirects, storeRedirect } from './redirects.ts'

// Opening takes long on a busy machine: it is not the time of a test.
beforeAll(async () => void (await testDatabase()))

test('a redirect that is sent elsewhere has a new version, whether it is named or its target is', async () => {
  const { call, rows } = await stage()
  const { item } = await call(createItem, { collectionId: 'articles' as never, title: 'Target' })

  const versions = await rows(async ({ db }) => {
    const ctx = { db, checks: itemChecks }
    const stored = await storeRedirect(ctx, { fromPath: '/a', to: { itemId: item.id }, reason: 'manual' })
    await storeRedirect(ctx, { fromPath: '/b', to: { url: 'https://b.example/' }, reason: 'manual' })
    await retargetRedirects(ctx, { leadingTo: item.id }, { url: 'https://c.example/' })
    if (stored !== 'too_long') await retargetRedirects(ctx, { ids: [stored.id] }, { itemId: item.id })
    return db.selectFrom('redirect').select(['from_path', 'to_url', 'version']).orderBy('from_path').execute()
  })

  expect(versions).toEqual([
    { from_path: '/a', to_url: null, version: 3 },
    { from_path: '/b', to_url: 'https://b.example/', version: 1 },
  ])
})

test('a redirect whose path an item gets by another template waits, and leads on when the template is as before', async () => {
  const { call, rows } = await stage()
  const make = (title: string, slug: string) =>
    call(createItem, { collectionId: 'articles' as never, title, slug, status: 'published' }, { confirm: true })
  const [{ item: own }, { item: other }] = [await make('Own', 'own'), await make('Other', 'other')]
  const waiting = () =>
    rows(({ db }) => db.selectFrom('redirect').select(['from_path', 'gave_way_to']).orderBy('from_path').execute())
  await rows(async ({ db }) => {
    const ctx = { db, checks: itemChecks }
    // To itself, to another item, and from a path that nobody gets.
    await storeRedirect(ctx, { fromPath: '/news/own', to: { itemId: own.id }, reason: 'import' })
    await storeRedirect(ctx, { fromPath: '/news/other', to: { itemId: own.id }, reason: 'import' })
    await storeRedirect(ctx, { fromPath: '/news/elsewhere', to: { itemId: own.id }, reason: 'import' })
  })
  const nobody = [
    { from_path: '/news/elsewhere', gave_way_to: null },
    { from_path: '/news/other', gave_way_to: null },
    { from_path: '/news/own', gave_way_to: null },
  ]

  await call(updateCollection, { collectionId: 'articles' as never, urlTemplate: '/news/{slug}' })
  expect(await waiting()).toEqual([
    { from_path: '/news/elsewhere', gave_way_to: null },
    { from_path: '/news/other', gave_way_to: other.id },
    { from_path: '/news/own', gave_way_to: own.id },
  ])

  await call(updateOrganizationSettings, { urlTemplates: { articles: '/articles/{slug}' } })
  expect(await waiting()).toEqual(nobody)
})
