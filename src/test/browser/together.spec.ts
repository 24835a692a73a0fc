import type { APIRequestContext, Page } from '@playwright/test'

import { agentOf } from './agent-calls.ts'
import { articlePath, newArticle } from './article-calls.ts'
import { expect, test } from './fixtures.ts'
import type { Installation } from './installed-server.ts'
import { expectSound } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

// Where two save at once, the later one is refused and sent again.
test.use({ organizationName: 'Two Desks', expectedErrors: [/409|ERR_|Failed to load/] })

async function articleOf(request: APIRequestContext, installation: Installation, more: { status?: 'published' } = {}) {
  const agent = await agentOf(request, installation, { name: 'Night desk' })
  const call = personOf(request, installation)
  const id = await newArticle(call, { content: 'One.\n\nTwo.\n\nThree.', ...more })
  return { call, agent, id, path: articlePath(installation, id) }
}

test('an agent at work on the open article is seen, and its words and the person’s are both kept', async ({
  page,
  context,
  request,
  installation,
}, info) => {
  const { call, agent, id, path } = await articleOf(request, installation)
  const following = page.waitForRequest('**/app/events?**')
  await page.goto(path)
  const body = page.getByRole('textbox', { name: 'Body' })
  await expect(body).toContainText('Three.')
  await following
  await settled(page)

  await context.setOffline(true)
  await body.getByText('One.').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Mine.')
  await agent('updateItem', { id, content: 'One.\n\nTwo.\n\nThree, by the agent.' })
  await context.setOffline(false)

  const here = page.getByRole('list', { name: 'Who is here' })
  await expect(here).toContainText('Night desk is here')
  await expect(body).toContainText('Three, by the agent.')
  await expect(body).toContainText('One. Mine.')
  await expect(page.getByRole('status').filter({ hasText: /^Saved at/ })).toBeVisible()
  expect((await call('getItem', { id })).item.content).toBe('One. Mine.\n\nTwo.\n\nThree, by the agent.')
  await settled(page)
  await expectSound(page, { what: 'together', picture: (name) => info.outputPath(`together-${name}`) })
})

test('of many who are here three are named, the others on demand', async ({ page, request, installation }) => {
  const { id, path } = await articleOf(request, installation)
  for (const name of ['First desk', 'Second desk', 'Third desk', 'Fourth desk', 'Fifth desk']) {
    const agent = await agentOf(request, installation, { name })
    await agent('updateItem', { id, excerpt: `Read by the ${name}.` })
  }

  await page.goto(path)

  const here = page.getByRole('list', { name: 'Who is here' })
  const others = here.getByRole('button', { name: 'and 2 others' })
  await expect(others).toHaveAttribute('title', /^\w+ desk, \w+ desk$/)
  await expect(here.getByRole('listitem')).toHaveCount(4)
  await others.press('Enter')
  await expect(here.getByRole('listitem')).toHaveCount(6)
  await here.getByRole('button', { name: 'Show fewer' }).press('Enter')
  await expect(others).toBeFocused()
})

/** What the live regions of a page say from now on. */
async function wordsSaidOn(page: Page): Promise<() => Promise<string[]>> {
  const said = await page.evaluateHandle(() => {
    const words: string[] = []
    const note = () => {
      for (const { textContent } of document.querySelectorAll('[role=status]')) words.push(textContent)
    }
    new MutationObserver(note).observe(document.body, { childList: true, characterData: true, subtree: true })
    return words
  })
  return () => said.jsonValue()
}

test('a block that both wrote is decided by itself', async ({ page, context, request, installation }) => {
  const { call, agent, id, path } = await articleOf(request, installation)
  const following = page.waitForRequest('**/app/events?**')
  await page.goto(path)
  const body = page.getByRole('textbox', { name: 'Body' })
  await expect(body).toContainText('Three.')
  await following
  await settled(page)
  await context.setOffline(true)
  const said = await wordsSaidOn(page)
  await body.getByText('One.').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Mine.')
  await expect(page.getByText('No connection; kept in this browser')).toBeVisible()
  expect(await said()).not.toContain('Saving…')
  await agent('updateItem', { id, content: 'One. Theirs.\n\nTwo. Theirs.\n\nThree.' })
  await context.setOffline(false)

  const clash = page.getByRole('group', { name: 'Changed by Night desk' })
  await clash.getByRole('button', { name: 'Compare' }).click()
  await expect(clash).toContainText('One. Theirs.')
  await expect(page.getByRole('button', { name: 'Publish…' })).toBeDisabled()
  await clash.getByRole('button', { name: 'Keep mine' }).press('Enter')

  await expect(page.getByRole('status').filter({ hasText: /^Saved at/ })).toBeVisible()
  expect((await call('getItem', { id })).item.content).toBe('One. Mine.\n\nTwo. Theirs.\n\nThree.')
})

