import type { RuleCode } from '#areas/site-audit/rules/rule-table.ts'
import { cleanPage, type Site, type SitePage } from '#areas/site-audit/visits/test-site.ts'

/** An address of the website of tests, and the rules that fire there. */
type Planted = {
  answer?: string | SitePage
  fires?: readonly RuleCode[]
  /** Whether the start links to it; true by default. */
  isLinked?: boolean
  /** Whether the sitemap names it; by default where it is a page that may be indexed. */
  isMapped?: boolean
}

const text = (body: string, type = 'text/plain') => ({ headers: { 'content-type': type }, body })
const image = (bytes: number) => ({ headers: { 'content-type': 'image/png' }, body: Buffer.alloc(bytes) })
const to = (location: string): SitePage => ({ status: 301, headers: { location } })
const jsonLd = (value: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...value })}</script>`
const wordsOf = (prefix: string, n: number) => Array.from({ length: n }, (_, at) => `${prefix}${at}`).join(' ')

type Parts = NonNullable<Parameters<typeof cleanPage>[1]> & { without?: RegExp; words?: string }

/** Pages that differ from each other; `without` takes something out. */
function pageMaker() {
  let n = 0
  return (path: string, { without, words, ...parts }: Parts = {}) => {
    const page = cleanPage(++n, { path, ...parts })
    const worded = words === undefined ? page : page.replace(/<p>[^<]*<\/p>/, `<p>${words}</p>`)
    return without === undefined ? worded : worded.replace(without, '')
  }
}

/** The distinct faults, with those that they bring along. */
function plantedFaults(): Record<string, Planted> {
  const page = pageMaker()
  const twin = wordsOf('same', 220)
  const near = wordsOf('near', 220)
  const one = (path: string, parts: Parts, ...fires: RuleCode[]) => ({ [path]: { answer: page(path, parts), fires } })
  const icon = '<link rel="canonical" href="/a">'
  return {
    '/robots.txt': { answer: text(robots), isLinked: false },
    '/map.xml': { fires: ['sitemap_lastmod'], isLinked: false },
    '/bad.xml': { answer: { status: 404 }, fires: ['sitemap_invalid'], isLinked: false },
    '/llms.txt': { answer: text('no heading', 'text/html'), fires: ['llms_txt_invalid'], isLinked: false },
    '/icon.png': { answer: image(100), isLinked: false },
    '/big.png': { answer: image(500_001), isLinked: false },

    '/gone': { answer: { status: 404 }, fires: ['status_4xx', 'sitemap_url_non_200'], isMapped: true },
    '/server': { answer: { status: 500 }, fires: ['status_5xx'] },
    '/dead': { answer: { status: 0 }, fires: ['unreachable'] },
    '/blocked': { answer: page('/blocked'), fires: ['blocked_but_linked'], isMapped: false },
    '/chain1': { answer: to('/chain2'), fires: ['redirect_chain'] },
    '/chain2': { answer: to('/target'), isLinked: false },
    '/loop1': { answer: to('/loop2'), fires: ['redirect_loop'] },
    '/loop2': { answer: to('/loop1'), isLinked: false },
    '/to-gone': { answer: to('/gone'), fires: ['redirect_broken'] },
    '/moved': { answer: to('/target') },
    '/target': { answer: page('/target') },
    '/unmapped': { answer: page('/unmapped'), fires: ['not_in_sitemap'], isMapped: false },
    '/noindexed': {
      answer: page('/noindexed', { head: '<meta name="robots" content="noindex">' }),
      fires: ['noindex_in_sitemap'],
      isMapped: true,
    },
    '/lonely': { answer: page('/lonely'), fires: ['orphan'], isLinked: false },
    '/slow': { answer: { body: page('/slow'), delayMs: 900 }, fires: ['slow_ttfb'] },
    '/large': { answer: page('/large', { body: `<!--${'x'.repeat(2_000_000)}-->` }), fires: ['page_too_large'] },

    ...one('/internal', { body: '<a href="/gone">Gone</a>' }, 'broken_internal_link'),
    ...one('/external', { body: '<a href="http://127.0.0.2:1/">Elsewhere</a>' }, 'broken_external_link'),
    ...one('/old-link', { body: '<a href="/moved">Moved</a>' }, 'link_to_redirect'),
    ...one('/nofollow', { body: '<a href="/target" rel="nofollow">Target</a>' }, 'nofollow_internal'),
    ...one('/tracking', { body: '<a href="/target?utm_source=x">Target</a>' }, 'tracking_parameters'),
    ...one('/empty-link', { body: '<a href="/target"></a>' }, 'link_text_empty'),
    ...one('/generic-link', { body: '<a href="/target">Read more</a>' }, 'link_text_generic'),
    ...one('/no-image', { body: '<img src="/none.png" alt="n">' }, 'image_broken'),
    ...one('/big-image', { body: '<img src="/big.png" alt="b">' }, 'image_too_large'),
    ...one('/no-alt', { body: '<img src="/icon.png">' }, 'image_no_alt'),
    ...one('/mixed', { head: '<script src="http://127.0.0.2:1/x.js"></script>' }, 'mixed_content'),

    ...one('/no-title', { without: /<title>[^<]*<\/title>/ }, 'title_missing'),
    ...one('/long-title', { title: `Chapter ${'M'.repeat(50)}` }, 'title_long'),
    ...one('/twin1', { title: 'An equal title' }, 'title_duplicate'),
    ...one('/twin2', { title: 'An equal title' }, 'title_duplicate'),
    ...one('/no-description', { without: /<meta name="description"[^>]*>/ }, 'description_missing'),
    '/long-description': {
      answer: page('/long-description').replace(/(name="description" content=")[^"]*/, `$1${'d'.repeat(157)}`),
      fires: ['description_long'],
    },
    '/described1': {
      answer: page('/described1').replace(/(name="description" content=")[^"]*/, '$1Equal words.'),
      fires: ['description_duplicate'],
    },
    '/described2': {
      answer: page('/described2').replace(/(name="description" content=")[^"]*/, '$1Equal words.'),
      fires: ['description_duplicate'],
    },
    ...one('/no-h1', { without: /<h1>[^<]*<\/h1>/ }, 'h1_missing'),
    ...one('/two-h1', { title: 'Chapter of two', body: '<h1>Chapter again</h1>' }, 'h1_multiple'),
    '/unlike': { answer: page('/unlike').replace(/<h1>[^<]*/, '<h1>Engines'), fires: ['title_h1_mismatch'] },
    ...one('/skipped', { words: `${wordsOf('skip', 210)}</p><h2>a</h2><h4>b</h4><p>` }, 'heading_skipped'),
    ...one('/thin', { words: 'Few words are here.' }, 'thin'),
    '/soft': {
      answer: page('/soft', { title: 'Page not found', words: 'Nothing.' }),
      fires: ['soft_404', 'thin'],
    },
    ...one('/placeholder', { words: `${wordsOf('held', 210)} lorem ipsum` }, 'placeholder_text'),
    '/copy1': { answer: copied(page('/copy1', { title: 'Copied first', words: twin })), fires: ['exact_duplicate'] },
    '/copy2': { answer: copied(page('/copy2', { title: 'Copied second', words: twin })), fires: ['exact_duplicate'] },
    ...one('/near1', { words: near }, 'near_duplicate'),
    ...one('/near2', { words: near.replace('near219', 'other') }, 'near_duplicate'),
    '/list?sort=a': { answer: variant(), fires: variantFaults },
    '/list?sort=b': { answer: variant(), fires: variantFaults },

    ...one('/no-canonical', { without: /<link rel="canonical"[^>]*>/ }, 'canonical_missing'),
    '/relative-canonical': {
      answer: page('/relative-canonical').replace(/<link rel="canonical"[^>]*>/, icon),
      fires: ['canonical_invalid'],
    },
    '/canonical-gone': { answer: page('/gone'), fires: ['canonical_non_200'], isMapped: false },
    '/canonical-chain': { answer: page('/canonical-third'), fires: ['canonical_chain'], isMapped: false },
    '/canonical-third': { answer: page('/target'), isMapped: false },
    '/canonical-conflict': { answer: page('/noindexed'), fires: ['canonical_conflict'], isMapped: false },
    ...one('/english', { head: alternates('english', 'german') }, 'hreflang_return_missing'),
    '/german': { answer: page('/german') },
    ...one(
      '/wrong-language',
      { head: '<link rel="alternate" hreflang="english" href="{base}/wrong-language">' },
      'hreflang_invalid',
    ),
    ...one('/series', { head: '<link rel="next" href="/no-next">' }, 'pagination_broken'),
    ...one('/refresh', { head: '<meta http-equiv="refresh" content="5;url=/target">' }, 'meta_refresh'),
    '/conflict': {
      answer: {
        headers: { 'x-robots-tag': 'nofollow' },
        body: page('/conflict', { head: '<meta name="robots" content="index, follow">' }),
      },
      fires: ['x_robots_conflict'],
    },
    ...one('/unquoted', { head: '<meta name="robots" content="nosnippet">' }, 'snippet_blocked'),

    ...one('/no-language', { without: / lang="en"/ }, 'lang_missing'),
    ...one('/no-viewport', { without: /<meta name="viewport"[^>]*>/ }, 'viewport_missing'),
    ...one('/no-card', { without: /<meta property="og:image"[^>]*>/ }, 'og_missing'),
    ...one('/bad-data', { head: jsonLd({ '@type': 'Event', name: 'x', location: 'y' }) }, 'json_ld_invalid'),
    ...one(
      '/false-data',
      { head: jsonLd({ '@type': 'Article', headline: 'Engines', author: 'A', datePublished: '2026-01-01' }) },
      'json_ld_mismatch',
    ),
    ...one(
      '/undated',
      { head: '<meta property="og:type" content="article"><meta name="author" content="A">' },
      'article_undated',
    ),
    ...one(
      '/unsigned',
      { head: '<meta property="og:type" content="article">', body: '<time>today</time>' },
      'article_unsigned',
    ),
    ...one(
      '/late',
      { body: `<script>document.querySelector('main').append('${wordsOf(' late', 500)}')</script>` },
      'text_only_after_js',
    ),
    '/deep1': { answer: page('/deep1', { body: `<a href="/deep2">Next part</a> ${toLate}` }) },
    '/deep2': { answer: page('/deep2', { body: `<a href="/deep3">Next part</a> ${toLate}` }), isLinked: false },
    '/deep3': { answer: page('/deep3', { body: '<a href="/deep4">Next part</a>' }), isLinked: false },
    '/deep4': { answer: page('/deep4', { body: '<a href="/deep5">Next part</a>' }), isLinked: false },
    '/deep5': { answer: page('/deep5'), fires: ['too_deep'], isLinked: false },

    '/articles/drifting': { answer: page('/articles/drifting'), fires: ['item_drift'] },
    '/articles/unfinished': { answer: page('/articles/unfinished'), fires: ['draft_public'] },
    '/articles/absent': { answer: { status: 404 }, fires: ['published_missing'], isLinked: false },
  }

  function variant(): string {
    return cleanPage(900, { path: '/none' }).replace(/<link rel="canonical"[^>]*>/, '')
  }
}

/** Of pages with as many links a browser looks at the first. */
const toLate = '<a href="/late">What comes late</a>'

const copied = (page: string) => page.replace(/<h1>[^<]*/, '<h1>Copied')

// Two addresses of one page say the same in everything.
const variantFaults: RuleCode[] = [
  'parameters_duplicated',
  'canonical_missing',
  'title_duplicate',
  'description_duplicate',
]

const robots = `User-agent: *
Disallow: /blocked

