import { expect, test } from 'vitest'

import { approveCall } from '#areas/approvals/operations/approve-call.ts'
import { setApprovalPolicy } from '#areas/approvals/operations/set-approval-policy.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { replaceItemLinks } from '#areas/seo/operations/replace-item-links.ts'
import { getSiteAuditRun } from '#areas/site-audit/operations/get-site-audit-run.ts'
import { listSiteAuditIssues } from '#areas/site-audit/operations/list-site-audit-issues.ts'
import { openSite, cleanPage } from '#areas/site-audit/visits/test-site.ts'

test('an agent makes the fixes of an audit once a person approved them, and the next run proves them', async () => {
  const slugs = ['piers', 'cranes', 'ropes']
  const on = await openSite({
    '/': cleanPage(0, { path: '/', body: slugs.map((slug) => `<a href="/articles/${slug}">To ${slug}</a>`).join('') }),
    '/old': { status: 301, headers: { location: '/new' } },
    '/new': cleanPage(90, { path: '/new' }),
  })
  const ids = new Map<string, string>()
  for (const slug of slugs) {
    const content = `It is on [the old page](${on.url}/old).`
    const item = { collectionId: 'articles' as never, title: slug, slug, content, status: 'published' as const }
    ids.set(slug, (await on.call(createItem, item, { confirm: true })).item.id)
  }
  // The website shows each article as it is stored.
  const publish = async () => {
    for (const [at, [slug, id]] of [...ids].entries()) {
      const { item } = await on.call(getItem, { id: id as never })
      const body = JSON.stringify(item).includes(`${on.url}/old`) ? '<a href="/old">the old page</a>' : ''
      on.pages[`/articles/${slug}`] = cleanPage(at + 1, { path: `/articles/${slug}`, title: slug, body })
    }
  }
  await publish()
  await on.audit()
  const policy = { publishingPolicy: { confirmLiveEdits: true } }
  await on.call(updateOrganizationSettings, policy, on.inPerson())
  await on.call(setApprovalPolicy, { risks: ['publish'] }, on.inPerson())

  const { items: issues } = await on.call(listSiteAuditIssues, { ruleCode: 'link_to_redirect' })
  expect(issues.map(({ fix }) => [fix?.operation, fix?.complete])).toEqual(slugs.map(() => ['replaceItemLinks', true]))
  const inputs = issues.map(({ fix }) => replaceItemLinks.input.parse(fix?.input))
  const approvals: string[] = []
  for (const input of inputs) {
    const { status, body } = await on.answerOf(replaceItemLinks, input, { confirm: true })
    expect(status).toBe(428)
    approvals.push(JSON.parse(body).error.details.approvalId)
  }
  for (const approvalId of approvals) await on.call(approveCall, { approvalId: approvalId as never }, on.inPerson())
  for (const input of inputs)
    expect(await on.call(replaceItemLinks, input, { confirm: true })).toMatchObject({ replaced: 1 })
  await publish()
  const { runId } = await on.audit('changed')

  expect(await on.call(getSiteAuditRun, { runId })).toMatchObject({ fixed: slugs.length, regressed: 0 })
  expect((await on.call(listSiteAuditIssues, { ruleCode: 'link_to_redirect', state: ['open'] })).total).toBe(0)
  expect((await on.call(listSiteAuditIssues, { runId, state: ['fixed'], ruleCode: 'link_to_redirect' })).total).toBe(3)
}, 120_000)

test('a broken link whose address has a redirect of ours gets its target', async () => {
  const on = await openSite({
    '/': cleanPage(0, { path: '/', body: '<a href="/articles/piers">Piers</a>' }),
  })
  const newItem = async (slug: string, content: string) => {
    const item = { collectionId: 'articles' as never, title: slug, slug, content, status: 'published' as const }
    return (await on.call(createItem, item, { confirm: true })).item.id
  }
  const cranes = await newItem('old-cranes', 'Cranes.')
  await on.call(updateItem, { id: cranes, slug: 'cranes' }, { confirm: true })
  await newItem('piers', `See [cranes](${on.url}/articles/old-cranes/) and [nothing](${on.url}/articles/ropes).`)
  const body = '<a href="/articles/old-cranes/">Cranes</a> <a href="/articles/ropes">Nothing</a>'
  on.pages['/articles/piers'] = cleanPage(1, { path: '/articles/piers', title: 'piers', body })
  on.pages['/articles/cranes'] = cleanPage(2, { path: '/articles/cranes', title: 'cranes' })

  await on.audit()

  const { items } = await on.call(listSiteAuditIssues, { ruleCode: 'broken_internal_link' })
  expect(items.map(({ fix }) => fix)).toMatchObject([
    {
      operation: 'replaceItemLinks',
      complete: false,
      input: {
        links: [
          { from: `${on.url}/articles/old-cranes/`, to: `${on.url}/articles/cranes` },
          { from: `${on.url}/articles/ropes` },
        ],
      },
    },
  ])
}, 120_000)

test('a fix changes the text of the article, and says where the template has the link', async () => {
  const nav = '<nav><a href="/old">Old</a></nav>'
  const own = '<a href="/older">Older</a>'
  const on = await openSite({
    '/': cleanPage(0, { path: '/', body: '<a href="/articles/piers">Piers</a><a href="/articles/ropes">Ropes</a>' }),
    '/old': { status: 301, headers: { location: '/new' } },
    '/older': { status: 301, headers: { location: '/new' } },
    '/new': cleanPage(90, { path: '/new' }),
    '/articles/piers': cleanPage(1, { path: '/articles/piers', title: 'piers', body: nav }),
    '/articles/ropes': cleanPage(2, { path: '/articles/ropes', title: 'ropes', body: nav + own }),
    '/articles/cranes': cleanPage(3, { path: '/articles/cranes', title: 'cranes', body: own }),
  })
  const item = { collectionId: 'articles' as never, status: 'published' as const }
  for (const [slug, content] of [
    ['piers', 'Nothing else.'],
    ['ropes', 'It is on [the older page](/older).'],
    ['cranes', 'It is on [the older page](/older).'],
  ] as const)
    await on.call(createItem, { ...item, title: slug, slug, content }, { confirm: true })

  await on.audit()

  const { items } = await on.call(listSiteAuditIssues, { ruleCode: 'link_to_redirect' })
  const links = [{ from: `${on.url}/older`, to: `${on.url}/new` }]
  const fixes = Object.fromEntries(items.map(({ url, fix }) => [url.slice(on.url.length), fix]))
  expect(fixes).toMatchObject({
    '/articles/piers': null,
    '/articles/ropes': { complete: false, input: { links } },
    '/articles/cranes': { complete: true, input: { links } },
  })
}, 120_000)
