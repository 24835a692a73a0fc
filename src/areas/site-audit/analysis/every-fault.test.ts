import { afterEach, expect, test } from 'vitest'

import { listSiteAuditIssues } from '#areas/site-audit/operations/list-site-audit-issues.ts'
import { getSiteAuditRun } from '#areas/site-audit/operations/get-site-audit-run.ts'
import { ruleCodes } from '#areas/site-audit/rules/rule-table.ts'
import { type AuditStage, auditStage, cleanPage, type Site } from '#areas/site-audit/test-site.ts'

const opened: AuditStage[] = []
afterEach(async () => {
  for (const { close } of opened.splice(0)) await close()
})

async function siteOf(site: Site) {
  const on = await auditStage(site)
  opened.push(on)
  return on
}

/** Which rules fired where, as `rule path`. Every page of this server is served over http, which is not repeated. */
async function fired(on: AuditStage) {
  const found: string[] = []
  for (let page = 1; ; page++) {
    const { items, hasMore } = await on.call(listSiteAuditIssues, { pageSize: 100, page, state: ['open', 'regressed'] })
    for (const { ruleCode, url } of items)
      if (ruleCode !== 'page_http') found.push(`${ruleCode} ${url.slice(on.url.length)}`)
    if (!hasMore) return found.toSorted()
  }
}

const robots = (text: string) => ({ headers: { 'content-type': 'text/plain' }, body: text })
const xml = (body: string) => ({ headers: { 'content-type': 'application/xml' }, body })
const image = { headers: { 'content-type': 'image/png' }, body: Buffer.alloc(100) }
const locations = (paths: string[]) => paths.map((path) => `<url><loc>{base}${path}</loc></url>`).join('')

test('a site without a fault has none', async () => {
  const chapters = Array.from({ length: 12 }, (_, n) => n + 1)
  const links = chapters.map((n) => `<a href="/p${n}">Chapter ${n}</a>`).join(' ')
  const on = await siteOf({
    '/': cleanPage(0, { path: '/', body: `${links}<img src="/icon.png" alt="Icon"><a href="/feed.pdf">Feed</a>` }),
    ...Object.fromEntries(chapters.map((n) => [`/p${n}`, cleanPage(n, { body: '<a href="/">Home</a>' })])),
    '/icon.png': image,
    '/feed.pdf': { headers: { 'content-type': 'application/pdf' }, body: '%PDF' },
    '/robots.txt': robots('User-agent: *\nAllow: /\nSitemap: {base}/map.xml'),
    '/map.xml': xml(`<urlset>${locations(['/', ...chapters.map((n) => `/p${n}`)])}</urlset>`),
    '/llms.txt': { headers: { 'content-type': 'text/plain' }, body: '# Site\n\n- [One](/p1)' },
  })

  const { runId } = await on.audit()

  expect(await fired(on)).toEqual([])
  expect((await on.call(getSiteAuditRun, { runId })).run).toMatchObject({
    state: 'succeeded',
    healthScore: 100,
    pages: { requested: 14, counted: 13, withErrors: 0 },
  })
})

const twin = 'An equal title'
const equal = Array.from({ length: 220 }, (_, n) => `same${n}`)

/** A page with a text of its own that replaces the usual one. */
const withText = (n: number, text: string, more: Parameters<typeof cleanPage>[1] = {}) =>
  cleanPage(n, more).replace(/<p>[^<]*<\/p>/, `<p>${text}</p>`)

