import { expect, test } from 'vitest'

import { markOutdated, recheckItems } from '#areas/checks/index.ts'
import { updateCollection } from '#areas/collections/operations/update-collection.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { listManagerItems } from '#areas/content/operations/list-manager-items.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { createRedirect } from '#areas/seo/operations/create-redirect.ts'
import { deleteRedirect } from '#areas/seo/operations/delete-redirect.ts'
import { createBlogTopic } from '#areas/topics/operations/create-blog-topic.ts'
import { type ItemId, newId } from '#kernel/ids.ts'
import { stage } from '#test/stage.ts'

import { listPublishingWarnings } from './list-publishing-warnings.ts'
import { validatePost } from './validate-post.ts'

const collectionId = 'articles' as never
const confirm = { confirm: true }
type Stage = Awaited<ReturnType<typeof stage>>

async function newImage(on: Stage) {
  const id = newId('media')
  await on.rows(({ db }) =>
    db.insertInto('media').values({ id, source: 'upload', url: 'https://x.test/a.png' }).execute(),
  )
  return id
}

/** What the worker does until nothing is due. */
async function recheck(on: Stage) {
  const { id } = on.access.organization
  while ((await on.rows(({ db }) => recheckItems(db, id, 3))) > 0);
}

const due = (on: Stage) =>
  on.rows(async ({ db }) => {
    const rows = await db.selectFrom('item_recheck').select('item_id').distinct().execute()
    return rows.map((row) => row.item_id)
  })

/** Every warning of the list, on one long page, without those that the worker has not seen: `code itemId`. */
async function listed(on: Stage, filter: object = {}) {
  const { items, unchecked } = await on.call(listPublishingWarnings, { pageSize: 100, ...filter })
  expect(unchecked).toBe(0)
  return items.map(({ code, itemId }) => `${code} ${itemId}`)
}

test('errors come first, filters and pages hold, and every warning names its item', async () => {
  const on = await stage()
  const { item: first } = await on.call(createItem, { collectionId, title: 'First post' })
  const { item: second } = await on.call(
    createItem,
    { collectionId, title: 'Second post', status: 'published' },
    confirm,
  )

  const all = await on.call(listPublishingWarnings, { pageSize: 100 })
  const pages = await Promise.all(
    Array.from({ length: Math.ceil(all.total / 7) }, (_, i) =>
      on.call(listPublishingWarnings, { page: i + 1, pageSize: 7 }),
    ),
  )

  expect(pages.flatMap(({ items }) => items)).toEqual(all.items)
  const order = all.items.map(
    ({ severity, code, itemId }) => `${['error', 'warning', 'notice'].indexOf(severity)} ${code} ${itemId ?? ''}`,
  )
  expect(order).toEqual(order.toSorted())
  expect(new Set(all.items.map(({ title }) => title))).toEqual(new Set(['First post', 'Second post', null]))
  expect(await listed(on, { code: ['h1_missing', 'orphan_page'] })).toEqual([
    `orphan_page ${second.id}`,
    ...[`h1_missing ${first.id}`, `h1_missing ${second.id}`].toSorted(),
  ])
  expect(await listed(on, { status: 'published', code: ['h1_missing'] })).toEqual([`h1_missing ${second.id}`])
  expect(await listed(on, { search: 'first', code: ['h1_missing'] })).toEqual([`h1_missing ${first.id}`])
  const errors = all.items.filter(({ severity }) => severity === 'error')
  expect(errors).not.toEqual([])
  expect((await on.call(listPublishingWarnings, { pageSize: 100, severity: 'error' })).items).toEqual(errors)
  expect(await listed(on, { page: 50 })).toEqual([])
})

