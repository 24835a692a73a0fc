import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Connection } from '#kernel/connection.ts'
import { silentLog } from '#kernel/log.ts'
import { Secret } from '#kernel/secret.ts'
import { openOutbound } from '#platform/http/safe-fetch.ts'
import { conforms } from '#test/connectors/cms-conformance.ts'
import { ghostKey, openGhost } from '#test/standins/ghost.ts'

import { ghost } from './ghost.ts'

const outbound = openOutbound({ opened: ['127.0.0.0/8'], resolve: async () => [] })
afterAll(() => outbound.close())

const connectionTo = (siteUrl: string, adminApiKey: string): Connection => ({
  settings: { siteUrl },
  secret: { adminApiKey: new Secret(adminApiKey) },
  target: null,
  site: null,
  fetch: outbound.fetch,
  baseUrl: undefined,
  client: undefined,
  now: () => new Date(),
  log: silentLog,
})

describe('the stand-in', () => {
  let site: Awaited<ReturnType<typeof openGhost>>
  beforeAll(async () => {
    site = await openGhost()
  })
  afterAll(() => site.close())

  conforms(() => ({ connector: ghost, connection: () => connectionTo(site.url, ghostKey) }))

  test('an update of an older version is a conflict, and pages of HTML are no answer', async () => {
    const on = connectionTo(site.url, ghostKey)
    const item = {
      id: 'itm_conflict',
      title: 'Conflict',
      slug: 'conflict',
      contentHtml: '<p>Text</p>',
      excerpt: 'x'.repeat(400),
      featuredImage: null,
      categories: [],
      tags: [],
      authors: [],
      seoTitle: null,
      metaDescription: null,
      canonicalUrl: null,
      ogTitle: null,
      ogDescription: null,
      twitterTitle: null,
      twitterDescription: null,
      schemaJsonLd: '{"@type":"Article"}',
      publishAt: null,
    }
    const mapping = ghost.defaultMapping()
    const uploads = { find: async () => undefined, keep: async () => {} }
    const write = { item, mapping, as: 'published' as const, externalId: null, etag: null, uploads }
    const { externalId } = await ghost.upsert(on, write)
    const stale = { ...write, externalId, etag: '2020-01-01T00:00:00.000Z' }
    await expect(ghost.upsert(on, stale)).rejects.toMatchObject({ kind: 'conflict' })
    expect([...site.posts.values()].at(-1)?.['codeinjection_head']).toContain('application/ld+json')
    site.fail(() => true, { status: 502, html: true }, { status: 429, retryAfter: '3', html: true })
    await expect(ghost.fetch(on, externalId, mapping)).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(ghost.fetch(on, externalId, mapping)).rejects.toMatchObject({
      kind: 'rateLimited',
      retryAfterMs: 3000,
    })
  })
})

const { REAL_GHOST_URL: url, REAL_GHOST_KEY: key = '' } = process.env

describe.runIf(url !== undefined)('a real Ghost', () => {
  conforms(() => ({ connector: ghost, connection: () => connectionTo(url ?? '', key), unknownId: 'f'.repeat(24) }))
})
