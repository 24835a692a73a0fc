import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import type { ImportRecord } from './record.ts'
import { fileBytes } from './source-bytes.ts'
import { readWxr } from './wxr.ts'

const now = new Date('2026-06-15T12:00:00Z')
let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wxr-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function read(text: string | Uint8Array): Promise<ImportRecord[]> {
  const file = join(folder, 'export.xml')
  await writeFile(file, text)
  const records: ImportRecord[] = []
  for await (const record of readWxr(fileBytes(file), { now })) records.push(record)
  return records
}

function channel(content: string): string {
  return `<?xml version="1.0" encoding="UTF-8" ?>
<!-- generator="WordPress/6.5" -->
<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Site</title>
<wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>https://example.org</wp:base_blog_url>
${content}</channel></rss>
`
}

type Fields = Record<string, string>

/** An entry; a field is put in CDATA, other elements come as they are written. */
function item(fields: Fields, elements = ''): string {
  const all = {
    'wp:post_type': 'post',
    'wp:status': 'publish',
    'wp:post_date_gmt': '2020-01-02 03:04:05',
    title: 'Title',
    ...fields,
  }
  const texts = Object.entries(all).map(
    ([name, text]) => `<${name}><![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]></${name}>`,
  )
  return `<item>${texts.join('\n')}${elements}</item>\n`
}