test('the list is what a check of each item says, before and after the worker, after any change of another item', async () => {
  const on = await stage()
  await on.call(updateOrganizationSettings, { siteUrl: 'https://site.example' })
  const create = async (title: string, fields: object = {}) =>
    (await on.call(createItem, { collectionId, title, status: 'published', ...fields }, confirm)).item.id
  const a = await create('Alpha', {
    primaryKeyword: 'crm',
    metaDescription: 'Same.',
    content: '[b](/articles/beta) [b](https://site.example/articles/elsewhere) [c](/gone)',
  })
  const b = await create('Beta', {
    primaryKeyword: 'crm',
    metaDescription: 'Same.',
    canonicalUrl: 'https://site.example/b',
  })
  const c = await create('Gamma', {
    relatedArticles: [a],
    canonicalUrl: 'https://site.example/b',
    content: '[a](/articles/alpha)',
  })
  const ids = [a, b, c]
  const truth = async () => {
    const each = await Promise.all(ids.map((id) => on.call(validatePost, { id })))
    return each
      .flatMap(({ publishingWarnings }, i) =>
        publishingWarnings.map(({ code, severity }) => `${code} ${severity} ${ids[i]}`),
      )
      .toSorted()
  }
  const list = async () => {
    const { items } = await on.call(listPublishingWarnings, { pageSize: 100 })
    return items
      .filter(({ itemId }) => itemId !== null)
      .map(({ code, severity, itemId }) => `${code} ${severity} ${itemId}`)
      .toSorted()
  }

  let redirectId: string | undefined
  const leadTo = async (toItemId: ItemId) => {
    redirectId = (await on.call(createRedirect, { fromPath: '/gone', toItemId }, confirm)).redirect.id
  }
  const steps: (() => Promise<unknown>)[] = [
    () => on.call(updateItem, { id: b, canonicalUrl: 'https://site.example/articles/elsewhere' }),
    () => on.call(updateItem, { id: b, canonicalUrl: 'https://site.example/b' }),
    () => leadTo(c),
    () => leadTo(b),
    () => leadTo(c),
    () => on.call(deleteRedirect, { redirectId: redirectId as never }, confirm),
    () => on.call(updateItem, { id: a, primaryKeyword: 'other' }),
    () => on.call(updateItem, { id: b, secondaryKeywords: ['others'] }),
    () => on.call(updateItem, { id: a, slug: 'alpha-two' }),
    () => on.call(updateItem, { id: a, status: 'draft' }, confirm),
    () => on.call(updateItem, { id: b, metaDescription: 'Another.', canonicalUrl: null }),
    () => on.call(updateItem, { id: a, content: 'No link.', status: 'published' }, confirm),
    () => on.call(updateOrganizationSettings, { siteUrl: 'https://else.example' }),
    () => on.call(deleteItem, { id: b }, confirm),
    () => on.call(deleteItem, { id: b, permanent: true }, confirm),
  ]
  for (const [i, step] of steps.entries()) {
    await step()
    if (i >= steps.length - 2) ids.splice(0, ids.length, a, c)
    expect(await list(), `step ${i}, computed`).toEqual(await truth())
    await recheck(on)
    expect(await due(on)).toEqual([])
    expect(await list(), `step ${i}, stored`).toEqual(await truth())
  }
})

test('a change notes those that depend on it and no others', async () => {
  const on = await stage()
  const create = async (title: string, fields: object = {}) =>
    (await on.call(createItem, { collectionId, title, status: 'published', ...fields }, confirm)).item.id
  const a = await create('Alpha', { primaryKeyword: 'crm' })
  const b = await create('Beta', { content: '[a](/articles/alpha)' })
  await create('Gamma', { primaryKeyword: 'else' })
  await recheck(on)

  await on.call(updateItem, { id: a, tldr: 'Short.' })
  expect(await due(on)).toEqual([])
  await on.call(updateItem, { id: a, slug: 'alpha-two' })
  expect(await due(on)).toEqual([b])
})

