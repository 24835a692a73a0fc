import { beforeAll, expect, test } from 'vitest'

import { itemChecks } from '#areas/checks/index.ts'
import { createCollection } from '#areas/collections/operations/create-collection.ts'
import { updateCollection } from '#areas/collections/operations/update-collection.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { unpublishItem } from '#areas/publishing/operations/unpublish-item.ts'
import { createRedirect } from '#areas/seo/operations/create-redirect.ts'
import type { ItemId } from '#kernel/ids.ts'
import { testDatabase } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'

import { retargetRedirects, storeRedirect } from './redirects.ts'

type Call = Awaited<ReturnType<typeof stage>>['call']

// Opening takes long on a busy machine: it is not the time of a test.
beforeAll(async () => void (await testDatabase()))

test('a redirect that is sent elsewhere has a new version, whether it is named or its target is', async () => {
  const { call, rows } = await stage()
  const { item } = await call(createItem, { collectionId: 'articles' as never, title: 'Target' })

  const versions = await rows(async ({ db }) => {
    const ctx = { db, checks: itemChecks }
    const stored = await storeRedirect(ctx, { fromPath: '/a', to: { itemId: item.id }, reason: 'manual' })
    await storeRedirect(ctx, { fromPath: '/b', to: { url: 'https://b.example/' }, reason: 'manual' })
    await retargetRedirects(ctx, { leadingTo: [item.id] }, { url: 'https://c.example/' })
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

test('a redirect in another spelling of its path is the redirect of that path', async () => {
  const { call, rows } = await stage()
  const publish = async (slug: string) => {
    const input = { collectionId: 'articles' as never, title: slug, slug, status: 'published' } as const
    return (await call(createItem, input, { confirm: true })).item.id
  }
  const target = await publish('target')
  const stored = () =>
    rows(({ db }) =>
      db.selectFrom('redirect').select(['from_path', 'to_item_id', 'gave_way_to']).orderBy('from_path').execute(),
    )
  const asImported = { from_path: '/articles/gr%C3%B6%C3%9Fe/', gave_way_to: null }
  await rows(({ db }) =>
    storeRedirect(
      { db, checks: itemChecks },
      { fromPath: asImported.from_path, to: { itemId: target }, reason: 'import' },
    ),
  )

  const id = await publish('größe')
  expect(await stored()).toEqual([{ ...asImported, to_item_id: target, gave_way_to: id }])
  await call(updateItem, { id, slug: 'size' })
  expect(await stored()).toEqual([{ ...asImported, to_item_id: target }])
  await call(createRedirect, { fromPath: '/articles/größe', toItemId: id }, { confirm: true })
  expect(await stored()).toEqual([{ ...asImported, to_item_id: id }])
  await call(updateItem, { id, slug: 'größe' })

  expect(await stored()).toEqual([{ from_path: '/articles/size', to_item_id: id, gave_way_to: null }])
})

/** Two published items of two collections at one address, to which a redirect led before, and what redirects wait for. */
async function twoAtOnePath() {
  const { call, rows } = await stage()
  await call(createCollection, { name: 'Pages', slug: 'pages', kind: 'custom', urlTemplate: '/{slug}' })
  await call(updateCollection, { collectionId: 'articles' as never, urlTemplate: '/{slug}' })
  const make = async (collection: string, slug: string) => {
    const input = { collectionId: collection as never, title: slug, slug, status: 'published' } as const
    return (await call(createItem, input, { confirm: true })).item.id
  }
  const [article, page] = [await make('articles', 'pens'), await make('pages', 'pens')]
  const waiting = () =>
    rows(({ db }) =>
      db.selectFrom('redirect').select(['from_path', 'to_item_id', 'gave_way_to']).orderBy('from_path').execute(),
    )
  return { call, rows, make, article, page, waiting }
}

test('an item that moves from an address which another item has, too, leaves a redirect that waits for the other one', async () => {
  const { call, article, page, waiting } = await twoAtOnePath()

  await call(updateItem, { id: article, slug: 'fountain-pens' })
  expect(await waiting()).toEqual([{ from_path: '/pens', to_item_id: article, gave_way_to: page }])
  await call(updateItem, { id: page, slug: 'all-pens' })

  expect(await waiting()).toEqual([{ from_path: '/pens', to_item_id: article, gave_way_to: null }])
})

test.each([
  ['moves', (call: Call, id: ItemId) => call(updateItem, { id, slug: 'elsewhere' })],
  ['is unpublished', (call: Call, id: ItemId) => call(unpublishItem, { id }, { confirm: true })],
  ['goes to the trash', (call: Call, id: ItemId) => call(deleteItem, { id }, { confirm: true })],
  ['is removed', (call: Call, id: ItemId) => call(deleteItem, { id, permanent: true }, { confirm: true })],
])('a redirect waits for the other item at its path when the one that it gave way to %s', async (_, leave) => {
  const { call, rows, make, article, page, waiting } = await twoAtOnePath()
  const target = await make('articles', 'target')
  const redirect = { fromPath: '/pens', to: { itemId: target }, reason: 'import', holder: article } as const
  await rows(({ db }) => storeRedirect({ db, checks: itemChecks }, redirect))

  await leave(call, article)

  expect(await waiting()).toContainEqual({ from_path: '/pens', to_item_id: target, gave_way_to: page })
})

test('an item that is unpublished with another target leaves the address to the other item there', async () => {
  const { call, make, article, page, waiting } = await twoAtOnePath()
  const target = await make('articles', 'target')

  await call(unpublishItem, { id: article, redirectTo: target }, { confirm: true })

  expect(await waiting()).toEqual([{ from_path: '/pens', to_item_id: target, gave_way_to: page }])
})
