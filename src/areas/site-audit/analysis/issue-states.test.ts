import { expect, test } from 'vitest'

import { getSiteAuditRun } from '#areas/site-audit/operations/get-site-audit-run.ts'
import { listSiteAuditIssues } from '#areas/site-audit/operations/list-site-audit-issues.ts'
import { updateSiteAuditIssue } from '#areas/site-audit/operations/update-site-audit-issue.ts'
import { updateSiteAuditSettings } from '#areas/site-audit/operations/update-site-audit-settings.ts'
import { openSite, cleanPage, type Site } from '#areas/site-audit/visits/test-site.ts'
import { listening } from '#test/listening.ts'

const good = (n: number) => cleanPage(n)
const robots = (body: string) => ({ headers: { 'content-type': 'text/plain' }, body })
const untitled = (n: number) => good(n).replace(/<title>[^<]*<\/title>/, '')
const startOf = (...paths: string[]) =>
  cleanPage(0, { path: '/', body: paths.map((path) => `<a href="${path}">To ${path}</a>`).join(' ') })

async function siteOf(site: Site) {
  const on = await openSite(site)
  const issue = async (ruleCode: string, path: string) => {
    const { items } = await on.call(listSiteAuditIssues, { ruleCode, pageSize: 100 })
    return items.find(({ url }) => url === `${on.url}${path}`)
  }
  return { ...on, issue, state: async (rule: string, path: string) => (await issue(rule, path))?.state }
}

test('an issue is open, fixed, and comes back, with the runs that saw it', async () => {
  const on = await siteOf({ '/': startOf('/p1', '/p2'), '/p1': untitled(1), '/p2': good(2) })

  const first = await on.audit()
  expect(await on.issue('title_missing', '/p1')).toMatchObject({
    state: 'open',
    severity: 'error',
    firstSeenRun: first.runId,
    fixedRun: null,
  })

  on.pages['/p1'] = good(1)
  const second = await on.audit()
  expect(await on.issue('title_missing', '/p1')).toMatchObject({
    state: 'fixed',
    lastSeenRun: first.runId,
    fixedRun: second.runId,
  })
  expect(await on.call(getSiteAuditRun, { runId: second.runId })).toMatchObject({ new: 0, fixed: 1, regressed: 0 })
  expect((await on.call(listSiteAuditIssues, { runId: second.runId, state: ['fixed'] })).items).toMatchObject([
    { ruleCode: 'title_missing' },
  ])

  on.pages['/p1'] = untitled(1)
  on.pages['/p2'] = untitled(2)
  const third = await on.audit()
  expect(await on.state('title_missing', '/p1')).toBe('regressed')
  expect(await on.call(getSiteAuditRun, { runId: third.runId })).toMatchObject({ new: 1, fixed: 0, regressed: 1 })

  await on.audit()
  expect(await on.state('title_missing', '/p1')).toBe('regressed')
})

test('a run is compared with older ones only', async () => {
  const on = await siteOf({ '/': untitled(0) })
  const older = await on.audit()
  const newer = await on.audit()

  expect(await on.call(getSiteAuditRun, { runId: newer.runId, compareTo: older.runId })).toMatchObject({ still: 2 })
  await expect(on.call(getSiteAuditRun, { runId: older.runId, compareTo: newer.runId })).rejects.toMatchObject({
    code: 'validation_failed',
  })
})

