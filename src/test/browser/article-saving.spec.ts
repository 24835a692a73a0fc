import { agentOf } from './agent-calls.ts'
import { openArticle } from './article-calls.ts'
import { expect, test } from './fixtures.ts'
import { expectSound } from './page-checks.ts'
import { settled } from './traffic.ts'

// Where two save at once, the later one is refused and sent again.
test.use({ organizationName: 'Lightship Weekly', expectedErrors: [/409/] })

test('a draft saves itself after the last key, only what changed, as one revision', async ({
  page,
  request,
  installation,
}) => {
  const { call, id } = await openArticle({ page, request, installation })
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  const saved = page.getByRole('status').filter({ hasText: /^Saved at/ })
  const sent = () => page.waitForRequest((one) => one.url().endsWith('/updateItem'))

  await expect(title).toBeEditable()
  await title.focus()
  await page.keyboard.press('End')
  const first = sent()
  await page.keyboard.type(' and ')
  expect((await first).postDataJSON().input).toEqual({ id, title: 'Tides and ', slug: 'tides-and', ifVersion: 1 })
  await expect(saved).toBeVisible()

  // The blank that the server does not store is still there for the next word.
  const second = sent()
  await page.keyboard.type('winds')
  expect((await second).postDataJSON().input).toEqual({
    id,
    title: 'Tides and winds',
    slug: 'tides-and-winds',
    ifVersion: 2,
  })
  await expect(saved).toBeVisible()
  await page.getByRole('textbox', { name: 'Body' }).getByText('Two.').click()
  await page.keyboard.press('End')
  const third = sent()
  await page.keyboard.type(' Three.')
  await third
  await expect(saved).toBeVisible()

  expect((await call('getItem', { id })).item).toMatchObject({
    title: 'Tides and winds',
    content: 'One.\n\nTwo. Three.',
  })
  const { items } = await call('listItemRevisions', { id })
  expect(items).toMatchObject([{ n: 2, changed: ['content', 'slug', 'title'] }, { n: 1 }])
  await page.reload()
  await expect(title).toHaveValue('Tides and winds')
})

test('a save that is refused says why, and takes the words of nobody who writes on', async ({
  page,
  request,
  installation,
}) => {
  const { call } = await openArticle({ page, request, installation }, { title: 'Neap tides' })
  const { id } = await openArticle({ page, request, installation }, { title: 'Spring tides' })
  const slug = page.getByRole('textbox', { name: 'Slug' })
  await slug.fill('neap-tides')

  await expect(page.getByRole('alert').filter({ hasText: 'neap-tides' }).first()).toBeVisible()
  await expect(slug).toBeFocused()
  await page.keyboard.type('-again')

  await expect(page.getByRole('status').filter({ hasText: /^Saved at/ })).toBeVisible()
  expect((await call('getItem', { id })).item.slug).toBe('neap-tides-again')
})

test('what an agent changes in the open article is merged in and said', async ({ page, request, installation }) => {
  const agent = await agentOf(request, installation)
  const { call, id } = await openArticle({ page, request, installation })
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await title.fill('Mine')
  await agent('updateItem', { id, excerpt: 'By the agent.' })

  await expect(page.getByText('Nightly writer changed this article.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Excerpt' })).toHaveValue('By the agent.')
  await title.blur()
  await expect(page.getByRole('status').filter({ hasText: /^Saved at/ })).toBeVisible()
  expect((await call('getItem', { id })).item).toMatchObject({ title: 'Mine', excerpt: 'By the agent.' })
})

