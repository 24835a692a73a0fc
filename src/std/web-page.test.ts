import { describe, expect, test } from 'vitest'

import { decodeHtml, decodeXml } from './decode-text.ts'
import { readWebPage } from './web-page.ts'

const url = 'https://acme.example/blog/fly/'
const read = (html: string) => readWebPage(html, url)

test('an article is found among navigation, with absolute addresses and without scripts', () => {
  const page =
    read(`<!doctype html><html lang="en-GB"><head><title>Fly | Acme</title></head><body><nav><a href="/x">menu</a></nav>
    <main><article><header><h1>How to fly</h1><p>by Ada</p></header><div class="post entry-content">
    <p>First <b>jump</b>, <a href="../up?a=1&b=2">then</a>.</p><div>Plain</div><img data-src="/a.jpg" src="data:x" alt='"q"'>
    <a href="javascript:x()">bad</a><script>alert(1)</script><pre><code class="hl language-js">a &lt; b</code></pre></div></article></main></body></html>`)

  expect(page.mainHtml.replace(/\s*\n\s*/g, '')).toBe(
    '<p>First <b>jump</b>, <a href="https://acme.example/blog/up?a=1&amp;b=2">then</a>.</p><p>Plain</p>' +
      '<img src="https://acme.example/a.jpg" alt="&quot;q&quot;">bad<pre><code class="language-js">a &lt; b</code></pre>',
  )
  expect(page).toMatchObject({ title: 'How to fly', language: 'en-GB', noindex: false })
  expect(page.links).toEqual(['https://acme.example/x', 'https://acme.example/blog/up?a=1&b=2'])
})

test('what a page says of itself is read from JSON-LD, else from meta', () => {
  const data = {
    '@graph': [
      { '@type': 'WebSite', name: 'Acme' },
      {
        '@type': ['BlogPosting'],
        headline: 'H',
        datePublished: '2024-01-02',
        author: [{ name: 'Ada' }, 'Bo'],
        image: { url: '/i.png' },
      },
    ],
  }
  const meta =
    '<link rel="canonical" href="/fly"><meta property="og:description" content="A &amp; B"><meta name="robots" content="NOINDEX, follow">'

  expect(read(`${meta}<script type="application/ld+json">${JSON.stringify(data)}</script><p>x`)).toMatchObject({
    title: 'H',
    description: 'A & B',
    canonical: 'https://acme.example/fly',
    image: 'https://acme.example/i.png',
    authors: ['Ada', 'Bo'],
    publishedAt: '2024-01-02',
    noindex: true,
  })
  expect(
    read(
      '<title>Fly - Acme</title><meta name="author" content="Cy"><script type="application/ld+json">{"@graph":</script>',
    ),
  ).toMatchObject({ title: 'Fly', authors: ['Cy'] })
})

test('the text keeps headings, lists, code, quotes and rows', () => {
  const { text } = read(
    '<main><h2>T</h2><p>a<br>b</p><ul><li>one<ol><li>two</li></ol></li></ul><pre>x\n y</pre><blockquote><p>q</p></blockquote><table><tr><td>1</td><td>2</td></tr></table><p hidden>no</p></main>',
  )

  expect(text).toBe('## T\n\na\nb\n\n- one\n  1. two\n\n```\nx\n y\n```\n\n> q\n\n1 | 2')
})

describe('hostile markup is read to an end', () => {
  test.each([
    ['a million open elements', '<div>'.repeat(1_000_000)],
    ['millions of blanks', `<p>${' '.repeat(3_000_000)}x`],
    ['millions of line feeds', `<pre>${'\n'.repeat(3_000_000)}x`],
    ['nested quotes', `${'<blockquote>'.repeat(300_000)}x`],
    ['nested lists', `${'<ul><li>'.repeat(300_000)}x`],
    ['nested structured data', `<script type="application/ld+json">${'['.repeat(400_000)}</script>`],
    ['an attribute without an end', `<a href="${'x'.repeat(3_000_000)}`],
  ])('%s', (_, html) => {
    const page = read(html)

    expect(page.mainHtml.length).toBeLessThan(10_000_000)
  })
})

test('bytes are decoded by their mark, their type, their own words, and never refused', () => {
  const latin = Buffer.from('<meta charset=iso-8859-1>caf\xe9', 'latin1')

  expect(decodeHtml(latin, 'text/html')).toContain('café')
  expect(decodeHtml(Buffer.from('caf\xe9', 'latin1'), 'text/html; charset="windows-1252"')).toBe('café')
  expect(decodeHtml(Buffer.from('\ufeffcafé'), 'text/html; charset=iso-8859-1')).toBe('café')
  expect(decodeXml(Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?>\xe9', 'latin1'), 'text/xml')).toContain('é')
  expect(decodeXml(Buffer.from('\ufeff<a>é</a>', 'utf16le'), 'text/xml')).toBe('<a>é</a>')
  expect(decodeHtml(Buffer.from([0x61, 0xff]), 'text/html; charset=nobody-knows')).toBe('a\uFFFD')
})

// site-audit.md#meta-never-means-utf-16
test('what names UTF-16 in words that can be read byte by byte is UTF-8', () => {
  for (const label of ['utf-16', 'UTF-16BE', 'utf-16le', 'unicode', 'ucs-2']) {
    const html = `<meta http-equiv="Content-Type" content="text/html; charset=${label}">café`

    expect(decodeHtml(Buffer.from(html), 'text/html')).toBe(html)
    expect(decodeXml(Buffer.from(`<?xml version="1.0" encoding="${label}"?><a>é</a>`), 'text/xml')).toContain(
      '<a>é</a>',
    )
  }
  expect(decodeHtml(Buffer.from('\ufeffcafé', 'utf16le'), 'text/html')).toBe('café')
  expect(decodeHtml(Buffer.from('café', 'utf16le'), 'text/html; charset=utf-16le')).toBe('café')
  expect(decodeHtml(Buffer.from('<meta charset=x-user-defined>\x80', 'latin1'), 'text/html')).toContain('€')
})
