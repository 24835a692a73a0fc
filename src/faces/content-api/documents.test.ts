import { Parser } from 'htmlparser2'
import { beforeAll, expect, test } from 'vitest'

import { readSitemap } from '#areas/content/feeds/sitemap.ts'
import { organizationWithContent } from '#test/content-stage.ts'
import { testDatabase } from '#test/shared-parts.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})

const organization = (settings?: Parameters<typeof organizationWithContent>[1]) =>
  organizationWithContent(database, settings)

/** Texts by element name, in order. Every element has to be closed. */
function textsOf(xml: string): Record<string, string[]> {
  const texts: Record<string, string[]> = {}
  const open: string[] = []
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        open.push(name)
        ;(texts[name] ??= []).push(attributes['href'] ?? '')
      },
      ontext: (text) => {
        const list = texts[open.at(-1) ?? '']
        if (list) list[list.length - 1] += text
      },
      onclosetag: (name) => {
        if (open.pop() !== name) throw new Error(`${name} is closed before what is in it`)
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return texts
}

test('public URLs are the canonical one, else the website, else this interface', async () => {
  const site = await organization({ site_url: 'https://blog.example/' })
  const bare = await organization()
  await site.item('plain')
  await site.item('größe')
  await site.item('canonical', { canonical_url: 'https://blog.example/a?b=1&c=<x>' })
  await site.item('guide', { collection: await site.collection('docs', { url_template: '/help/{slug}.html' }) })
  await bare.item('plain')

  const found = textsOf((await site.get('/sitemap.xml')).text)['loc']

  expect(found?.toSorted()).toEqual([
    'https://blog.example/a?b=1&c=%3Cx%3E',
    'https://blog.example/articles/gr%C3%B6%C3%9Fe',
    'https://blog.example/articles/plain',
    'https://blog.example/help/guide.html',
  ])
  const own = textsOf((await bare.get('/sitemap.xml')).text)['loc']?.[0] ?? ''
  expect(own).toBe(`https://cms.example/v1/${bare.id}/articles/plain`)
  expect((await bare.get(own.slice(`https://cms.example/v1/${bare.id}`.length))).status).toBe(200)
  for (const path of ['/sitemap.xml', '/feed.xml', '/llms.txt']) {
    expect((await bare.get(path)).text).toContain('siteUrl is not set')
    expect((await site.get(path)).text).not.toContain('siteUrl')
  }
})

test('the sitemap has addresses of its host only', async () => {
  const { get, item } = await organization({ site_url: 'https://www.example.com/blog' })
  await item('own')
  await item('moved', { canonical_url: 'https://WWW.example.com/moved?x' })
  await item('guest', { canonical_url: 'https://other.example/guest' })

  expect(textsOf((await get('/sitemap.xml')).text)['loc']?.toSorted()).toEqual([
    'https://www.example.com/blog/articles/own',
    'https://www.example.com/moved?x',
  ])
  expect((await get('/feed.xml')).text).toContain('https://other.example/guest')
})

test('the sitemap names an address once, whatever is canonical there', async () => {
  const { get, item } = await organization({ site_url: 'https://blog.example' })
  await item('original', { publish_at: '2030-01-01T00:00:00.000Z' })
  await item('print', {
    publish_at: '2030-02-01T00:00:00.000Z',
    canonical_url: 'https://blog.example/articles/original',
  })

  const { loc, lastmod } = textsOf((await get('/sitemap.xml')).text)

  expect(loc).toEqual(['https://blog.example/articles/original'])
  expect(lastmod).toEqual(['2030-01-01T00:00:00.000Z'])
})

test('documents show published items of enabled collections only; the sitemap leaves noindex out', async () => {
  const { get, item, collection } = await organization()
  await item('live')
  await item('hidden-from-search', { robots: JSON.stringify({ noindex: true, nofollow: false }) })
  await item('draft', { status: 'draft' })
  await item('planned', { status: 'scheduled', publish_at: '2030-01-01' })
  await item('gone', { trashed_at: new Date() })
  await item('closed', { collection: await collection('off', { enabled: false }) })

  for (const path of ['/sitemap.xml', '/feed.xml', '/llms.txt']) {
    const { status, text, headers } = await get(path)
    expect(status).toBe(200)
    for (const hidden of ['draft', 'planned', 'gone', 'closed']) expect(text).not.toContain(hidden)
    expect(text).toContain('live')
    expect(text.includes('hidden-from-search')).toBe(path !== '/sitemap.xml')
    expect(headers).toMatchObject({
      'Cache-Control': expect.stringContaining('public'),
      ETag: expect.any(String),
      'Last-Modified': expect.any(String),
    })
  }
  expect((await get('/sitemap.xml')).headers['Content-Type']).toBe('application/xml; charset=utf-8')
  expect((await get('/feed.xml')).headers['Content-Type']).toBe('application/atom+xml; charset=utf-8')
  expect((await get('/llms.txt')).headers['Content-Type']).toBe('text/plain; charset=utf-8')
})

test('lastmod is when the text that readers see last changed, whatever else was written since', async () => {
  const { get, item } = await organization({ site_url: 'https://blog.example' })
  const [published, retagged] = ['2024-03-01T00:00:00.000Z', '2026-05-01T00:00:00.000Z']
  await item('edited', { publish_at: published, edited_at: '2025-07-01T00:00:00.000Z', updated_at: retagged })
  await item('brought-in', { publish_at: published, updated_at: retagged })
  await item('written-before', { publish_at: published, edited_at: '2024-01-01T00:00:00.000Z' })

  const { loc, lastmod } = textsOf((await get('/sitemap.xml')).text)

  const times = Object.fromEntries((loc ?? []).map((url, at) => [url.split('/').at(-1), lastmod?.[at]]))
  expect(times).toEqual({ edited: '2025-07-01T00:00:00.000Z', 'brought-in': published, 'written-before': published })
  const { updated: [newest, ...entries] = [] } = textsOf((await get('/feed.xml')).text)
  expect([newest, entries.toSorted()]).toEqual(['2025-07-01T00:00:00.000Z', Object.values(times).toSorted()])
})

