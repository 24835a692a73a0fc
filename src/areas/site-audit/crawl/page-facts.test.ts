import { expect, test } from 'vitest'

import { readPage } from './page-facts.ts'
import { readDirectives } from './robots-tags.ts'

const at = 'https://a.example/dir/page'
const read = (html: string) => readPage(html, at)

test('a page says what it is', () => {
  const page = read(`<!doctype html><html lang=" de "><head><base href="/other/"><title> A
    title </title><meta name="description" content=" About "><meta name="robots" content="noindex"><meta name="googlebot" content="nofollow">
    <meta name=viewport content="width=device-width"><meta property="og:title" content="T"><meta http-equiv="Refresh" content="0; url=next">
    <link rel="canonical" href="https://a.example/x#y"><link rel="shortcut icon" href="i.png"><link rel="next" href="p2">
    <link rel="alternate" hreflang="fr" href="fr"><script type="application/ld+json">{"a":1}</script></head>
    <body><svg><title>Not this</title><a href="/no">x</a></svg><h1><img alt="Picture"></h1><h1> </h1></body></html>`)

  expect(page).toMatchObject({
    lang: 'de',
    title: 'A title',
    description: 'About',
    robotsMeta: 'noindex, nofollow',
    canonicals: ['https://a.example/x#y'],
    hasViewport: true,
    og: { title: 'T', description: null, image: null, type: null },
    refresh: 'https://a.example/other/next',
    hasIcon: true,
    series: [{ rel: 'next', url: 'https://a.example/other/p2' }],
    alternates: [{ lang: 'fr', href: 'fr', url: 'https://a.example/other/fr' }],
    jsonLd: ['{"a":1}'],
    h1: ['Picture'],
    links: [],
  })
})

test('links have their text, and lead to pages only', () => {
  const { links } = read(
    '<a href="b?utm_source=x" rel="NoFollow ugc">To <b>b</b></a><a href="#x">x</a><a href="mailto:a@b">m</a><a href=" ">e</a><map><area href="/c" alt="C"></map><a href="/d" aria-label="D" title="d"><img alt=""></a>',
  )

  expect(links).toEqual([
    { url: 'https://a.example/dir/b', href: 'b?utm_source=x', text: 'To b', label: '', rel: ['nofollow', 'ugc'] },
    { url: 'https://a.example/c', href: '/c', text: 'C', label: '', rel: [] },
    { url: 'https://a.example/d', href: '/d', text: '', label: 'D d', rel: [] },
  ])
})

test('images without a name, and what is loaded without encryption, are seen', () => {
  const page = read(
    '<img src="a.png"><img src="b.png" alt=""><img src="http://a.example/c.png" role="presentation"><script src="HTTP://b.example/s.js"></script><a href="http://c.example/">c</a><link rel="stylesheet" href="http://a.example/s.css">',
  )

  expect(page.images.map(({ url, isNamed }) => [url, isNamed])).toEqual([
    ['https://a.example/dir/a.png', false],
    ['https://a.example/dir/b.png', true],
    ['http://a.example/c.png', true],
  ])
  expect(page.insecure).toEqual(['http://a.example/c.png', 'HTTP://b.example/s.js', 'http://a.example/s.css'])
})

test.each([
  [
    '<body><nav>Menu</nav><p>One <b>two</b></p><p>three</p><pre>code</pre><footer>Foot</footer></body>',
    'One two\nthree',
  ],
  [
    '<body><p>Out</p><main><header>Head</header><article><header>By</header>In<footer>Foot</footer></article></main></body>',
    'By\nIn\nFoot',
  ],
  ['<body><p>Out</p><article><header>By</header>In</article></body>', 'By\nIn'],
  ['<body><article>One</article><article>Two</article></body>', 'One\nTwo'],
  ['<main><p hidden>Not</p><figure><figcaption>Not</figcaption></figure><code>Not</code> Yes</main>', 'Yes'],
  ['Only text', 'Only text'],
])('the text of %s is %j', (html, text) => {
  expect(read(html).text).toBe(text)
})

test('case, white space and marks of the same letters do not make another text', () => {
  expect(read('<main>Caf\u00e9  AU</main>').contentHash).toBe(read('<main><p>cafe\u0301</p> au</main>').contentHash)
})

test('deep and endless pages are read in part', () => {
  expect(read(`${'<div>'.repeat(400_000)}late`).text).toBe('')
  expect(read(`<p>early</p>${'<i></i>'.repeat(200_000)}late`).text).toBe('early')
  expect(read('<a href="x">'.repeat(50_000)).links.length).toBeLessThanOrEqual(20_000)
})

test.each([
  ['30', null],
  ['30;url=', null],
  ['30; URL = ""', null],
  ['0;/next', 'https://a.example/next'],
  ["5, url='/next'", 'https://a.example/next'],
])('a refresh %j leads to %j', (content, target) => {
  expect(read(`<meta http-equiv="refresh" content='${content.replaceAll("'", '&#39;')}'>`).refresh).toBe(target)
})

test.each([
  ['noindex, follow', { noindex: true, nofollow: false }],
  ['NONE', { noindex: true, nofollow: true }],
  ['otherbot: noindex', { noindex: false, nofollow: false }],
  ['googlebot: nofollow', { noindex: false, nofollow: true }],
  ['unavailable_after: 25 Jun 2030, noindex', { noindex: true, nofollow: false }],
  ['max-snippet: 0', { noindex: false, snippet: 'max-snippet:0' }],
  [null, { noindex: false, nofollow: false, snippet: null }],
])('directives of %s', (text, expected) => {
  expect(readDirectives(text)).toMatchObject(expected)
})
