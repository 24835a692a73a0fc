import type { Locator } from '@playwright/test'

import { articlePath, newArticle } from './article-calls.ts'
import { expect, test } from './fixtures.ts'
import { personOf } from './person-calls.ts'

test.use({ organizationName: 'Both Ways' })

const arabic = 'كيف تغيرت اللغة'

/** The distances of the words in an element from its edges: left and right, in pixels. */
const roomBeside = (element: Locator) =>
  element.evaluate((one) => {
    const words = document.createRange()
    words.selectNodeContents(one)
    const [inner, outer] = [words.getBoundingClientRect(), one.getBoundingClientRect()]
    return { left: inner.left - outer.left, right: outer.right - inner.right }
  })

test('what is written from right to left begins at the right, block by block', async ({
  page,
  request,
  installation,
}) => {
  const call = personOf(request, installation)
  const content = `${arabic}.\n\nEnglish words.\n\n- ${arabic}\n\n> ${arabic}\n\n- English`
  const id = await newArticle(call, { title: arabic, content })

  await page.goto(articlePath(installation, id))

  const body = page.getByRole('textbox', { name: 'Body' })
  await expect(body).toContainText('English words.')
  const [first, second] = [await roomBeside(body.locator('p').nth(0)), await roomBeside(body.locator('p').nth(1))]
  expect(first.right).toBeLessThan(1)
  expect(first.left).toBeGreaterThan(100)
  expect(second.left).toBeLessThan(1)
  const directionOf = (element: Locator) => element.evaluate((one) => getComputedStyle(one).direction)
  expect(await directionOf(body.locator('ul').nth(0))).toBe('rtl')
  expect(await directionOf(body.locator('blockquote'))).toBe('rtl')
  expect(await directionOf(body.locator('ul').nth(1))).toBe('ltr')
  await expect(page.getByText(new RegExp(`/${arabic.replaceAll(' ', '-')}$`))).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveCSS('unicode-bidi', 'plaintext')

  const preview = page.frameLocator('iframe')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(preview.getByText('English words.')).toBeVisible()
  expect((await roomBeside(preview.getByRole('heading', { name: arabic }))).right).toBeLessThan(1)
  expect(await directionOf(preview.locator('blockquote'))).toBe('rtl')
})
