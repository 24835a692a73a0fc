import { expect, test } from 'vitest'

import { type WholeItem } from '#areas/content/index.ts'
import { memoryBytes } from '#areas/exchange/importers/source-bytes.ts'
import { readWxr } from '#areas/exchange/importers/wxr.ts'

import { wxr } from './wxr.ts'

const place = { siteUrl: 'https://a.example/?a&b', organizationName: 'A & <B>', now: new Date('2026-01-02T03:04:05Z') }

function item(fields: Partial<WholeItem>): WholeItem {
  const terms = { authors: [], categories: [], tags: [], aliases: [] }
  const texts = {
    title: 'A',
    slug: 'a',
    excerpt: null,
    content: '',
    contentHtml: '',
    url: 'https://a.example/a',
    seoTitle: null,
    articleType: null,
  }
  const state = {
    status: 'draft',
    isDraft: true,
    publishAt: null,
    createdAt: place.now.toISOString(),
    updatedAt: place.now.toISOString(),
  }
  const others = { metaDescription: null, featuredImage: null, robots: { noindex: false, nofollow: false } }
  return { id: 'itm_1', ...terms, ...texts, ...state, ...others, ...fields } as WholeItem
}

async function exported(...items: WholeItem[]): Promise<string> {
  let text = ''
  for await (const piece of wxr(
    (async function* all() {
      yield* items
    })(),
    place,
  ))
    text += String(piece)
  return text
}

test('what would end a section or a file of XML is read back as it was', async () => {
  const contentHtml = '<pre><code>a[b[0]]&gt;0 ]]> \u0000\uffff</code></pre>'
  const text = await exported(item({ title: '1 < 2 & "3" ]]> x', contentHtml, excerpt: '</item>' }))

  const records = []
  for await (const record of readWxr(memoryBytes(Buffer.from(text)), { now: place.now })) records.push(record)
  const [read] = records.filter((record) => record.kind === 'item')

  expect(read).toMatchObject({ title: '1 < 2 & "3" ]]> x', excerpt: '</item>', status: 'draft' })
  expect(read?.content).toContain('a[b[0]]&gt;0 ]]> </code>')
  expect(records.filter(({ kind }) => kind === 'skipped')).toEqual([])
})

test.each([
  '<pre>one\n  two\n\nthree</pre>',
  '<p>a</p>\n<pre><em>one</em>\ntwo\n</pre>',
  '<pre><code>a\nb</code>\nc\n</pre>',
])('preformatted text keeps its lines in %s', async (contentHtml) => {
  const text = await exported(item({ contentHtml }))

  expect(text).toContain(`<![CDATA[${contentHtml}]]>`)
})

async function readBack(text: string) {
  const records = []
  for await (const record of readWxr(memoryBytes(Buffer.from(text)), { now: place.now })) records.push(record)
  const [read] = records.filter((record) => record.kind === 'item')
  return { read, notes: records.filter(({ kind }) => kind === 'note') }
}

test('soft breaks of a text do not come back as breaks', async () => {
  const contentHtml = [
    '<p>One\ntwo <em>three</em>\n<strong>four</strong></p>',
    '<p>a<br>\nb</p>',
    '<ul>\n<li>x\ny</li>\n</ul>',
    '<blockquote>\n<p>q\nr</p>\n</blockquote>',
    '<pre><code>a\n\nb\n</code></pre>',
  ].join('\n')

  const { read } = await readBack(await exported(item({ contentHtml })))

  expect(read?.content.replace(/>\n+</g, '>\n<')).toBe(
    contentHtml
      .replace('One\ntwo <em>three</em>\n<', 'One two <em>three</em> <')
      .replace('x\ny', 'x y')
      .replace('q\nr', 'q r'),
  )
})

test('all authors and whole old paths come back', async () => {
  const authors = [
    { id: 'aut_1', name: 'Ada & L.', slug: 'ada' },
    { id: 'aut_2', name: 'Ben', slug: 'ben' },
  ]
  const aliases = ['/2019/old-ü.html', '/UP%2Fx', '/tea']

  const { read, notes } = await readBack(await exported(item({ authors: authors as never, aliases })))

  expect(read?.authors).toEqual(authors.map(({ name, slug }) => ({ name, slug })))
  expect(read?.aliases).toEqual(aliases)
  expect(notes).toEqual([])
})

test('an item has the same number in every export', async () => {
  const number = (text: string) =>
    /<wp:post_name><!\[CDATA\[b\]\]>/.exec(text) &&
    /<wp:post_id>(\d+)<\/wp:post_id>(?:(?!<wp:post_id>)[^])*?CDATA\[b\]/.exec(text)?.[1]

  const alone = number(await exported(item({ id: 'itm_2' as never, slug: 'b' })))
  const second = number(await exported(item({}), item({ id: 'itm_2' as never, slug: 'b' })))

  expect(alone).toMatch(/^\d+$/)
  expect(second).toBe(alone)
})

test('fields for which WordPress has no place, and the featured image, come back', async () => {
  const fields = {
    primaryKeyword: 'tea & <milk>',
    robots: { noindex: true, nofollow: false },
    faq: [{ question: 'Is it "hot"?', answer: 'Yes.' }],
    customFields: { a: [1, 'b'] },
  }
  const featuredImage = { url: 'https://a.example/media/a.webp', alt: 'A <cup>' }

  const text = await exported(item({ ...fields, articleType: 'case_study', featuredImage } as never))
  const { read, notes } = await readBack(text)

  expect(read).toMatchObject({ ownFields: fields, statedType: 'case_study' })
  expect(notes).toEqual([])
  const records = []
  for await (const record of readWxr(memoryBytes(Buffer.from(text)), { now: place.now })) records.push(record)
  expect(records.filter(({ kind }) => kind === 'media')).toMatchObject([
    { sourceKey: read?.featuredMediaKey, url: featuredImage.url, alt: featuredImage.alt },
  ])
})
