import { expect, test } from 'vitest'

import { differing } from '#areas/integrations/copies/compare.ts'
import type { CmsConnector, CmsItem } from '#kernel/cms-connector.ts'
import type { Connection } from '#kernel/connection.ts'
import { ConnectorFault } from '#kernel/connector-fault.ts'
import { newPicture } from '#test/pictures.ts'

/** A service to test a connector on: a stand-in, or the real one. */
export type Service = {
  connector: CmsConnector
  connection(): Connection
  /** Fields that this service cannot keep. */
  loses?: readonly string[]
  /** An id in the form of its ids, which no record has. */
  unknownId?: string
}

let made = 0

/** An item with everything that a service can take. Each has a slug of its own. */
async function fullItem(fields: Partial<CmsItem> = {}): Promise<CmsItem> {
  const n = `${Date.now().toString(36)}${made++}`
  const bytes = new Uint8Array(await newPicture(64, 48))
  return {
    id: `itm_conformance${n}`,
    title: `Über “Tides” & winds ${n}`,
    slug: `tides-and-winds-${n}`,
    contentHtml: `<h2>One</h2>\n<p>Text with <em>emphasis</em>, a <a href="https://www.example.com/?a=1&amp;b=2">link</a> &amp; more.</p>\n<ul>\n<li>First</li>\n<li>Second</li>\n</ul>\n<pre><code class="language-ts">const a = 1 &lt; 2\n</code></pre>`,
    excerpt: 'Short & sweet.',
    featuredImage: {
      url: 'https://www.example.com/tides.png',
      alt: 'The sea',
      checksum: `checksum-${n}`,
      mimeType: 'image/png',
      fileName: 'tides.png',
      read: async () => bytes,
    },
    categories: [{ name: `Weather ${n}`, slug: `weather-${n}` }],
    tags: [
      { name: `Sea ${n}`, slug: `sea-${n}` },
      { name: `Air ${n}`, slug: `air-${n}` },
    ],
    authors: [],
    seoTitle: 'Tides for search',
    metaDescription: 'What tides do & why.',
    canonicalUrl: 'https://www.example.com/tides',
    ogTitle: 'Tides, shared',
    ogDescription: 'Shared words.',
    twitterTitle: 'Tides on X',
    twitterDescription: 'Words on X.',
    schemaJsonLd: null,
    publishAt: new Date('2025-04-05T06:07:08Z'),
    ...fields,
  }
}

/** Every field of an item that may be empty, empty. */
const nothing = {
  excerpt: null,
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
  publishAt: null,
} satisfies Partial<CmsItem>

function uploads() {
  const kept = new Map<string, string>()
  return {
    kept,
    find: async (checksum: string) => kept.get(checksum),
    keep: async (checksum: string, ref: string) => void kept.set(checksum, ref),
  }
}

