import type { Page } from '@playwright/test'

import { agentOf } from './agent-calls.ts'
import { openArticle } from './article-calls.ts'
import { expect, test } from './fixtures.ts'
import { expectSound } from './page-checks.ts'
import { settled } from './traffic.ts'

test.use({ organizationName: 'Asking Gazette' })

const content = 'rustc calls the linker.\n\nThat can be slow, they say.\n\nLLD is faster.'

const bodyOf = (page: Page) => page.getByRole('textbox', { name: 'Body' })
const rowsOf = (page: Page) => page.getByRole('list', { name: 'Requests' }).getByRole('listitem')
const marksOf = (page: Page) => bodyOf(page).locator('mark.edit-request')

/** Sends what the open dialog asks. */
async function ask(page: Page, request: string) {
  const dialog = page.getByRole('dialog', { name: 'Ask an agent' })
  await expect(dialog.getByLabel('What should it do?')).toBeFocused()
  await page.keyboard.type(request)
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('a person asks at a passage by mouse, an agent answers live, and it is opened again and closed', async ({
  page,
  request,
  installation,
}, info) => {
  const agent = await agentOf(request, installation, { name: 'Nightly writer' })
  const following = page.waitForRequest('**/app/events?**')
  const { id } = await openArticle({ page, request, installation }, { content })
  await following
  await settled(page)

  await bodyOf(page)
    .getByText('That can be slow')
    .dblclick({ position: { x: 8, y: 12 } })
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Ask an agent…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask an agent' })
  await expect(dialog.getByRole('blockquote')).toHaveText('That')
  await dialog.getByRole('radio', { name: 'Nightly writer' }).check()
  await dialog.getByLabel('What should it do?').focus()
  await expectSound(page, { what: 'ask-agent', picture: (name) => info.outputPath(`ask-agent-${name}`) })
  await ask(page, 'How slow? Name a source.')

  await expect(marksOf(page)).toHaveText('That')
  const row = rowsOf(page).first()
  await expect(row).toContainText('Waits')
  await expect(row).toContainText('asks Nightly writer')
  await expect(row).toContainText('How slow? Name a source.')
  const { items } = await agent('listEditRequests', { itemId: id, state: ['open'], agentId: 'me' })
  expect(items).toMatchObject([{ itemId: id, passage: { quote: 'That', isFound: true } }])

  await agent('updateItem', { id, content: content.replace('That can be slow', 'That takes a quarter of the time') })
  await agent('answerEditRequest', { id: items[0].id, state: 'done', answer: 'Added the figure, with its source.' })

  await expect(row).toContainText('Done')
  await expect(row).toContainText('Added the figure, with its source.')
  await expect(bodyOf(page)).toContainText('a quarter of the time')
  await expect(marksOf(page)).toHaveCount(0)
  await settled(page)
  await expectSound(page, { what: 'answered', picture: (name) => info.outputPath(`answered-${name}`) })
  await row.getByRole('button', { name: 'Open again' }).click()
  await expect(row).toContainText('Waits')
  await row.getByRole('button', { name: 'Close' }).click()
  await expect(rowsOf(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Show 1 closed' }).click()
  await expect(row).toContainText('Closed')
})

test('it is asked by keyboard alone, at what is selected, and its quote leads to the text', async ({
  page,
  request,
  installation,
}) => {
  await openArticle({ page, request, installation }, { content })
  await bodyOf(page).focus()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('Shift+End')
  await page.keyboard.press('Alt+F10')
  const bar = page.getByRole('toolbar', { name: 'Selection' })
  await expect(bar.getByRole('button', { name: 'Bold' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(bar.getByRole('button', { name: 'Ask an agent…' })).toBeFocused()
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog', { name: 'Ask an agent' })
  await expect(dialog.getByRole('blockquote')).toHaveText('rustc calls the linker.')
  await expect(dialog.getByLabel('What should it do?')).toBeFocused()
  await page.keyboard.type('Say which one.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Ask', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(dialog).toBeHidden()
  await expect(bodyOf(page)).toBeFocused()
  await expect(marksOf(page)).toHaveText('rustc calls the linker.')
  const quote = rowsOf(page).first().getByRole('button', { name: 'rustc calls the linker.' })
  await page.keyboard.press('ControlOrMeta+End')
  await quote.focus()
  await page.keyboard.press('Enter')
  await expect(bodyOf(page)).toBeFocused()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('rustc calls the linker.')
})

test('without a selection the whole article is meant, and a passage that changed says so', async ({
  page,
  request,
  installation,
}) => {
  const { call, id } = await openArticle({ page, request, installation }, { content })
  await call('requestEdit', { itemId: id, request: 'How slow?', passage: { quote: 'That can be slow' } })
  await expect(marksOf(page)).toHaveText('That can be slow')

  await page.getByRole('toolbar', { name: 'Format' }).getByRole('button', { name: 'Ask an agent…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask an agent' })
  await expect(dialog).toContainText('About the whole article.')
  await ask(page, 'Shorten it.')
  await expect(page.getByText('2 requests wait for an agent.')).toBeVisible()

  await call('updateItem', { id, content: 'rustc calls the linker.\n\nLLD is faster.' })
  const changed = rowsOf(page).filter({ hasText: 'How slow?' })
  await expect(changed).toContainText('The passage has changed since.')
  await expect(marksOf(page)).toHaveCount(0)
  await changed.getByRole('button', { name: 'Answer…' }).click()
  const answer = page.getByRole('dialog', { name: 'Answer the request' })
  await answer.getByLabel('What became of it?').fill('The sentence is gone.')
  await answer.getByRole('radio', { name: 'declined' }).check()
  await answer.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(changed).toContainText('Declined')
  await expect(page.getByText('1 request waits for an agent.')).toBeVisible()

  const own = rowsOf(page).filter({ hasText: 'Shorten it.' })
  await own.getByRole('button', { name: 'Change…' }).click()
  const change = page.getByRole('dialog', { name: 'Change the request' })
  await change.getByLabel('What should it do?').fill('Shorten it by half.')
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(rowsOf(page).filter({ hasText: 'Shorten it by half.' })).toBeVisible()
})

test('the list of content finds what is asked of agents, and its address keeps it', async ({
  page,
  request,
  installation,
}) => {
  const { call, id } = await openArticle({ page, request, installation }, { title: 'Asked about', content })
  await call('createItem', { collectionId: 'articles', title: 'Left alone', content })
  await call('requestEdit', { itemId: id, request: 'Shorten it.' })

  await page.goto(`/o/${installation.organization.slug}/content`)
  await expect(page.getByRole('link', { name: 'Left alone' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('group', { name: 'Filter' }).getByLabel('Asked of agents').selectOption('Open requests')

  await expect(page).toHaveURL(/requests=open/)
  await expect(page.getByRole('link', { name: 'Asked about' }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Left alone' })).toHaveCount(0)
})

test('on a phone it is asked from the tools and from the sheet beside the text', async ({
  page,
  request,
  installation,
}, info) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openArticle({ page, request, installation }, { content })
  await settled(page)
  const tool = page.getByRole('toolbar', { name: 'Format' }).getByRole('button', { name: 'Ask an agent…', exact: true })
  await tool.click()
  await expect(page.getByRole('dialog', { name: 'Ask an agent' })).toContainText('About the whole article.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: /^Checks/ }).click()
  await page.getByRole('dialog', { name: 'About this article' }).getByRole('button', { name: 'Ask an agent…' }).click()
  await ask(page, 'Shorten it.')

  await expect(page.getByText('1 request waits for an agent.')).toBeVisible()
  await expect(rowsOf(page).first()).toContainText('asks any agent')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await expectSound(page, { what: 'asked-on-a-phone', picture: (name) => info.outputPath(`asked-${name}`) })
})
