import { createHash } from 'node:crypto'

import { afterEach, beforeAll, expect, test } from 'vitest'
import { ZipFile } from 'yazl'

import { importItems } from '#areas/exchange/operations/import-items.ts'
import { getJob } from '#areas/jobs/operations/get-job.ts'
import { listMedia } from '#areas/media/operations/list-media.ts'
import { newPicture } from '#test/pictures.ts'
import { testDatabase } from '#test/shared-parts.ts'
import { type Stage, stage } from '#test/stage.ts'
import { webStage } from '#test/web-stage.ts'

// Opening takes long on a busy machine: it is not the time of a test.
beforeAll(async () => void (await testDatabase()))

type Web = Awaited<ReturnType<typeof webStage>>
let web: Web
afterEach(() => web.close())

type Source = Parameters<typeof importItems.handle>[1]['source']
type Result = {
  created: number
  matched: number
  updated: number
  media: {
    created: number
    matched: number
    failed: { source: string; reason: string; address: string; article: string | null; itemId: string | null }[]
    failedTotal: number
  }
  from: Parameters<typeof importItems.handle>[1]
}

async function run(on: Stage, source: Source, path: string) {
  const input = { source, urlOrMediaId: web.base + path, collectionId: 'articles' as never }
  const { jobId } = await on.call(importItems, input, { confirm: true, checkUrl: web.checkUrl })
  await on.work({ fetch: web.fetch })
  const { state, error, result } = await on.call(getJob, { jobId })
  expect(error).toBeNull()
  return { state, result: result as Result }
}

const itemsOf = (on: Stage) =>
  on.rows(({ db }) =>
    db
      .selectFrom('item')
      .innerJoin('item_body', 'item_body.item_id', 'item.id')
      .leftJoin('media', 'media.id', 'item.featured_image_id')
      .select(['item.id', 'item.title', 'content', 'content_html', 'media.url as featured', 'media.alt'])
      .orderBy('slug')
      .execute(),
  )

