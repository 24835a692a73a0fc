import { expect, test } from 'vitest'

import { getOrganization } from '#areas/organizations/operations/get-organization.ts'
import { newId } from '#kernel/ids.ts'
import { stage } from '#test/stage.ts'

test('an organization tells what it is, what it has and who asks', async () => {
  const { call, access } = await stage({ role: 'editor', plan: 'pro' })

  const organization = await call(getOrganization, {})

  expect(organization).toEqual({
    id: access.organization.id,
    name: 'Organization of the test',
    slug: access.organization.slug,
    siteUrl: null,
    plan: 'pro',
    contentMode: 'headless',
    locale: 'en',
    timezone: 'UTC',
    counts: {
      items: { total: 0, draft: 0, scheduled: 0, published: 0, trashed: 0 },
      collections: 1,
      categories: 0,
      tags: 0,
      authors: 0,
      media: 0,
      topics: 0,
      contextEntries: 0,
      members: 1,
    },
    myRole: 'editor',
    version: 1,
  })
})

test('items are counted by their effective status, the trash apart', async () => {
  const { call, rows } = await stage()
  await rows(async ({ db }) => {
    const { id: collectionId } = await db
      .selectFrom('collection')
      .select('id')
      .where('slug', '=', 'articles')
      .executeTakeFirstOrThrow()
    const states = [
      { status: 'draft' },
      { status: 'draft', publish_at: '2030-01-01T00:00:00Z' },
      { status: 'published', publish_at: '2020-01-01T00:00:00Z' },
      { status: 'draft', trashed_at: '2020-01-01T00:00:00Z' },
    ] as const
    const items = states.map((state, n) => ({
      id: newId('item'),
      collection_id: collectionId,
      slug: `item-${n}`,
      title: 'An item',
      title_key: 'an item',
      ...state,
    }))
    for (const item of items) await db.insertInto('item').values(item).execute()
  })

  const { counts } = await call(getOrganization, {})

  expect(counts.items).toEqual({ total: 3, draft: 1, scheduled: 1, published: 1, trashed: 1 })
  expect((await (await stage()).call(getOrganization, {})).counts.items.total).toBe(0)
})
