import { describe, expect, test } from 'vitest'

import { readPage } from '#areas/site-audit/crawl/page-facts.ts'
import { readDirectives } from '#areas/site-audit/crawl/robots-tags.ts'
import { atOnce } from '#std/parts.ts'

import { readCanonical } from './canonical.ts'
import { checkDrift } from './item-drift.ts'
import { readingJsonLd } from './json-ld-rules.ts'
import { checkPage } from './page-rules.ts'

const url = 'https://a.example/guide'
const words = Array.from({ length: 210 }, (_, n) => `word${n}`).join(' ')

/** A page without a fault, some parts of which are replaced. */
const page = ({ head = '', body = '', without = [] as string[], lang = ' lang="en"' } = {}) => {
  const parts: Record<string, string> = {
    title: '<title>A guide to gardens</title>',
    description: '<meta name="description" content="What to plant, and when.">',
    viewport: '<meta name="viewport" content="width=device-width">',
    canonical: `<link rel="canonical" href="${url}">`,
    og: '<meta property="og:title" content="a"><meta property="og:description" content="b"><meta property="og:image" content="https://a.example/i.png">',
    h1: '<h1>Gardens</h1>',
    words: `<p>${words}</p>`,
  }
  const part = (name: string) => (without.includes(name) ? '' : (parts[name] ?? ''))
  return `<!doctype html><html${lang}><head>${['title', 'description', 'viewport', 'canonical', 'og'].map(part).join('')}${head}</head><body>${part('h1')}${part('words')}${body}</body></html>`
}

