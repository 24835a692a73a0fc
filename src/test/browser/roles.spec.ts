import { expect, test, watch } from './fixtures.ts'
import { personOf } from './person-calls.ts'
import { countTraffic, settled } from './traffic.ts'

test.use({ organizationName: 'Quay Gazette', withExamples: true })

/** Screens that have one purpose, which a viewer does not have. */
const closed = ['/content/import', '/content/merge']

test('a viewer meets no answer of 403, and no link to what a viewer may not do', async ({
  browser,
  request,
  installation,
}) => {
  test.setTimeout(180_000)
  const { origin, organization } = installation
  const home = `/o/${organization.slug}`
  const email = `viewer-${Date.now()}@example.com`
  const person = personOf(request, installation)
  await person('createBlogTopic', {
    topic: 'Tides',
    primaryKeyword: 'tides',
    angle: 'By the moon',
    collectionPresetId: 'articles',
  })
  const { acceptUrl } = await person('inviteMember', { email, role: 'viewer' })
  const context = await browser.newContext({ baseURL: origin, storageState: { cookies: [], origins: [] } })
  const page = await context.newPage()
  countTraffic(page)
  const faults = watch(page, origin, { errors: [/status of 40[14]/] })
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(`${new URL(page.url()).pathname}: ${answer.url()}`)
  })
  await page.goto(acceptUrl)
  await page.getByLabel('Your name').fill('Vera Viewer')
  await page.getByLabel('Password', { exact: true }).fill('a horse on a quiet hill')
  await page.getByRole('button', { name: 'Create account and join' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()

  await page.goto(`${home}/settings/organization`)
  const links: string[] = []
  for (const name of ['Main', 'Settings']) {
    const all = page.getByRole('navigation', { name, exact: true }).getByRole('link')
    await all.first().waitFor()
    links.push(...(await all.evaluateAll((found) => found.map((one) => one.getAttribute('href') ?? ''))))
  }
  expect(links.length).toBeGreaterThan(20)
  const further = ['/content/fix-list', '/content/duplicates', '/settings/audit-log'].map((path) => home + path)
  for (const path of [...links, ...further]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await settled(page)
    for (const part of closed) await expect.soft(page.locator(`main a[href*="${part}"]`), path).toHaveCount(0)
  }
  await page.goto(`${home}/topics`)
  await expect(page.getByRole('article', { name: 'Tides' })).toBeVisible()
  await expect(page.getByRole('article', { name: 'Tides' }).getByRole('button')).toHaveCount(0)
  for (const path of closed) {
    await page.goto(home + path)
    await expect(page.getByText('An owner or admin can change your role.')).toBeVisible()
  }

  expect(refused).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

test('an editor who may not set the publishing time is told so in the publish sheet, and led nowhere', async ({
  browser,
  request,
  installation,
}) => {
  const { origin, organization } = installation
  const person = personOf(request, installation)
  const email = `editor-${Date.now()}@example.com`
  const { acceptUrl } = await person('inviteMember', { email, role: 'editor' })
  const { item } = await person('createItem', { collectionId: 'articles', title: 'Ebb', content: 'Text.' })
  await person('updateOrganizationSettings', { defaults: { publishTime: null } })
  const context = await browser.newContext({ baseURL: origin, storageState: { cookies: [], origins: [] } })
  const page = await context.newPage()
  await page.goto(acceptUrl)
  await page.getByLabel('Your name').fill('Ed Editor')
  await page.getByLabel('Password', { exact: true }).fill('a horse on a quiet hill')
  await page.getByRole('button', { name: 'Create account and join' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.goto(`/o/${organization.slug}/content/${item.id}`)
  await page.getByRole('button', { name: 'Publish…' }).click()
  const sheet = page.getByRole('dialog', { name: 'Ebb' })
  const slot = sheet.getByRole('radio', { name: 'Next free slot' })
  await expect(slot).toBeDisabled()
  await expect(slot).toHaveAccessibleDescription('No publishing time is set; an owner or admin can.')
  await expect(sheet.getByRole('link', { name: 'Set one' })).toHaveCount(0)
  await expect(sheet.getByRole('button', { name: 'Publish', exact: true })).toBeEnabled()
  await context.close()
})

test('a page follows the role of its person, and shows nothing more to somebody who is no longer a member', async ({
  browser,
  request,
  installation,
}) => {
  test.setTimeout(120_000)
  const { origin, organization } = installation
  const person = personOf(request, installation)
  const email = `editor-${Date.now()}@example.com`
  const { acceptUrl } = await person('inviteMember', { email, role: 'editor' })
  const context = await browser.newContext({ baseURL: origin, storageState: { cookies: [], origins: [] } })
  const page = await context.newPage()
  countTraffic(page)
  await page.goto(acceptUrl)
  await page.getByLabel('Your name').fill('Eve')
  await page.getByLabel('Password', { exact: true }).fill('a horse on a quiet hill')
  await page.getByRole('button', { name: 'Create account and join' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.goto(`/o/${organization.slug}/content`)
  const account = page.getByRole('button', { name: 'Account: Eve' })
  await expect(account).toContainText('editor')
  await settled(page)
  const { items } = await person('listMembers', { search: email })
  const { userId } = items[0]

  await person('updateMemberRole', { userId, role: 'viewer' }, { confirm: true })

  await expect(account).toContainText('viewer')
  await person('removeMember', { userId }, { confirm: true })
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible({ timeout: 15_000 })
  await context.close()
})