test('what is written into a live article is there on another computer, and not public', async ({
  page,
  browser,
  request,
  installation,
}) => {
  const { call, id, path } = await articleOf(request, installation, { status: 'published' })
  await page.goto(path)
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await expect(title).toBeEditable()
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/autosaveBuffer'))
  await settled(page)
  await title.fill('Tides and winds')
  expect((await kept).status()).toBe(200)

  const elsewhere = await browser.newContext({ baseURL: installation.origin, storageState: installation.storageState })
  const other = await elsewhere.newPage()
  await other.goto(path)
  await expect(other.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Tides and winds')
  await expect(other.getByRole('button', { name: 'Update live article' })).toBeEnabled()
  expect((await call('getItem', { id })).item.title).toBe('Tides')
  await elsewhere.close()
})

test('what one person writes of a live article on two pages is one text', async ({
  page,
  context,
  request,
  installation,
}) => {
  const { path } = await articleOf(request, installation, { status: 'published' })
  const second = await context.newPage()
  for (const one of [page, second]) {
    await one.goto(path)
    await expect(one.getByText('1 word, in Markdown').or(one.getByText('3 words, in Markdown'))).toBeVisible()
  }
  const write = async (one: typeof page, place: string, words: string) => {
    await one.getByRole('textbox', { name: 'Body' }).getByText(place).click()
    await one.keyboard.press('End')
    await one.keyboard.type(words)
  }

  await write(page, 'One.', ' First.')
  await expect(second.getByRole('textbox', { name: 'Body' })).toContainText('One. First.')
  await write(second, 'Three.', ' Second.')
  await page.close()
  await second.reload()

  await expect(second.getByRole('textbox', { name: 'Body' })).toHaveText('One. First.Two.Three. Second.')
  await second.getByRole('button', { name: 'Discard changes' }).click()
  await expect(second.getByRole('textbox', { name: 'Body' })).toHaveText('One.Two.Three.')
})

test('who comes to the article and leaves it is shown before the page asks again', async ({
  page,
  browser,
  request,
  installation,
}) => {
  const { call, id, path } = await articleOf(request, installation)
  const { acceptUrl } = await call('inviteMember', { email: `ben-${Date.now()}@example.com`, role: 'editor' })
  const context = await browser.newContext({
    baseURL: installation.origin,
    storageState: { cookies: [], origins: [] },
  })
  const other = await context.newPage()
  await other.goto(acceptUrl)
  await other.getByLabel('Your name').fill('Ben Barge')
  await other.getByLabel('Password', { exact: true }).fill('a horse on a quiet hill')
  await other.getByRole('button', { name: 'Create account and join' }).click()
  await expect(other.getByRole('navigation', { name: 'Main' })).toBeVisible()
  const ben = personOf(context.request, installation)

  let asked = 0
  page.on('request', (one) => void (asked += Number(one.url().endsWith('/presenceHeartbeat'))))
  const open = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/app/events')
  await page.goto(path)
  await open
  await settled(page)
  const here = page.getByRole('list', { name: 'Who is here' })
  // The page gives its own sign of life every five seconds: what is seen between two of them was told.
  await expect(async () => {
    await ben('presenceHeartbeat', { itemId: id, leaves: true })
    await expect(here).toHaveCount(0)
    const before = asked
    await ben('presenceHeartbeat', { itemId: id })
    await expect(here).toContainText('Ben Barge is here')
    await ben('presenceHeartbeat', { itemId: id, leaves: true })
    await expect(here).toHaveCount(0)
    expect(asked).toBe(before)
  }).toPass()
  await context.close()
})

test('a field that is written as JSON shows what an agent stores, and keeps what is only begun', async ({
  page,
  request,
  installation,
}) => {
  const { call, agent, id, path } = await articleOf(request, installation)
  const { items } = await call('listCollections', { search: 'articles' })
  const fieldsSchema = { type: 'object', properties: { depths: { type: 'array', items: { type: 'number' } } } }
  await call('updateCollection', { collectionId: items[0].id, fieldsSchema })
  await page.goto(path)
  const depths = page.getByRole('group', { name: 'More fields' }).getByRole('textbox', { name: 'Depths' })
  await expect(depths).toHaveValue('')

  await agent('updateItem', { id, customFields: { depths: [3] } })
  await expect(depths).toHaveValue(/^\[\s+3\s+\]$/)
  await depths.fill('[3, 4')
  await agent('updateItem', { id, customFields: { depths: [5] } })
  await settled(page)
  await expect(depths).toHaveValue('[3, 4')
  await expect(page.getByText('This is not JSON yet.')).toBeVisible()
  // Each change of the agent said the same.
  await expect(page.getByRole('status', { name: 'Messages' }).getByText(/Night desk changed this article/)).toHaveCount(
    1,
  )

  await page.reload()
  await expect(depths).toHaveValue('[3, 4')
  await depths.fill('[3, 4]')
  await expect.poll(async () => (await call('getItem', { id })).item.customFields).toEqual({ depths: [3, 4] })
  await page.reload()
  await expect(depths).toHaveValue(/^\[\s+3,\s+4\s+\]$/)
})

test('an article that cannot be read is not linked to, and that is said', async ({ page, request, installation }) => {
  const { call } = await articleOf(request, installation)
  const other = { collectionId: 'articles', title: 'Spring tides', primaryKeyword: 'spring tides', content: 'Text.' }
  await call('createItem', { ...other, status: 'published' }, { confirm: true })
  const id = await newArticle(call, { content: 'What the spring tides bring.' })
  await page.goto(`${articlePath(installation, id)}?rail=links`)
  const proposed = page.getByRole('region', { name: 'Could link to other articles' })
  const link = proposed.getByRole('button', { name: 'Link' })
  await expect(link).toBeVisible()

  await page.route('**/getItem', (route) => route.abort())
  await link.click()
  await expect(proposed.getByRole('alert')).toContainText('could not be reached')
})
