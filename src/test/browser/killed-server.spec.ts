import { expect, type Page, type Request, test as bare } from '@playwright/test'

import { watch } from './fixtures.ts'
import { type FreshServer, owner, startFreshServer } from './installed-server.ts'
import { personOf } from './person-calls.ts'
import { countTraffic, settled } from './traffic.ts'

type Story = { server: FreshServer }

/** A server of its own for each test: it is killed. */
const test = bare.extend<Story>({
  // Playwright parses the first parameter: it must be a destructuring pattern.
  // oxlint-disable-next-line no-empty-pattern
  server: async ({}, use) => {
    const server = await startFreshServer()
    await use(server)
    await server.stop()
  },
  page: async ({ page, server }, use) => {
    countTraffic(page)
    const faults = watch(page, server.origin, { errors: [/ERR_|Failed to load|409/] })
    await page.request.post(`${server.origin}/app${new URL(server.setUpLink).pathname}`, { data: owner })
    await use(page)
    expect(faults).toEqual([])
  },
})
test.slow()

/** A draft with one paragraph, and how to read it as it is stored. */
async function newDraft(page: Page, { origin }: FreshServer) {
  const { organizations } = await (await page.request.get(`${origin}/app/session`)).json()
  const call = personOf(page.request, { origin, organization: organizations[0] })
  const made = { collectionId: 'articles', title: 'Tides', content: 'It began at sea.' }
  const { item } = await call('createItem', made)
  const stored = async (): Promise<string> => (await call('getItem', { id: item.id })).item.content
  return { path: `${origin}/o/${organizations[0].slug}/content/${item.id}`, stored }
}

const sentence = ' The water came in twice a day and took the harbour with it, said the old man at the quay.'

test('a server that is killed while somebody types takes no letter with it', async ({ page, server }) => {
  const { path, stored } = await newDraft(page, server)
  await page.goto(path)
  await page.getByRole('textbox', { name: 'Body' }).getByText('It began at sea.').click()
  await page.keyboard.press('End')
  const half = sentence.length / 2
  await page.keyboard.type(sentence.slice(0, half))
  await page.waitForRequest((one) => one.url().endsWith('/updateItem'))
  // The keys go on while it dies and after.
  const killed = server.kill()
  await page.keyboard.type(sentence.slice(half), { delay: 10 })
  await killed
  await expect(page.getByText('No connection; kept in this browser')).toBeVisible()

  await server.startAgain()
  await expect(page.getByRole('status').filter({ hasText: /^Saved at/ })).toBeVisible()
  expect(await stored()).toBe(`It began at sea.${sentence}`)
})

test('a tab that is closed while the server is dead finds its words again', async ({ page, context, server }) => {
  const { path, stored } = await newDraft(page, server)
  await page.goto(path)
  const body = page.getByRole('textbox', { name: 'Body' })
  await body.getByText('It began at sea.').click()
  await page.keyboard.press('End')
  await server.kill()
  await page.keyboard.type(sentence)
  await expect(body).toContainText(sentence.trim())
  await expect(page.getByText('No connection; kept in this browser')).toBeVisible()
  await page.close()

  await server.startAgain()
  expect(await stored()).toBe('It began at sea.')
  const again = await context.newPage()
  await again.goto(path)
  await expect(again.getByRole('textbox', { name: 'Body' })).toContainText(sentence.trim())
  await expect(again.getByRole('status').filter({ hasText: /^Saved at/ })).toBeVisible()
  expect(await stored()).toBe(`It began at sea.${sentence}`)
})

test('what is not loaded yet when the server dies takes nothing off the screen', async ({ page, server }) => {
  const { path } = await newDraft(page, server)
  let isRefused = true
  const died = Promise.withResolvers<void>()
  // The page asks for it by itself in a quiet moment, which may come before the server dies.
  await page.route(/assets\/palette-/, async (route) => {
    await died.promise
    await (isRefused ? route.abort() : route.continue())
  })
  const open = new Set<Request>()
  page.on('request', (one) => void (/assets\/palette-|\/app\/events/.test(one.url()) || open.add(one)))
  page.on('requestfinished', (one) => void open.delete(one))
  page.on('requestfailed', (one) => void open.delete(one))
  await page.goto(path)
  const body = page.getByRole('textbox', { name: 'Body' })
  await body.getByText('It began at sea.').click()
  // All that the page shows is there: a part of it that is not would load the page again by itself.
  await expect(page.getByRole('tabpanel').getByRole('button', { name: 'Ask an agent…' })).toBeVisible()
  await expect.poll(() => open.size).toBe(0)
  const asked = page.waitForRequest((one) => one.method() === 'HEAD')
  await server.kill()
  died.resolve()
  await page.keyboard.press('Control+k')
  await asked
  await body.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(sentence)
  await expect(body).toContainText(sentence.trim())
  await expect(page.getByText('No connection; kept in this browser')).toBeVisible()

  isRefused = false
  await server.startAgain()
  await expect(page.getByRole('status').filter({ hasText: /^Saved at/ })).toBeVisible()
  // A browser asks for a module once: now that there is a server, the page is loaded again, for this press or another request before it.
  const palette = page.getByRole('dialog')
  await expect(async () => {
    if (!(await palette.isVisible())) await page.keyboard.press('Control+k')
    await expect(palette).toBeVisible({ timeout: 3000 })
  }).toPass()
  await expect(body).toContainText(sentence.trim())
})

test('what a page loads beforehand while the server is dead does not load the page again', async ({ page, server }) => {
  const { path } = await newDraft(page, server)
  const died = Promise.withResolvers<void>()
  await page.route(/assets\/publish-sheet-/, async (route) => {
    await died.promise
    await route.abort()
  })
  await page.clock.install()
  const asked = page.waitForRequest(/assets\/publish-sheet-/)
  const refused = page.waitForEvent('requestfailed', (one) => /assets\/publish-sheet-/.test(one.url()))
  await page.goto(path)
  const body = page.getByRole('textbox', { name: 'Body' })
  await body.getByText('It began at sea.').click()
  await asked
  await server.kill()
  died.resolve()
  await refused
  await page.keyboard.press('Control+End')
  await page.keyboard.type(sentence)
  await page.evaluate(() => document.body.setAttribute('data-same', ''))

  await server.startAgain()
  await expect(page.getByRole('status').filter({ hasText: /^Saved at/ })).toBeVisible()
  // Whatever is tried again now and then is tried again.
  await page.clock.fastForward(30_000)
  await settled(page)
  await expect(page.locator('body[data-same]')).toBeAttached()
  await expect(body).toContainText(sentence.trim())
})

test('a part of a screen that is asked for while the server is dead comes once it is back', async ({
  page,
  server,
}) => {
  const { path } = await newDraft(page, server)
  await page.goto(path)
  const body = page.getByRole('textbox', { name: 'Body' })
  await body.getByText('It began at sea.').click()
  await server.kill()
  const refused = page.waitForEvent('requestfailed', (one) => /assets\/preview-/.test(one.url()))
  await page.getByRole('button', { name: 'Preview' }).click()
  await refused
  await body.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(sentence)
  await expect(body).toContainText(sentence.trim())

  const loaded = page.waitForEvent('load')
  await server.startAgain()
  await loaded
  await expect(page.getByRole('dialog', { name: 'Preview' })).toBeVisible()
  await expect(body).toContainText(sentence.trim())
})