test('items of before the checks, and all of them after a day or other settings, are looked at', async () => {
  const on = await stage()
  const { item } = await on.call(createItem, {
    collectionId,
    title: 'Old',
    content: '[x](/articles/new)',
    primaryKeyword: 'crm',
  })
  const { item: other } = await on.call(createItem, { collectionId, title: 'New', primaryKeyword: 'crm' })
  await recheck(on)
  const before = await listed(on)
  await on.rows(async ({ db }) => {
    for (const table of ['item_key', 'item_check', 'item_warning'] as const) await db.deleteFrom(table).execute()
  })

  const { id } = on.access.organization
  expect(await on.rows(({ db }) => markOutdated(db, id, 10))).toBe(2)
  expect(await on.rows(({ db }) => markOutdated(db, id, 10))).toBe(0)
  await recheck(on)
  expect(await listed(on)).toEqual(before)
  expect(before).toEqual(expect.arrayContaining([`keyword_duplicate ${item.id}`, `keyword_duplicate ${other.id}`]))

  await on.call(updateOrganizationSettings, { locale: 'de' })
  expect(await on.rows(({ db }) => markOutdated(db, id, 10))).toBe(2)
})

test('a change that concerns all items is noted in its transaction, said in lists, and worked off', async () => {
  const on = await stage()
  for (const title of ['First', 'Second', 'Third']) await on.call(createItem, { collectionId, title })
  const standings = async () =>
    (await on.call(listManagerItems, {})).items.map(({ checks: { unchecked, errors } }) => ({ unchecked, errors }))
  await recheck(on)
  const settled = await standings()
  expect(settled).toEqual(Array.from({ length: 3 }, () => ({ unchecked: false, errors: expect.any(Number) })))
  expect(settled[0]?.errors).toBeGreaterThan(0)

  const changes: (() => Promise<unknown>)[] = [
    () => on.call(updateOrganizationSettings, { siteUrl: 'https://site.example' }),
    () => on.call(updateOrganizationSettings, { brand: { name: 'Acme' } }),
    () => on.call(updateOrganizationSettings, { urlTemplates: { articles: '/blog/{slug}' } }),
    () => on.call(updateOrganizationSettings, { locale: 'de' }),
    () => on.call(updateOrganizationSettings, { defaults: { socialImageId: newest } }),
    () => on.call(updateCollection, { collectionId: 'glossary' as never, enabled: true }),
  ]
  const newest = await newImage(on)
  for (const [i, change] of changes.entries()) {
    await change()
    expect(await due(on), `change ${i}`).toEqual(['*'])
    expect(
      (await standings()).every(({ unchecked }) => unchecked),
      `change ${i}`,
    ).toBe(true)
    await recheck(on)
    expect(await due(on), `change ${i}`).toEqual([])
    expect(
      (await standings()).some(({ unchecked }) => unchecked),
      `change ${i}`,
    ).toBe(false)
  }
  await on.call(updateOrganizationSettings, { exposeUnpublished: true })
  expect(await due(on)).toEqual([])
  const methods = await on.rows(({ db }) => db.selectFrom('item_similarity').select('locale').execute())
  expect(new Set(methods.map(({ locale }) => locale))).toEqual(new Set(['de']))
})

test('a keyword is compared in the language that the organization has now', async () => {
  const on = await stage()
  const primaryKeyword = 'gute Bücher kaufen'
  const { item } = await on.call(createItem, { collectionId, title: 'Books', primaryKeyword })
  await recheck(on)
  await on.call(updateOrganizationSettings, { locale: 'de' })
  let n = 0
  const duplicateOf = async () => {
    const topic = { topic: `Topic ${n++}`, angle: 'For readers', collectionPresetId: 'articles' }
    return (await on.call(createBlogTopic, { ...topic, primaryKeyword: 'gutes Buch kaufen' })).duplicateOf
  }
  expect(await duplicateOf()).toBeUndefined()

  await on.rows(({ db }) => markOutdated(db, on.access.organization.id, 10))
  await recheck(on)

  expect(await duplicateOf()).toBe(item.id)
  expect((await on.call(getItem, { id: item.id as ItemId })).item.updatedAt).toBe(item.updatedAt)
})