test('what is set aside stays so, and does not count', async () => {
  const on = await siteOf({ '/': startOf('/p1'), '/p1': untitled(1) })
  const { runId } = await on.audit()
  const { id = '' as never } = (await on.issue('title_missing', '/p1')) ?? {}
  expect((await on.call(getSiteAuditRun, { runId })).run).toMatchObject({
    healthScore: 50,
    pages: { counted: 2, withErrors: 1 },
  })

  await on.call(updateSiteAuditIssue, { issueIds: [id], state: 'ignored', note: 'Intended' })
  const again = await on.audit()

  expect(await on.issue('title_missing', '/p1')).toMatchObject({
    state: 'ignored',
    note: 'Intended',
    lastSeenRun: again.runId,
  })
  expect((await on.call(getSiteAuditRun, { runId: again.runId })).run).toMatchObject({
    healthScore: 100,
    issues: { error: 0, ignored: 1 },
  })
  on.pages['/p1'] = good(1)
  await on.audit()
  expect(await on.state('title_missing', '/p1')).toBe('ignored')
  await on.call(updateSiteAuditIssue, { issueIds: [id], state: 'open' })
  await on.audit()
  expect(await on.state('title_missing', '/p1')).toBe('fixed')
  await expect(on.call(updateSiteAuditIssue, { issueIds: [id], state: 'ignored' })).rejects.toMatchObject({
    code: 'invalid_transition',
  })
})

test('a page that was not looked at keeps its issues', async () => {
  const on = await siteOf({ '/': startOf('/p1', '/p2'), '/p1': untitled(1), '/p2': untitled(2) })
  await on.audit()

  on.pages['/p1'] = good(1)
  on.pages['/p2'] = { status: 503 }
  await on.audit('urls', ['/p1'])
  expect([await on.state('title_missing', '/p1'), await on.state('title_missing', '/p2')]).toEqual(['fixed', 'open'])

  await on.audit()
  expect([await on.state('title_missing', '/p2'), await on.state('status_5xx', '/p2')]).toEqual(['open', 'open'])
})

test('a page that is gone, and that nothing leads to, has no issues any longer', async () => {
  const on = await siteOf({ '/': startOf('/p1'), '/p1': untitled(1) })
  await on.audit()

  delete on.pages['/p1']
  on.pages['/'] = startOf()
  await on.audit()

  expect(await on.state('title_missing', '/p1')).toBe('fixed')
  expect(await on.state('status_4xx', '/p1')).toBeUndefined()
})

test('rules about the whole site are silent in a run that met its limit', async () => {
  const many = Array.from({ length: 6 }, (_, n) => `/p${n + 1}`)
  const on = await siteOf({
    '/': startOf(...many),
    ...Object.fromEntries(many.map((path, n) => [path, cleanPage(n + 1, { title: 'Equal' })])),
  })
  await on.audit()
  expect(await on.state('title_duplicate', '/p1')).toBe('open')

  on.pages['/p1'] = good(1)
  await on.call(updateSiteAuditSettings, { maxPages: 3 })
  const { runId } = await on.audit()

  expect((await on.call(getSiteAuditRun, { runId })).run).toMatchObject({ truncated: true, pages: { requested: 3 } })
  expect(await on.state('title_duplicate', '/p1')).toBe('open')
})

test('open issues are counted by rule, with what is new and what was fixed since the run before', async () => {
  const on = await siteOf({ '/': startOf('/p1', '/p2', '/p3'), '/p1': untitled(1), '/p2': untitled(2), '/p3': good(3) })
  const kind = async (ruleCode: string) => {
    const { rules = [] } = await on.call(listSiteAuditIssues, { countRules: true, pageSize: 1 })
    return rules.find((one) => one.ruleCode === ruleCode)
  }
  await on.audit()
  expect(await kind('title_missing')).toEqual({
    ruleCode: 'title_missing',
    severity: 'error',
    count: 2,
    mendable: 0,
    new: 2,
    fixed: 0,
  })

  Object.assign(on.pages, { '/p1': good(1), '/p3': untitled(3) })
  await on.audit()

  expect(await kind('title_missing')).toMatchObject({ count: 2, new: 1, fixed: 1 })
  expect(await kind('redirect_loop')).toBeUndefined()
})