test('links of bodies in the feed lead from the page of the article', async () => {
  const { get, item } = await organization({ site_url: 'https://blog.example' })
  await item('one', { html: '<p><a href="/two">Two</a></p>' })

  expect((await get('/feed.xml')).text).toContain('<content type="html" xml:base="https://blog.example/articles/one">')
})

test('a document is as new as the newest of what it shows: its items, their collection, the organization', async () => {
  const times = ['2031-01-01T00:00:00Z', '2032-01-01T00:00:00Z', '2033-01-01T00:00:00Z'] as const
  const { get, item, collection, write } = await organization({ site_url: 'https://blog.example' })
  const years = async () => {
    const answers = await Promise.all(['/sitemap.xml', '/feed.xml', '/llms.txt'].map((path) => get(path)))
    return answers.map(({ headers }) => new Date(String(headers['Last-Modified'])).getUTCFullYear())
  }

  await item('one', { updated_at: times[0] })
  expect(await years()).toEqual([2031, 2031, 2031])
  await item('two', { collection: await collection('docs', { updated_at: times[1] }) })
  expect(await years()).toEqual([2032, 2032, 2032])
  await write(({ db }) => db.updateTable('organization_setting').set({ updated_at: times[2] }).execute())
  expect(await years()).toEqual([2033, 2033, 2033])
})

test('the feed has the 50 newest, escaped, newest first', async () => {
  const { get, item, term } = await organization({ site_url: 'https://blog.example' })
  const author = await term('author', 'eve', { name: 'Eve <eve@x>' })
  for (let n = 0; n < 51; n++) await item(`item-${n}`, { publish_at: new Date(Date.UTC(2026, 0, 1, n)) })
  await item('sharp', {
    title: `<script> & "quotes" ]]> \u0001`,
    excerpt: 'a < b',
    html: '<p>1 &lt; 2</p>',
    authors: [author],
    publish_at: '2026-02-01',
    updated_at: '2026-02-02',
  })

  const texts = textsOf((await get('/feed.xml')).text)

  expect(texts['entry']).toHaveLength(50)
  expect(texts['title']?.slice(0, 3)).toEqual(['Acme & Sons', '<script> & "quotes" ]]> ', 'item-50'])
  expect(texts['summary']).toEqual(['a < b'])
  expect(texts['content']).toEqual(['<p>1 &lt; 2</p>'])
  expect(texts['name']).toEqual(['Acme & Sons', 'Eve <eve@x>'])
  expect(texts['published']?.[0]).toBe('2026-02-01T00:00:00.000Z')
  expect(texts['link']?.slice(0, 3)).toEqual([
    expect.stringMatching(/feed\.xml$/),
    'https://blog.example/',
    'https://blog.example/articles/sharp',
  ])
  expect(new Set(texts['id']).size).toBe(51)
})

test('llms.txt lists items by collection, as Markdown that titles cannot break', async () => {
  const { get, item, collection } = await organization({ site_url: 'https://blog.example', name: 'Acme' })
  await item('one', { title: 'One [x](y)\n# two', excerpt: 'Short.' })
  await item('guide', { title: 'Guide', collection: await collection('docs', { name: 'Docs' }) })

  const { text } = await get('/llms.txt')

  expect(text.startsWith('# Acme\n\n> https://blog.example\n')).toBe(true)
  expect(text).toContain('\n## Docs\n\n- [Guide](https://blog.example/docs/guide)\n')
  expect(text).toContain(String.raw`- [One \[x\](y) \# two](https://blog.example/articles/one): Short.`)
})

test('an organization without items has empty documents', async () => {
  const { get } = await organization()

  expect(textsOf((await get('/sitemap.xml')).text)).not.toHaveProperty('url')
  expect(textsOf((await get('/feed.xml')).text)).not.toHaveProperty('entry')
  expect((await get('/llms.txt')).text).toBe(
    '# Acme & Sons\n\n> siteUrl is not set: addresses of items are those of the Content API.\n',
  )
  expect((await get('/sitemap.xml?page=2')).status).toBe(404)
})

test('beyond the addresses that fit into one file the sitemap is an index of its pages', async () => {
  const { id, articles, item, get } = await organization()
  for (const slug of ['a', 'b', 'c', 'd', 'e']) await item(slug, { collection: articles })
  const read = (page?: number) =>
    database.forOrganization({ organizationId: id }, 'read', ({ db }) =>
      readSitemap(db, { organizationId: id, baseUrl: 'https://cms.example', page }, 2),
    )

  const index = textsOf((await read()).body ?? '')
  const pages = await Promise.all([1, 2, 3].map(async (page) => textsOf((await read(page)).body ?? '')['loc'] ?? []))

  expect(index['loc']).toEqual([1, 2, 3].map((page) => `https://cms.example/v1/${id}/sitemap.xml?page=${page}`))
  expect(pages.map(({ length }) => length)).toEqual([2, 2, 1])
  expect(new Set(pages.flat()).size).toBe(5)
  expect((await read(4)).body).toBeUndefined()
  const one = await get('/sitemap.xml?page=1')
  expect([one.status, textsOf(one.text)['loc']?.length]).toEqual([200, 5])
  expect((await get('/sitemap.xml?page=2')).status).toBe(404)
})
