import type { Page, Route } from '@playwright/test'

import { articlePath, openArticle } from './article-calls.ts'
import { expect, test } from './fixtures.ts'
import type { Installation } from './installed-server.ts'
import { personOf } from './person-calls.ts'

test.use({ organizationName: 'Beginners Bugle', expectedErrors: [/ERR_|Failed to load|409/] })

const titleOf = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })
const savedOn = (page: Page) => page.getByRole('status').filter({ hasText: /^Saved at/ })

/** Opens New article as a person does, and waits until it can be written. */
async function begin(page: Page, installation: Installation): Promise<void> {
  await page.goto(articlePath(installation, 'new'))
  await expect(titleOf(page)).toBeEditable()
}

/** The titles of the articles that begin with a letter: each test has its own, and the first letter makes an article. */
async function articlesWith(call: ReturnType<typeof personOf>, letter: string): Promise<string[]> {
  const { items } = await call('listManagerItems', { pageSize: 100 })
  return items.map(({ title }: { title: string }) => title).filter((title: string) => title.startsWith(letter))
}

/** Keeps the answers to a call of the page back until `release`; the server has had the calls meanwhile. */
async function heldBack(page: Page, operation: string) {
  const released = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  await page.route(`**/operations/${operation}`, async (route) => {
    const response = await route.fetch()
    arrived.resolve()
    await released.promise
    await route.fulfill({ response }).catch(() => undefined)
  })
  return { arrived: arrived.promise, release: () => released.resolve() }
}

/** Begins an article that the server has made, while the page has no answer until `release`. */
async function beginSlowly(page: Page, installation: Installation, title: string) {
  await begin(page, installation)
  const making = await heldBack(page, 'createItem')
  await titleOf(page).pressSequentially(title)
  await making.arrived
  return making
}

test('an article whose first answers are lost is made once, whatever is typed meanwhile', async ({
  page,
  request,
  installation,
}) => {
  const call = personOf(request, installation)
  await begin(page, installation)
  // The first save and what repeats it by itself: the server makes the article, and nobody hears of it.
  let lost = 0
  await page.route('**/operations/createItem', async (route: Route) => {
    if (lost === 4) return route.continue()
    lost++
    await route.fetch()
    await route.abort()
  })

  await titleOf(page).pressSequentially('Lost')
  await expect.poll(() => lost, { timeout: 20_000 }).toBe(4)
  await titleOf(page).pressSequentially(' and found')

  await expect(page).toHaveURL(/\/content\/itm_/, { timeout: 20_000 })
  await expect(savedOn(page)).toBeVisible()
  await expect.poll(() => articlesWith(call, 'L')).toEqual(['Lost and found'])
})

test('a page that is loaded again while its article is being made goes on with that one', async ({
  page,
  request,
  installation,
}) => {
  const call = personOf(request, installation)
  const making = await beginSlowly(page, installation, 'Reloaded')
  await page.unroute('**/operations/createItem')
  await page.reload()

  await expect(page).toHaveURL(/\/content\/itm_/)
  await expect(titleOf(page)).toHaveValue('Reloaded')
  await expect(savedOn(page)).toBeVisible()
  making.release()
  await expect.poll(() => articlesWith(call, 'R')).toEqual(['Reloaded'])
})

test('New article, pressed again while the first one is being made, makes no second one of its words', async ({
  page,
  request,
  installation,
}) => {
  const call = personOf(request, installation)
  const making = await beginSlowly(page, installation, 'Pressed twice')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Content' }).click()
  await page.getByRole('button', { name: 'New article' }).click()
  await expect(titleOf(page)).toHaveValue('Pressed twice')
  making.release()

  await expect(page).toHaveURL(/\/content\/itm_/)
  await expect(savedOn(page)).toBeVisible()
  await expect.poll(() => articlesWith(call, 'P')).toEqual(['Pressed twice'])
})

test('who leaves while the article is being made stays where they went, and every word is saved', async ({
  page,
  request,
  installation,
}) => {
  const call = personOf(request, installation)
  const making = await beginSlowly(page, installation, 'Departed')
  await titleOf(page).pressSequentially(' early')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Topics' }).click()
  await expect(page.getByRole('heading', { name: 'Topics', level: 1 })).toBeVisible()
  making.release()

  await expect.poll(() => articlesWith(call, 'D')).toEqual(['Departed early'])
  await expect(page.getByRole('heading', { name: 'Topics', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/topics$/)
})

test('two pages that show one beginning make one article of it', async ({ page, context, request, installation }) => {
  const call = personOf(request, installation)
  await begin(page, installation)
  await context.setOffline(true)
  await titleOf(page).pressSequentially('Mirrored')
  await context.setOffline(false)
  const making = await heldBack(page, 'createItem')
  await making.arrived

  const other = await context.newPage()
  await begin(other, installation)
  await expect(other).toHaveURL(/\/content\/itm_/)
  making.release()
  await expect(page).toHaveURL(/\/content\/itm_/)

  expect(new URL(page.url()).pathname).toBe(new URL(other.url()).pathname)
  await expect.poll(() => articlesWith(call, 'M')).toEqual(['Mirrored'])
  await other.close()
})

test('what is taken back while it is being saved is taken back', async ({ page, request, installation }) => {
  const { call, id } = await openArticle({ page, request, installation }, { title: 'Steady' })
  await expect(titleOf(page)).toBeEditable()
  const saving = await heldBack(page, 'updateItem')
  await page.getByRole('textbox', { name: 'Excerpt' }).fill('Not meant')
  await saving.arrived
  await page.getByRole('textbox', { name: 'Excerpt' }).fill('')
  saving.release()

  await expect.poll(async () => (await call('getItem', { id })).item).toMatchObject({ version: 3, excerpt: null })
  await expect(page.getByRole('textbox', { name: 'Excerpt' })).toHaveValue('')
})

test('back and forward, with a change that is not saved yet, lose no word and show the right page', async ({
  page,
  request,
  installation,
}) => {
  const { call, id } = await openArticle({ page, request, installation }, { title: 'Wandering' })
  await page.goto(`/o/${installation.organization.slug}/content`)
  await page.getByRole('link', { name: 'Wandering' }).click()
  await expect(titleOf(page)).toBeEditable()
  await expect(page).toHaveTitle(/^Wandering/)
  const saving = await heldBack(page, 'updateItem')
  await titleOf(page).fill('Wandering about')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Content', level: 1 })).toBeVisible()
  await expect(page).toHaveTitle(/^Content/)
  await page.goForward()
  await expect(titleOf(page)).toHaveValue('Wandering about')
  saving.release()

  await expect.poll(async () => (await call('getItem', { id })).item.title).toBe('Wandering about')
  await expect(page).toHaveTitle(/^Wandering about/)
  await expect(titleOf(page)).toHaveValue('Wandering about')
  await expect(page.getByRole('group', { name: /^Changed by/ })).toHaveCount(0)
})