test('an issue about a target stays where the target was not looked at', async () => {
  const long = Array.from({ length: 12 }, (_, n) => `/e/${n}`)
  const start = cleanPage(0, { path: '/', body: '<a href="/e/0">1</a> <a href="/gone">2</a> <a href="/old">3</a>' })
  const on = await siteOf({
    '/': start,
    '/old': { status: 301, headers: { location: '/p1' } },
    '/p1': cleanPage(1),
    ...Object.fromEntries(long.map((path, n) => [path, { status: 302, headers: { location: `/e/${n + 1}` } }])),
  })
  const states = async () => [await on.state('broken_internal_link', '/'), await on.state('link_to_redirect', '/')]
  await on.audit()
  expect(await states()).toEqual(['open', 'open'])

  await on.call(updateSiteAuditSettings, { maxPages: 1 })
  await on.audit()
  expect(await states()).toEqual(['open', 'open'])

  on.pages['/'] = cleanPage(0, { path: '/' })
  await on.audit()
  expect(await states()).toEqual(['fixed', 'fixed'])
})

test('an issue about a canonical address or pages beside it stays where these were not looked at', async () => {
  const head = '<link rel="canonical" href="{base}/gone"><link rel="next" href="{base}/none">'
  const page = (path: string) => cleanPage(0, { path, head }).replace(`<link rel="canonical" href="{base}${path}">`, '')
  const on = await siteOf({ '/': page('/') })
  const states = async () => [await on.state('canonical_non_200', '/'), await on.state('pagination_broken', '/')]
  await on.audit()
  expect(await states()).toEqual(['open', 'open'])

  await on.call(updateSiteAuditSettings, { exclude: ['/gone', '/none'] })
  await on.audit()
  expect(await states()).toEqual(['open', 'open'])

  Object.assign(on.pages, { '/gone': cleanPage(1, { path: '/gone' }), '/none': cleanPage(2, { path: '/none' }) })
  await on.call(updateSiteAuditSettings, { exclude: [] })
  await on.audit()
  expect(await states()).toEqual(['fixed', 'fixed'])
})

test('an issue about an image stays where robots.txt keeps the image away', async () => {
  const on = await siteOf({ '/': cleanPage(0, { path: '/', body: '<img src="/none.png" alt="None">' }) })
  await on.audit()
  expect(await on.state('image_broken', '/')).toBe('open')

  on.pages['/robots.txt'] = robots('User-agent: *\nDisallow: /none.png')
  await on.audit()

  expect(await on.state('image_broken', '/')).toBe('open')
})

test('an issue about a link to another website stays where its host was left out', async () => {
  const elsewhere = await listening((_, response) => response.writeHead(404).end(), { host: '127.0.0.2' })
  const linking = (n: number, path: string, ...others: string[]) =>
    cleanPage(n, { path, body: others.map((other) => `<a href="${other}">To ${other}</a>`).join(' ') })
  const on = await siteOf({ '/': linking(0, '/', '/p1'), '/p1': linking(1, '/p1', `${elsewhere.url}/none`) })
  await on.call(updateSiteAuditSettings, { concurrency: 1 })
  await on.audit()
  expect(await on.state('broken_external_link', '/p1')).toBe('open')

  await elsewhere.close()
  on.pages['/'] = linking(0, '/', '/p1', `${elsewhere.url}/a`, `${elsewhere.url}/b`)
  await on.audit()

  expect(await on.state('broken_external_link', '/')).toBe('open')
  expect(await on.issue('broken_external_link', '/p1')).toMatchObject({
    state: 'open',
    evidence: { links: [{ url: `${elsewhere.url}/none`, status: 404 }] },
  })
}, 20_000)