/** What every content management system must do with copies, whatever it calls things. */
export function conforms(open: () => Service): void {
  const prepare = async () => {
    const { connector, connection, loses = [] } = open()
    const on = connection()
    const mapping = connector.defaultMapping(await connector.fields(on))
    return { connector, on, mapping, loses }
  }

  test('a copy is made whole, read back as it was sent, changed, taken off and removed', async () => {
    const { connector, on, mapping, loses } = await prepare()
    const item = await fullItem()
    const write = { item, mapping, as: 'published' as const, externalId: null, etag: null, uploads: uploads() }
    const { externalId, externalUrl } = await connector.upsert(on, write)
    expect(externalUrl).toMatch(/^https?:/)
    const copy = await connector.fetch(on, externalId, mapping)
    expect(copy).toMatchObject({ externalId, state: 'published' })
    const expected = connector.expected({ item, mapping })
    const lost = differing({ ...expected, featuredImage: null }, { ...copy.fields, featuredImage: null })
    expect(lost.filter((field) => !loses.includes(field))).toEqual([])
    expect(copy.fields.featuredImage).toBeTruthy()

    const edited = { ...item, title: 'Another title', excerpt: null, tags: [], featuredImage: null }
    await connector.upsert(on, { ...write, item: edited, externalId, etag: copy.etag })
    const after = await connector.fetch(on, externalId, mapping)
    expect(
      differing(connector.expected({ item: edited, mapping }), after.fields).filter((f) => !loses.includes(f)),
    ).toEqual([])

    await connector.unpublish(on, { externalId, etag: after.etag })
    expect((await connector.fetch(on, externalId, mapping)).state).toBe('draft')
    await connector.remove(on, externalId)
    const gone = await connector.fetch(on, externalId, mapping).then(
      ({ state }) => state,
      (error: unknown) => (error instanceof ConnectorFault ? error.kind : error),
    )
    expect(['trashed', 'notFound']).toContain(gone)
    await connector.remove(on, externalId)
  })

  test('what is not mapped stays there as it is', async () => {
    const { connector, on, mapping } = await prepare()
    const item = await fullItem()
    const write = { item, mapping, as: 'published' as const, externalId: null, etag: null, uploads: uploads() }
    const { externalId } = await connector.upsert(on, write)
    const before = await connector.fetch(on, externalId, mapping)

    const { id, slug } = item
    const bare = { ...(await fullItem(nothing)), id, slug, contentHtml: '<p>Other text.</p>' }
    const sent = ['title', 'slug', 'contentHtml']
    const some = Object.fromEntries(Object.entries(mapping).filter(([field]) => sent.includes(field)))
    await connector.upsert(on, { ...write, item: bare, mapping: some, externalId, etag: before.etag })

    const after = await connector.fetch(on, externalId, mapping)
    expect(differing(before.fields, after.fields)).toEqual(['title', 'contentHtml'])
    await connector.remove(on, externalId)
  })

  test('a draft is not public, and a copy of unknown outcome is found again', async () => {
    const { connector, on, mapping } = await prepare()
    const item = await fullItem({ publishAt: null })
    expect(await connector.find(on, { item, mapping })).toBeUndefined()
    const write = { item, mapping, as: 'draft' as const, externalId: null, etag: null, uploads: uploads() }
    const { externalId } = await connector.upsert(on, write)
    expect((await connector.find(on, { item, mapping }))?.externalId).toBe(externalId)
    expect((await connector.fetch(on, externalId, mapping)).state).toBe('draft')
    expect(await connector.find(on, { item: { ...item, id: 'itm_other', title: 'Other' }, mapping })).toBeUndefined()
    await connector.remove(on, externalId)
  })

  test('a picture and terms are sent once', async () => {
    const { connector, on, mapping } = await prepare()
    const item = await fullItem()
    const known = uploads()
    const write = { item, mapping, as: 'draft' as const, externalId: null, etag: null, uploads: known }
    const first = await connector.upsert(on, write)
    const refs = [...known.kept.values()]
    const other = {
      ...(await fullItem()),
      featuredImage: item.featuredImage,
      tags: item.tags,
      categories: item.categories,
    }
    const second = await connector.upsert(on, { ...write, item: other })
    expect([...known.kept.values()]).toEqual(refs)
    const copies = await Promise.all([first, second].map(({ externalId }) => connector.fetch(on, externalId, mapping)))
    expect(new Set(copies.map(({ fields }) => fields.tags)).size).toBe(1)
    for (const { externalId } of [first, second]) await connector.remove(on, externalId)
  })

  test('a taken slug is changed by the service, and that is seen', async () => {
    const { connector, on, mapping } = await prepare()
    const item = await fullItem()
    const write = { item, mapping, as: 'published' as const, externalId: null, etag: null, uploads: uploads() }
    const first = await connector.upsert(on, write)
    const other = { ...(await fullItem()), slug: item.slug }
    const second = await connector.upsert(on, { ...write, item: other })
    const copy = await connector.fetch(on, second.externalId, mapping)
    expect(differing(connector.expected({ item: other, mapping }), copy.fields)).toContain('slug')
    expect(second.externalId).not.toBe(first.externalId)
    for (const { externalId } of [first, second]) await connector.remove(on, externalId)
  })

  test('a wrong credential is one, and a record that never was is gone', async () => {
    const { connector, connection, unknownId = '99999999' } = open()
    const wrong = Object.fromEntries(
      Object.entries(connection().secret).map(([name, value]) => [
        name,
        name === 'username' ? value : wrongSecret(value),
      ]),
    )
    await expect(connector.probe({ ...connection(), secret: wrong })).rejects.toMatchObject({ kind: 'auth' })
    const { mapping, on } = await prepare()
    await expect(connector.fetch(on, unknownId, mapping)).rejects.toMatchObject({ kind: 'notFound' })
    const probe = await connector.probe(on)
    expect(probe.checks.every(({ ok }) => ok)).toBe(true)
  })
}

const wrongSecret = <S>(value: S): S => {
  const Kind = (value as object).constructor as new (text: string) => S
  return new Kind('wrongwrongwrongwrongwrong')
}
