import type { Page } from '@playwright/test'

import { newArticle, openArticle, articlePath } from './article-calls.ts'
import { expect, test } from './fixtures.ts'
import { expectSound } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

test.use({ organizationName: 'Tools Gazette' })

const content = '## Tides\n\nThe first words.\n\n- one\n- two\n\nThe last words.'
const bodyOf = (page: Page) => page.getByRole('textbox', { name: 'Body' })
const paragraph = (page: Page, words: string) => bodyOf(page).getByText(words, { exact: true })

/** The body of an article as it is stored, after the page has saved it. */
async function savedBody(page: Page, call: ReturnType<typeof personOf>, id: string): Promise<string> {
  await page.keyboard.press('ControlOrMeta+S')
  await expect(page.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible()
  return (await call('getItem', { id })).item.content
}

/** Selects a paragraph by keys. */
async function select(page: Page, words: string): Promise<void> {
  await paragraph(page, words).click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
}

test('a bar appears at selected words, is reached by keys and goes on Escape', async ({
  page,
  request,
  installation,
}, info) => {
  const { call, id } = await openArticle({ page, request, installation }, { title: 'Tides', content })
  const bar = page.getByRole('toolbar', { name: 'Selection' })
  await paragraph(page, 'The first words.').click()
  await expect(bar).toBeHidden()

  await select(page, 'The first words.')
  await expect(bar).toBeVisible()
  const [words, shown] = [await paragraph(page, 'The first words.').boundingBox(), await bar.boundingBox()]
  expect(shown?.y).toBeGreaterThanOrEqual((words?.y ?? 0) + (words?.height ?? 0) - 4)
  await settled(page)
  await expectSound(page, { what: 'bar', picture: (name) => info.outputPath(`bar-${name}`), fullPage: false })

  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()
  await expect(bodyOf(page)).toBeFocused()
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Alt+F10')
  await expect(bar.getByRole('button', { name: 'Bold' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(bodyOf(page)).toBeFocused()
  await expect(bar.getByRole('button', { name: 'Italic' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Tab')
  await expect(bar.getByRole('button', { name: 'Bold' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()
  await expect(bodyOf(page)).toBeFocused()

  expect(await savedBody(page, call, id)).toBe(content.replace('The first words.', '*The first words*.'))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Alt+F10')
  await expect(page.getByRole('toolbar', { name: 'Format' }).getByRole('button', { name: 'Bold' })).toBeFocused()
})

test('the bar is whole and next to the words at the end of the window, and not at code', async ({
  page,
  request,
  installation,
}) => {
  const many = Array.from({ length: 30 }, (_one, at) => `Paragraph ${at}.`).join('\n\n')
  await openArticle({ page, request, installation }, { content: `${many}\n\n\`\`\`\nrun()\n\`\`\`` })
  const bar = page.getByRole('toolbar', { name: 'Selection' })
  const words = paragraph(page, 'Paragraph 20.')
  await words.evaluate((text) => text.scrollIntoView({ block: 'end' }))

  await words.click({ clickCount: 3 })

  await expect(bar).toBeInViewport({ ratio: 1 })
  const [text, tools] = [await words.boundingBox(), await bar.boundingBox()]
  expect((tools?.y ?? 0) + (tools?.height ?? 0)).toBeLessThanOrEqual(text?.y ?? 0)
  await page.keyboard.press('ControlOrMeta+A')
  await expect(bar).toBeInViewport({ ratio: 1 })
  await bodyOf(page).getByText('run()').dblclick()
  await expect(bar).toBeHidden()
})

test('a block is turned, moved, repeated and deleted from the handle at its left, by keys', async ({
  page,
  request,
  installation,
}, info) => {
  const { call, id } = await openArticle({ page, request, installation }, { title: 'Tides', content })
  const handle = page.getByRole('button', { name: 'This block' })
  const menu = page.getByRole('menu', { name: 'This block' })
  await expect(handle).toBeHidden()
  await paragraph(page, 'The last words.').click()
  await expect(handle).toBeVisible()

  await page.keyboard.press('Shift+Tab')
  await expect(handle).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(menu.getByRole('menuitemradio', { name: 'Text' })).toBeFocused()
  await expect(menu.getByRole('menuitemradio', { name: 'Text' })).toBeChecked()
  await expect(menu.getByRole('menuitem', { name: 'Move down' })).toBeDisabled()
  await settled(page)
  await expectSound(page, { what: 'menu', picture: (name) => info.outputPath(`menu-${name}`), fullPage: false })
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(handle).toBeFocused()

  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(bodyOf(page)).toBeFocused()
  await expect(bodyOf(page).getByRole('heading', { name: 'The last words.' })).toBeVisible()

  const choose = async (name: string) => {
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(menu).toBeVisible()
    await menu.getByRole('menuitem', { name }).press('Enter')
    await expect(bodyOf(page)).toBeFocused()
  }
  await choose('Move up')
  await choose('Duplicate')
  expect(await savedBody(page, call, id)).toBe(
    '## Tides\n\nThe first words.\n\n## The last words.\n\n## The last words.\n\n- one\n- two',
  )
  await choose('Delete')
  await page.keyboard.press('ControlOrMeta+Z')
  await page.keyboard.press('ControlOrMeta+Z')
  expect(await savedBody(page, call, id)).toBe('## Tides\n\nThe first words.\n\n## The last words.\n\n- one\n- two')
})

test('the handle is at the block under the pointer, in a list at its item', async ({ page, request, installation }) => {
  const { call, id } = await openArticle({ page, request, installation }, { title: 'Tides', content })
  const handle = page.getByRole('button', { name: 'This block' })
  const item = bodyOf(page).getByRole('listitem').filter({ hasText: 'two' })
  await paragraph(page, 'The last words.').click()

  await bodyOf(page).getByText('two').hover()

  const [block, at] = [await item.boundingBox(), await handle.boundingBox()]
  expect(Math.abs((at?.y ?? 0) - (block?.y ?? 0))).toBeLessThan(8)
  expect((at?.x ?? 0) + (at?.width ?? 0)).toBeLessThanOrEqual(block?.x ?? 0)
  await handle.click()
  await page.getByRole('menuitem', { name: 'Move list up' }).click()
  expect(await savedBody(page, call, id)).toBe('## Tides\n\n- one\n- two\n\nThe first words.\n\nThe last words.')
  await bodyOf(page).getByText('one').hover()
  await handle.click()
  await expect(page.getByRole('menuitem', { name: 'Move item up' })).toBeDisabled()
  await page.getByRole('menuitem', { name: 'Move item down' }).click()
  expect(await savedBody(page, call, id)).toBe('## Tides\n\n- two\n- one\n\nThe first words.\n\nThe last words.')
})

test('on a phone nothing lies over the text: the bar above it has the menu of the block', async ({
  page,
  request,
  installation,
}, info) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const call = personOf(request, installation)
  const id = await newArticle(call, { title: 'Tides', content })
  await page.goto(articlePath(installation, id))
  const tools = page.getByRole('toolbar', { name: 'Format' })

  await select(page, 'The first words.')
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Source' })).toBeFocused()
  await paragraph(page, 'The first words.').click()
  await settled(page)
  await expectSound(page, { what: 'phone', picture: (name) => info.outputPath(`phone-${name}`), fullPage: false })
  await tools.getByRole('button', { name: 'This block' }).click()
  await expect(page.getByRole('menu', { name: 'This block' })).toBeInViewport({ ratio: 1 })
  await expectSound(page, { what: 'menu', picture: (name) => info.outputPath(`phone-menu-${name}`), fullPage: false })
  await page.getByRole('menuitemradio', { name: 'Quote' }).click()

  expect(await savedBody(page, call, id)).toBe(content.replace('The first', '> The first'))
})

test('a page at 400 % is not covered by what stays in view on larger ones', async ({ page, request, installation }) => {
  const twenty = Array.from({ length: 20 }, (_, n) => `Paragraph ${n + 1}.`).join('\n\n')
  await page.setViewportSize({ width: 320, height: 256 })
  const { call, id } = await openArticle({ page, request, installation }, { content: twenty })

  await page.getByRole('textbox', { name: 'Body' }).getByText('Paragraph 15.').click({ timeout: 5000 })
  await page.keyboard.press('End')
  await page.keyboard.type(' More.')
  await expectSound(page, { what: 'at-400' })
  await page.getByRole('button', { name: 'Publish…' }).click()

  await expect(page.getByRole('dialog')).toBeVisible()
  expect((await call('getItem', { id })).item.content).toContain('Paragraph 15. More.')
})

test('a printed article has its text, and none of its tools', async ({ page, request, installation }) => {
  await openArticle({ page, request, installation }, { content: 'The first paragraph.\n\nThe second paragraph.' })
  await expect(page.getByRole('toolbar', { name: 'Format' })).toBeVisible()

  await page.emulateMedia({ media: 'print' })

  await expect(page.getByText('The second paragraph.')).toBeVisible()
  await expect(page.getByRole('toolbar', { name: 'Format' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Publish…' })).toBeHidden()
})
