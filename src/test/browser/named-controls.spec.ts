import type { Locator, Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { personOf } from './person-calls.ts'

/** A published article, a scheduled one, drafts, a topic, an entry, a call that waits: something behind every control. */
test.use({ organizationName: 'Control Room' })
test.describe.configure({ mode: 'serial' })

type Role = Parameters<Page['getByRole']>[0]
type Scope = Page | Locator

const home = '/o/control-room'

/** A name, after which a count, a state or a key may follow. */
const begins = (name: string) => new RegExp(`^${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\w)`)

async function has(scope: Scope, role: Role, ...names: string[]): Promise<void> {
  for (const name of names)
    await expect.soft(scope.getByRole(role, { name: begins(name) }).first(), `${role} ${name}`).toBeVisible()
}

/** Goes on within the application, which is cheaper than another page. */
async function open(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, home + path)
}

const button = (scope: Scope, name: string) => scope.getByRole('button', { name: begins(name) }).first()
const cancel = async (dialog: Locator) => {
  await has(dialog, 'button', 'Cancel')
  await button(dialog, 'Cancel').click()
  await expect(dialog).toBeHidden()
}

const made = { live: '', draft: '', scheduled: '', approval: '' }

test('the frame and every list have the controls that they promise', async ({ page, request, installation }) => {
  test.slow()
  const call = personOf(request, installation)
  const write = async (title: string) =>
    (await call('createItem', { collectionId: 'articles', title, content: 'Words.\n\nMore words.' })).item.id as string
  Object.assign(made, {
    live: await write('Live one'),
    draft: await write('Draft one'),
    scheduled: await write('Later'),
  })
  // Only a later revision can be compared with the one before.
  await call('updateItem', { id: made.draft, excerpt: 'In few words.' })
  await call('publishItem', { id: made.live }, { confirm: true })
  const publishAt = new Date(Date.now() + 86_400_000).toISOString()
  await call('scheduleItem', { id: made.scheduled, publishAt }, { confirm: true })
  await call('createBlogTopic', {
    topic: 'How tides work',
    primaryKeyword: 'tides',
    angle: 'Plainly',
    collectionPresetId: 'articles',
  })
  await call('createContextEntry', { kind: 'fact', title: 'Tide', body: 'It rises.' })

  await test.step('the frame', async () => {
    await page.goto(`${home}/content`)
    await has(page, 'button', 'Go to, find, do', 'Account', 'Via API')
    await expect.soft(page.getByRole('link', { name: 'Skip to the content' })).toBeAttached()
    const main = page.getByRole('navigation', { name: 'Main' })
    await has(main, 'link', 'Desk', 'Topics', 'Content', 'Calendar', 'Library', 'Media')
    await has(main, 'link', 'AI answers', 'Search', 'Site audit', 'Approvals', 'Agents', 'Log', 'Settings')
    await button(page, 'Account').click()
    await has(page.getByRole('group', { name: 'Account' }), 'link', 'Account')
    await has(page.getByRole('group', { name: 'Account' }), 'button', 'Theme', 'Sign out')
    await page.keyboard.press('Escape')
    await button(page, 'Via API').click()
    const panel = page.getByRole('group', { name: 'Via API' })
    await expect(panel.getByRole('region', { name: 'Call' })).toContainText('/v2/tools/listManagerItems')
    await has(panel, 'button', 'Copy as curl', 'Copy for MCP', 'Copy for the typed client')
    await page.keyboard.press('Escape')
  })

  await test.step('the content list', async () => {
    await has(page, 'searchbox', 'Title, slug or address')
    await has(page, 'tab', 'All', 'Drafts', 'In review', 'Scheduled', 'Live', 'Trash')
    await has(page, 'button', 'Filter', 'Columns', 'New article', 'Export…')
    await has(page, 'link', 'Import…', 'Fix list', 'Duplicates')
    const row = page.getByRole('row', { name: 'Live one' })
    await has(row, 'checkbox', 'Select Live one')
    await has(row, 'link', 'Live one')
    await row.getByRole('link').first().press(' ')
    await has(page, 'complementary', 'Peek')
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox').fill('nothing has this')
    await has(page, 'button', 'Clear filters')
    await button(page, 'Clear filters').click()
    const chosen = page.getByRole('toolbar', { name: 'Selected' })
    await page.getByRole('checkbox', { name: 'Select Draft one' }).check()
    await has(chosen, 'button', 'Publish…', 'Schedule…', 'Tag…', 'Author…', 'Move to trash…')
    await page.getByRole('checkbox', { name: 'Select Live one' }).check()
    await has(chosen, 'button', 'Merge…')
    await page.getByRole('checkbox', { name: 'Select Draft one' }).uncheck()
    await has(chosen, 'button', 'Unpublish…')
    await page.getByRole('checkbox', { name: 'Select Live one' }).uncheck()
    const gone = (await call('createItem', { collectionId: 'articles', title: 'Gone', content: 'Words.' })).item.id
    await call('deleteItem', { id: gone }, { confirm: true })
    await page.getByRole('tab', { name: 'Trash' }).click()
    await page.getByRole('checkbox', { name: 'Select Gone' }).check()
    await has(chosen, 'button', 'Restore')
  })

  await test.step('planning, writing, keeping', async () => {
    await open(page, '/topics')
    await has(page, 'button', 'New topic')
    await has(page.getByRole('article', { name: 'How tides work' }), 'button', 'Approve', 'Reject', 'Move to…')
    await open(page, '/calendar')
    await has(page, 'button', 'Today', 'Month before', 'Next month')
    const date = publishAt.slice(0, 10)
    await open(page, `/calendar?date=${date}`)
    await page.getByRole('link', { name: 'Later' }).first().click()
    await has(page, 'button', 'Move…')
    await open(page, '/library')
    await has(page, 'button', 'New entry', 'Delete…')
    await button(page, 'New entry').click()
    const entry = page.getByRole('dialog', { name: 'New entry' })
    await has(entry, 'textbox', 'Title', 'Text')
    await cancel(entry)
    await open(page, '/media')
    await has(page, 'button', 'Upload')
    await open(page, '/content/import')
    await has(page, 'radio', 'WordPress', 'Markdown')
    await has(page, 'button', 'Look first', 'Import')
    await page.getByRole('radio', { name: begins('Markdown') }).check()
    await has(page, 'button', 'Choose a file')
  })

  await test.step('the settings', async () => {
    await open(page, '/settings/collections')
    const settings = page.getByRole('navigation', { name: 'Settings' })
    await has(settings, 'link', 'Organization', 'Publishing', 'Members', 'Collections', 'Terms', 'Authors', 'Redirects')
    await has(settings, 'link', 'Integrations', 'Deliveries', 'Models', 'Credits', 'Jobs', 'About')
    for (const [path, name, fields] of [
      ['collections', 'New collection', ['Name', 'Slug', 'Address pattern']],
      ['terms', 'New category', ['Name', 'Slug']],
      ['terms?tab=tag', 'New tag', ['Name', 'Slug']],
      ['authors', 'New author', ['Name', 'Slug']],
      ['redirects', 'New redirect', ['From', 'To']],
    ] as const) {
      await open(page, `/settings/${path}`)
      await button(page, name).click()
      const dialog = page.getByRole('dialog', { name: begins(name) })
      await has(dialog, 'textbox', ...fields)
      // What a redirect would do is looked at before there is a verb.
      if (path !== 'redirects') await has(dialog, 'button', 'Create')
      await cancel(dialog)
    }
    await open(page, '/settings/members')
    await button(page, 'Invite people').click()
    const invite = page.getByRole('dialog', { name: 'Invite people' })
    await has(invite, 'textbox', 'E-mail addresses')
    await has(invite, 'button', 'Invite')
    await cancel(invite)
    await open(page, '/settings/publishing')
    await expect(page.getByRole('heading', { name: 'Publishing', level: 1 })).toBeVisible()
    await open(page, '/settings/about')
    await expect(page.getByRole('main')).toContainText('Embedded')
    await open(page, '/settings/integrations')
    await has(page, 'textbox', 'Address')
    await has(page, 'button', 'Add')
  })
})

