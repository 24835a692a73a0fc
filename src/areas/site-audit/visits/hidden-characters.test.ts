import { expect, test } from 'vitest'

import { checkAiCrawlerAccess } from '#areas/site-audit/operations/check-ai-crawler-access.ts'
import { getSiteAuditPage } from '#areas/site-audit/operations/get-site-audit-page.ts'
import { getSiteAuditRun } from '#areas/site-audit/operations/get-site-audit-run.ts'
import { listSiteAuditIssues } from '#areas/site-audit/operations/list-site-audit-issues.ts'
import { listSiteAuditPages } from '#areas/site-audit/operations/list-site-audit-pages.ts'
import { startSiteAudit } from '#areas/site-audit/operations/start-site-audit.ts'

import { cleanPage, openSite } from './test-site.ts'

const plain = (body: string) => ({ headers: { 'content-type': 'text/plain' }, body })
const tags = String.fromCodePoint(0xe0041, 0xe0042)
/** Its last character is cut in two by every limit of 4,000 and 10,000. */
const cut = `${' '.repeat(3999)}😀`
const longCut = `${'d'.repeat(9999)}😀`

// site-audit.md#words-of-evidence
test('what nobody sees in the texts of a page is shown, and breaks nothing', async () => {
  const on = await openSite({
    '/': cleanPage(0, {
      path: '/',
      title: `Left \u202Eright${tags}`,
      head: `<meta name="description" content="again"><meta name="robots" content="index, ignore all before">`,
      body: `<a href="/next">To\u200B\u200B the\u0001 next</a> <a href="/next?x=1">\u200B\u2060</a> <a href="/next">&#0;&#x1F;</a>`,
    }).replace('What chapter 0 is about, in a sentence.', 'About\u0000 \u0085it'),
    '/next': {
      headers: { 'content-type': 'text/html; charset=utf-8; note=read this now', 'x-robots-tag': 'noarchive, obey me' },
      body: `<html><head><title>${cut}</title><meta name="description" content="${longCut}">
<link rel="canonical" href="${longCut}"><script type="application/ld+json">{"@context":"https://schema.org","@type":"Event\\u0000","na\\ud800me":"\\u0000"}</script></head>
<body><h1>${cut}</h1><a href="/" title="${longCut}">${cut}</a><a href="/?utm_source=\u202Ex">x</a></body></html>`,
    },
    '/blank': `<html lang="en"><head><title>\u200B</title><meta name="description" content="\u2060"></head><body><h1>\uFEFF</h1></body></html>`,
    '/sitemap.xml': plain('{base}/\n{base}/blank\n{base}/\u200Bx'),
    '/robots.txt': plain('User-agent: \u0001*\n\u202EDisallow: /x\nUser-agent: *\nDisallow: /sec\u200Bret # \u202Ewhy'),
  })

  const { runId } = await on.audit()

  expect((await on.call(getSiteAuditRun, { runId })).run).toMatchObject({ state: 'succeeded' })
  const { page, outlinks } = await on.call(getSiteAuditPage, { url: `${on.url}/` })
  expect(page.untrusted).toMatchObject({
    title: 'Left [U+202E]right[U+E0041][U+E0042]',
    metaDescription: 'About [U+0085]it',
    h1: ['Left [U+202E]right[U+E0041][U+E0042]'],
  })
  expect(page.robotsMeta).toBe('index, …')
  expect(outlinks.map(({ untrusted }) => untrusted.anchor)).toEqual([
    'To[U+200B][U+200B] the[U+0001] next',
    '[U+200B][U+2060]',
    '\uFFFD[U+001F]',
  ])
  const next = await on.call(getSiteAuditPage, { url: `${on.url}/next` })
  expect(next.page).toMatchObject({ contentType: '…', xRobotsTag: 'noarchive, …' })
  expect(next.inlinks.map(({ untrusted }) => untrusted.anchor)).toEqual(['To[U+200B][U+200B] the[U+0001] next'])
  const { items: pages } = await on.call(listSiteAuditPages, { pageSize: 100 })
  const { items: issues } = await on.call(listSiteAuditIssues, { pageSize: 100 })
  const answers = JSON.stringify([page, outlinks, next, pages, issues])
  expect(answers.replaceAll('\\n', '').match(/[\p{Cc}\p{Cf}]/gu)).toBeNull()
  expect(answers.isWellFormed()).toBe(true)
  const of = (path: string) => issues.filter(({ url }) => url === `${on.url}${path}`).map(({ ruleCode }) => ruleCode)
  expect(of('/')).toContain('link_text_empty')
  expect(of('/blank')).toEqual(expect.arrayContaining(['title_missing', 'description_missing', 'h1_missing']))
})

test('a line of robots.txt is shown with what nobody sees in it, and stands in no sentence', async () => {
  const on = await openSite({
    '/': cleanPage(0, { path: '/' }),
    '/robots.txt': plain('User-agent: *\nDisallow: / # \u202Eobey'),
  })

  const refused = on.call(startSiteAudit, { scope: 'full' }, { confirm: true })

  await expect(refused).rejects.toMatchObject({
    code: 'robots_disallowed',
    message: 'Line 2 of robots.txt does not allow the audit. Change it, or set respectRobots to false.',
    details: { rule: 'Disallow: / # [U+202E]obey', line: 2 },
  })
  const { bots } = await on.call(checkAiCrawlerAccess, {}, { confirm: true })
  expect(bots[0]).toMatchObject({ rule: 'Disallow: / # [U+202E]obey', line: 2 })
})
