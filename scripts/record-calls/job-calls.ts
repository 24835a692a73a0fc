import { announcedAs, sendUpload } from './media-calls.ts'
import type { Scene } from './scene.ts'
import { zipOf } from './zip.ts'

/** Runs what waits and more jobs, one after the other, and reads what they made. Needs a server that works. */
export async function callJobs(scene: Scene): Promise<void> {
  const { owner, ids, website } = scene
  await waitForAll(scene)
  await owner.v2('listJobs', { pageSize: 100 })

  const collectionId = ids.get('collection articles')
  for (const format of ['jsonl', 'csv', 'wxr', 'markdown_zip'])
    await exportAs(scene, { format, filter: { status: ['published'], collectionId } })
  await exportAs(scene, { format: 'jsonl', filter: { ids: [ids.get('item everything'), ids.get('item umlaute')] } })
  await exportAs(scene, { format: 'csv', filter: { search: 'draft' } })

  const markdown = await zipOf(archive)
  const zip = await upload(scene, announcedAs(markdown, 'posts.zip', 'application/zip'), markdown)
  await importFrom(scene, { source: 'markdown', urlOrMediaId: zip, collectionId })
  const xml = Buffer.from(wordpress)
  const wxr = await upload(scene, announcedAs(xml, 'export.xml', 'application/xml'), xml)
  await importFrom(scene, { source: 'wxr', urlOrMediaId: wxr, collectionId })
  await importFrom(scene, { source: 'rss', urlOrMediaId: `${website}/feed.xml`, collectionId })
  await importFrom(scene, { source: 'sitemap', urlOrMediaId: `${website}/sitemap.xml`, collectionId })
  await importFrom(scene, { source: 'rss', urlOrMediaId: `${website}/private/feed.xml`, collectionId })
  await importFrom(scene, { source: 'rss', urlOrMediaId: `${website}/nothing.xml`, collectionId })

  await owner.v2('listItems', { status: 'draft', pageSize: 50 })
  await owner.v2('listContextEntries', { kind: 'product' })
  await owner.v2('listItemRevisions', { id: ids.get('item note-compass') })
}

/** Waits until the jobs that were started before have ended, and writes down how. */
async function waitForAll(scene: Scene): Promise<void> {
  for (let page = 1; ; page++) {
    const listed = await ask(scene, 'listJobs', { page, pageSize: 20 })
    for (const { id } of listed.items.toReversed()) await ended(scene, id)
    if (!listed.hasMore) return
  }
}

async function exportAs(scene: Scene, input: Record<string, unknown>): Promise<void> {
  const { jobId } = await scene.owner.result('exportItems', input)
  const job = await ended(scene, jobId)
  await scene.recorder.record(new URL(job.result.url).pathname, {}, `an export as ${String(input['format'])}`)
}

async function importFrom(scene: Scene, input: Record<string, unknown>): Promise<void> {
  const { jobId } = await scene.owner.result('importItems', input, { confirm: true })
  await ended(scene, jobId)
}

async function upload(scene: Scene, announced: ReturnType<typeof announcedAs>, bytes: Buffer): Promise<string> {
  const { mediaId, uploadUrl } = await scene.owner.result('createMediaUpload', announced)
  await sendUpload(scene, uploadUrl, bytes)
  await scene.owner.v2('completeMediaUpload', { mediaId })
  return mediaId
}

/** A job at its end. How often it was asked for is not written down. */
async function ended(scene: Scene, jobId: string) {
  for (;;) {
    const { state } = await ask(scene, 'getJob', { jobId, waitSeconds: 10 })
    if (state !== 'queued' && state !== 'running') return scene.owner.result('getJob', { jobId })
  }
}

async function ask({ recorder, owner }: Scene, operation: string, input: Record<string, unknown>) {
  for (;;) {
    const { status, text, json } = await recorder.send(`/v2/tools/${operation}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-Key': owner.key },
      body: JSON.stringify({ input }),
    })
    if (status === 200) return json.result
    // Beside a job on a busy machine the one connection may be waited for in vain.
    if (status !== 503) throw new Error(`${operation} was refused: ${text}`)
  }
}

const archive = {
  'posts/2024-05-01-candles.md':
    '---\ntitle: Candles\ndate: 2024-05-01\ntags: [light, wax]\nauthor: Cleo Mast\nslug: candles\n---\n\n# Candles\n\nWax, *wick*.\n\n![](./img/c.png)\n',
  'posts/matches.md':
    '+++\ntitle = "Matches"\ndate = 2024-05-02T00:00:00Z\ncategories = ["Light"]\ndraft = true\n+++\nDry ones.\n',
  'posts/plain.md': '# Without a head\n\nJust words, and [candles](candles.md).\n',
  'posts/broken.md': '---\ntitle: [\n---\nBroken.\n',
  'posts/picture.png': 'no picture',
}

const wordpress = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Old site</title><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>https://old.example</wp:base_blog_url>
<wp:author><wp:author_login><![CDATA[dora]]></wp:author_login><wp:author_display_name><![CDATA[Dora Dock]]></wp:author_display_name></wp:author>
<item><title><![CDATA[Old &amp; gold]]></title><link>https://old.example/old-gold/</link><dc:creator><![CDATA[dora]]></dc:creator>
<content:encoded><![CDATA[<!-- wp:paragraph --><p>Gold [caption id="1"]<img src="https://old.example/g.jpg" alt="g"/> shines[/caption]</p><!-- /wp:paragraph -->

Second paragraph <a href="https://old.example/silver/">silver</a>]]></content:encoded><excerpt:encoded><![CDATA[Shiny]]></excerpt:encoded>
<wp:post_id>7</wp:post_id><wp:post_date_gmt>2020-01-02 03:04:05</wp:post_date_gmt><wp:post_name>old-gold</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>
<category domain="category" nicename="metal"><![CDATA[Metal]]></category><category domain="post_tag" nicename="shiny"><![CDATA[Shiny]]></category></item>
<item><title>Silver</title><link>https://old.example/silver/</link><content:encoded><![CDATA[Tarnishes.]]></content:encoded>
<wp:post_id>8</wp:post_id><wp:post_date_gmt>2020-02-02 03:04:05</wp:post_date_gmt><wp:post_name>silver</wp:post_name><wp:status>draft</wp:status><wp:post_type>post</wp:post_type></item>
<item><title>A page</title><content:encoded><![CDATA[About]]></content:encoded><wp:post_id>9</wp:post_id><wp:status>publish</wp:status><wp:post_type>page</wp:post_type></item>
<item><title>Secret</title><content:encoded><![CDATA[x]]></content:encoded><wp:post_id>10</wp:post_id><wp:status>private</wp:status><wp:post_type>post</wp:post_type></item>
</channel></rss>
`
