import { expect, test } from 'vitest'

import { checkAiCrawlerAccess } from '#areas/site-audit/operations/check-ai-crawler-access.ts'
import { listSiteAuditIssues } from '#areas/site-audit/operations/list-site-audit-issues.ts'
import { labThatMeasures } from '#areas/site-audit/performance/test-lab.ts'
import { auditStage, cleanPage } from '#areas/site-audit/visits/test-site.ts'

test('each crawler is asked as itself, with the line that decides', async () => {
  const on = await auditStage({
    '/': (request) => (request.headers['user-agent']?.includes('GPTBot') === true ? { status: 403 } : 'Hello'),
    '/robots.txt': {
      headers: { 'content-type': 'text/plain' },
      body: 'User-agent: PerplexityBot\nUser-agent: Google-Extended\nDisallow: /',
    },
    '/llms.txt': { headers: { 'content-type': 'text/plain' }, body: '# Site\n[Gone](/gone)' },
  })

  const { bots, llmsTxt, renderWithoutJsWordRatio } = await on.call(checkAiCrawlerAccess, {}, { confirm: true })

  expect(bots).toHaveLength(13)
  const of = (name: string) => bots.find(({ bot }) => bot === name)
  expect(of('GPTBot')).toMatchObject({ robots: 'allow', rule: null, line: null, httpStatus: 403, blocked: true })
  expect(of('PerplexityBot')).toMatchObject({
    robots: 'deny',
    rule: 'Disallow: /',
    line: 3,
    httpStatus: 200,
    blocked: true,
  })
  expect(of('Google-Extended')).toMatchObject({ robots: 'deny', httpStatus: null, blocked: true })
  expect(of('Claude-User')).toMatchObject({ class: 'user', robots: 'allow', httpStatus: 200, blocked: false })
  expect(llmsTxt).toEqual({ found: true, url: `${on.url}/llms.txt`, problems: ['broken'] })
  expect(renderWithoutJsWordRatio).toBeNull()
  await on.close()
})

test('words without scripts are those of the page that visitors get behind a redirect', async () => {
  const on = await auditStage({
    '/': { status: 302, headers: { location: '/home' } },
    '/home': '<main>one two</main><script></script>',
  })
  const { browser } = labThatMeasures({}, { render: async () => '<main>one two three four</main>' })

  const { renderWithoutJsWordRatio } = await on.call(checkAiCrawlerAccess, {}, { confirm: true, browser })

  expect(renderWithoutJsWordRatio).toBe(0.5)
  await on.close()
})

test('a website that does not answer, and one of others, are refused', async () => {
  const on = await auditStage({ '/': { status: 0 } })

  await expect(on.call(checkAiCrawlerAccess, {}, { confirm: true })).rejects.toMatchObject({ code: 'upstream_failed' })
  const foreign = on.call(checkAiCrawlerAccess, { url: 'https://other.example/' }, { confirm: true })
  await expect(foreign).rejects.toMatchObject({ code: 'url_not_allowed' })
  await on.close()
})

test('a link of llms.txt that robots.txt keeps away is not asked for, and is no fault', async () => {
  const plain = (body: string) => ({ headers: { 'content-type': 'text/plain' }, body })
  const on = await auditStage({
    '/': cleanPage(0, { path: '/' }),
    '/robots.txt': plain('User-agent: Masthead\nDisallow: /secret'),
    '/llms.txt': plain('# Site\n[Secret](/secret) [Start](/)'),
  })

  await on.audit()
  const { llmsTxt } = await on.call(checkAiCrawlerAccess, {}, { confirm: true })

  expect(llmsTxt).toMatchObject({ found: true, problems: [] })
  expect((await on.call(listSiteAuditIssues, { ruleCode: 'llms_txt_invalid' })).items).toEqual([])
  expect(on.requests.filter(({ path }) => path === '/secret')).toEqual([])
  await on.close()
})
