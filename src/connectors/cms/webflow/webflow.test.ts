import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Connection } from '#kernel/connection.ts'
import { silentLog } from '#kernel/log.ts'
import { Secret } from '#kernel/secret.ts'
import { openOutbound } from '#platform/http/safe-fetch.ts'
import { conforms } from '#test/connectors/cms-conformance.ts'
import { openWebflow, postFields } from '#test/standins/webflow.ts'

import { webflow } from './webflow.ts'

const outbound = openOutbound({ opened: ['127.0.0.0/8'], resolve: async () => [] })
afterAll(() => outbound.close())

type Site = Awaited<ReturnType<typeof openWebflow>>

const connectionTo = ({ url, given }: Site): Connection => ({
  settings: {},
  secret: { token: new Secret(given.secret.token) },
  target: { type: 'collection', externalId: 'posts', name: 'Blog Posts' },
  site: { type: 'site', externalId: 'site1', name: 'Lamp Press' },
  fetch: outbound.fetch,
  baseUrl: url,
  client: undefined,
  now: () => new Date(),
  log: silentLog,
})

describe.each([
  ['with a field for the id', postFields],
  ['without one', postFields.filter(({ slug }) => slug !== 'masthead-id')],
])('a collection %s', (_, fields) => {
  let site: Site
  beforeAll(async () => {
    site = await openWebflow({ fields })
  })
  afterAll(() => site.close())

  conforms(() => ({ connector: webflow, connection: () => connectionTo(site) }))
})

describe('the traps', () => {
  let site: Site
  beforeAll(async () => {
    site = await openWebflow()
  })
  afterAll(() => site.close())

  const uploads = { find: async () => undefined, keep: async () => {} }
  const item = (slug: string) => ({
    id: `itm_${slug}`,
    title: slug,
    slug,
    contentHtml: '<p>Text</p>',
    excerpt: 'Short.',
    featuredImage: null,
    categories: [],
    tags: [],
    authors: [{ name: 'Lamp Press', slug: 'lamp-press' }],
    seoTitle: null,
    metaDescription: null,
    canonicalUrl: null,
    ogTitle: null,
    ogDescription: null,
    twitterTitle: null,
    twitterDescription: null,
    schemaJsonLd: null,
    publishAt: null,
  })
  const write = (slug: string, more: object = {}) => ({
    item: item(slug),
    mapping: { title: 'name', slug: 'slug', contentHtml: 'post-body', excerpt: 'post-summary' },
    as: 'published' as const,
    externalId: null,
    etag: null,
    uploads,
    ...more,
  })

  test('every write says whether it is a draft, so that nothing waits for a publication of the whole site', async () => {
    const on = connectionTo(site)
    const { externalId, externalUrl } = await webflow.upsert(on, write('queued', { as: 'draft' }))
    expect(externalUrl).toBe('https://lamps.test/post/queued')
    await webflow.upsert(on, write('queued', { externalId }))
    await webflow.upsert(on, write('queued', { externalId }))
    expect(site.items.get(externalId)).toMatchObject({ isDraft: false, lastPublished: expect.any(String) })
    await webflow.unpublish(on, { externalId, etag: null })
    await webflow.unpublish(on, { externalId, etag: null })
    expect(site.items.get(externalId)).toMatchObject({ isDraft: true, lastPublished: null })

    const writes = site.requests.filter(
      ({ method, path }) => ['POST', 'PATCH'].includes(method) && !path.endsWith('/publish'),
    )
    for (const { body } of writes) expect(JSON.parse(body.toString())).toHaveProperty('isDraft')
  })

  test('only fields of a fitting type are mapped by themselves', async () => {
    const fields = await webflow.fields(connectionTo(site))
    expect(webflow.defaultMapping(fields)).toMatchObject({ title: 'name', authors: 'author-name' })
    expect(fields.map(({ name }) => name)).not.toContain('masthead-id')
    const changed = fields.map((field) => (field.name === 'author-name' ? { ...field, type: 'Reference' } : field))
    expect(webflow.defaultMapping(changed)).not.toHaveProperty('authors')
  })

  test('a field that the collection lost is left out of the write, and of what comes back', async () => {
    site.changeFields(postFields.filter(({ slug }) => slug !== 'post-summary'))
    const on = connectionTo(site)
    const { externalId } = await webflow.upsert(on, write('lost-field'))
    const { fields } = await webflow.fetch(on, externalId, write('').mapping)
    site.changeFields(postFields)
    expect(Object.keys(fields)).toEqual(['title', 'slug', 'contentHtml'])
  })

  test('a copy whose slug was taken is found on a later page by the id of its item', async () => {
    const on = connectionTo(site)
    await webflow.upsert(on, write('page'))
    for (let n = 0; n < 120; n++) await webflow.upsert(on, write(`filler-${n}`))
    const { externalId } = await webflow.upsert(on, write('page', { item: { ...item('page'), id: 'itm_second' } }))
    expect(site.items.get(externalId)?.fieldData['slug']).toBe('page-e9f6b')
    const found = await webflow.find(on, { ...write('page'), item: { ...item('page'), id: 'itm_second' } })
    expect(found?.externalId).toBe(externalId)
  })

  test('answers keep their meaning: time to wait, HTML, a conflict with the structure', async () => {
    const on = connectionTo(site)
    site.fail(() => true, { status: 429, retryAfter: '60' }, { status: 502, html: true }, { status: 409 })
    await expect(webflow.probe(on)).rejects.toMatchObject({ kind: 'rateLimited', retryAfterMs: 60_000 })
    await expect(webflow.probe(on)).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(webflow.probe(on)).rejects.toMatchObject({ kind: 'invalid' })
  })

  test('sites first, then the collections of the selected one', async () => {
    const on = connectionTo(site)
    expect(await webflow.listTargets(on, 'site', null)).toEqual([
      { externalId: 'site1', name: 'Lamp Press' },
      { externalId: 'site2', name: 'Other Press' },
    ])
    expect(await webflow.listTargets(on, 'collection', on.site)).toEqual([{ externalId: 'posts', name: 'Blog Posts' }])
    await expect(webflow.listTargets(on, 'collection', null)).rejects.toMatchObject({ reason: 'site_missing' })
  })
})
