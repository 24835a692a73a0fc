import { gzipSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { isDate, lastmodFault, readSitemap as readInTurns } from './sitemap.ts'

const readSitemap = (bytes: Buffer, contentType: string | null) => readInTurns(bytes, contentType, () => undefined)

const urlset = (inner: string) =>
  Buffer.from(`<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${inner}</urlset>`)

test('pages are read with their last change, images are not pages', async () => {
  const xml = urlset(
    '<url><loc> https://a.example/?x=1&amp;y=2 </loc><lastmod>2026-01-02</lastmod><image:image><image:loc>https://a.example/i.png</image:loc></image:image></url><url><loc>https://a.example/b</loc></url>',
  )

  expect(await readSitemap(xml, 'application/xml')).toEqual({
    kind: 'urlset',
    entries: [
      { url: 'https://a.example/?x=1&y=2', lastModified: '2026-01-02' },
      { url: 'https://a.example/b', lastModified: null },
    ],
    fault: null,
  })
})

test('elements that close themselves are whole, also where a piece of the file ends in them', async () => {
  const language = '<xhtml:link rel="alternate" hreflang="de" href="https://a.example/de"/>'
  const page = `<url><loc>https://a.example/</loc>${language}<lastmod/></url>`

  const { entries, fault } = await readSitemap(urlset(page.repeat(2000)), 'application/xml')

  expect([entries.length, fault]).toEqual([2000, null])
  expect((await readSitemap(Buffer.from(`<urlset>${page}<url>${language}`), null)).fault).toBe('not_xml')
  expect((await readSitemap(Buffer.from('<urlset/>'), null)).fault).toBeNull()
})

test('an index, a list of lines and a compressed file are sitemaps', async () => {
  const index = Buffer.from('<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>')

  expect(await readSitemap(index, null)).toMatchObject({ kind: 'index', entries: [{ url: 'https://a.example/1.xml' }] })
  expect(await readSitemap(Buffer.from('https://a.example/\r\nhttps://a.example/b\n'), null)).toMatchObject({
    kind: 'text',
    entries: [{ url: 'https://a.example/' }, { url: 'https://a.example/b' }],
  })
  expect((await readSitemap(gzipSync(index), null)).kind).toBe('index')
})

test.each(['<html><body>Not found</body></html>', '<urlset><url><loc>https://a.example/</loc></url>', 'hello', ''])(
  '%j is none',
  async (text) => {
    expect((await readSitemap(Buffer.from(text), null)).fault).toBe('not_xml')
  },
)

test('others have a turn while a long one is read', async () => {
  let turns = 0
  const long = urlset('<url><loc>https://a.example/</loc></url>'.repeat(25_000))

  await readInTurns(long, 'application/xml', () => void turns++)

  expect(turns).toBeGreaterThan(10)
})

test('limits are those of the protocol', async () => {
  const lines = Array.from({ length: 50_001 }, (_, n) => `https://a.example/${n}`).join('\n')

  const many = await readSitemap(Buffer.from(lines), null)
  const bomb = await readSitemap(gzipSync(Buffer.alloc(50_000_001, ' ')), null)

  expect([many.fault, many.entries.length, bomb.fault]).toEqual(['too_many', 50_000, 'too_large'])
})

test('times of the last change are dates of the past, and not all the same', () => {
  const entries = (...times: (string | null)[]) => times.map((lastModified) => ({ url: 'x', lastModified }))
  const now = new Date('2026-06-01T00:00:00Z')

  expect(lastmodFault(entries('2026-01-01', null), now)).toBeNull()
  expect(lastmodFault(entries('2027-01-01'), now)).toBe('future')
  expect(lastmodFault(entries('yesterday'), now)).toBe('no_date')
  expect(lastmodFault(entries(...Array.from({ length: 20 }, () => '2026-01-01')), now)).toBe('same')
  expect(lastmodFault(entries(...Array.from({ length: 19 }, () => '2026-01-01')), now)).toBeNull()
  const many = (text: string) => entries('2025-05-05', ...Array.from({ length: 20 }, () => text))
  expect(lastmodFault(many('2026-01-01T04:00:00Z'), now)).toBe('same')
  expect(lastmodFault(many('2026-01-01'), now)).toBeNull()
})

test.each([
  ['2026-01-31', true],
  ['2026-01-31T10:00:00Z', true],
  ['2026-01-31T10:00+01:00', true],
  ['2026', true],
  ['31.01.2026', false],
  ['January 31, 2026', false],
  ['2026-13-01', false],
  ['2026-02-30', false],
])('%s is a date: %s', (text, expected) => {
  expect(isDate(text)).toBe(expected)
})