User-agent: PerplexityBot
Disallow: /
Sitemap: {base}/map.xml
Sitemap: {base}/bad.xml`

const alternates = (...paths: string[]) =>
  paths.map((path) => `<link rel="alternate" hreflang="${path.slice(0, 2)}" href="{base}/${path}">`).join('')

/** What links to broken and moved addresses, and being slow, finds on the start. */
const ofStart: RuleCode[] = [
  'ai_bots_blocked',
  'favicon_missing',
  'broken_internal_link',
  'link_to_redirect',
  'performance_budget',
]

/** The website with these faults: `expected` are all findings, as `rule path`. */
export function plantedSite(): { site: Site; expected: string[] } {
  const planted = plantedFaults()
  const paths = Object.keys(planted)
  const linked = paths.filter((path) => planted[path]?.isLinked !== false)
  const mapped = paths.filter((path) => planted[path]?.isMapped ?? isPage(planted[path]?.answer))
  const start = cleanPage(0, { path: '/', body: linked.map((path) => `<a href="${path}">To ${path}</a>`).join(' ') })
  const site: Site = {
    ...Object.fromEntries(Object.entries(planted).flatMap(([path, { answer }]) => (answer ? [[path, answer]] : []))),
    '/': start.replace('<link rel="icon" href="/icon.png">', ''),
    '/map.xml': text(
      `<urlset><url><loc>{base}/</loc><lastmod>2999-01-01</lastmod></url>${mapped.map((path) => `<url><loc>{base}${path}</loc></url>`).join('')}</urlset>`,
      'application/xml',
    ),
  }
  const unencrypted = Object.entries(site).flatMap(([path, answer]) =>
    path !== '/blocked' && isPage(typeof answer === 'function' ? undefined : answer) ? [`page_http ${path}`] : [],
  )
  const expected = [
    ...Object.entries(planted).flatMap(([path, { fires = [] }]) => fires.map((rule) => `${rule} ${path}`)),
    ...ofStart.map((rule) => `${rule} /`),
    ...unencrypted,
  ]
  return { site, expected: expected.toSorted() }
}

function isPage(answer: Planted['answer']): boolean {
  if (typeof answer === 'string') return true
  return answer?.status === undefined && answer?.headers?.['content-type'] === undefined && answer?.body !== undefined
}

/** The same addresses without a fault, and one of everything that a rule looks at and that is right. */
export function cleanTwin(elsewhere: string): Site {
  const page = pageMaker()
  const planted = plantedFaults()
  const usual = Object.keys(planted).filter(
    (path) => isPage(planted[path]?.answer) && !path.includes('?') && path !== '/articles/unfinished',
  )
  const article = {
    '@type': 'Article',
    headline: 'Chapter of articles',
    author: 'A',
    datePublished: '2026-01-01',
    image: 'https://example.com/a.png',
  }
  const right: Record<string, string> = {
    ...Object.fromEntries(usual.map((path) => [path, page(path)])),
    '/articles/absent': page('/articles/absent', { title: 'Absent' }),
    '/articles/drifting': page('/articles/drifting', { title: 'Drifting', words: drifting }),
    '/article': page('/article', { title: 'Chapter of articles', head: jsonLd(article), body: '<time>today</time>' }),
    '/english': page('/english', { head: alternates('english', 'german') }),
    '/german': page('/german', { head: alternates('english', 'german') }),
    '/first': page('/first', { head: '<link rel="next" href="/second">' }),
    '/second': page('/second', { head: '<link rel="prev" href="/first">' }),
    '/picture': page('/picture', { body: '<img src="/icon.png" alt="An icon"><img src="/icon.png" alt="">' }),
    '/headings': page('/headings', { words: `${wordsOf('part', 210)}</p><h2>a</h2><h3>b</h3><h2>c</h2><p>` }),
    '/quoted': page('/quoted', { head: '<meta name="robots" content="max-snippet:-1">' }),
    '/elsewhere': page('/elsewhere', { body: `<a href="${elsewhere}/there" rel="nofollow">Elsewhere</a>` }),
    '/code': page('/code', { body: '<pre>TODO: lorem ipsum {{name}}</pre>' }),
  }
  const paths = Object.keys(right)
  return {
    ...right,
    '/': page('/', { body: paths.map((path) => `<a href="${path}">To ${path}</a>`).join(' ') }),
    '/moved': to('/target'),
    '/hidden': page('/hidden', { head: '<meta name="robots" content="noindex">' }),
    '/icon.png': image(100),
    '/robots.txt': text('User-agent: *\nAllow: /\nSitemap: {base}/map.xml'),
    '/llms.txt': text('# Site\n\n- [Target](/target)'),
    '/map.xml': text(
      `<urlset>${['/', ...paths].map((path) => `<url><loc>{base}${path}</loc></url>`).join('')}</urlset>`,
      'application/xml',
    ),
  }
}

/** What the article says whose page shows something else in one website, and it in the other. */
export const drifting = wordsOf('drift', 210)