test('an article has the controls that it promises, for a draft, a live one and a scheduled one', async ({ page }) => {
  test.slow()
  await page.goto(`${home}/content/${made.draft}`)
  await has(page, 'textbox', 'Title', 'Body', 'Slug')
  await has(page, 'combobox', 'Authors', 'Categories', 'Tags')
  await has(page, 'toolbar', 'Format')
  await has(page, 'tab', 'Checks', 'Search & social', 'Links', 'History')
  await has(page, 'button', 'Preview', 'Publish…', 'More', 'Source', 'Fix')
  await expect.soft(page.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible()
  await button(page, 'Source').click()
  await has(page, 'textbox', 'Markdown source')
  await button(page, 'Text').click()
  await button(page, 'More').click()
  await has(page, 'button', 'Move to trash…')
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Search & social' }).click()
  await has(page, 'textbox', 'SEO title', 'Meta description', 'Primary keyword')
  await page.getByRole('tab', { name: 'History' }).click()
  await has(page, 'button', 'Compare')

  await button(page, 'Publish…').click()
  const sheet = page.getByRole('dialog', { name: 'Draft one' })
  await has(sheet, 'radio', 'Now', 'Next free slot', 'At a time of your choice')
  await has(sheet, 'list', 'What happens')
  await has(sheet, 'textbox', 'Note')
  await has(sheet, 'button', 'Publish')
  await sheet.getByRole('radio', { name: begins('At a time of your choice') }).check()
  await expect.soft(sheet.getByLabel('Time', { exact: true })).toBeVisible()
  await has(sheet, 'button', 'Schedule')
  await cancel(sheet)

  await open(page, `/content/${made.live}`)
  await has(page, 'button', 'Update live article', 'Unpublish…')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Live two')
  await has(page, 'button', 'Discard changes')
  await button(page, 'Discard changes').click()
  await open(page, `/content/${made.scheduled}`)
  await has(page, 'button', 'Unschedule…')
})

test('agents and approvals have the controls that they promise', async ({ page, request, installation }) => {
  const call = personOf(request, installation)
  await request.post(`${installation.origin}/app/session/elevate`, { data: { password: installation.owner.password } })
  await page.goto(`${home}/settings/api`)
  await button(page, 'New key…').click()
  const dialog = page.getByRole('dialog')
  await has(dialog, 'textbox', 'Name')
  await has(dialog, 'button', 'Create key')
  await page.keyboard.type('Night desk')
  await button(dialog, 'Publisher').click()
  await button(dialog, 'Create key').click()
  const secret = (await page.getByTestId('secret').textContent()) ?? ''
  await has(page, 'button', 'I have stored it')
  await button(page, 'I have stored it').click()
  await has(page, 'link', 'Night desk')

  await call('setApprovalPolicy', { risks: ['publish'] })
  const asks = (operation: string, input: object) =>
    request.post(`${installation.origin}/v2/tools/${operation}`, {
      headers: { 'X-API-Key': secret },
      data: { input, confirm: true },
    })
  await asks('updateItem', { id: made.draft, excerpt: 'By an agent.' })
  await asks('publishItem', { id: made.draft })
  await open(page, '/approvals')
  await has(page, 'link', 'Publish “Draft one”')
  await page.getByRole('link', { name: 'Publish “Draft one”' }).click()
  await has(page, 'button', 'Decline…', 'Approve and')
  await expect.soft(page.getByRole('link', { name: 'Edit it first' }).or(button(page, 'Edit it first'))).toBeVisible()
  await button(page, 'Decline…').click()
  const decline = page.getByRole('dialog')
  await has(decline, 'textbox', 'Reason')
  await cancel(decline)

  await open(page, '/settings/api')
  await page.getByRole('link', { name: 'Night desk' }).click()
  await page.getByRole('link', { name: 'What it did' }).click()
  await has(page, 'button', 'Revert…')
  await button(page, 'Revert…').click()
  await has(page, 'button', 'Take back 1 change')
})

test('two live articles are merged by the names that the screen promises', async ({ page, request, installation }) => {
  const call = personOf(request, installation)
  const { item } = await call('createItem', { collectionId: 'articles', title: 'Live three', content: 'Words.' })
  await call('publishItem', { id: item.id }, { confirm: true })
  await page.goto(`${home}/content/merge?ids=${made.live}.${item.id}`)
  await has(page, 'radio', 'Live one', 'Live three')
  await has(page, 'button', 'Merge 2 into 1')
})

test.describe('the door', () => {
  test.use({ storageState: { cookies: [], origins: [] } })
  test('asks by the names that it promises', async ({ page }) => {
    await page.goto('/sign-in')
    await has(page, 'textbox', 'E-mail', 'Password')
    await has(page, 'button', 'Sign in')
  })
})

test('on a phone there is a menu with everything', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${home}/content`)
  await button(page, 'Menu').click()
  await has(page.getByRole('dialog', { name: 'Menu' }), 'link', 'Topics', 'Log', 'Settings')
})