function findings(html: string, { xRobotsTag = null as string | null, link = null as string | null } = {}) {
  const facts = readPage(html, url)
  const canonical = readCanonical(facts.canonicals, link)
  const noindex = readDirectives(facts.robotsMeta).noindex || readDirectives(xRobotsTag).noindex
  const indexable = !noindex && (canonical.url === null || canonical.url === url)
  const isOwn = (one: string) => one.startsWith('https://a.example/')
  return checkPage({ url, facts, canonical, xRobotsTag, indexable, isOwn })
}
const codes = (html: string, more = {}) => findings(html, more).map(({ rule }) => rule)
const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`

test('a page without a fault has none', () => {
  expect(findings(page())).toEqual([])
})

test.each([
  ['title_missing', page({ without: ['title'] }), {}],
  ['title_missing', page({ without: ['title'], head: '<title> </title>' }), {}],
  ['title_long', page({ without: ['title'], head: `<title>Gardens ${'M'.repeat(40)}</title>` }), { px: 749 }],
  [
    'title_long',
    page({ without: ['title', 'h1'], head: `<title>${'ю'.repeat(61)}</title>`, body: `<h1>${'ю'.repeat(61)}</h1>` }),
    { length: 61 },
  ],
  ['description_missing', page({ without: ['description'] }), {}],
  [
    'description_long',
    page({ without: ['description'], head: `<meta name=description content="${'a'.repeat(157)}">` }),
    { length: 157 },
  ],
  ['h1_missing', page({ without: ['h1'] }), { count: 0 }],
  ['h1_multiple', page({ body: '<h1>Gardens again</h1>' }), { count: 2 }],
  ['thin', page({ without: ['words'], body: '<p>Few words</p>' }), { wordCount: 3 }],
  ['title_h1_mismatch', page({ without: ['h1'], body: '<h1>Engines</h1>' }), {}],
  [
    'og_missing',
    page({ without: ['og'], head: '<meta property="og:title" content="x">' }),
    { missing: ['og:description', 'og:image'] },
  ],
  ['snippet_blocked', page({ head: '<meta name="robots" content="max-snippet:0">' }), { directive: 'max-snippet:0' }],
  ['lang_missing', page({ lang: '' }), {}],
  ['viewport_missing', page({ without: ['viewport'] }), {}],
  [
    'mixed_content',
    page({ body: '<script src="http://b.example/x.js"></script>' }),
    { resources: ['http://b.example/x.js'], count: 1 },
  ],
  [
    'image_no_alt',
    page({ body: '<img src="/a.png"><img src="/b.png" alt="">' }),
    { images: ['https://a.example/a.png'], count: 1 },
  ],
  [
    'image_no_alt',
    page({ body: '<img src="/a.png"><img src="data:image/png;base64,AAAA"><img src="blob:https://a.example/1">' }),
    { images: ['https://a.example/a.png', '…'], count: 2 },
  ],
  [
    'meta_refresh',
    page({ head: '<meta http-equiv="refresh" content="5;URL=\'/next\'">' }),
    { target: 'https://a.example/next' },
  ],
  ['heading_skipped', page({ body: '<h2>a</h2><h4>b</h4><h3>c</h3>' }), { levels: ['h2 > h4'], count: 1 }],
  ['canonical_missing', page({ without: ['canonical'] }), {}],
  [
    'canonical_invalid',
    page({ without: ['canonical'], head: '<link rel=canonical href="/guide">' }),
    { reason: 'relative' },
  ],
  [
    'canonical_invalid',
    page({ without: ['canonical'], head: `<link rel=canonical href="${url}#a">` }),
    { reason: 'fragment' },
  ],
  [
    'canonical_invalid',
    page({ without: ['canonical'], head: '<link rel=canonical href="https://">' }),
    { reason: 'unparsable' },
  ],
  ['canonical_invalid', page({ head: '<link rel=canonical href="https://a.example/b">' }), { reason: 'multiple' }],
  [
    'nofollow_internal',
    page({
      body: '<a href="/b" rel="nofollow">b</a><a href="/c" rel="nofollow ugc">c</a><a href="https://b.example/" rel="nofollow">d</a>',
    }),
    { links: ['https://a.example/b'], count: 1 },
  ],
  [
    'tracking_parameters',
    page({ body: '<a href="/b?utm_source=x">b</a><a href="https://b.example/?utm_source=x">c</a>' }),
    { links: [{ href: '/b?utm_source=x', url: 'https://a.example/b' }], count: 1 },
  ],
  [
    'link_text_empty',
    page({ body: '<a href="/b"> </a><a href="/c" title="C"></a><a href="/d"><img alt="D" src="d.png"></a>' }),
    { links: ['https://a.example/b'], count: 1 },
  ],
  [
    'link_text_generic',
    page({ body: '<a href="/b">Read more</a><a href="/c">Read more about c</a>' }),
    { links: ['https://a.example/b'], count: 1 },
  ],
  [
    'hreflang_invalid',
    page({
      head: `<link rel=alternate hreflang="english" href="${url}"><link rel=alternate hreflang="de" href="/de">`,
    }),
    {
      errors: [
        { lang: 'english', code: 'lang' },
        { lang: 'de', code: 'relative' },
      ],
    },
  ],
  [
    'hreflang_invalid',
    page({ head: '<link rel=alternate hreflang="de" href="https://a.example/de">' }),
    { errors: [{ lang: 'en', code: 'self' }] },
  ],
  [
    'placeholder_text',
    page({ body: '<p>Lorem ipsum and {{name}}</p><code>TODO: not this</code>' }),
    { found: ['Lorem ipsum', '{{name}}'] },
  ],
  [
    'json_ld_invalid',
    page({ head: '<script type="application/ld+json">{"a":</script>' }),
    { errors: [{ block: 0, path: '', code: 'syntax' }] },
  ],
  [
    'json_ld_invalid',
    page({ head: jsonLd({ '@type': 'Thing' }) }),
    { errors: [{ block: 0, path: '', code: 'context' }] },
  ],
  [
    'json_ld_invalid',
    page({ head: jsonLd({ '@context': 'https://schema.org', name: 'x' }) }),
    { errors: [{ block: 0, path: '', code: 'type_missing' }] },
  ],
  [
    'json_ld_invalid',
    page({
      head: jsonLd({
        '@context': 'https://schema.org',
        '@graph': [
          { '@type': 'Event', name: 'x', startDate: '1 May', location: 'here' },
          { '@type': 'Event', name: 'x', startDate: '20260501T100000Z', endDate: '2026-W18-5', location: 'here' },
        ],
      }),
    }),
    { errors: [{ block: 0, path: '/@graph/0/startDate', code: 'invalid_date' }] },
  ],
  [
    'json_ld_invalid',
    page({ head: jsonLd({ '@context': 'http://schema.org/', '@type': 'Product', name: 'x', image: '/a.png' }) }),
    {
      errors: [
        { block: 0, path: '/offers', code: 'required_missing' },
        { block: 0, path: '/image', code: 'invalid_url' },
      ],
    },
  ],
  [
    'json_ld_invalid',
    page({
      head: jsonLd({
        '@context': 'https://schema.org',
        '@type': 'FAQPage',
        mainEntity: [{ '@type': 'Question', name: 'Why?' }],
      }),
    }),
    { errors: [{ block: 0, path: '/mainEntity', code: 'required_missing' }] },
  ],
  [
    'json_ld_mismatch',
    page({
      head: jsonLd({
        '@context': 'https://schema.org',
        '@type': 'Article',
        headline: 'Engines',
        url: 'https://b.example/',
        author: 'A',
        datePublished: '2026-01-01',
      }),
    }),
    { fields: ['headline', 'url'] },
  ],
  [
    'article_undated',
    page({ head: '<meta property="og:type" content="article"><meta name="author" content="A">' }),
    {},
  ],
  ['article_unsigned', page({ head: '<meta property="og:type" content="article">', body: '<time>today</time>' }), {}],
])('%s is the only fault of its page', (rule, html, evidence) => {
  expect(findings(html)).toEqual([{ rule, evidence }])
})

const about = (headline: string) => ({ '@type': 'BlogPosting', headline, url: 'https://a.example/elsewhere' })

test('rules for search results leave out what is not indexed', () => {
  const html = page({
    without: ['title', 'description', 'h1', 'canonical', 'og', 'viewport'],
    lang: '',
    head: '<meta name="robots" content="none">',
  })

  expect(codes(html)).toEqual([])
})

test.each([
  ['a list', { '@graph': [about('Engines'), about('Bridges')] }],
  ['a blog', { '@type': 'Blog', name: 'Notes', blogPost: [about('Engines')] }],
])('%s of articles is about none of them', (_, node) => {
  expect(codes(page({ head: jsonLd({ '@context': 'https://schema.org', ...node }) }))).toEqual([])
})

test('the main entity of a page is its article', () => {
  const node = { '@context': 'schema.org', '@type': 'WebPage', mainEntity: about('Engines') }

  expect(codes(page({ head: jsonLd(node) }))).toEqual(['article_undated', 'article_unsigned', 'json_ld_mismatch'])
})

test('header and element that say different things are a conflict', () => {
  const html = page({ head: '<meta name="robots" content="index, follow">' })

  expect(findings(html, { xRobotsTag: 'noindex' })).toEqual([
    { rule: 'x_robots_conflict', evidence: { xRobotsTag: 'noindex', robotsMeta: 'index, follow' } },
  ])
  expect(codes(html, { xRobotsTag: 'otherbot: noindex' })).toEqual([])
})

test.each(['404', 'Page not found', 'Seite nicht gefunden'])('a short page with the title %s is none', (title) => {
  const html = page({ without: ['title', 'words', 'h1'], head: `<title>${title}</title>`, body: `<h1>${title}</h1>` })

  expect(codes(html)).toContain('soft_404')
  expect(codes(page({ without: ['title'], head: '<title>Gardens: errors 404 and others</title>' }))).toEqual([])
})

test('a header counts among canonical addresses', () => {
  expect(readCanonical([], '<https://a.example/b>; rel="canonical", <https://a.example/c>; rel=next')).toEqual({
    url: 'https://a.example/b',
    fault: null,
  })
  expect(readCanonical(['https://a.example/c'], '<https://a.example/b>; rel=canonical').fault).toBe('multiple')
  expect(readCanonical(['https://A.example/b', 'https://a.example:443/b'], null).url).toBe('https://a.example/b')
})

describe('the page of an item', () => {
  const item = {
    title: 'Gardens',
    seoTitle: null,
    metaDescription: 'What to plant, and when.',
    publicUrl: url,
    contentHtml: `<h2>Begin</h2><p>${words}</p>`,
  }
  const drift = (html: string, more = {}) => {
    const facts = readPage(html, url)
    return checkDrift({ ...item, ...more }, facts, readCanonical(facts.canonicals, null)).map(
      ({ evidence }) => evidence,
    )
  }

  test('shows the item', () => {
    expect(drift(page())).toEqual([])
    expect(drift(page(), { metaDescription: null, contentHtml: '<p>short</p>' })).toEqual([])
  })

  test('or differs in what is named', () => {
    expect(drift(page({ without: ['words'] }), { title: 'Engines', metaDescription: 'Other' })).toEqual([
      { fields: ['title', 'description', 'content'] },
    ])
    expect(drift(page(), { publicUrl: 'https://a.example/b' })).toEqual([{ fields: ['canonical'] }])
  })
})

describe('structured data', () => {
  const event = { '@type': 'Event', name: 'x', startDate: '1 May', location: 'here' }
  const block = (value: unknown) => JSON.stringify({ '@context': 'https://schema.org', ...(value as object) })

  test('a graph may be a single node', () => {
    const { errors, articles } = atOnce(
      readingJsonLd([block({ '@graph': event }), JSON.stringify({ '@graph': { '@type': 'Article', headline: 'x' } })]),
    )

    expect(errors).toEqual([
      { block: 0, path: '/@graph/startDate', code: 'invalid_date' },
      { block: 1, path: '/@graph', code: 'context' },
    ])
    expect(articles).toEqual([{ '@type': 'Article', headline: 'x' }])
  })

  // site-audit.md#five-thousand-nodes
  test('of many nodes the first 5,000 are looked at, and a sentence says that there are more', () => {
    const nodes = Array.from({ length: 4997 }, () => ({ '@type': 'Thing' }))
    const said = (...all: unknown[]) =>
      findings(page({ head: jsonLd({ '@context': 'https://schema.org', '@graph': all }) }))
    const first = { path: '/@graph/0/startDate', block: 0, code: 'invalid_date' }

    expect(said(event, ...nodes)).toEqual([{ rule: 'json_ld_invalid', evidence: { errors: [first] } }])
    expect(said(event, ...nodes, event)).toEqual([
      {
        rule: 'json_ld_invalid',
        evidence: {
          errors: [first],
          more: 'There is more: only the first 5,000 nodes of the structured data were looked at.',
        },
      },
    ])
    expect(said(...nodes, { '@type': 'Thing' }, event)).toEqual([])
  })

  test('what was not looked at may have the date and the author of an article', () => {
    const article = { '@context': 'https://schema.org', '@type': 'Article', headline: 'Gardens' }
    const mentions = Array.from({ length: 6000 }, () => ({}))

    expect(codes(page({ head: jsonLd(article) }))).toEqual(['article_undated', 'article_unsigned'])
    expect(codes(page({ head: jsonLd({ ...article, mentions }) }))).toEqual([])
  })

  test('all blocks of a page share the 5,000', () => {
    const blocks = Array.from({ length: 6000 }, () => block(event))

    const { errors, hasMore } = atOnce(readingJsonLd(blocks))

    expect(errors.every(({ block: at }) => at < 5000)).toBe(true)
    expect(hasMore).toBe(true)
  })
})