test('a fault of the organization is one entry without an item, until it is put right', async () => {
  const on = await stage()
  const create = async (title: string) =>
    (await on.call(createItem, { collectionId, title, status: 'published' }, confirm)).item.id
  const [first, second] = [await create('First'), await create('Second')]
  await recheck(on)
  const codes = ['social_image_missing', 'site_url_missing', 'canonical_missing']
  const seen = async () => (await listed(on, { code: codes })).toSorted()
  const ofItem = async (id: ItemId) => (await on.call(validatePost, { id })).publishingWarnings.map(({ code }) => code)

  expect(await seen()).toEqual(['site_url_missing null', 'social_image_missing null'])
  expect(await listed(on, { code: codes, status: 'published' })).toEqual([])
  expect(await listed(on, { code: codes, search: 'first' })).toEqual([])
  expect(await ofItem(first)).not.toContain('social_image_missing')
  expect((await on.call(listManagerItems, { hasWarnings: true })).items).toHaveLength(2)

  const image = await newImage(on)
  await on.call(updateItem, { id: first, featuredImageId: image })
  await recheck(on)
  expect(await seen()).toEqual(['site_url_missing null', `social_image_missing ${second}`])
  expect(await ofItem(second)).toContain('social_image_missing')

  await on.call(updateOrganizationSettings, { siteUrl: 'https://site.example', defaults: { socialImageId: image } })
  await recheck(on)
  expect(await seen()).toEqual([])
  expect(await ofItem(second)).not.toContain('social_image_missing')
})

test('the manager lists items with and without open errors or warnings', async () => {
  const on = await stage()
  const { item } = await on.call(createItem, { collectionId, title: 'Faulty' })

  const ids = async (hasWarnings: boolean) =>
    (await on.call(listManagerItems, { hasWarnings })).items.map(({ id }) => id)

  expect(await ids(true)).toEqual([item.id])
  expect(await ids(false)).toEqual([])
  await on.rows(({ db }) => db.deleteFrom('item_warning').where('rank', '<', 2).execute())
  expect(await ids(true)).toEqual([])
  expect(await ids(false)).toEqual([item.id])
  // Whatever is stored, an item that was noted is checked again.
  await on.rows(({ db }) => db.insertInto('item_recheck').values({ item_id: item.id }).execute())
  expect(await ids(true)).toEqual([item.id])
})

test('the manager lists what has no open error, whatever warnings it has', async () => {
  const on = await stage()
  const { item } = await on.call(createItem, { collectionId, title: 'Warned', content: 'Words to read.' })
  const ids = async (hasErrors: boolean) => (await on.call(listManagerItems, { hasErrors })).items.map(({ id }) => id)
  const note = async (rank: number) =>
    on.rows(({ db }) => db.updateTable('item_warning').set({ rank }).where('rank', '<', 2).execute())

  await note(1)
  expect(await ids(true)).toEqual([])
  expect(await ids(false)).toEqual([item.id])
  expect((await on.call(listManagerItems, { hasErrors: false, hasWarnings: true })).total).toBe(1)

  await note(0)
  expect(await ids(true)).toEqual([item.id])
  expect(await ids(false)).toEqual([])
})

test('kinds are counted whichever codes are asked for, among what the other filters leave', async () => {
  const on = await stage()
  await on.call(createItem, { collectionId, title: 'A draft' })
  await on.call(createItem, { collectionId, title: 'A live post', status: 'published' }, confirm)

  const all = await on.call(listPublishingWarnings, { countKinds: true, code: ['meta_description_missing'] })
  const live = await on.call(listPublishingWarnings, { countKinds: true, status: 'published', pageSize: 1 })

  expect(all.items).toHaveLength(2)
  const of = ({ kinds = [] }: typeof all) => kinds.find(({ code }) => code === 'meta_description_missing')
  expect(of(all)).toMatchObject({ count: 2, live: 1 })
  expect(of(live)).toMatchObject({ count: 1, live: 1 })
  expect(await on.call(listPublishingWarnings, {})).not.toHaveProperty('kinds')
})