test('each fault is found once, where it is', async () => {
  const site: Site = {
    '/robots.txt': robots(
      'User-agent: *\nDisallow: /blocked\n\nUser-agent: PerplexityBot\nDisallow: /\nSitemap: {base}/map.xml\nSitemap: {base}/bad.xml',
    ),
    '/bad.xml': { status: 404 },
    '/map.xml': xml(
      `<urlset><url><loc>{base}/</loc><lastmod>2999-01-01</lastmod></url>${locations(['/noindexed', '/mapped-gone', '/lonely', '/chain1', '/soft'])}</urlset>`,
    ),
    '/llms.txt': { headers: { 'content-type': 'text/html' }, body: 'no heading' },
    '/icon.png': image,
    '/big.png': { headers: { 'content-type': 'image/png' }, body: Buffer.alloc(500_001) },
    '/server': { status: 500 },
    '/dead': { status: 0 },
    '/blocked': cleanPage(90),
    '/chain1': { status: 301, headers: { location: '/chain2' } },
    '/chain2': { status: 301, headers: { location: '/target' } },
    '/loop1': { status: 302, headers: { location: '/loop2' } },
    '/loop2': { status: 302, headers: { location: '/loop1' } },
    '/to-gone': { status: 301, headers: { location: '/mapped-gone' } },
    '/target': cleanPage(1, { path: '/target' }),
    '/noindexed': cleanPage(2, { path: '/noindexed', head: '<meta name="robots" content="noindex">' }),
    '/lonely': cleanPage(3, { path: '/lonely' }),
    '/links': cleanPage(4, {
      path: '/links',
      body: '<a href="/no-such">Gone</a><a href="/moved">Moved</a><a href="{base}:x">x</a>',
    }),
    '/moved': { status: 301, headers: { location: '/target' } },
    '/images': cleanPage(5, { path: '/images', body: '<img src="/none.png" alt="n"><img src="/big.png" alt="b">' }),
    '/twin1': cleanPage(6, { path: '/twin1', title: twin }),
    '/twin2': cleanPage(7, { path: '/twin2', title: twin }),
    '/copy1': withText(8, equal.join(' '), { path: '/copy1', title: 'Copied first' }).replace(
      '<h1>Copied first</h1>',
      '<h1>Copied</h1>',
    ),
    '/copy2': withText(9, equal.join(' '), { path: '/copy2', title: 'Copied second' }).replace(
      '<h1>Copied second</h1>',
      '<h1>Copied</h1>',
    ),
    '/near1': withText(10, equal.map((word) => `x${word}`).join(' '), { path: '/near1' }),
    '/near2': withText(11, [...equal.map((word) => `x${word}`).slice(0, 219), 'other'].join(' '), { path: '/near2' }),
    '/list?sort=a': cleanPage(12, { path: '/none' }).replace(/<link rel="canonical"[^>]*>/, ''),
    '/list?sort=b': cleanPage(12, { path: '/none' }).replace(/<link rel="canonical"[^>]*>/, ''),
    '/canon-gone': cleanPage(13, { path: '/mapped-gone' }),
    '/canon-chain': cleanPage(14, { path: '/canon-third' }),
    '/canon-third': cleanPage(15, { path: '/target' }),
    '/canon-conflict': cleanPage(16, { path: '/noindexed' }),
    '/english': cleanPage(17, {
      path: '/english',
      head: '<link rel="alternate" hreflang="en" href="{base}/english"><link rel="alternate" hreflang="de" href="{base}/german">',
    }),
    '/german': cleanPage(18, { path: '/german' }),
    '/series': cleanPage(19, { path: '/series', head: '<link rel="next" href="/no-next">' }),
    '/soft': withText(20, 'Page not found', { path: '/soft', title: 'Page not found' }),
    '/deep1': cleanPage(21, { path: '/deep1', body: '<a href="/deep2">Next part</a>' }),
    '/deep2': cleanPage(22, { path: '/deep2', body: '<a href="/deep3">Next part</a>' }),
    '/deep3': cleanPage(23, { path: '/deep3', body: '<a href="/deep4">Next part</a>' }),
    '/deep4': cleanPage(24, { path: '/deep4', body: '<a href="/deep5">Next part</a>' }),
    '/deep5': cleanPage(25, { path: '/deep5' }),
    '/large': cleanPage(26, { path: '/large', body: `<!--${'x'.repeat(2_000_000)}-->` }),
    '/slow': { body: cleanPage(27, { path: '/slow' }), delayMs: 850 },
  }
  const start = Object.keys(site).filter(
    (path) => !/^\/(?:robots|bad|map|llms|icon|big|lonely|deep[2-5]|german|chain2|loop2|soft)/.test(path),
  )
  site['/'] = cleanPage(0, {
    path: '/',
    body: start.map((path) => `<a href="${path}">Page ${path}</a>`).join(' '),
  }).replace('<link rel="icon" href="/icon.png">', '')
  const on = await siteOf(site)

  const { runId } = await on.audit()

  const notInSitemap = (found: string) => !found.startsWith('not_in_sitemap')
  expect((await fired(on)).filter(notInSitemap)).toEqual(
    [
      'ai_bots_blocked /',
      'blocked_but_linked /blocked',
      'broken_internal_link /',
      'broken_internal_link /links',
      'canonical_chain /canon-chain',
      'canonical_conflict /canon-conflict',
      'canonical_missing /list?sort=a',
      'canonical_missing /list?sort=b',
      'canonical_non_200 /canon-gone',
      'description_duplicate /list?sort=a',
      'description_duplicate /list?sort=b',
      'exact_duplicate /copy1',
      'exact_duplicate /copy2',
      'favicon_missing /',
      'hreflang_return_missing /english',
      'image_broken /images',
      'image_too_large /images',
      'link_to_redirect /',
      'link_to_redirect /links',
      'llms_txt_invalid /llms.txt',
      'near_duplicate /near1',
      'near_duplicate /near2',
      'noindex_in_sitemap /noindexed',
      'orphan /german',
      'orphan /lonely',
      'orphan /soft',
      'page_too_large /large',
      'pagination_broken /series',
      'parameters_duplicated /list?sort=a',
      'parameters_duplicated /list?sort=b',
      'redirect_broken /to-gone',
      'redirect_chain /chain1',
      'redirect_loop /loop1',
      'sitemap_invalid /bad.xml',
      'sitemap_lastmod /map.xml',
      'sitemap_url_non_200 /chain1',
      'sitemap_url_non_200 /mapped-gone',
      'slow_ttfb /slow',
      'soft_404 /soft',
      'status_4xx /mapped-gone',
      'status_4xx /no-such',
      'status_5xx /server',
      'thin /soft',
      'title_duplicate /list?sort=a',
      'title_duplicate /list?sort=b',
      'title_duplicate /twin1',
      'title_duplicate /twin2',
      'too_deep /deep5',
      'unreachable /dead',
    ].toSorted(),
  )
  const { totalsByRule, run } = await on.call(getSiteAuditRun, { runId })
  expect(totalsByRule.every(({ ruleCode }) => ruleCodes.includes(ruleCode))).toBe(true)
  expect(run.issues.error).toBe(
    totalsByRule.filter(({ severity }) => severity === 'error').reduce((sum, { count }) => sum + count, 0),
  )
}, 60_000)
