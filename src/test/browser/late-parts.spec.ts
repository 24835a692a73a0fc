import type { Locator } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

test.use({ organizationName: 'Patient Press' })

/** Presses a button and looks at what is there in the next frame. */
const pressed = (button: Locator, panel: string) =>
  button.evaluate(async (element: HTMLElement, found) => {
    element.click()
    await new Promise((resolve) => requestAnimationFrame(resolve))
    return document.querySelector(found)?.textContent ?? ''
  }, panel)

test('what a panel shows is loaded when somebody is about to open it, and is there in the next frame', async ({
  page,
  installation,
}) => {
  const person = personOf(page.request, installation)
  await person('createItem', { collectionId: 'articles', title: 'Tides', content: 'Text.' })
  await page.goto(`/o/${installation.organization.slug}/content`)
  await settled(page)
  const account = page.getByRole('button', { name: /^Account:/ })

  await account.hover()
  await settled(page)

  expect(await pressed(account, '[popover][aria-label="Account"]')).toContain('Sign out')
})

test('columns, and the history of an article, are loaded when the browser is idle', async ({ page, installation }) => {
  const person = personOf(page.request, installation)
  const { item } = await person('createItem', { collectionId: 'articles', title: 'Winds', content: 'Text.' })
  const loaded = (part: string) => page.waitForResponse((response) => response.url().includes(`/assets/${part}-`))

  const columns = loaded('columns-panel')
  await page.goto(`/o/${installation.organization.slug}/content`)
  await columns
  await settled(page)
  const button = page.getByRole('button', { name: 'Columns' })
  expect(await pressed(button, '[popover][aria-label="Columns"]')).toContain('Published')

  const history = loaded('article-history')
  await page.goto(`/o/${installation.organization.slug}/content/${item.id}`)
  await history
})

test('a panel whose code is on its way has its room', async ({ page, installation }) => {
  const person = personOf(page.request, installation)
  const { item } = await person('createItem', { collectionId: 'articles', title: 'Clouds', content: 'Text.' })
  const coming = Promise.withResolvers<void>()
  await page.route('**/assets/article-history*', async (route) => {
    await coming.promise
    await route.continue()
  })
  await page.goto(`/o/${installation.organization.slug}/content/${item.id}`)
  await page.getByRole('tab', { name: 'History' }).click()

  const panel = page.getByRole('tabpanel')
  await expect.poll(async () => (await panel.boundingBox())?.height).toBeGreaterThan(380)
  await expect(panel.getByRole('list', { name: 'Revisions' })).toHaveCount(0)

  coming.resolve()
  await expect(panel.getByRole('list', { name: 'Revisions' })).toBeVisible()
})
