import type { APIRequestContext, Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { expectSound } from './page-checks.ts'
import { personOf } from './person-calls.ts'

// What these tests create would disturb others.
test.use({ organizationName: 'Recorded Media' })

const screen = '/o/recorded-media/settings/audit-log'

type Installed = { origin: string; organization: { id: string } }

/** An agent with a key of its own, which calls through `/v2`. */
async function agentOf(request: APIRequestContext, { origin, organization }: Installed, name: string) {
  const made = await request.post(`${origin}/app/operations/createApiKey`, {
    headers: { 'X-Organization-Id': organization.id },
    data: { input: { name, scopes: ['content:read', 'content:write', 'content:publish', 'org:read'] } },
  })
  const { result } = await made.json()
  return async (operation: string, input: object, more: object = {}, headers: Record<string, string> = {}) => {
    const answer = await request.post(`${origin}/v2/tools/${operation}`, {
      headers: { 'X-API-Key': result.secret, ...headers },
      data: { input, ...more },
    })
    return answer.json()
  }
}

/** Calls of every kind, so that no column stays empty. */
async function fill(request: APIRequestContext, installed: Installed, name: string) {
  const call = await agentOf(request, installed, name)
  const { result } = await call('listCollections', {})
  const article = {
    collectionId: result.items[0].id,
    title: 'How to choose a CRM for a small team',
    content: 'A first paragraph.',
  }
  const key = { 'Idempotency-Key': name.replaceAll(' ', '-') }
  const made = await call('createItem', article, {}, key)
  await call('createItem', article, {}, key)
  await call('updateItem', { id: made.result.item.id, excerpt: 'Shorter' })
  await call('createItem', { ...article, status: 'published' })
  await call('publishItem', { id: made.result.item.id }, { confirm: true })
  await call('createItem', { title: '' })
  await call('noSuchOperation', {})
  return { call, requestId: String(made.requestId) }
}

test.describe('the log of an installation', () => {
  for (const width of [1440, 390]) {
    test(`is accessible and within its width: ${width} px`, async ({ page, request, installation }, info) => {
      test.setTimeout(120_000)
      await page.setViewportSize({ width, height: 900 })
      const { requestId } = await fill(request, installation, 'Writing agent')

      await page.goto(screen)
      await expect(page.getByRole('link', { name: 'Writing agent published How to choose' }).first()).toBeVisible()
      await expectSound(page, { picture: (theme) => info.outputPath(`log-${theme}`), fullPage: width === 390 })

      await page.goto(`${screen}?record=${requestId}`)
      const panel = page.getByRole('dialog', { name: 'Writing agent wrote How to choose a CRM' })
      await expect(panel.getByText('How to choose a CRM for a small team').first()).toBeVisible()
      await expect(panel.getByText('not kept').first()).toBeVisible()
      await expectSound(page, { picture: (theme) => info.outputPath(`panel-${theme}`), fullPage: false })
      await page.keyboard.press('Escape')
      await expect(panel).toBeHidden()

      await page.getByRole('button', { name: 'Filter' }).click()
      await expectSound(page, { picture: (theme) => info.outputPath(`filters-${theme}`), fullPage: false })
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Export' }).click()
      await expect(page.getByRole('dialog', { name: 'Export the audit log' })).toBeVisible()
      await expectSound(page, { picture: (theme) => info.outputPath(`export-${theme}`), fullPage: false })
    })
  }
})

test('a call that an agent makes appears by itself while the tail is live', async ({ page, request, installation }) => {
  const call = await agentOf(request, installation, 'Live agent')
  await watch(page, `${screen}?live=true&search=Live+agent`)
  await expect(page.getByText('Nothing matches')).toBeVisible()

  await call('listCollections', {})

  await expect(page.getByRole('row', { name: /Live agent listed collections/ })).toBeVisible()
})

test('without the live tail new calls wait until they are asked for', async ({ page, request, installation }) => {
  const call = await agentOf(request, installation, 'Patient agent')
  await watch(page, `${screen}?search=Patient+agent`)
  await expect(page.getByText('Nothing matches')).toBeVisible()

  await call('listCollections', {})
  await call('getOrganization', {})

  await page.getByRole('button', { name: '2 new calls' }).click()
  await expect(page.getByRole('row', { name: /Patient agent read the organization/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /new call/ })).toBeHidden()
})

test('what an agent writes appears in an open list of content', async ({ page, request, installation }) => {
  const call = await agentOf(request, installation, 'Writer')
  const { result } = await call('listCollections', {})
  await watch(page, '/o/recorded-media/content?search=Written+while+you+look')
  await expect(page.getByText('Nothing matches')).toBeVisible()

  await call('createItem', { collectionId: result.items[0].id, title: 'Written while you look', content: 'Text' })

  await expect(page.getByText('Written while you look').last()).toBeVisible()
  await expect(page.getByText('Nothing matches')).toBeHidden()
})

test('filters are in the address and survive a reload', async ({ page, request, installation }) => {
  await fill(request, installation, 'Filtered agent')
  await page.goto(`${screen}?search=Filtered+agent`)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByLabel('State', { exact: true }).selectOption('rejected')
  await expect(page).toHaveURL(/status=rejected/)
  await expect(page.getByRole('row', { name: /noSuchOperation/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Done/ })).toHaveCount(0)
  await page.getByLabel('Kind of change', { exact: true }).selectOption('createItem')
  await expect(page).toHaveURL(/operation=createItem/)
  await page.reload()

  await expect(page.getByRole('button', { name: 'Clear State: Refused' })).toBeVisible()
  await expect(page.getByRole('row', { name: /noSuchOperation/ })).toHaveCount(0)
  await expect(page.getByRole('row', { name: /could not create an article.*the input is not valid/ })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(screen)
  await page.getByRole('link', { name: 'People' }).click()
  await expect(page.getByRole('row', { name: /created the API key Filtered agent/ }).first()).toBeVisible()
})

test('the log is read by keyboard alone', async ({ page, request, installation }) => {
  await fill(request, installation, 'Keyboard agent')
  await page.goto(`${screen}?search=Keyboard+agent`)
  const links = page.locator('[data-row-link]')
  await links.first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog')
  await expect(panel.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(page).toHaveURL(/record=req_/)
  await page.keyboard.press('Escape')

  await expect(panel).toBeHidden()
  await expect(links.nth(1)).toBeFocused()
  await expect(page).not.toHaveURL(/record=/)
})

test('the panel leads to the neighbours of a call', async ({ page, request, installation }) => {
  const { requestId } = await fill(request, installation, 'Neighbour agent')
  await page.goto(`${screen}?record=${requestId}`)
  await expect(page.getByRole('region', { name: 'The call as curl' })).toContainText('"content":"<content>"')
  await page.getByRole('link', { name: 'All calls of this key around this time' }).click()

  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(/credential=api_key.*agent=key_/)
  await expect(page.getByRole('row', { name: /Neighbour agent/ })).toHaveCount(8)
})

test('a change is compared and taken back from its record, and what cannot be taken back says why', async ({
  page,
  request,
  installation,
}, info) => {
  const call = await agentOf(request, installation, 'Mistaken agent')
  const person = personOf(request, installation)
  const made = async (title: string) => {
    const article = { collectionId: 'articles', title, content: 'Text.', excerpt: 'Before.' }
    return String((await person('createItem', article)).item.id)
  }
  const [tides, winds] = [await made('Tides at noon'), await made('Winds at night')]
  for (const id of [tides, winds]) await call('updateItem', { id, excerpt: 'By the agent.' })
  await person('updateItem', { id: winds, excerpt: 'By a person.' })

  await page.goto(`${screen}?search=Mistaken+agent`)
  await page.getByRole('link', { name: 'Mistaken agent changed the excerpt of Tides at noon' }).press('Enter')
  const panel = page.getByRole('dialog', { name: 'Mistaken agent changed the excerpt of Tides at noon' })
  await panel.getByRole('button', { name: 'Compare' }).press('Enter')
  await expect(panel.getByRole('group', { name: 'Differences' })).toContainText('By the agent.')
  await panel.getByRole('button', { name: 'Revert…' }).press('Enter')
  const plan = panel.getByRole('region', { name: 'Take this change back' })
  await expect(plan).toContainText('1 of 1 can be taken back')
  await expectSound(page, { what: 'revert', picture: (theme) => info.outputPath(`revert-${theme}`), fullPage: false })
  await plan.getByRole('button', { name: 'Take back 1 change' }).press('Enter')
  await expect(panel.getByRole('link', { name: 'Taken back' })).toBeVisible()
  expect((await call('getItem', { id: tides })).result.item.excerpt).toBe('Before.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: /Tides at noon.*taken back/ })).toBeVisible()

  await page.getByRole('row', { name: /changed the excerpt of Winds at night/ }).click({ position: { x: 5, y: 5 } })
  await page.getByRole('dialog').getByRole('button', { name: 'Revert…' }).click()
  const other = page.getByRole('region', { name: 'Take this change back' })
  await expect(other.getByRole('listitem').filter({ hasText: 'Winds at night' })).toContainText('changed it since')
  await expect(other.getByRole('button', { name: 'Take back 0 changes' })).toBeDisabled()
  expect((await call('getItem', { id: winds })).result.item.excerpt).toBe('By a person.')
})

test('the names of the log lead to the article and to the page of the agent', async ({
  page,
  request,
  installation,
}) => {
  await fill(request, installation, 'Linked agent')
  await page.goto(`${screen}?search=Linked+agent`)
  const row = page.getByRole('row', { name: /Linked agent published How to choose/ })
  await row.getByRole('link', { name: 'Linked agent', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Linked agent' })).toBeVisible()
  await page.goBack()
  await row.getByRole('link', { name: /^How to choose/ }).press('Enter')

  await expect(page).toHaveURL(/content\/itm_/)
})

for (const format of ['CSV', 'JSON'] as const) {
  test(`the filtered list is saved as ${format}`, async ({ page, request, installation }) => {
    await fill(request, installation, `Exported ${format}`)
    await page.goto(`${screen}?search=Exported+${format}`)
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('radio', { name: format }).check()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Export' }).click(),
    ])

    expect(download.suggestedFilename()).toMatch(new RegExp(`^audit-log-recorded-media-.*\\.${format.toLowerCase()}$`))
    let text = ''
    for await (const part of await download.createReadStream()) text += String(part)
    const count = format === 'CSV' ? text.trim().split('\r\n').length - 1 : JSON.parse(text).length
    expect(count).toBe(8)
    await expect(page.getByText('8 records are saved')).toBeVisible()
  })
}

/** Opens a page and waits until its live stream is open. */
async function watch(page: Page, path: string): Promise<void> {
  await Promise.all([page.waitForResponse(/\/app\/events\?/), page.goto(path)])
}