const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`

function items(records: readonly ImportRecord[]) {
  return records.flatMap((record) => (record.kind === 'item' ? [record] : []))
}

function skipped(records: readonly ImportRecord[]) {
  return Object.fromEntries(
    records.flatMap((record) => (record.kind === 'skipped' ? [[record.what, record.count]] : [])),
  )
}

function notes(records: readonly ImportRecord[]) {
  return records.flatMap((record) =>
    record.kind === 'note' ? [`${record.sourceLabel}: ${record.code} ${record.count}`] : [],
  )
}

test('every entry becomes a record or is counted in a skipped one by its kind', async () => {
  const comment =
    '<wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_content><![CDATA[Hi]]></wp:comment_content></wp:comment>'
  const records = await read(
    channel(
      item({ 'wp:post_id': '1' }, comment + comment) +
        item({ 'wp:post_id': '2', 'wp:post_type': 'page' }, comment) +
        item({ 'wp:post_id': '3', 'wp:post_type': 'nav_menu_item' }) +
        item({ 'wp:post_id': '4', 'wp:post_type': 'nav_menu_item' }) +
        item({ 'wp:post_id': '5', 'wp:post_type': 'product' }) +
        item({
          'wp:post_id': '6',
          'wp:post_type': 'attachment',
          'wp:status': 'inherit',
          'wp:attachment_url': 'https://example.org/a.jpg',
        }) +
        item({ 'wp:post_id': '7', 'wp:post_type': 'attachment' }),
    ),
  )

  expect(items(records).map((entry) => [entry.type, entry.sourceKey])).toEqual([
    ['post', 'wordpress:example.org:1'],
    ['page', 'wordpress:example.org:2'],
  ])
  expect(records.filter((record) => record.kind === 'media')).toHaveLength(1)
  expect(skipped(records)).toEqual({ attachment: 1, comment: 3, 'menu item': 2, product: 1 })
})

test('authors, terms and media come before the posts that name them, each once', async () => {
  const records = await read(
    channel(
      `<wp:author><wp:author_login>ada</wp:author_login><wp:author_display_name><![CDATA[Ada &amp; Co]]></wp:author_display_name></wp:author>
      <wp:category><wp:term_id>1</wp:term_id><wp:category_nicename>r-d</wp:category_nicename><wp:category_parent>top</wp:category_parent><wp:cat_name><![CDATA[R &amp; D]]></wp:cat_name></wp:category>
      <wp:tag><wp:tag_slug>%ce%b1%ce%b2</wp:tag_slug><wp:tag_name><![CDATA[αβ]]></wp:tag_name></wp:tag>
      <wp:term><wp:term_taxonomy>category</wp:term_taxonomy><wp:term_slug>r-d</wp:term_slug><wp:term_name>R D</wp:term_name></wp:term>
      <wp:term><wp:term_taxonomy>nav_menu</wp:term_taxonomy><wp:term_slug>menu</wp:term_slug><wp:term_name>Menu</wp:term_name></wp:term>` +
        item(
          { 'wp:post_id': '1', 'dc:creator': 'ada', 'content:encoded': '[gallery]' },
          `<category domain="category" nicename="r-d"><![CDATA[R &amp; D]]></category><category domain="post_tag" nicename="%ce%b1%ce%b2"><![CDATA[αβ]]></category>
          <category domain="post_format" nicename="post-format-aside"><![CDATA[Aside]]></category>${meta('_thumbnail_id', '9')}${meta('rating', '5')}`,
        ) +
        item({ 'wp:post_id': '2', 'dc:creator': 'unknown.person' }) +
        item(
          {
            'wp:post_id': '9',
            'wp:post_type': 'attachment',
            'wp:post_parent': '1',
            'wp:attachment_url': 'https://example.org/a.JPG',
            'excerpt:encoded': 'Caption',
          },
          meta('_wp_attachment_image_alt', 'A cat'),
        ),
    ),
  )

  expect(records.filter((record) => record.kind !== 'note').map((record) => record.kind)).toEqual([
    'author',
    'term',
    'term',
    'media',
    'skipped',
    'skipped',
    'item',
    'item',
  ])
  expect(records).toContainEqual({ kind: 'author', sourceLabel: 'author ada', name: 'Ada & Co', slug: 'ada' })
  expect(records).toContainEqual({
    kind: 'term',
    sourceLabel: 'category R & D',
    taxonomy: 'category',
    name: 'R & D',
    slug: 'r-d',
    description: null,
  })
  expect(records).toContainEqual(
    expect.objectContaining({
      kind: 'media',
      url: 'https://example.org/a.JPG',
      alt: 'A cat',
      description: 'Caption',
      mime: 'image/jpeg',
    }),
  )
  const [first, second] = items(records)
  expect(first).toMatchObject({
    authors: [{ name: 'Ada & Co', slug: 'ada' }],
    categories: [{ name: 'R & D', slug: 'r-d' }],
    tags: [{ name: 'αβ', slug: 'αβ' }],
    featuredMediaKey: 'wordpress:example.org:9',
    content: '<figure><img src="https://example.org/a.JPG" alt="A cat"><figcaption>Caption</figcaption></figure>',
  })
  expect(second?.authors).toEqual([{ name: 'unknown.person', slug: 'unknown.person' }])
  expect(skipped(records)).toEqual({ 'repeated category': 1, 'term of nav_menu': 1 })
  expect(notes(records)).toEqual([
    'category R & D: hierarchy_flattened 1',
    'the whole file: field_ignored 1',
    'the whole file: field_ignored 1',
  ])
})

test('statuses follow what the public could read, and drafts have no date', async () => {
  const zero = '0000-00-00 00:00:00'
  const states: [Fields, string, string | null][] = [
    [{}, 'published', '2020-01-02T03:04:05.000Z'],
    [{ 'wp:status': 'future', 'wp:post_date_gmt': '2030-01-01 00:00:00' }, 'scheduled', '2030-01-01T00:00:00.000Z'],
    [{ 'wp:status': 'future' }, 'published', '2020-01-02T03:04:05.000Z'],
    [{ 'wp:status': 'future', 'wp:post_date_gmt': zero }, 'draft', null],
    [{ 'wp:status': 'draft', 'wp:post_date_gmt': zero, pubDate: 'Mon, 30 Nov -0001 00:00:00 +0000' }, 'draft', null],
    [{ 'wp:status': 'pending' }, 'draft', null],
    [{ 'wp:status': 'private' }, 'draft', null],
    [{ 'wp:status': 'trash' }, 'draft', null],
    [{ 'wp:post_password': 'secret' }, 'draft', null],
    [{ 'wp:post_date_gmt': zero, pubDate: 'Thu, 02 Jan 2020 05:00:00 +0200' }, 'published', '2020-01-02T03:00:00.000Z'],
    [{ 'wp:post_date_gmt': zero, 'wp:post_date': '2020-01-02 05:00:00' }, 'published', '2020-01-02T05:00:00.000Z'],
    [{ 'wp:post_date_gmt': zero }, 'published', null],
  ]
  const records = await read(
    channel(states.map(([fields], i) => item({ 'wp:post_id': String(i + 1), ...fields })).join('')),
  )

  expect(items(records).map((entry) => [entry.status, entry.publishAt?.toISOString() ?? null])).toEqual(
    states.map(([, ...state]) => state),
  )
  expect(notes(records).filter((note) => note.includes('status_changed'))).toHaveLength(6)
})

test('titles are plain text, and an entry without one gets a title from its text', async () => {
  const [marked, entities, empty, bare] = items(
    await read(
      channel(
        item({ title: 'A <em>marked</em> title' }) +
          '<item><title>Plain &amp;amp; &lt;b&gt;simple&lt;/b&gt; &#8211; x</title><wp:post_id>2</wp:post_id><wp:post_type>post</wp:post_type></item>' +
          item({ title: '', 'content:encoded': '<p>The first words of it</p>', 'wp:post_id': '3' }) +
          item({ title: ' ', 'wp:post_id': '4' }),
      ),
    ),
  )

  expect(marked?.title).toBe('A marked title')
  expect(entities?.title).toBe('Plain & simple – x')
  expect(empty?.title).toBe('The first words of it')
  expect(bare?.title).toBe('Untitled 4')
})

test('slugs are decoded, an old one becomes an alias, and a link is the external URL', async () => {
  const greek = [...Buffer.from('επίπεδο', 'utf8')].map((byte) => `%${byte.toString(16)}`).join('')
  const [first, cut, draft] = items(
    await read(
      channel(
        item(
          { 'wp:post_id': '1', 'wp:post_name': `${greek}-2`, link: 'https://example.org/2020/01/x/' },
          meta('_wp_old_slug', 'former'),
        ) +
          item({ 'wp:post_id': '2', 'wp:post_name': greek.slice(0, -2) }) +
          item({ 'wp:post_id': '3', 'wp:status': 'draft', link: 'https://example.org/?p=3' }),
      ),
    ),
  )

  expect(first).toMatchObject({
    slug: 'επίπεδο-2',
    aliases: ['/former'],
    externalUrl: 'https://example.org/2020/01/x/',
    sourcePath: '/2020/01/x',
  })
  expect(cut?.slug).toBe('επίπεδ')
  expect(draft).toMatchObject({ slug: null, sourcePath: null })
})

test('a link by number names the address of its entry', async () => {
  const link = 'https://example.org/2020/01/second/'
  const content = '<p><a href="https://example.org/?p=2#end">by id</a> <a href="/?page_id=9">unknown</a></p>'
  const [first] = items(
    await read(
      channel(
        item({ 'wp:post_id': '1', 'content:encoded': content }) + item({ 'wp:post_id': '2', link, title: 'Two' }),
      ),
    ),
  )

  expect(first?.content).toBe(
    `<p><a href="${link}#end">by id</a> <a href="https://example.org/?page_id=9">unknown</a></p>`,
  )
})

test('sections that split, brackets at their end and characters that no field may have come through', async () => {
  const records = await read(
    channel(
      item({
        'wp:post_id': '1',
        'content:encoded': '<pre>a]]>b</pre>\n\nbell\u0008 [sic]',
        'excerpt:encoded': 'An <b>excerpt</b> &amp; more',
      }),
    ),
  )

  expect(items(records)[0]).toMatchObject({
    content: '<pre>a]]>b</pre>\n<p>bell [sic]</p>',
    excerpt: 'An excerpt & more',
  })
  expect(notes(records)).toEqual(['post 1: characters_removed 1'])
})

test('two entries with one id have two keys, the same ones in every run', async () => {
  const text = channel(item({ 'wp:post_id': '1', title: 'A' }) + item({ 'wp:post_id': '1', title: 'B' }))
  const [first, second] = [await read(text), await read(text)]

  expect(items(first).map((entry) => entry.sourceKey)).toEqual(['wordpress:example.org:1', 'wordpress:example.org:1#2'])
  expect(second).toEqual(first)
  expect(notes(first)).toEqual(['post 1: key_repeated 1'])
})

test('a file that ends early gives what is whole and names what is missing', async () => {
  const text = channel(
    item({ 'wp:post_id': '1' }) + item({ 'wp:post_id': '2', title: 'Torn', 'content:encoded': 'x'.repeat(1000) }),
  )
  const records = await read(text.slice(0, text.indexOf('xxxx') + 100))

  expect(items(records).map((entry) => entry.sourceLabel)).toEqual(['post 1'])
  expect(records.at(-1)).toMatchObject({
    kind: 'skipped',
    what: 'rest of the file',
    reason: expect.stringContaining('"Torn"'),
  })
})

test('a file that is no export, or not in its encoding, is refused with a sentence', async () => {
  await expect(read('<html><body>Sign in</body></html>')).rejects.toMatchObject({ code: 'validation_failed' })
  await expect(
    read('<rss><channel><title>A feed</title><item><title>x</title></item></channel></rss>'),
  ).rejects.toThrow(/no WordPress export/)
  await expect(read('')).rejects.toThrow(/no WordPress export/)
  await expect(read(Buffer.from(channel(item({ title: 'caf\u00e9' })), 'latin1'))).rejects.toThrow(/not UTF-8/)
  await expect(read(channel('<a>'.repeat(200)))).rejects.toThrow(/nested deeper/)
})

test('an entry that is too large is skipped and the others stay', async () => {
  const records = await read(
    channel(item({ 'wp:post_id': '1', 'content:encoded': 'x'.repeat(4_000_001) }) + item({ 'wp:post_id': '2' })),
  )

  expect(items(records).map((entry) => entry.sourceLabel)).toEqual(['post 2'])
  expect(skipped(records)).toEqual({ post: 1 })
})

test('what plug-ins say to search engines comes along, and their templates do not', async () => {
  const yoast = [
    meta('_yoast_wpseo_canonical', 'https://canon.example/x'),
    meta('_yoast_wpseo_meta-robots-noindex', '1'),
    meta('_yoast_wpseo_focuskw', 'tea'),
    meta('_yoast_wpseo_opengraph-title', 'Tea &amp; milk'),
    meta('_yoast_wpseo_twitter-title', '%%title%%'),
  ]
  const rankMath = [
    meta('rank_math_robots', 'a:2:{i:0;s:7:"noindex";i:1;s:8:"nofollow";}'),
    meta('rank_math_focus_keyword', 'tea,green tea, milk'),
    meta('rank_math_title', '%title% %sep% %sitename%'),
    meta('rank_math_description', 'All about tea'),
    meta('rank_math_canonical_url', 'not an address'),
  ]

  const records = await read(
    channel(item({ 'wp:post_id': '1' }, yoast.join('')) + item({ 'wp:post_id': '2' }, rankMath.join(''))),
  )

  expect(items(records).map(({ ownFields }) => ownFields)).toEqual([
    {
      canonicalUrl: 'https://canon.example/x',
      robots: { noindex: true },
      primaryKeyword: 'tea',
      ogTitle: 'Tea & milk',
    },
    {
      robots: { noindex: true, nofollow: true },
      primaryKeyword: 'tea',
      secondaryKeywords: ['green tea', 'milk'],
      metaDescription: 'All about tea',
    },
  ])
  expect(notes(records)).toEqual([])
})

test('a file in UTF-16 is read by its byte order mark', async () => {
  const text = channel(item({ title: 'Größe' })).replace('UTF-8', 'UTF-16')

  const records = await read(Buffer.from(`\uFEFF${text}`, 'utf16le'))

  expect(items(records).map(({ title }) => title)).toEqual(['Größe'])
})