test('what is live changes only after the person has seen what changes', async ({
  page,
  request,
  installation,
}, info) => {
  const { call, id } = await openArticle({ page, request, installation }, { status: 'published' })
  const sent: { confirm?: true; dryRun?: true; input: object }[] = []
  page.on('request', (one) => {
    if (one.url().endsWith('/updateItem')) sent.push(one.postDataJSON())
  })
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await title.fill('Not yet')
  await title.blur()
  const said = page.getByRole('status').filter({ hasText: 'Your changes are saved, not public yet' })
  await expect(said).toBeVisible()

  // In another browser it is the same: nothing of it was only here.
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(title).toHaveValue('Not yet')
  await expect(said).toBeVisible()
  await title.fill('Not yet either')
  await expect(page.getByRole('status').filter({ hasText: 'Not saved yet; kept in this browser' })).toBeVisible()
  await expect(said).toBeVisible()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(title).toHaveValue('Tides')
  expect(sent).toEqual([])

  await title.fill('Now')
  await page.keyboard.press('ControlOrMeta+S')
  const sheet = page.getByRole('dialog', { name: 'Tides' })
  await expect(sheet.getByRole('group', { name: 'Title' })).toContainText('Now')
  const update = sheet.getByRole('button', { name: 'Update live article' })
  await expect(update).toBeEnabled()
  await expect(sheet.getByRole('list', { name: 'What happens' })).toContainText('Everybody reads it')
  await expectSound(page, { what: 'update', picture: (name) => info.outputPath(`update-${name}`) })
  expect(sent.every(({ dryRun, confirm }) => dryRun === true && confirm === undefined)).toBe(true)
  expect((await call('getItem', { id })).item.title).toBe('Tides')

  await sheet.getByRole('textbox', { name: 'Note' }).fill('The season has changed')
  await update.press('Enter')
  await expect(sheet).toBeHidden()
  // Its button has nothing to do any longer: one goes on writing.
  await expect(page.getByRole('textbox', { name: 'Body' })).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: /^Saved at/ })).toBeVisible()
  expect(sent.at(-1)).toMatchObject({ confirm: true, input: { id, title: 'Now', ifVersion: 1 } })
  expect((await call('getItem', { id })).item.title).toBe('Now')
  expect((await call('listItemRevisions', { id })).items[0]).toMatchObject({ note: 'The season has changed' })
})

test('what an agent changes while the update is looked at is looked at too', async ({
  page,
  request,
  installation,
}) => {
  const { call, id } = await openArticle({ page, request, installation }, { status: 'published' })
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Now')
  await page.getByRole('button', { name: 'Update live article' }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Tides' })
  const update = sheet.getByRole('button', { name: 'Update live article' })
  await expect(update).toBeEnabled()
  let isTheirsSaved = false
  await page.route('**/updateItem', async (route) => {
    const isFirst = route.request().postDataJSON().dryRun !== true && !isTheirsSaved
    if (isFirst) {
      isTheirsSaved = true
      await call('updateItem', { id, excerpt: 'Theirs.' })
    }
    await route.continue()
  })

  await update.press('Enter')
  await expect(sheet.getByRole('alert')).toContainText('Nothing was updated')
  expect((await call('getItem', { id })).item).toMatchObject({ title: 'Tides', excerpt: 'Theirs.' })
  await expect(update).toBeEnabled()
  await update.press('Enter')

  await expect(sheet).toBeHidden()
  expect((await call('getItem', { id })).item).toMatchObject({ title: 'Now', excerpt: 'Theirs.' })
})

test('what is saved by itself never changes an article that was published meanwhile', async ({
  page,
  request,
  installation,
}) => {
  const { call, id } = await openArticle({ page, request, installation })
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await expect(title).toBeEditable()
  await page.route(
    '**/updateItem',
    async (route) => {
      await call('publishItem', { id }, { confirm: true })
      await route.continue()
    },
    { times: 1 },
  )

  await title.fill('Half a sen')
  await expect(page.getByText('This article is live now.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Update live article' })).toBeEnabled()
  await expect(page.getByRole('status').filter({ hasText: 'Your changes are saved, not public yet' })).toBeVisible()
  await title.blur()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Content' }).click()
  await expect(page.getByRole('heading', { name: 'Content' })).toBeVisible()
  await settled(page)

  expect((await call('getItem', { id })).item).toMatchObject({ title: 'Tides', status: 'published' })
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/ERR_|Failed to load|409/] })

  test('nothing is lost, and what an agent wrote meanwhile has its name on it', async ({
    page,
    context,
    request,
    installation,
  }, info) => {
    const agent = await agentOf(request, installation)
    const following = page.waitForRequest('**/app/events?**')
    const { call, id } = await openArticle({ page, request, installation })
    const title = page.getByRole('textbox', { name: 'Title', exact: true })
    await expect(title).toBeEditable()
    await following
    await settled(page)

    await context.setOffline(true)
    await title.fill('Mine')
    await page.getByRole('textbox', { name: 'Excerpt' }).fill('My excerpt')
    await expect(page.getByText('You are offline.')).toBeVisible()
    await agent('updateItem', { id, title: 'Theirs', seoTitle: 'Their SEO title' })
    await context.setOffline(false)

    const notice = page.getByRole('group', { name: 'Changed by Nightly writer' })
    await expect(notice).toContainText('Changed by Nightly writer: the title')
    await page.getByRole('tab', { name: 'Search & social' }).click()
    await expect(page.getByRole('textbox', { name: 'SEO title' })).toHaveValue('Their SEO title')
    await notice.getByRole('button', { name: 'Compare' }).click()
    await expect(notice).toContainText('Theirs')
    await expect(notice.locator('del')).toHaveText('Theirs')
    await expect(notice.locator('ins')).toHaveText('Mine')
    await expect(page.getByRole('alert')).toHaveCount(1)
    await settled(page)
    await expectSound(page, { what: 'clash', picture: (name) => info.outputPath(`clash-${name}`) })
    await notice.getByRole('button', { name: 'Keep mine' }).press('Enter')
    await expect(title).toBeFocused()
    await expect(page.getByRole('status').filter({ hasText: /^Saved at/ })).toBeVisible()

    const { item } = await call('getItem', { id })
    expect([item.title, item.excerpt, item.seoTitle]).toEqual(['Mine', 'My excerpt', 'Their SEO title'])
  })
})