async function archive(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  const pieces: Buffer[] = []
  for await (const piece of zip.outputStream) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('pictures of a Markdown archive become media, once, and the texts show them', async () => {
  const on = await stage()
  const [cover, beside, bundled, rooted] = await Promise.all([newPicture(), newPicture(), newPicture(), newPicture()])
  const zip = await archive({
    'blog/a.md':
      '---\ntitle: A\ncover: { image: img/cover.png, alt: A cover }\n---\n![Beside](img/beside.png "T") and <img src="/pics/root.png" alt="Root"> `![](img/beside.png)`\n',
    'blog/b/index.md':
      '---\ntitle: B\n---\n[![Bundled](bundled.png)](bundled.png)\n\n![Again](../img/beside.png)\n\n![Gone *x*](gone.png)\n',
    'blog/img/cover.png': cover,
    'blog/img/beside.png': beside,
    'blog/img/copy-of-beside.png': beside,
    'blog/img/broken.png': Buffer.from('not a picture'),
    'blog/c.md': '---\ntitle: C\n---\n![Broken](img/broken.png) ![Copy](img/copy-of-beside.png)\n',
    'blog/b/bundled.png': bundled,
    'blog/static/pics/root.png': rooted,
    'blog/unused.png': rooted,
  })
  web = await webStage(() => ({ body: zip, headers: { 'content-type': 'application/zip' } }))

  const first = await run(on, 'markdown', '/blog.zip')

  expect(first.state).toBe('partial')
  expect(first.result.media).toMatchObject({
    created: 4,
    failedTotal: 1,
    failed: [{ source: 'c.md: img/broken.png', reason: expect.stringContaining('image') as unknown }],
  })
  const { items: media } = await on.call(listMedia, {})
  const byBytes = new Map(media.map((one) => [one.sha256, one]))
  const urlOf = (bytes: Buffer) => byBytes.get(sha256(bytes))?.url ?? 'none'
  const [a, b, c] = await itemsOf(on)
  expect(a?.featured).toBe(new URL(urlOf(cover)).pathname)
  expect(a?.alt).toBe('A cover')
  expect(a?.content_html).toContain(`<img src="${urlOf(beside)}" alt="Beside"`)
  expect(a?.content_html).toContain(`<img src="${urlOf(rooted)}" alt="Root"`)
  expect(a?.content_html).toContain('<code>![](img/beside.png)</code>')
  expect(b?.content_html).toContain(`<a href="${urlOf(bundled)}" rel="noopener"><img src="${urlOf(bundled)}"`)
  expect(b?.content_html).toContain(`<img src="${urlOf(beside)}" alt="Again"`)
  expect(b?.content_html).toContain('Gone x')
  expect(c?.content_html).toContain('Broken')
  expect(c?.content_html).toContain(`<img src="${urlOf(beside)}" alt="Copy"`)

  const second = await run(on, 'markdown', '/blog.zip')

  expect(second.result).toMatchObject({ created: 0, matched: 3, updated: 0, media: { created: 0, failedTotal: 1 } })
  expect((await on.call(listMedia, {})).total).toBe(4)
})

const wxr = (base: string, body: string) => `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/"
  xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><wp:base_blog_url>${base}</wp:base_blog_url>
  <item><title>Harbour</title><wp:post_id>7</wp:post_id><wp:post_type>attachment</wp:post_type>
    <wp:attachment_url>${base}/wp-content/uploads/harbour.png</wp:attachment_url>
    <wp:postmeta><wp:meta_key>_wp_attachment_image_alt</wp:meta_key><wp:meta_value>Ships</wp:meta_value></wp:postmeta></item>
  <item><title>Gone</title><wp:post_id>8</wp:post_id><wp:post_type>attachment</wp:post_type>
    <wp:post_date_gmt>2012-06-10 08:00:00</wp:post_date_gmt>
    <wp:attachment_url>${base}/wp-content/uploads/gone.jpg</wp:attachment_url></item>
  <item><title>One</title><link>${base}/one/</link><wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type><wp:status>publish</wp:status>
    <wp:post_name>one</wp:post_name><wp:post_date_gmt>2020-01-02 03:04:05</wp:post_date_gmt>
    <content:encoded><![CDATA[${body}]]></content:encoded>
    <wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>7</wp:meta_value></wp:postmeta></item>
  </channel></rss>`

test('pictures of a WordPress site come along in their full size; what cannot be had keeps address and alt text', async () => {
  const on = await stage()
  const [harbour, other] = await Promise.all([newPicture(40, 20), newPicture(20, 20)])
  const uploads = '/wp-content/uploads'
  web = await webStage(({ pathname }) => {
    const png = { 'content-type': 'image/png' }
    if (pathname === `${uploads}/harbour.png`) return { body: harbour, headers: png }
    if (pathname === '/elsewhere-300x200.png') return { body: other, headers: png }
    if (pathname !== '/export.xml') return undefined
    const at = `${web.base}${uploads}`
    const sized = `<a href="${at}/harbour.png"><img class="wp-image-7" src="${at}/harbour-300x200.png" srcset="${at}/harbour-300x200.png 300w, ${at}/harbour.png 40w" sizes="100vw" alt="Sized"></a>`
    const more = `<p><img src="/elsewhere-300x200.png" alt="Elsewhere"> <img src="${at}/gone-10x10.jpg" alt="Lost ships"></p>`
    return { body: wxr(web.base, `${sized}${more}`), headers: { 'content-type': 'application/xml' } }
  })

  const first = await run(on, 'wxr', '/export.xml')

  expect(first.state).toBe('partial')
  expect(first.result.media.created).toBe(3)
  expect(first.result.media.failed.map(({ source }) => source)).toEqual([
    `attachment 8: ${web.base}${uploads}/gone.jpg`,
    `post 1: ${web.base}${uploads}/gone-10x10.jpg`,
  ])
  const [item] = await itemsOf(on)
  const { items: media } = await on.call(listMedia, {})
  const url = media.find((one) => one.sha256 === sha256(harbour))?.url ?? 'none'
  expect(media.find((one) => one.sha256 === sha256(harbour))).toMatchObject({ alt: 'Ships', title: 'Harbour' })
  expect(item?.featured).toBe(new URL(url).pathname)
  expect(item?.content).not.toContain('srcset')
  expect(item?.content_html).toContain(`<a href="${url}" rel="noopener"><img src="${url}" alt="Sized"`)
  expect(item?.content).toContain(`${web.base}${uploads}/gone-10x10.jpg`)
  expect(item?.content_html).toContain('Lost ships')
  expect(media.map(({ createdAt }) => createdAt.slice(0, 4))).toEqual(media.map(() => String(new Date().getFullYear())))
  const asked = web.seen.length

  const second = await run(on, 'wxr', '/export.xml')

  expect(second.result).toMatchObject({ created: 0, matched: 1, updated: 0, media: { created: 0 } })
  expect(web.seen.slice(asked).filter((path) => path.includes('harbour') || path.includes('elsewhere'))).toEqual([])
})

test('a picture that could not be fetched is named with its article, and a retry puts it into the draft', async () => {
  const on = await stage()
  const ships = await newPicture()
  let isUp = false
  web = await webStage(({ pathname }) => {
    if (pathname === '/ships.png') return isUp ? { body: ships, headers: { 'content-type': 'image/png' } } : undefined
    if (pathname !== '/export.xml') return undefined
    const body = `<p><img src="${web.base}/ships.png" alt="Ships"></p>`
    return { body: wxr(web.base, body), headers: { 'content-type': 'application/xml' } }
  })

  const first = await run(on, 'wxr', '/export.xml')
  const [draft] = await itemsOf(on)
  const address = `${web.base}/ships.png`
  expect(first.result.media.failed).toContainEqual({
    source: `post 1: ${address}`,
    reason: expect.stringContaining('404') as unknown,
    address,
    article: 'One',
    itemId: draft?.id,
  })
  const { from } = first.result
  expect(from).toEqual({ source: 'wxr', urlOrMediaId: `${web.base}/export.xml`, collectionId: expect.any(String) })
  isUp = true
  const { jobId } = await on.call(importItems, from, { confirm: true, checkUrl: web.checkUrl })
  await on.work({ fetch: web.fetch })

  const { result } = await on.call(getJob, { jobId })
  const { media } = result as Result
  expect(media.failed.map((one) => one.address)).not.toContain(address)
  const stored = (await on.call(listMedia, {})).items.find(({ sha256: sum }) => sum === sha256(ships))
  const [after] = await itemsOf(on)
  expect(after).toMatchObject({ id: draft?.id, content_html: expect.stringContaining(stored?.url ?? 'none') })
})
