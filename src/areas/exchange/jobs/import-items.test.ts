import { gzipSync } from 'node:zlib'

import { afterEach, beforeAll, expect, test } from 'vitest'
import { ZipFile } from 'yazl'

import { importItems } from '#areas/exchange/operations/import-items.ts'
import { getJob } from '#areas/jobs/operations/get-job.ts'
import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import { testDatabase } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'
import { webStage } from '#test/web-stage.ts'

// Opening takes long on a busy machine: it is not the time of a test.
beforeAll(async () => void (await testDatabase()))

type Web = Awaited<ReturnType<typeof webStage>>
type Stage = Awaited<ReturnType<typeof stage>>
let web: Web
afterEach(() => web.close())

type Source = Parameters<typeof importItems.handle>[1]['source']
type Result = {
  created: number
  matched: number
  updated: number
  skippedTotal: number
  skipped: { source: string; reason: string }[]
}

async function run(on: Stage, source: Source, path: string, collectionId = 'articles') {
  const input = { source, urlOrMediaId: web.base + path, collectionId: collectionId as never }
  const { jobId } = await on.call(importItems, input, { confirm: true, checkUrl: web.checkUrl })
  await on.work({ fetch: web.fetch })
  const { state, error, result } = await on.call(getJob, { jobId })
  return { state, error, result: result as Result }
}

const itemsOf = (on: Stage) =>
  on.rows(({ db }) =>
    db
      .selectFrom('item')
      .innerJoin('item_body', 'item_body.item_id', 'item.id')
      .select([
        'item.id',
        'title',
        'slug',
        'status',
        'publish_at',
        'first_published_at',
        'excerpt',
        'external_url',
        'content',
        'content_html',
        'origin',
      ])
      .orderBy('slug')
      .execute(),
  )
const termsOf = (on: Stage) =>
  on.rows(({ db }) => db.selectFrom('term').select(['kind', 'name', 'slug']).orderBy('kind').orderBy('slug').execute())

const text = (body: string | Buffer, type = 'application/xml', status = 200) => ({
  status,
  body,
  headers: { 'content-type': type },
})