test('a page kept away by robots.txt stays linked where the linking page was not read', async () => {
  const on = await siteOf({
    '/': startOf('/p1', '/secret'),
    '/p1': cleanPage(1, { body: '<a href="/secret">Secret</a>' }),
    '/robots.txt': robots('User-agent: *\nDisallow: /secret'),
  })
  await on.audit()
  expect(await on.state('blocked_but_linked', '/secret')).toBe('open')

  Object.assign(on.pages, { '/': startOf('/p1'), '/p1': { status: 503 } })
  await on.audit()
  expect(await on.state('blocked_but_linked', '/secret')).toBe('open')

  on.pages['/p1'] = good(1)
  await on.audit()
  expect(await on.state('blocked_but_linked', '/secret')).toBe('fixed')
})

test('what was found about another start stays until a run begins there again', async () => {
  const plain = { headers: { 'content-type': 'text/plain' }, body: 'No heading' }
  const noIcon = (path: string) => cleanPage(0, { path }).replace('<link rel="icon" href="/icon.png">', '')
  const on = await siteOf({ '/': noIcon('/'), '/llms.txt': plain, '/robots.txt': robots('Sitemap: {base}/map.xml') })
  const another = await siteOf({ '/': cleanPage(0, { path: '/' }) })
  const states = async () =>
    Promise.all([
      on.state('favicon_missing', '/'),
      on.state('llms_txt_invalid', '/llms.txt'),
      on.state('sitemap_invalid', '/map.xml'),
    ])
  await on.audit()
  expect(await states()).toEqual(['open', 'open', 'open'])

  await on.call(updateSiteAuditSettings, { startUrl: `${another.url}/` })
  await on.audit()
  expect(await states()).toEqual(['open', 'open', 'open'])

  await on.call(updateSiteAuditSettings, { startUrl: `${on.url}/` })
  Object.assign(on.pages, { '/': cleanPage(0, { path: '/' }), '/llms.txt': { status: 500 }, '/robots.txt': robots('') })
  await on.audit()
  expect(await states()).toEqual(['fixed', 'open', 'fixed'])

  delete on.pages['/llms.txt']
  await on.audit()
  expect(await states()).toEqual(['fixed', 'fixed', 'fixed'])
})

test('what a sitemap says of its pages stays while it does not answer', async () => {
  const hidden = cleanPage(1, { head: '<meta name="robots" content="noindex">' })
  const map = {
    headers: { 'content-type': 'application/xml' },
    body:
      ['/', '/p1', '/gone'].reduce((text, path) => `${text}<url><loc>{base}${path}</loc></url>`, '<urlset>') +
      '</urlset>',
  }
  const on = await siteOf({
    '/': startOf('/p1', '/p2', '/p3'),
    '/p1': hidden,
    '/p2': good(2),
    '/p3': good(3),
    '/sitemap.xml': map,
  })
  const states = async () =>
    Promise.all([
      on.state('noindex_in_sitemap', '/p1'),
      on.state('sitemap_url_non_200', '/gone'),
      on.state('not_in_sitemap', '/p2'),
      on.state('not_in_sitemap', '/p4'),
    ])
  await on.audit()
  expect(await states()).toEqual(['open', 'open', 'open', undefined])

  Object.assign(on.pages, { '/sitemap.xml': { status: 503 }, '/': startOf('/p1', '/p2', '/p3', '/p4'), '/p4': good(4) })
  await on.audit()
  expect(await states()).toEqual(['open', 'open', 'open', undefined])

  on.pages['/p1'] = good(1)
  await on.audit()
  expect(await states()).toEqual(['fixed', 'open', 'open', undefined])

  on.pages['/sitemap.xml'] = map
  await on.audit()
  expect(await states()).toEqual(['fixed', 'open', 'open', 'open'])
})

// site-audit.md#no-score-of-nothing
test('a run in which no page counts has no score', async () => {
  const on = await siteOf({ '/': { headers: { 'content-type': 'application/pdf' }, body: '%PDF' } })

  const { runId } = await on.audit()

  expect((await on.call(getSiteAuditRun, { runId })).run).toMatchObject({
    state: 'succeeded',
    healthScore: null,
    pages: { requested: 1, counted: 0 },
  })
})
