import type { Locator, Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { personOf } from './person-calls.ts'

test.use({ organizationName: 'Typed Gazette' })

type Call = ReturnType<typeof personOf>

async function newArticle(call: Call, content: string): Promise<string> {
  return (await call('createItem', { collectionId: 'articles', title: 'Tides', content })).item.id
}

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
    const id = await newArticle(call, 'start of it\n\nlast')
    await page.goto(`/o/${installation.organization.slug}/content/${id}`)
    const [x, y] = await endOf(body)
    await browser.send('Emulation.setCPUThrottlingRate', { rate })

    // Nobody waits between them: the browser is the one that keeps their order.
    await Promise.all([page.mouse.click(x, y), page.keyboard.press('Enter'), page.keyboard.type('hello world')])

    await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    expect(await savedBody(page, call, id)).toBe('start of it\n\nlast\n\nhello world')
  }
})
