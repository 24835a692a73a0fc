import { readFile } from 'node:fs/promises'

import { listening, type Listening } from '#test/listening.ts'

import { expect, test } from './fixtures.ts'
import { expectSound } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

test.use({ organizationName: 'Harbour Press', expectedErrors: [/status of (409|422)/] })

let site: Listening
let isMended = false
const words = Array.from({ length: 220 }, (_, at) => `word${at}`).join(' ')
const page = (title: string, body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1><p>${words} ${title}</p>${body}</main></body></html>`

test.beforeAll(async () => {
  const pages: Record<string, string> = {
    '/': page('Harbours', '<a href="/articles/piers">Piers</a> <a href="/gone">Gone</a>'),
    // With the picture that no call can write: what its card lacks besides, one call mends.
    '/articles/piers': page(
      'Piers',
      '<a href="/old">The old page</a>',
      '<meta property="og:image" content="https://example.com/piers.png">',
    ),
    '/new': page('New', '<a href="/">Start</a>'),
    '/robots.txt': 'User-agent: GPTBot\nDisallow: /',
  }
  site = await listening((request, response) => {
    const path = request.url ?? ''
    const body = path === '/gone' && isMended ? page('Gone', '') : pages[path]
    const type = path.endsWith('.txt') ? 'text/plain' : 'text/html; charset=utf-8'
    if (path === '/old') response.writeHead(301, { location: '/new' })
    else response.writeHead(body === undefined ? 404 : 200, { 'content-type': type })
    // Long enough for somebody to see how far it is.
    setTimeout(() => response.end(body ?? 'Nothing'), path === '/new' ? 1500 : 0)
  })
})
test.afterAll(() => site.close())

test('somebody reads the website, mends a link, sets an issue aside and asks as each crawler', async ({
  page: screen,
  installation,
}, info) => {
  const call = personOf(screen.request, installation)
  await call('updateOrganizationSettings', { siteUrl: site.url }, { confirm: true })
  const content = 'It is on [the old page](/old).'
  const item = { collectionId: 'articles', title: 'Piers', slug: 'piers', content, status: 'published' }
  const { item: piers } = await call('createItem', item, { confirm: true })
  const { slug } = installation.organization
  const path = `/o/${slug}/audit`

  await screen.goto(path)
  await expect(screen.getByRole('heading', { name: 'Your website has not been read yet' })).toBeVisible()
  await expectSound(screen, { what: 'unread' })
  await screen.getByRole('button', { name: 'Settings…' }).click()
  const settings = screen.getByRole('dialog')
  await settings.getByLabel('Pages at most').fill('20')
  await settings.getByLabel('By itself').selectOption('weekly')
  await expectSound(screen, { what: 'settings' })
  await settings.getByText('More settings').focus()
  await screen.keyboard.press('Enter')
  await settings.getByLabel('Sitemaps').fill(`${site.url}/sitemap.xml\nnowhere`)
  await settings.getByLabel('Leave out').fill('/private/*\n\n/drafts/*')
  await settings.getByLabel('Clicks from the start, at most').fill('0')
  await settings.getByText('More settings').click()
  await expect(settings.getByLabel('Sitemaps')).toBeHidden()
  await settings.getByRole('button', { name: 'Save settings' }).click()
  await expect(settings.getByLabel('Clicks from the start, at most')).toBeFocused()
  await settings.getByLabel('Clicks from the start, at most').fill('5')
  await settings.getByText('More settings').click()
  await settings.getByRole('button', { name: 'Save settings' }).click()
  await expect(settings.getByLabel('Sitemaps')).toBeFocused()
  await expect(settings.getByText('Line 2: Must be an absolute http or https URL')).toBeVisible()
  await expectSound(screen, {
    what: 'more settings',
    picture: (name) => info.outputPath(`settings-${name}`),
    fullPage: false,
  })
  await settings.getByLabel('Sitemaps').fill('https://other.example/sitemap.xml')
  await settings.getByRole('button', { name: 'Save settings' }).click()
  await expect(settings.getByText(/^https:\/\/other\.example\/sitemap\.xml: Only addresses on the hosts/)).toBeVisible()
  await settings.getByLabel('Sitemaps').fill('')
  await settings.getByLabel('Pages asked for at the same time').fill('1')
  await settings.getByRole('button', { name: 'Save settings' }).click()
  await expect(screen.getByText('The settings are saved.')).toBeVisible()
  await expect(
    screen.getByText(/The first one begins by itself (tomorrow|in \d+ (day|hour|minute)s?|in a moment)\./),
  ).toBeVisible()
  expect((await call('getSiteAuditStatus', {})).settings).toMatchObject({
    sitemaps: [],
    maxDepth: 5,
    exclude: ['/private/*', '/drafts/*'],
    concurrency: 1,
    userAgent: null,
  })
  await screen.getByRole('button', { name: 'Settings…' }).click()
  await expect(settings.getByText(/^The next one begins Mon/)).toBeVisible()
  // What somebody else saves meanwhile is not overwritten with what was there before.
  const heard = screen.waitForResponse('**/getSiteAuditStatus')
  await call('updateSiteAuditSettings', { externalLinks: false }, { confirm: true })
  await heard
  await settings.getByRole('button', { name: 'Save settings' }).click()
  await expect(settings.getByText(/^Somebody else has changed this meanwhile/)).toBeVisible()
  expect((await call('getSiteAuditStatus', {})).settings.externalLinks).toBe(false)
  await call('updateSiteAuditSettings', { externalLinks: true }, { confirm: true })
  await settings.getByRole('button', { name: 'Cancel' }).click()
  await screen.getByRole('button', { name: 'Read the website…' }).click()
  const start = screen.getByRole('dialog', { name: 'Read the website now?' })
  await expect(start).toContainText('Up to 20 pages are asked for')
  await expect(start.getByLabel('Measure performance, too')).toBeVisible()
  await expectSound(screen, { what: 'start', picture: (name) => info.outputPath(`start-${name}`), fullPage: false })
  await start.getByRole('button', { name: 'Read the website' }).click()
  await expect(screen.getByText(/\d+ addresses found, \d+ asked for, \d+ did not answer/)).toBeVisible()
  await expect(screen.getByRole('heading', { level: 1 })).toHaveText(/^\d+ of 100 pages are free of errors\.$/, {
    timeout: 60_000,
  })

  const kinds = screen.getByRole('region', { name: 'Issues' }).getByRole('row')
  const pages = screen.getByRole('region', { name: 'Pages' })
  await expect(kinds.filter({ hasText: 'Links lead to old addresses' })).toContainText('1 page')
  await expect(screen.getByText(/^\d+ kinds of fault were looked for and not found$/)).toBeVisible()
  await kinds.getByRole('link', { name: 'Links lead to old addresses' }).click()
  const moved = pages.getByRole('listitem').filter({ hasText: '/articles/piers' })
  await expect(moved).toContainText('/old leads to /new')
  await expect(moved.getByRole('link', { name: 'Open /articles/piers in editor' })).toHaveAttribute(
    'href',
    `/o/${slug}/content/${piers.id}`,
  )
  await settled(screen)
  await screen.evaluate(() => globalThis.scrollTo(0, 0))
  await expectSound(screen, { what: 'issues', picture: (name) => info.outputPath(`issues-${name}`) })
  await pages.getByRole('button', { name: 'Mend 1…' }).click()
  const mend = screen.getByRole('alertdialog')
  await expect(mend).toContainText('1 of them is live: the public sees the change at once.')
  await expectSound(screen, { what: 'mend', picture: (name) => info.outputPath(`mend-${name}`) })
  await mend.getByRole('button', { name: 'Change 1 article' }).click()
  await expect(screen.getByText('1 article is mended. The next audit looks again.')).toBeVisible()
  const { item: mended } = await call('getItem', { id: piers.id })
  expect(JSON.stringify(mended)).toContain('/new')

  await kinds.getByRole('link', { name: 'The page does not exist' }).click()
  const gone = pages.getByRole('listitem').filter({ hasText: '/gone' })
  await gone.getByRole('button', { name: /^Set aside…/ }).click()
  const aside = screen.getByRole('dialog', { name: 'Set this issue aside?' })
  await aside.getByLabel('Reason').fill('It comes back in spring.')
  await aside.getByRole('button', { name: 'Set aside' }).click()
  await expect(kinds.filter({ hasText: 'The page does not exist' })).toHaveCount(0)
  await screen.getByRole('tab', { name: /^Set aside/ }).click()
  await expect(screen.getByText('Set aside: It comes back in spring.')).toBeVisible()
  await screen.getByRole('button', { name: /^Take up again/ }).click()
  await expect(screen.getByText('Nothing was set aside.')).toBeVisible()

  const saved = screen.waitForEvent('download')
  await screen.getByRole('button', { name: 'CSV' }).click()
  const csv = await readFile(await (await saved).path(), 'utf8')
  expect(csv).toContain('error,status_4xx,The page does not exist,')
  expect(csv.split('\r\n')[0]).toMatch(/^severity,rule,words,url,state,priority/)

  isMended = true
  await screen.getByRole('button', { name: 'Read again…' }).click()
  await start.getByRole('button', { name: 'Read the website' }).click()
  const figures = screen.getByRole('region', { name: 'Figures' })
  await expect(figures).toContainText(/health of 100, \d+ more than before/, { timeout: 60_000 })
  await expect(figures).toContainText(/2fixed since the audit before, \d+ still there/)

  await screen.getByRole('tab', { name: 'Pages' }).click()
  await screen.getByRole('link', { name: 'Lead on' }).click()
  await expect(pages.getByRole('row', { name: /Leads to \/new/ })).toBeVisible()
  await screen.getByRole('link', { name: 'Fail' }).click()
  await expect(screen.getByText('No page is like that.')).toBeVisible()
  await screen.getByRole('link', { name: 'All' }).click()
  await expect(pages.getByRole('row', { name: /\/articles\/piers/ })).toContainText('Is there')
  await expectSound(screen, { what: 'pages', picture: (name) => info.outputPath(`pages-${name}`) })
  await pages.getByRole('link', { name: '/articles/piers', exact: true }).click()
  const sheet = screen.getByRole('dialog', { name: 'Piers' })
  await expect(sheet.getByRole('region', { name: 'Pages that link here' })).toContainText('Piers')
  await expectSound(screen, { what: 'page', picture: (name) => info.outputPath(`page-${name}`) })
  await sheet.getByRole('button', { name: 'Close' }).click()
  await screen.getByRole('tab', { name: 'Runs' }).click()
  const comparison = screen.getByRole('region', { name: 'Comparison' })
  await expect(comparison).toContainText(/fixed2/)
  await expect(comparison.getByRole('row', { name: 'The page does not exist 1 0' })).toBeVisible()
  await expectSound(screen, { what: 'runs', picture: (name) => info.outputPath(`runs-${name}`) })
  await screen.getByRole('tab', { name: 'AI crawlers' }).click()
  await screen.getByRole('button', { name: 'Ask as each crawler' }).click()
  await expect(screen.getByRole('heading', { name: '12 of 13 AI crawlers may read it' })).toBeVisible()
  await expect(screen.getByRole('row', { name: /GPTBot/ })).toContainText('Line 2 of robots.txt: Disallow: /')
  await expectSound(screen, { what: 'crawlers' })

  await screen.setViewportSize({ width: 390, height: 844 })
  await expectSound(screen, { what: 'crawlers on a phone' })
  await screen.goto(`/o/${slug}`)
  await screen.getByRole('link', { name: /site health of 100/ }).click()
  await expect(screen).toHaveURL(new RegExp(`${path}$`))
  await expect(kinds.first()).toBeVisible()
  await settled(screen)
  await expectSound(screen, { what: 'phone', picture: (name) => info.outputPath(`phone-${name}`) })
  await kinds.getByRole('link').first().click()
  await expect(pages).toBeVisible()
  await expectSound(screen, { what: 'phone, open', picture: (name) => info.outputPath(`phone-open-${name}`) })

  await screen.setViewportSize({ width: 1440, height: 900 })
  await screen.goto(`/o/${slug}/content/${piers.id}`)
  const live = screen.getByRole('region', { name: 'On the live page' })
  const untold = live.getByRole('listitem').filter({ hasText: 'The page has no texts or picture for sharing' })
  await expect(untold.getByRole('link', { name: /^Open page/ })).toHaveAttribute('href', `${site.url}/articles/piers`)
  await settled(screen)
  await expectSound(screen, { what: 'article', picture: (name) => info.outputPath(`article-${name}`) })
  await untold.getByRole('button', { name: /^Mend…/ }).click()
  await expect(mend).toContainText('Open Graph title becomes Piers')
  await expectSound(screen, { what: 'mend by proposal' })
  await mend.getByRole('button', { name: 'Change 1 article' }).click()
  await expect(screen.getByText('1 article is mended. The next audit looks again.')).toBeVisible()
  expect((await call('getItem', { id: piers.id })).item).toMatchObject({ ogTitle: 'Piers' })
})

test('somebody reads only what changed and some pages, and corrects a start on a host that was left', async ({
  page: screen,
  installation,
}, info) => {
  test.slow()
  const slow = { timeout: 60_000 }
  const call = personOf(screen.request, installation)
  const ended = () => expect.poll(async () => (await call('getSiteAuditStatus', {})).lastRun.state, slow)
  await call('updateOrganizationSettings', { siteUrl: site.url }, { confirm: true })
  await call('startSiteAudit', { scope: 'full' }, { confirm: true })
  await ended().toBe('succeeded')
  const before = (await call('listSiteAuditRuns', {})).total
  await screen.goto(`/o/${installation.organization.slug}/audit?tab=runs`)

  const again = screen.getByRole('button', { name: 'Read again…' })
  const start = screen.getByRole('dialog', { name: 'Read the website now?' })
  await again.focus()
  await screen.keyboard.press('Enter')
  await expect(start.getByRole('radio', { name: 'The whole website' })).toBeFocused()
  await screen.keyboard.press('ArrowDown')
  await expect(start.getByRole('radio', { name: 'Only what changed' })).toBeChecked()
  await start.getByRole('button', { name: 'Read what changed' }).click()
  const runs = screen.getByRole('region', { name: 'Runs' })
  await ended().toBe('succeeded')
  await expect(runs.getByRole('row', { name: /What had changed/ }).first()).toBeVisible(slow)

  await expect(again).toBeEnabled(slow)
  await again.click()
  await start.getByRole('radio', { name: 'Some pages' }).check()
  await start.getByRole('textbox', { name: 'Pages' }).fill(`${site.url}/new\nhttps://other.example/`)
  await start.getByLabel('Measure performance, too').check()
  await start.getByRole('button', { name: 'Read these pages' }).click()
  await expect(start.getByText(/^https:\/\/other\.example\/: Only addresses on the hosts/)).toBeVisible()
  for (const width of [1280, 390]) {
    await screen.setViewportSize({ width, height: 844 })
    await expectSound(screen, {
      what: `some pages, ${width}`,
      picture: (name) => info.outputPath(`some-pages-${width}-${name}`),
      fullPage: false,
    })
  }
  await start.getByRole('textbox', { name: 'Pages' }).fill(`${site.url}/new`)
  await start.getByRole('button', { name: 'Read these pages' }).click()
  await expect(start).toHaveCount(0)
  await ended().toBe('succeeded')
  const { items, total } = await call('listSiteAuditRuns', {})
  expect(items.slice(0, 2)).toMatchObject([{ scope: 'urls' }, { scope: 'changed' }])
  expect(total).toBe(before + 2)

  await screen.route('**/operations/getSitePerformance', async (route) => {
    const { result, ...rest } = await (await route.fetch()).json()
    await route.fulfill({ json: { ...rest, result: { ...result, installCommand: 'masthead install lab' } } })
  })
  await screen.reload()
  await again.click()
  await expect(start.getByText('masthead install lab')).toBeVisible()
  await expect(start.getByLabel('Measure performance, too')).toHaveCount(0)
  await expectSound(screen, { what: 'no lab', picture: (name) => info.outputPath(`no-lab-${name}`), fullPage: false })
  await screen.keyboard.press('Escape')

  await call('updateSiteAuditSettings', { startUrl: `${site.url}/new` })
  await call('updateOrganizationSettings', { siteUrl: 'https://harbour.example' }, { confirm: true })
  await screen.setViewportSize({ width: 1280, height: 844 })
  await screen.reload()
  await expect(screen.getByText(/which is not on a host of your website/)).toBeVisible()
  await expect(again).toBeDisabled()
  await settled(screen)
  await expectSound(screen, { what: 'foreign start', picture: (name) => info.outputPath(`foreign-${name}`) })
  await screen.getByRole('button', { name: 'Correct the start…' }).click()
  const settings = screen.getByRole('dialog', { name: 'Settings of site audits' })
  await expect(settings.getByText(/^This is not on a host of your website/)).toBeVisible()
  await settings.getByText('More settings').click()
  for (const width of [1280, 390]) {
    await screen.setViewportSize({ width, height: 844 })
    await expectSound(screen, {
      what: `settings, ${width}`,
      picture: (name) => info.outputPath(`settings-${width}-${name}`),
      fullPage: false,
    })
  }
  await settings.getByLabel('Begin at').fill('')
  await settings.getByRole('button', { name: 'Save settings' }).click()
  await expect(screen.getByText('The settings are saved.')).toBeVisible()
  await expect(again).toBeEnabled()
  expect((await call('getSiteAuditStatus', {})).settings.startUrl).toBe('https://harbour.example/')
})