/** A PNG of one pixel. */
const pixel = {
  headers: { 'content-type': 'image/png' },
  body: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

function wordpress(posts: number, words = 'Words') {
  return (url: URL) => {
    if (url.pathname === '/a.jpg') return pixel
    if (url.pathname === '/wp-json/') return text(JSON.stringify({ home: web.base, url: web.base }), 'application/json')
    if (url.pathname !== '/wp-json/wp/v2/posts') return undefined
    const [page, size] = [Number(url.searchParams.get('page')), Number(url.searchParams.get('per_page'))]
    const ids = Array.from({ length: posts }, (_, i) => i + 1).slice((page - 1) * size, page * size)
    if (ids.length === 0) return text('{"code":"rest_post_invalid_page_number"}', 'application/json', 400)
    const body = JSON.stringify(ids.map((id) => wordpressPost(id, words)))
    const headers = {
      'x-wp-total': String(posts),
      'x-wp-totalpages': String(Math.ceil(posts / size)),
      'content-type': 'application/json',
    }
    return { headers, body }
  }
}

function wordpressPost(id: number, words: string) {
  return {
    id,
    date_gmt: '2020-01-02T03:04:05',
    modified_gmt: '2020-02-02T03:04:05',
    slug: `post-${id}`,
    link: `${web.base}/2020/post-${id}/`,
    title: { rendered: `Ben &#038; Jerry &#8211; ${id}` },
    excerpt: { rendered: '<p>Short &hellip;</p>' },
    content: { rendered: `<p>${words} <a href="/about">us</a><script>alert(1)</script></p>`, protected: id === 3 },
    _embedded: {
      author: [
        id === 2 ? { code: 'rest_user_invalid_id', message: 'Invalid user ID.' } : { id: 7, name: 'Ada', slug: 'ada' },
      ],
      'wp:term': [
        [{ taxonomy: 'category', name: 'News', slug: 'news' }],
        [{ taxonomy: 'post_tag', name: 'Tea &amp; cake', slug: 'tea' }],
      ],
      'wp:featuredmedia': [{ id: 9, source_url: `${web.base}/a.jpg`, alt_text: 'A', mime_type: 'image/jpeg' }],
    },
  }
}

test('the posts of a WordPress site become drafts, with authors, terms and images; a repeat makes nothing', async () => {
  const on = await stage()
  web = await webStage(wordpress(130))

  const { state, result } = await run(on, 'wordpress_rest', '/')

  expect([state, result]).toEqual([
    'succeeded',
    {
      created: 129,
      from: expect.objectContaining({ source: 'wordpress_rest' }) as unknown,
      preview: false,
      matched: 0,
      updated: 0,
      skippedTotal: 1,
      skipped: [{ source: `${web.base}/2020/post-3/`, reason: 'It is protected by a password' }],
      media: { created: 1, matched: 0, failed: [], failedTotal: 0 },
      redirects: { created: 129, matched: 0 },
      notes: [],
      notesTotal: 0,
      urlTemplates: [{ collectionId: expect.any(String), urlTemplate: '/{year}/{slug}', keeps: 129, of: 129 }],
    },
  ])
  const items = await itemsOf(on)
  expect(items[0]).toMatchObject({
    title: 'Ben & Jerry – 1',
    slug: 'post-1',
    status: 'draft',
    publish_at: null,
    first_published_at: expect.any(Date),
    excerpt: 'Short …',
    external_url: `${web.base}/2020/post-1/`,
    origin: 'import',
    content: `<p>Words <a href="${web.base}/about">us</a></p>`,
  })
  expect(await termsOf(on)).toEqual([
    { kind: 'author', name: 'Ada', slug: 'ada' },
    { kind: 'category', name: 'News', slug: 'news' },
    { kind: 'tag', name: 'Tea & cake', slug: 'tea' },
  ])
  expect(web.seen.filter((path) => path.includes('per_page=100'))).toHaveLength(2)
  expect((await run(on, 'wordpress_rest', '/wp-json/wp/v2/posts')).result).toMatchObject({
    created: 0,
    matched: 129,
    updated: 0,
  })
})

test('a draft follows its source; what was edited or published here stays', async () => {
  const on = await stage()
  let words = 'Before'
  web = await webStage((url) => wordpress(4, words)(url))
  await run(on, 'wordpress_rest', '/')
  const [first] = await itemsOf(on)
  await on.call(publishItem, { id: first?.id as never }, { confirm: true })
  words = 'After'

  const { result } = await run(on, 'wordpress_rest', '/')

  expect(result).toMatchObject({ created: 0, matched: 2, updated: 2 })
  expect(result.skipped).toContainEqual({
    source: `${web.base}/2020/post-1/`,
    reason: 'It is published here: it stays as it is',
  })
  expect((await itemsOf(on)).map(({ status, content }) => [status, content.slice(3, 9).trim()])).toEqual([
    ['published', 'Before'],
    ['draft', 'After'],
    ['draft', 'After'],
  ])
})

test('pages of posts that are too large are asked for in smaller ones, until WordPress has no more', async () => {
  const on = await stage()
  web = await webStage((url) => {
    const { headers, body = '' } = wordpress(20)(url) ?? {}
    if (url.searchParams.get('page') === '2' || url.pathname === '/a.jpg') return wordpress(20)(url)
    return { headers: { 'content-type': headers?.['content-type'] ?? '' }, body: body + padding(url) }
  })
  const padding = (url: URL) => ' '.repeat(url.searchParams.get('per_page') === '100' ? 6_000_000 : 0)

  const { state, result } = await run(on, 'wordpress_rest', '/')

  expect([state, result.created]).toEqual(['succeeded', 19])
  const asked = web.seen.map((path) => new URL(path, web.base).searchParams).filter((query) => query.has('per_page'))
  expect(asked.map((query) => [query.get('per_page'), query.get('page')])).toEqual([
    ['100', '1'],
    ['20', '1'],
    ['20', '2'],
  ])
})

const rss = `<?xml version="1.0" encoding="ISO-8859-1"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
<title>Feed</title><link>http://127.0.0.1/</link>
<item><title>Caf\xe9 &amp; more</title><link>/one/</link><guid isPermaLink="false">1</guid><dc:creator>Ada</dc:creator>
<pubDate>Wed, 02 Oct 2019 13:00:00 GMT</pubDate><category>Tea</category><description>Short</description>
<content:encoded><![CDATA[<p>Long <img src="/a.png"></p>]]></content:encoded></item>
<item><title>Two</title><guid isPermaLink="false">tag:two</guid><description>&lt;p&gt;Only this&lt;/p&gt;</description></item>
<item><title>Two again</title><guid isPermaLink="false">tag:two</guid></item>
<item></item></channel></rss>`
const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://a.example/blog/"><title>x</title><entry><title type="html">A &amp;lt;b&amp;gt;</title>
<link rel="alternate" href="one"/><link rel="replies" type="application/atom+xml" href="r"/><id>urn:1</id><published>2020-01-01T00:00:00Z</published>
<author><name>Bo</name></author><category term="t" label="Tag"/><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Hi <a href="x">x</a></p></div></content></entry></feed>`
const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel><link>https://r.example/</link></channel>
<item rdf:about="https://r.example/1"><title>R</title><link>https://r.example/1</link><description>Words</description></item></rdf:RDF>`

test('feeds of all three formats are read, in their own encoding, with absolute addresses', async () => {
  const on = await stage()
  web = await webStage(({ pathname }) =>
    pathname === '/rss'
      ? text(Buffer.from(rss, 'latin1'))
      : pathname === '/atom'
        ? text(atom)
        : pathname === '/rdf'
          ? text(rdf)
          : undefined,
  )

  const one = await run(on, 'rss', '/rss')
  expect(one.result).toMatchObject({ created: 2, matched: 0, skippedTotal: 2 })
  expect(one.result.skipped.map(({ reason }) => reason)).toEqual([
    'The feed names it twice',
    'It has neither a link nor a guid to identify it',
  ])
  expect((await run(on, 'rss', '/atom')).result).toMatchObject({ created: 1 })
  expect((await run(on, 'rss', '/rdf')).result).toMatchObject({ created: 1 })
  expect((await run(on, 'rss', '/rss')).result).toMatchObject({ created: 0, matched: 2 })
  const items = await itemsOf(on)
  expect(items.map(({ title, slug, content }) => [title, slug, content])).toEqual([
    ['R', '1', 'Words'],
    ['Café & more', 'one', '<p>Long <img src="http://127.0.0.1/a.png" alt=""></p>'],
    ['A <b>', 'one-2', '<p>Hi <a href="https://a.example/blog/x">x</a></p>'],
    ['Two', 'two', '<p>Only this</p>'],
  ])
})

test('an image that several entries share is made once', async () => {
  const on = await stage()
  const entry = (n: number) =>
    `<item><title>N ${n}</title><link>/n${n}</link><description>Words</description><enclosure url="/shared.jpg" type="image/jpeg"/></item>`
  web = await webStage(() => text(`<rss><channel>${[1, 2, 3].map(entry).join('')}</channel></rss>`))

  const { state, result } = await run(on, 'rss', '/rss')

  const failed = [{ source: expect.stringContaining('/shared.jpg') as unknown }]
  expect([state, result]).toMatchObject(['partial', { created: 3, skippedTotal: 0, media: { failed } }])
  const named = await on.rows(({ db }) => db.selectFrom('item').select('featured_image_id').execute())
  expect(new Set(named.map(({ featured_image_id: id }) => id)).size).toBe(1)
  expect(await on.rows(({ db }) => db.selectFrom('media').select('url').execute())).toEqual([
    { url: `${web.base}/shared.jpg` },
  ])
  expect((await run(on, 'rss', '/rss')).result).toMatchObject({ created: 0, matched: 3 })
})

test('a sitemap is followed through its index, as robots.txt says, two pages at a time', async () => {
  const on = await stage()
  const page = (name: string) =>
    text(
      `<html><head><title>${name} | Site</title><meta name="description" content="About ${name}"><meta property="article:published_time" content="2021-05-06T07:08:09Z"></head><body><nav>menu</nav><main><h1>${name}</h1><p>Words of ${name}</p></main></body></html>`,
      'text/html',
    )
  const urlset = (names: string[]) =>
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${names.map((name) => `<url><loc>${name.startsWith('http') ? name : `${web.base}/${name}`}</loc></url>`).join('')}</urlset>`
  web = await webStage(({ pathname }) => {
    if (pathname === '/index.xml')
      return text(
        `<sitemapindex><sitemap><loc>${web.base}/a.xml.gz</loc></sitemap><sitemap><loc>${web.base}/gone.xml</loc></sitemap></sitemapindex>`,
      )
    if (pathname === '/a.xml.gz')
      return text(
        gzipSync(urlset(['p1', 'p2', 'p3', 'secret', 'gone', 'data', 'https://other.example/x'])),
        'application/gzip',
      )
    if (pathname === '/robots.txt') return text('User-agent: Masthead\nDisallow: /secret', 'text/plain')
    if (pathname === '/data') return text('{}', 'application/json')
    if (/^\/p\d$/.test(pathname)) return page(pathname.slice(1))
    return undefined
  })

  const { result } = await run(on, 'sitemap', '/index.xml')

  expect(result).toMatchObject({ created: 3, matched: 0, skippedTotal: 5 })
  expect(new Map(result.skipped.map(({ source, reason }) => [source.replace(web.base, ''), reason]))).toEqual(
    new Map([
      ['https://other.example/x', 'It is on another site than its sitemap'],
      ['/gone.xml', expect.stringContaining('answers 404')],
      ['/secret', 'robots.txt forbids it'],
      ['/gone', expect.stringContaining('answers 404')],
      ['/data', 'It is not an HTML page'],
    ]),
  )
  expect(web.mostOpen()).toBeLessThanOrEqual(2)
  expect(web.seen).not.toContain('/secret')
  expect((await itemsOf(on))[0]).toMatchObject({
    title: 'p1',
    slug: 'p1',
    content: '<p>Words of p1</p>',
    excerpt: 'About p1',
  })

  const before = web.seen.filter((path) => /^\/p\d$/.test(path)).length
  expect((await run(on, 'sitemap', '/index.xml')).result).toMatchObject({ created: 0, matched: 3 })
  expect(web.seen.filter((path) => /^\/p\d$/.test(path))).toHaveLength(before)
})

async function zipOf(files: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  const pieces: Buffer[] = []
  for await (const piece of zip.outputStream) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

test('an archive of Markdown is read with its links, and nothing outside of it', async () => {
  const on = await stage()
  const good = await zipOf({
    'blog/a.md': '---\ntitle: A\naliases: [/old]\n---\n[b](./b.md)',
    'blog/b.md': '# B\n\nWords',
    'blog/x.png': 'x',
    '__MACOSX/blog/._a.md': 'x',
  })
  const evil = Buffer.from(
    (await zipOf({ 'aa/b.md': 'x' })).toString('latin1').replaceAll('aa/b.md', '../b.md'),
    'latin1',
  )
  const bomb = await zipOf({ 'bomb.md': '\0'.repeat(12_000_000) })
  const files: Record<string, Buffer | string> = {
    '/good.zip': good,
    '/evil.zip': evil,
    '/bomb.zip': bomb,
    '/cut.zip': good.subarray(0, 100),
    '/one.md': '# One\n\nWords',
  }
  web = await webStage(({ pathname }) =>
    files[pathname] === undefined ? undefined : text(files[pathname], 'application/zip'),
  )

  expect((await run(on, 'markdown', '/good.zip')).result).toMatchObject({ created: 2, skippedTotal: 2 })
  expect((await run(on, 'markdown', '/one.md')).result).toMatchObject({ created: 1 })
  expect((await run(on, 'markdown', '/evil.zip')).error).toMatchObject({
    code: 'validation_failed',
    message: expect.stringContaining('outside itself'),
  })
  expect((await run(on, 'markdown', '/bomb.zip')).error).toMatchObject({
    code: 'validation_failed',
    message: expect.stringContaining('unpacks to 12000000'),
  })
  expect((await run(on, 'markdown', '/cut.zip')).error).toMatchObject({ code: 'validation_failed' })
  expect((await itemsOf(on)).map(({ title, status }) => [title, status])).toEqual([
    ['A', 'draft'],
    ['B', 'draft'],
    ['One', 'draft'],
  ])
})

const laughs = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from({ length: 9 }, (_, i) => `<!ENTITY lol${i + 1} "${`&lol${i || ''};`.repeat(10)}">`).join('')}]><rss><channel><item><title>&lol9;</title><guid>1</guid><description>x</description></item></channel></rss>`

test('hostile answers end the job with a reason, and nothing is made', async () => {
  const on = await stage()
  const answers: Record<string, { status: number; body: string | Buffer; headers: Record<string, string> }> = {
    '/laughs': text(laughs),
    '/page': text('<html><body>x</body></html>', 'text/html'),
    '/large': text(Buffer.alloc(10_000_000, 'x')),
    '/deep': text(`<rss>${'<a>'.repeat(200_000)}`),
    '/invalid': text(Buffer.from([0x3c, 0x72, 0x73, 0x73, 0x3e, 0xff, 0xfe, 0x80])),
    '/bomb': text(gzipSync(Buffer.alloc(60_000_000))),
    '/loop': { status: 302, body: '', headers: { location: '/loop', 'content-type': '' } },
  }
  web = await webStage(({ pathname }) => answers[pathname])

  const why = async (source: Source, path: string) => (await run(on, source, path)).error
  const refused: [Source, string, string][] = [
    ['rss', '/page', 'not an RSS'],
    ['rss', '/large', 'larger than'],
    ['rss', '/deep', 'deeper'],
    ['rss', '/loop', 'redirects'],
    ['sitemap', '/bomb', 'compressed'],
    ['wordpress_rest', '/page', 'no WordPress'],
  ]
  for (const [source, path, words] of refused)
    expect(await why(source, path), path).toMatchObject({
      code: 'validation_failed',
      message: expect.stringContaining(words),
    })
  expect(await why('wxr', '/page')).toMatchObject({ code: 'validation_failed' })
  expect((await run(on, 'rss', '/invalid')).result).toMatchObject({ created: 0 })
  expect(await itemsOf(on)).toEqual([])
  expect((await run(on, 'rss', '/laughs')).result).toMatchObject({ created: 1 })
  expect((await itemsOf(on))[0]?.title).toBe('&lol9;')
})

test('a site that is down is tried again, and what was made before the fault counts as made', async () => {
  const on = await stage()
  let asked = 0
  web = await webStage((url) => {
    if (url.searchParams.get('page') === '2' && asked++ === 0) return text('busy', 'text/plain', 503)
    return wordpress(130)(url)
  })

  const { state, result } = await run(on, 'wordpress_rest', '/')

  expect([state, result.created, result.matched]).toEqual(['succeeded', 129, 0])
})
