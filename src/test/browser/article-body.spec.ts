import type { Locator, Page } from '@playwright/test'

import { articlePath, newArticle, openArticle } from './article-calls.ts'
import { expect, test } from './fixtures.ts'
import { expectSound } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

test.use({ organizationName: 'Typed Gazette' })

type Call = ReturnType<typeof personOf>

/** The body of an article as it is stored, after the page has saved it. */
async function savedBody(page: Page, call: Call, id: string): Promise<string> {
  await page.keyboard.press('ControlOrMeta+S')
  await expect(page.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible()
  return (await call('getItem', { id })).item.content
}

/** A point right of the last paragraph. */
async function endOf(body: Locator): Promise<[x: number, y: number]> {
  const box = await body.getByText('last', { exact: true }).boundingBox()
  if (box === null) throw new Error('the paragraph is not shown')
  return [box.x + box.width - 4, box.y + box.height / 2]
}

test('what is typed right after a click goes where the click was', async ({ page, request, installation }) => {
  const call = personOf(request, installation)
  const browser = await page.context().newCDPSession(page)
  const body = page.getByRole('textbox', { name: 'Body' })
  for (const rate of [1, 1, 1, 6, 6]) {
    const id = await newArticle(call, { content: 'start of it\n\nlast' })
    await page.goto(articlePath(installation, id))
    const [x, y] = await endOf(body)
    await browser.send('Emulation.setCPUThrottlingRate', { rate })

    // Nobody waits between them: the browser is the one that keeps their order.
    await Promise.all([page.mouse.click(x, y), page.keyboard.press('Enter'), page.keyboard.type('hello world')])

    await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    expect(await savedBody(page, call, id)).toBe('start of it\n\nlast\n\nhello world')
  }
})

test('what is typed after a comment without its end is text of its own, and the comment gets its end', async ({
  page,
  request,
  installation,
}) => {
  const call = personOf(request, installation)
  const content = 'start\n\n<!-- abc\n\nstill it'
  const body = page.getByRole('textbox', { name: 'Body' })
  const source = body.getByText('<!-- abc')
  const below = async () => {
    const box = await source.boundingBox()
    if (box === null) throw new Error('the source is not shown')
    await page.mouse.click(box.x + 20, box.y + box.height + 40)
  }
  const atEnd = async (...keys: string[]) => {
    await source.click()
    for (const key of ['ControlOrMeta+End', ...keys]) await page.keyboard.press(key)
  }
  for (const leave of [below, () => atEnd('ArrowDown'), () => atEnd('Enter', 'Enter', 'Enter')]) {
    const id = await newArticle(call, { content })
    await page.goto(articlePath(installation, id))

    await leave()
    await page.keyboard.type('after it')

    await expect(body.locator('p').last()).toHaveText('after it')
    expect(await savedBody(page, call, id)).toBe('start\n\n<!-- abc\n\nstill it -->\n\nafter it')
    await page.reload()
    await expect(body.locator('p').last()).toHaveText('after it')
    await expect(source).toContainText('still it -->')
  }
})

test('what is pasted from Docs, Word and as Markdown says the same, without styles', async ({
  page,
  context,
  request,
  installation,
}) => {
  const call = personOf(request, installation)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const pasted = async (kinds: Record<string, string>, key = 'ControlOrMeta+V') => {
    const id = await newArticle(call, { content: 'last' })
    await page.goto(articlePath(installation, id))
    await settled(page)
    await page.getByRole('textbox', { name: 'Body' }).getByText('last', { exact: true }).click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    if (kinds['text/html'] === undefined) {
      await page.evaluate(async (text) => navigator.clipboard.writeText(text), kinds['text/plain'] ?? '')
      await page.keyboard.press(key)
    } else {
      // What writes HTML into the clipboard applies its styles: another program does that, not this page.
      await page.evaluate((all) => {
        const clipboardData = new DataTransfer()
        for (const [type, text] of Object.entries(all)) clipboardData.setData(type, text)
        document.activeElement?.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        )
      }, kinds)
    }
    return (await savedBody(page, call, id)).replace(/^last\n\n/, '')
  }
  const docs =
    '<b style="font-weight:normal" id="docs-internal-guid-1"><p><span style="font-weight:400">Normal text </span>' +
    '<span style="font-weight:700">bold</span></p></b>'
  const markdown = '# Title\n\nSome **bold** text\n\n- a\n- b'

  expect(await pasted({ 'text/html': docs, 'text/plain': 'Normal text bold' })).toBe('Normal text **bold**')
  expect(await pasted({ 'text/plain': markdown })).toBe('## Title\n\nSome **bold** text\n\n- a\n- b')
  expect(await pasted({ 'text/plain': markdown }, 'ControlOrMeta+Shift+V')).toContain(String.raw`\# Title`)
  expect(await pasted({ 'text/plain': 'A stray * stays' })).toBe(String.raw`A stray \* stays`)
  const tasks =
    '<ul><li class="task-list-item"><input type="checkbox" checked> done</li><li><input type="checkbox"> open</li></ul>'
  expect(await pasted({ 'text/html': tasks, 'text/plain': 'done open' })).toBe('- [x] done\n- [ ] open')
  const picture = '<p>Before <img src="data:image/png;base64,iVBORw0KGgo="> after</p>'
  expect(await pasted({ 'text/html': picture, 'text/plain': 'Before after' })).toMatch(/^Before +after$/)
  await expect(page.getByText('A picture did not come with the text.')).toBeVisible()
})

