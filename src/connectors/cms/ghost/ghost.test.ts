import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type CmsItem, type FieldMapping, nothingElse } from '#kernel/cms-connector.ts'
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

const newItem = (slug: string): CmsItem => ({
  id: `itm_${slug}`,
  title: slug,
  slug,
  contentHtml: '<p>Text</p>',
  ...nothingElse,
})

const newWrite = (item: CmsItem, mapping: FieldMapping) => ({
  item,
  mapping,
  as: 'published' as const,
  externalId: null,
  etag: null,
  uploads: { find: async () => undefined, keep: async () => {} },
})

describe('the stand-in', () => {
  let site: Awaited<ReturnType<typeof openGhost>>
  beforeAll(async () => {
    site = await openGhost()
  })
  afterAll(() => site.close())

  conforms(() => ({ connector: ghost, connection: () => connectionTo(site.url, ghostKey) }))

  test('a text that is too long is cut between characters', async () => {
    const on = connectionTo(site.url, ghostKey)
    const item = { ...newItem('moons'), metaDescription: 'a' + '🌙'.repeat(500) }

    const { externalId } = await ghost.upsert(on, newWrite(item, ghost.defaultMapping()))

    expect(site.posts.get(externalId)?.['meta_description']).toBe('a' + '🌙'.repeat(499))
  })

  test('an update of an older version is a conflict, and pages of HTML are no answer', async () => {
    const on = connectionTo(site.url, ghostKey)
    const mapping = ghost.defaultMapping()
    const item = { ...newItem('conflict'), excerpt: 'x'.repeat(400), schemaJsonLd: '{"@type":"Article"}' }
    const write = newWrite(item, mapping)
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

  describe('tags that an editor sets there', () => {
    const theirs = [
      { name: 'Featured', slug: 'featured' },
      { name: '#wide', slug: 'hash-wide' },
    ]
    const sea = { name: 'Sea', slug: 'sea' }
    const weather = { name: 'Weather', slug: 'weather' }

    /** Pushes an item, lets an editor add tags, pushes it again. Returns the tags of the post then, and what was expected of them. */
    async function pushedTwice(slug: string, mapping: FieldMapping) {
      const on = connectionTo(site.url, ghostKey)
      const item = { ...newItem(slug), categories: [weather], tags: [sea] }
      const { externalId } = await ghost.upsert(on, newWrite(item, mapping))
      const post = site.posts.get(externalId)
      post?.tags.push(...theirs)
      const { etag } = await ghost.fetch(on, externalId, mapping)
      await ghost.upsert(on, { ...newWrite({ ...item, title: 'Edited' }, mapping), externalId, etag })
      const names = site.posts.get(externalId)?.tags.map(({ name }) => name)
      return { names, expected: ghost.expected({ item, mapping }).tags }
    }

    test('stay where neither tags nor categories are mapped', async () => {
      const { categories: _, tags: _tags, ...mapping } = ghost.defaultMapping()

      expect((await pushedTwice('unmapped', mapping)).names).toEqual(['#src-itm_unmapped', 'Featured', '#wide'])
    })

    test('stay where they are internal, and what is mapped replaces the others', async () => {
      const { categories: _, ...mapping } = ghost.defaultMapping()

      const { names, expected } = await pushedTwice('mapped', mapping)

      expect(names).toEqual(['Sea', '#wide', '#src-itm_mapped'])
      expect(expected).toBe('sea')
    })
  })
})

const { REAL_GHOST_URL: url, REAL_GHOST_KEY: key = '' } = process.env

describe.runIf(url !== undefined)('a real Ghost', () => {
  conforms(() => ({ connector: ghost, connection: () => connectionTo(url ?? '', key), unknownId: 'f'.repeat(24) }))
})
