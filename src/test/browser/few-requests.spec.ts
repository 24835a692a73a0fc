import { expect, test } from './fixtures.ts'
import { personOf } from './person-calls.ts'
import { drawFrames, settled } from './traffic.ts'

test.use({ organizationName: 'Quiet Press' })

/** Reads of the frame, which every screen shares: whether a control is there, what runs; who waits is in the session. */
const ofTheFrame = new Set(['listOperations', 'listJobs'])
const most = 4

const screens = [
  '',
  '/topics',
  '/content',
  '/content/fix-list',
  '/content/duplicates',
  '/calendar',
  '/library',
  '/media',
  '/search',
  '/audit',
  '/approvals',
  '/settings/api',
  '/settings/audit-log',
  '/settings/members',
  '/settings/collections',
  '/settings/terms',
  '/settings/authors',
  '/settings/redirects',
  '/settings/deliveries',
]

/** Screens that ask again (web.md#five-reads-side-by-side): these numbers only become smaller. */
const exceptions = new Map([
  ['', 5],
  ['/topics', 5],
  ['/content/:item', 5],
])

test('each screen asks for its data in few calls, and for nothing twice', async ({ page, request, installation }) => {
  test.slow()
  const call = personOf(request, installation)
  const { item } = await call('createItem', { collectionId: 'articles', title: 'Tides', content: 'Words.' })
  const home = `/o/${installation.organization.slug}`
  let asked: string[] = []
  page.on('request', (one) => {
    const { pathname } = new URL(one.url())
    const name = /^\/app\/operations\/(\w+)$/.exec(pathname)?.[1]
    if (name !== undefined && !ofTheFrame.has(name)) asked.push(`${name} ${one.postData() ?? ''}`)
  })
  for (const path of [...screens, `/content/${item.id}`]) {
    asked = []
    await page.goto(home + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await settled(page)
    const names = asked.map((one) => one.split(' ')[0])
    const allowed = exceptions.get(path.replace(item.id, ':item')) ?? most

    expect.soft(asked.length, `${path}: ${names.join(', ')}`).toBeLessThanOrEqual(allowed)
    expect.soft(new Set(asked).size, `${path}, twice: ${names.join(', ')}`).toBe(asked.length)
  }

  await page.goto(`${home}/content`)
  await settled(page)
  asked = []
  await page.getByRole('tab', { name: 'Drafts' }).click()
  await expect(page).toHaveURL(/tab=draft/)
  await settled(page)
  expect(asked.map((one) => one.split(' ')[0])).toEqual(['listManagerItems'])
})

/** What is asked for beside the scripts, by screen (web.md#asked-before-it-is-there). */
const early = [
  ['', 'getDashboard'],
  ['/topics', 'listTopics'],
  ['/content?tab=draft', 'listManagerItems'],
  ['/content/:item', 'getItem'],
  ['/content/fix-list', 'listPublishingWarnings'],
  ['/content/duplicates', 'findDuplicateItems'],
  ['/calendar', 'listCalendar'],
  ['/library', 'listContextEntries'],
  ['/media', 'listMedia'],
  ['/ai-answers', 'getAsvMetrics'],
  ['/audit', 'getSiteAuditStatus'],
  ['/approvals', 'listApprovals'],
  ['/settings/api', 'listConnectedAgents'],
  ['/settings/audit-log', 'listAgentAuditLog'],
] as const

test('a screen asks for its data while its scripts are on their way', async ({ page, request, installation }) => {
  test.slow()
  const call = personOf(request, installation)
  const { item } = await call('createItem', { collectionId: 'articles', title: 'Ebb', content: 'Words.' })
  for (const [path, read] of early) {
    let letThrough = () => {}
    const held = new Promise<void>((resolve) => (letThrough = resolve))
    await page.route(/\/assets\/(?!before-)[^/]+\.js$/, async (route) => {
      await held
      await route.continue()
    })
    const asked = page.waitForRequest((one) => new URL(one.url()).pathname === `/app/operations/${read}`)
    await page.goto(`/o/${installation.organization.slug}${path.replace(':item', item.id)}`, { waitUntil: 'commit' })

    await asked
    letThrough()
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await settled(page)
    await page.unrouteAll()
  }
})

/** Live events, the jobs that run, the palette (web.md#what-nobody-waits-for). */
const late = /\/app\/events|\/listJobs|\/assets\/(live-events|running-jobs|palette)-/

test('what nobody waits for is loaded when the screen is drawn', async ({ page, installation }) => {
  const asked: string[] = []
  page.on('request', (one) => void asked.push(new URL(one.url()).pathname))
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route('**/app/operations/getDashboard', async (route) => {
    await held
    await route.continue()
  })
  const palette = page.waitForRequest(/\/assets\/palette-/)
  const events = page.waitForRequest(/\/app\/events/)
  const jobs = page.waitForRequest(/\/listJobs/)

  await page.goto(`/o/${installation.organization.slug}`)
  await expect(page.getByRole('status', { name: 'Reading the desk' })).toBeVisible()
  await drawFrames(page)
  const before = asked.filter((one) => late.test(one))
  letThrough()
  await Promise.all([palette, events, jobs])

  expect(before).toEqual([])
})

// web.md#small-fonts-first
test('a page in English loads small fonts only, and another one what its characters need', async ({
  page,
  request,
  installation,
}) => {
  const call = personOf(request, installation)
  const { item } = await call('createItem', {
    collectionId: 'articles',
    title: 'Tides',
    content: '“Words” — and *more*…',
  })
  const fonts: string[] = []
  page.on('request', (one) => void (one.resourceType() === 'font' && fonts.push(new URL(one.url()).pathname)))
  const home = `/o/${installation.organization.slug}`
  for (const path of ['', `/content/${item.id}`, '/settings/audit-log']) {
    await page.goto(home + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await settled(page)
  }
  expect(fonts.length).toBeGreaterThan(0)
  expect(fonts.filter((one) => !one.includes('-text-'))).toEqual([])

  const other = await call('createItem', { collectionId: 'articles', title: 'Café', content: 'Words.' })
  const accented = page.waitForRequest(/\/newsreader-latin-wght-normal-/)
  await page.goto(`${home}/content/${other.item.id}`)

  await accented
})
