import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { CmsItem } from '#kernel/cms-connector.ts'
import type { Connection } from '#kernel/connection.ts'
import { silentLog } from '#kernel/log.ts'
import { Secret } from '#kernel/secret.ts'
import { openOutbound } from '#platform/http/safe-fetch.ts'
import { conforms } from '#test/connectors/cms-conformance.ts'
import { openShopify } from '#test/standins/shopify.ts'

import { shopify } from './shopify.ts'

const outbound = openOutbound({ opened: ['127.0.0.0/8'], resolve: async () => [] })
afterAll(() => outbound.close())

type Shop = Awaited<ReturnType<typeof openShopify>>

const connectionTo = (
  { url, given }: Shop,
  secret: Record<string, string> = given.secret,
  now = () => new Date(),
): Connection => ({
  settings: given.settings,
  secret: Object.fromEntries(Object.entries(secret).map(([name, value]) => [name, new Secret(value)])),
  target: { type: 'blog', externalId: 'gid://shopify/Blog/1', name: 'Blog 1' },
  site: null,
  fetch: outbound.fetch,
  baseUrl: url,
  now,
  log: silentLog,
})

let site: Shop

describe('the stand-in', () => {
  beforeAll(async () => {
    site = await openShopify()
  })
  afterAll(() => site.close())

  conforms(() => ({ connector: shopify, connection: () => connectionTo(site) }))
})

describe('the traps', () => {
  beforeEach(async () => {
    site = await openShopify({ blogs: 320 })
  })
  afterEach(() => site.close())

  const item = (more: Partial<CmsItem> = {}): CmsItem => ({
    id: 'itm_one',
    title: 'Tides',
    slug: 'tides',
    contentHtml: '<p>Text</p>',
    excerpt: 'a < b & c',
    featuredImage: null,
    categories: [],
    tags: [{ name: 'Sea, wide', slug: 'sea-wide' }],
    authors: [],
    seoTitle: 'Tides for search',
    metaDescription: 'Two\nlines.',
    canonicalUrl: null,
    ogTitle: null,
    ogDescription: null,
    twitterTitle: null,
    twitterDescription: null,
    schemaJsonLd: null,
    publishAt: null,
    ...more,
  })
  const uploads = { find: async () => undefined, keep: async () => {} }
  const write = (more: object = {}) => ({
    item: item(),
    mapping: shopify.defaultMapping(),
    as: 'published' as const,
    externalId: null,
    etag: null,
    uploads,
    ...more,
  })

  test('an article has an author, a summary that is HTML, tags without commas, and no empty metafields', async () => {
    const on = connectionTo(site)
    const { externalId } = await shopify.upsert(on, write())
    const article = site.articles.get(externalId)
    expect(article).toMatchObject({ author: { name: 'Blog 1' }, summary: 'a &lt; b &amp; c', tags: ['Sea wide'] })
    expect(Object.fromEntries(article?.metafields ?? [])).toEqual({
      'global.title_tag': 'Tides for search',
      'global.description_tag': 'Two lines.',
      'masthead.item_id': 'itm_one',
    })
    await shopify.upsert(on, write({ externalId, item: item({ seoTitle: null, slug: 'ebb' }) }))
    expect([...(site.articles.get(externalId)?.metafields.keys() ?? [])]).not.toContain('global.title_tag')
    expect(site.redirects).toEqual([{ from: 'tides', to: 'ebb' }])
    expect((await shopify.fetch(on, externalId, {})).externalUrl).toBe('https://lamps.test/blogs/blog-1/ebb')
  })

  test('tags, author and picture of an article stay where nothing is mapped to them', async () => {
    const on = connectionTo(site)
    const { externalId } = await shopify.upsert(on, write({ item: item({ authors: [{ name: 'Kim', slug: 'kim' }] }) }))
    Object.assign(site.articles.get(externalId) ?? {}, { image: { url: 'https://cdn.shopify.test/theirs.png' } })

    const mapping = {
      title: 'title',
      contentHtml: 'body',
      tags: 'summary',
      authors: 'summary',
      featuredImage: 'summary',
    }
    await shopify.upsert(on, write({ externalId, mapping, item: item({ authors: [{ name: 'Lee', slug: 'lee' }] }) }))

    expect(site.articles.get(externalId)).toMatchObject({
      tags: ['Sea wide'],
      author: { name: 'Kim' },
      image: { url: 'https://cdn.shopify.test/theirs.png' },
    })
  })

  test('a refusal arrives with status 200: of the input, of an article that is gone, of an empty bucket', async () => {
    const on = connectionTo(site)
    await expect(shopify.upsert(on, write({ item: item({ title: '' }) }))).rejects.toMatchObject({
      kind: 'invalid',
      reason: 'BLANK',
    })
    await expect(shopify.upsert(on, write({ externalId: '77' }))).rejects.toMatchObject({ kind: 'notFound' })
    site.throttle(1)
    // 150 points are missing, and 50 come back in a second.
    await expect(shopify.probe(on)).rejects.toMatchObject({ kind: 'rateLimited', retryAfterMs: 3000 })
    site.fail(() => true, { status: 502, html: true }, { status: 429, retryAfter: '2', html: true }, { status: 404 })
    await expect(shopify.probe(on)).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(shopify.probe(on)).rejects.toMatchObject({ kind: 'rateLimited', retryAfterMs: 2000 })
    await expect(shopify.fetch(on, '77', {})).rejects.toMatchObject({ kind: 'invalid', reason: 'no_such_shop' })
  })

  test('an app that may not write is refused', async () => {
    const reader = await openShopify({ scopes: ['read_content'] })
    await expect(shopify.probe(connectionTo(reader))).rejects.toMatchObject({
      kind: 'forbidden',
      reason: 'write_content',
    })
    await reader.close()
  })

  test('every page of blogs is read', async () => {
    expect(await shopify.listTargets(connectionTo(site))).toHaveLength(320)
  })

  test('client credentials get a token once a day, and another one after a refusal', async () => {
    let time = Date.parse('2026-05-01T00:00:00Z')
    const on = () => connectionTo(site, site.client, () => new Date(time))
    const grants = () => site.requests.filter(site.isGrant).length
    await shopify.probe(on())
    await shopify.probe(on())
    expect(grants()).toBe(1)
    time += 23.95 * 3_600_000
    await shopify.probe(on())
    expect(grants()).toBe(2)
    site.revoke()
    expect((await shopify.probe(on())).connectedAs).toBe('Lamp Shop')
    expect(grants()).toBe(3)

    const wrong = connectionTo(site, { ...site.client, clientSecret: 'another' })
    await expect(shopify.probe(wrong)).rejects.toMatchObject({ kind: 'auth' })
  })

  test('a token that was entered is not asked for again', async () => {
    site.revoke()
    await expect(shopify.probe(connectionTo(site))).rejects.toMatchObject({ kind: 'auth' })
    expect(site.requests.filter(site.isGrant)).toEqual([])
  })

  test('either the token or the client credentials are given, and the shop by its own address', () => {
    const { accessToken } = site.given.secret
    const isFine = (secret: object) => shopify.secret.safeParse(secret).success
    expect([isFine({ accessToken }), isFine(site.client)]).toEqual([true, true])
    expect([isFine({}), isFine({ ...site.client, accessToken }), isFine({ clientId: 'a' })]).toEqual([
      false,
      false,
      false,
    ])
    const isShop = (shop: string) => shopify.settings.safeParse({ shop }).success
    expect([isShop('lamps.myshopify.com'), isShop('lamps.example.com'), isShop('a/b.myshopify.com')]).toEqual([
      true,
      false,
      false,
    ])
  })
})