test.describe('while the network is away', () => {
  test.use({ expectedErrors: [/ERR_|Failed to load/] })

  for (const [status, name] of [
    [undefined, 'Publish…'],
    ['published', 'Update live article'],
  ] as const)
    test(`${name} says so, and opens nothing by itself later`, async ({ page, context, request, installation }) => {
      const article = status === undefined ? {} : { status }
      await openArticle({ page, request, installation }, { title: 'Away', ...article })
      const title = page.getByRole('textbox', { name: 'Title', exact: true })
      await expect(title).toBeEditable()
      await settled(page)
      await context.setOffline(true)
      await title.fill('Far away')
      await page.getByRole('button', { name }).click()
      await expect(page.getByText('You are offline. Nothing was published')).toBeVisible()

      await context.setOffline(false)
      await expect(page.getByText('You are offline. What you see may be old.')).toBeHidden()
      await expect(page.getByRole('status').filter({ hasText: /^Saved at|are saved, not public/ })).toBeVisible()
      await settled(page)
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
})

test.describe('after the session has ended', () => {
  test.use({ expectedErrors: [/401/] })

  test('what was typed is saved once one has signed in again', async ({ page, context, request, installation }) => {
    const { call, id } = await openArticle({ page, request, installation })
    const title = page.getByRole('textbox', { name: 'Title', exact: true })
    await expect(title).toBeEditable()
    await context.clearCookies()
    await title.fill('Kept')

    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await expect(dialog).toContainText(`Your account ${installation.owner.email}`)
    await dialog.getByLabel('Password', { exact: true }).fill(installation.owner.password)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('status').filter({ hasText: /^Saved at/ })).toBeVisible()
    expect((await call('getItem', { id })).item.title).toBe('Kept')
  })

  test('who is typing goes on typing, and is asked at the next pause', async ({
    page,
    context,
    request,
    installation,
  }) => {
    const { call, id } = await openArticle({ page, request, installation })
    const body = page.getByRole('textbox', { name: 'Body' })
    await body.getByText('Two.').click()
    await page.keyboard.press('End')
    await context.clearCookies()
    // Somebody whom nothing keeps from typing: what is said meanwhile comes in the middle of it.
    const warning = page.getByRole('button', { name: 'Sign in again' })
    const words: string[] = []
    const write = async () => {
      words.push(` n${words.length}`)
      await page.keyboard.type(words.at(-1) ?? '', { delay: 60 })
    }
    await Promise.all([page.waitForResponse((one) => one.status() === 401), write()])
    while (!(await warning.isVisible())) await write()
    for (let more = 0; more < 15; more++) await write()

    await expect(body).toHaveText(`One.Two.${words.join('')}`)
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue('')
    await dialog.getByLabel('Password', { exact: true }).fill(installation.owner.password)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('status').filter({ hasText: /^Saved at/ })).toBeVisible()
    await page.keyboard.type(' more')
    await expect
      .poll(async () => (await call('getItem', { id })).item.content)
      .toBe(`One.\n\nTwo.${words.join('')} more`)
  })
})
