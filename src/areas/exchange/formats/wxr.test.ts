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
  }
  const state = {
    status: 'draft',
    isDraft: true,
    publishAt: null,
    createdAt: place.now.toISOString(),
    updatedAt: place.now.toISOString(),
  }
  return { id: 'itm_1', ...terms, ...texts, ...state, metaDescription: null, ...fields } as WholeItem
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

test('an item has the same number in every export', async () => {
  const number = (text: string) =>
    /<wp:post_name><!\[CDATA\[b\]\]>/.exec(text) &&
    /<wp:post_id>(\d+)<\/wp:post_id>(?:(?!<wp:post_id>)[^])*?CDATA\[b\]/.exec(text)?.[1]

  const alone = number(await exported(item({ id: 'itm_2' as never, slug: 'b' })))
  const second = number(await exported(item({}), item({ id: 'itm_2' as never, slug: 'b' })))

  expect(alone).toMatch(/^\d+$/)
  expect(second).toBe(alone)
})
