import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { differing } from '#areas/integrations/copies/compare.ts'
import { type CmsItem, nothingElse } from '#kernel/cms-connector.ts'
import type { Connection } from '#kernel/connection.ts'
import { silentLog } from '#kernel/log.ts'
import { Secret } from '#kernel/secret.ts'
import { openOutbound } from '#platform/http/safe-fetch.ts'
import { conforms } from '#test/connectors/cms-conformance.ts'
import { openWordpress } from '#test/standins/wordpress.ts'

import { wordpress } from './wordpress.ts'

const outbound = openOutbound({ opened: ['127.0.0.0/8'], resolve: async () => [] })
afterAll(() => outbound.close())

const connectionTo = (siteUrl: string, username: string, applicationPassword: string): Connection => ({
  settings: { siteUrl },
  secret: { username: new Secret(username), applicationPassword: new Secret(applicationPassword) },
  target: null,
  site: null,
  fetch: outbound.fetch,
  baseUrl: undefined,
  client: undefined,
  now: () => new Date(),
  log: silentLog,
})

describe.each([
  ['with the companion plug-in', {}],
  ['without any plug-in for SEO', { meta: [] }],
  ['with plain permalinks', { plain: true }],
])('the stand-in %s', (_name, options) => {
  let site: Awaited<ReturnType<typeof openWordpress>>
  beforeAll(async () => {
    site = await openWordpress(options)
  })
  afterAll(() => site.close())

  conforms(() => ({
    connector: wordpress,
    connection: () => connectionTo(site.url, 'editor', 'abcd efgh ijkl mnop qrst uvwx'),
    loses: [],
  }))
})

test('a page of HTML with status 200 in place of the API is no answer, from the first request on', async () => {
  const site = await openWordpress()
  site.fail(() => true, { status: 200, html: true }, { status: 200, html: true })
  const connection = connectionTo(site.url, 'editor', 'abcdefghijklmnopqrstuvwx')

  await expect(wordpress.fetch(connection, '1', {})).rejects.toMatchObject({ kind: 'unavailable' })
  await expect(wordpress.fetch(connection, '1', {})).rejects.toMatchObject({ kind: 'notFound' })
  await site.close()
})

test('tags that are mapped to categories go there, with those, and leave tags alone', async () => {
  const site = await openWordpress()
  onTestFinished(site.close)
  const on = connectionTo(site.url, 'editor', 'abcdefghijklmnopqrstuvwx')
  const mapping = { title: 'title', contentHtml: 'content', categories: 'categories', tags: 'categories' }
  const item = {
    ...emptyItem,
    categories: [{ name: 'Weather', slug: 'weather' }],
    tags: [{ name: 'Sea', slug: 'sea' }],
  }
  const write = { item, mapping, as: 'published' as const, externalId: null, etag: null, uploads }
  const { externalId } = await wordpress.upsert(on, write)
  const post = site.posts.get(Number(externalId))
  post?.tags.push(77)

  await wordpress.upsert(on, { ...write, item: { ...item, title: 'Edited' }, externalId })

  const { fields } = await wordpress.fetch(on, externalId, mapping)
  expect(post).toMatchObject({ title: 'Edited', tags: [77] })
  expect(fields).toMatchObject({ categories: 'sea weather', tags: 'sea weather' })
  expect(wordpress.expected({ item, mapping })).toMatchObject({ categories: 'sea weather', tags: 'sea weather' })
})

test('slugs of any script come back as they were sent, and terms with such slugs are found again', async () => {
  const site = await openWordpress()
  onTestFinished(site.close)
  const on = connectionTo(site.url, 'editor', 'abcdefghijklmnopqrstuvwx')
  const mapping = { title: 'title', slug: 'slug', contentHtml: 'content', categories: 'categories' }
  const terms = [
    { name: 'Наука & жизнь', slug: 'наука-жизнь' },
    { name: 'Zoo', slug: 'zoo' },
  ]
  const write = { mapping, as: 'published' as const, externalId: null, etag: null, uploads }
  const items = ['приливы', '潮汐'].map((slug) => ({ ...emptyItem, slug, categories: terms }))

  const changed = []
  for (const item of items) {
    const { externalId } = await wordpress.upsert(on, { ...write, item })
    const { fields } = await wordpress.fetch(on, externalId, mapping)
    changed.push(...differing(wordpress.expected({ item, mapping }), fields))
  }

  expect(changed).toEqual([])
  expect(site.terms.categories).toHaveLength(3)
})

test('a term that is known there under another form of its slug is that one', async () => {
  const site = await openWordpress()
  onTestFinished(site.close)
  site.terms.categories.push({ id: 7, name: 'R&amp;D', slug: 'research' })
  const on = connectionTo(site.url, 'editor', 'abcdefghijklmnopqrstuvwx')
  const item = { ...emptyItem, categories: [{ name: 'R&D', slug: 'r-d' }] }
  const mapping = { title: 'title', contentHtml: 'content', categories: 'categories' }

  await wordpress.upsert(on, { item, mapping, as: 'published', externalId: null, etag: null, uploads })

  expect([...site.posts.values()]).toMatchObject([{ categories: [7] }])
})

test('a field that is mapped to another one leaves its usual one alone', async () => {
  const site = await openWordpress()
  onTestFinished(site.close)
  const on = connectionTo(site.url, 'editor', 'abcdefghijklmnopqrstuvwx')
  const mapping = { title: 'title', contentHtml: 'content', featuredImage: 'excerpt', publishAt: 'slug' }
  const item = { ...emptyItem, publishAt: new Date('2025-04-05T06:07:08Z') }
  const write = { item, mapping, as: 'published' as const, externalId: null, etag: null, uploads }
  const { externalId } = await wordpress.upsert(on, write)
  const post = site.posts.get(Number(externalId))
  Object.assign(post ?? {}, { featured_media: 55, date_gmt: '2020-01-01T00:00:00' })

  await wordpress.upsert(on, { ...write, externalId })

  expect(post).toMatchObject({ featured_media: 55, date_gmt: '2020-01-01T00:00:00' })
})

const uploads = { find: async () => undefined, keep: async () => {} }
const emptyItem: CmsItem = {
  id: 'itm_one',
  title: 'Tides',
  slug: 'tides',
  contentHtml: '<p>Text</p>',
  ...nothingElse,
}

const { REAL_WP_URL: url, REAL_WP_USER: user = 'admin', REAL_WP_PASSWORD: password = '' } = process.env

describe.runIf(url !== undefined)('a real WordPress', () => {
  conforms(() => ({ connector: wordpress, connection: () => connectionTo(url ?? '', user, password) }))
})
