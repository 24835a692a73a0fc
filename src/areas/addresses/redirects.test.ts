import { beforeAll, expect, test } from 'vitest'

import { itemChecks } from '#areas/checks/index.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
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