test('what Markdown writes is made while it is typed, and a blank at the end is none', async ({
  page,
  request,
  installation,
}) => {
  const { call, id } = await openArticle({ page, request, installation }, { content: 'last' })
  await page.getByRole('textbox', { name: 'Body' }).getByText('last', { exact: true }).click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('See [tides](https://example.com/tides) ')
  expect(await savedBody(page, call, id)).toBe('last\n\nSee [tides](https://example.com/tides)')

  await page.keyboard.type('now')
  await page.keyboard.press('Enter')
  await page.keyboard.type('```js')
  await page.keyboard.press('Enter')
  await page.keyboard.type('run()')

  expect(await savedBody(page, call, id)).toBe(
    'last\n\nSee [tides](https://example.com/tides) now\n\n```js\nrun()\n```',
  )
})

test('the dialog of a link offers other articles, and refuses what is no address', async ({
  page,
  request,
  installation,
}) => {
  const call = personOf(request, installation)
  const other = (await call('createItem', { collectionId: 'articles', title: 'Gulls and winds', content: 'x' })).item
  const id = await newArticle(call, { title: 'Gulls', content: 'last' })
  await page.goto(articlePath(installation, id))
  await page.getByRole('textbox', { name: 'Body' }).getByText('last', { exact: true }).click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
  await page.keyboard.press('ControlOrMeta+Shift+K')
  const dialog = page.getByRole('dialog', { name: 'Link' })
  const address = dialog.getByRole('combobox', { name: 'Address' })

  await address.fill('javascript:alert(1)')
  await page.keyboard.press('Enter')
  await expect(address).toHaveAccessibleDescription(/A link leads to a website/)
  await address.fill('Gulls')
  await expect(dialog.getByRole('option')).toHaveText([/^Gulls and winds/])
  await settled(page)
  await expectSound(page, { what: 'link' })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')

  expect(await savedBody(page, call, id)).toBe(`[last](${other.url})`)
})

test('the blocks that a slash offers are accessible', async ({ page, request, installation }) => {
  await openArticle({ page, request, installation }, { content: 'last' })
  await page.getByRole('textbox', { name: 'Body' }).getByText('last', { exact: true }).click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/')

  await expect(page.getByRole('listbox', { name: 'Insert' })).toBeVisible()
  await settled(page)
  await expectSound(page, { what: 'slash' })
})
