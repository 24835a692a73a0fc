import { articlePath, newArticle, openArticle } from './article-calls.ts'
import { expect, test } from './fixtures.ts'
import { expectSound, keepPicture } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

test.use({ organizationName: 'Harbour Press' })

const paragraphs = 'The first paragraph.\n\n## A heading\n\nThe second paragraph.'

test('an article is found, opened, written and published by keyboard alone', async ({
  page,
  request,
  installation,
}) => {
  const call = personOf(request, installation)
  const id = await newArticle(call, { title: 'How tides work', content: paragraphs })
  await page.goto(`/o/${installation.organization.slug}/content`)
  await page.getByRole('link', { name: 'How tides work' }).focus()
  await page.keyboard.press('Enter')

  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await expect(title).toHaveValue('How tides work')
  await title.focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('How tides really work')
  await page.keyboard.press('ControlOrMeta+S')
  await expect(page.getByRole('status').filter({ hasText: /^Saved at/ })).toBeVisible()
  expect((await call('getItem', { id })).item.title).toBe('How tides really work')

  await page.getByRole('button', { name: 'Publish…' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'How tides really work' })
  const publish = dialog.getByRole('button', { name: 'Publish', exact: true })
  await expect(publish).toBeEnabled()
  await publish.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const answer = await request.get(`${installation.origin}/v1/${installation.organization.id}/articles/${id}`)
  expect((await answer.json()).data.attributes.title).toBe('How tides really work')
})

test('a new article is one press away', async ({ page, request, installation }) => {
  await page.goto(`/o/${installation.organization.slug}/content`)
  await page.getByRole('button', { name: 'New article' }).click()
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await expect(title).toHaveValue('')
  await title.focus()
  await page.keyboard.type('The first one')
  await expect(page).toHaveURL(/\/content\/itm_/)
  await expect(title).toBeFocused()
  await expect(title).toHaveValue('The first one')
  await page.getByRole('textbox', { name: 'Body' }).fill('It begins.')
  await page.keyboard.press('ControlOrMeta+S')
  await expect(page.getByRole('status').filter({ hasText: /^Saved at/ })).toBeVisible()

  const found = (await personOf(request, installation)('listManagerItems', { search: 'The first one' })).items
  expect(found.map(({ title: kept, slug }: { title: string; slug: string }) => [kept, slug])).toEqual([
    ['The first one', 'the-first-one'],
  ])
})

test('a title is one line: Enter leads to the text, a pasted line break is a blank', async ({
  page,
  context,
  request,
  installation,
}) => {
  const { call, id } = await openArticle({ page, request, installation }, { title: 'Tides', content: paragraphs })
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  const body = page.getByRole('textbox', { name: 'Body' })
  await expect(body).toBeVisible()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(async () => navigator.clipboard.writeText(' of the\nNorth Sea'))

  await title.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ControlOrMeta+V')
  await page.keyboard.press('Enter')
  await expect(body).toBeFocused()
  await page.keyboard.type('First. ')
  await page.keyboard.press('ControlOrMeta+S')

  await expect(page.getByRole('status').filter({ hasText: /^Saved at/ })).toBeVisible()
  const { item } = await call('getItem', { id })
  expect(item.title).toBe('Tides of the North Sea')
  expect(item.content).toMatch(/^First. The first paragraph./)
})

test('an article that begins with its text has no title until one is written', async ({
  page,
  request,
  installation,
}) => {
  await page.goto(articlePath(installation, 'new'))
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await page.getByRole('textbox', { name: 'Body' }).click()
  await page.keyboard.type('It begins.')
  await expect(page).toHaveURL(/\/content\/itm_/)
  await expect(page.getByRole('status').filter({ hasText: /^Saved at/ })).toBeVisible()

  await expect(title).toHaveValue('')
  await expect(title).toHaveAttribute('placeholder', 'Untitled article')
  await title.click()
  await page.keyboard.type('T 6 400 and more')
  await page.keyboard.press('ControlOrMeta+S')
  await expect(page.getByRole('status').filter({ hasText: /^Saved at/ })).toBeVisible()

  const { item } = await personOf(request, installation)('getItem', { id: page.url().split('/').at(-1) })
  expect([item.title, item.slug, item.content]).toEqual(['T 6 400 and more', 't-6-400-and-more', 'It begins.'])
})

test('a title that was taken away says why it is not saved, and no call is refused', async ({
  page,
  request,
  installation,
}) => {
  await openArticle({ page, request, installation }, { title: 'Taken away', content: paragraphs })
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await title.fill('')
  await page.getByRole('textbox', { name: 'Excerpt' }).fill('Saved all the same')
  await page.getByRole('textbox', { name: 'Excerpt' }).blur()

  await expect(title).toHaveAccessibleDescription(/An article needs a title/)
  await expect(page.getByRole('status').filter({ hasText: 'Not saved yet' })).toBeVisible()
  await settled(page)
})

test('a body is written as rich text, and stays Markdown byte for byte where nobody wrote', async ({
  page,
  request,
  installation,
}, info) => {
  const content = '*  a list\n*  of __two__\n\n<div class="box">kept</div>\n\nLast words.\n'
  const { call, id } = await openArticle({ page, request, installation }, { title: 'Rich', content })
  const body = page.getByRole('textbox', { name: 'Body' })
  const saved = async () => {
    await page.keyboard.press('ControlOrMeta+S')
    await expect(page.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible()
    return (await call('getItem', { id })).item.content as string
  }

  await test.step('Markdown shortcuts and keys', async () => {
    await body.getByText('Last words.').click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('## A heading')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Some **strong** and ')
    await page.keyboard.press('ControlOrMeta+I')
    await page.keyboard.type('leaning')
    await page.keyboard.press('ControlOrMeta+I')
    await page.keyboard.type(' words')
    await expect(body.getByRole('heading', { name: 'A heading' })).toBeVisible()
    expect(await saved()).toBe(`${content.trimEnd()}\n\n## A heading\n\nSome **strong** and *leaning* words\n`)
  })

  await test.step('a quotation is told from the text around it', async () => {
    await page.keyboard.press('Enter')
    await page.keyboard.type('> Quoted')
    const quotation = body.getByRole('blockquote')
    await expect(quotation).toHaveText('Quoted')
    expect(await quotation.evaluate((element) => getComputedStyle(element).borderLeftWidth)).toBe('3px')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
  })

  await test.step('the slash offers blocks', async () => {
    await page.keyboard.type('/ta')
    await expect(page.getByRole('listbox', { name: 'Insert' }).getByRole('option')).toHaveText(['Table'])
    await page.keyboard.press('Enter')
    await page.keyboard.type('Tide')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Time')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Height')
    await expect(body.getByRole('table')).toBeVisible()
    await settled(page)
    await expectSound(page, { picture: (name) => info.outputPath(`rich-${name}`) })
    expect(await saved()).toContain('| Tide | Time | Height |')
  })

  await test.step('a link to another article, found by its title', async () => {
    await body.getByText('Last words.').click()
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+End')
    await page.getByRole('toolbar', { name: 'Format' }).getByRole('button', { name: 'Link' }).click()
    const dialog = page.getByRole('dialog', { name: 'Link' })
    const address = dialog.getByRole('combobox', { name: 'Address' })
    await call('createItem', { collectionId: 'articles', title: 'On spring floods', content: 'Not yet.' })
    await newArticle(call, { title: 'A later article', content: 'It names spring floods.', status: 'published' })
    await address.fill('spring floods')
    await expect(dialog.getByRole('option')).toHaveText([/^On spring floods .*Draft$/, /^A later article .*Live$/])
    await dialog.getByRole('option').first().click()
    await expect(dialog.getByText('That article is not live')).toBeVisible()
    await address.fill('https://example.com/tides')
    await expect(dialog.getByText('That article is not live')).toBeHidden()
    await dialog.getByRole('button', { name: 'Link', exact: true }).click()
    await expect(body.getByText('Last words.')).toHaveAttribute('title', 'https://example.com/tides')
    expect(await saved()).toContain('[Last words.](https://example.com/tides)')
  })

  await test.step('the source is one press away', async () => {
    await page.getByRole('button', { name: 'Source' }).click()
    const source = page.getByRole('textbox', { name: 'Markdown source' })
    await expect(source).toBeFocused()
    await expect(source).toHaveValue(/<div class="box">kept<\/div>/)
    await source.fill('From the source.')
    await page.getByRole('button', { name: 'Text', exact: true }).click()
    await expect(body).toHaveText('From the source.')
    await expect(body).toBeFocused()
  })

  await test.step('Escape leaves the text', async () => {
    await body.click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Source' })).toBeFocused()
  })
})

test.describe('refusals', () => {
  test.use({ expectedErrors: [/422|404/] })

  test('a refused field says why below it', async ({ page, request, installation }) => {
    await openArticle({ page, request, installation }, { title: 'Refused', content: paragraphs })
    const title = page.getByRole('textbox', { name: 'Title', exact: true })
    await title.fill('')
    await page.keyboard.press('ControlOrMeta+S')
    await expect(title).toHaveAttribute('aria-invalid', 'true')
  })

  test('an address without an article says so', async ({ page, installation }) => {
    await page.goto(articlePath(installation, 'itm_01jzz0000000000000000000zz'))
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'No such article' })).toBeVisible()
    await expect(page).toHaveTitle(/No such article/)
    await settled(page)
    await expectSound(page)
    await page.getByRole('main').getByRole('link', { name: 'All content' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Content' })).toBeVisible()
  })
})

test('at twice the size nothing lies over the actions, and the tools stop below the bar', async ({
  page,
  request,
  installation,
}) => {
  await page.setViewportSize({ width: 720, height: 450 })
  const content = Array.from({ length: 30 }, (_one, at) => `Paragraph ${at}.`).join('\n\n')
  await openArticle({ page, request, installation }, { title: 'Enlarged', content })
  const tools = page.getByRole('toolbar', { name: 'Format' })
  await expect(tools).toBeVisible()
  await settled(page)
  const isOnTop = (name: string | RegExp) =>
    page.getByRole('button', { name }).evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })

  // Where the tools reach the bottom of the window, and where they stick.
  await tools.evaluate((bar) => scrollBy(0, bar.getBoundingClientRect().bottom - innerHeight))
  for (const name of [/^Publish…/, 'Preview', /^Checks/, /^More$/]) expect(await isOnTop(name)).toBe(true)
  await page.getByText('Paragraph 15.').evaluate((text) => text.scrollIntoView({ block: 'center' }))
  for (const name of ['Bold', 'Source']) expect(await isOnTop(name)).toBe(true)
})

test('on a phone what is said of the article is read whole', async ({ page, request, installation }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const call = personOf(request, installation)
  const id = await newArticle(call, { title: 'Said whole', content: paragraphs })
  await call('scheduleItem', { id, publishAt: '2027-11-30T09:00:00Z' }, { confirm: true })
  await page.goto(articlePath(installation, id))
  const said = page.getByRole('status').filter({ hasText: /^Saved$/ })
  await expect(page.getByRole('button', { name: 'Unschedule…' })).toBeVisible()
  const isWhole = () => said.evaluate((status) => status.scrollWidth <= status.clientWidth)

  await expect(said).toBeVisible()
  expect(await isWhole()).toBe(true)
  await expectSound(page)
})

test('Fix leads to the field that a check names, in its tab or behind the sheet', async ({
  page,
  request,
  installation,
}) => {
  const { call, id } = await openArticle({ page, request, installation }, { title: 'Fixed', content: paragraphs })
  const fixOf = (words: string) =>
    page.getByRole('listitem').filter({ hasText: words }).getByRole('button', { name: 'Fix' })

  await fixOf('set the headline').press('Enter')
  await expect(page.getByRole('textbox', { name: 'Headline' })).toBeFocused()
  await page.keyboard.type('How it is fixed')
  const search = page.getByRole('region', { name: 'In search results' })
  await expect(search.getByText(/^\d+ of 600 px, too short$/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Meta description' }).fill('a'.repeat(130))
  await expect(search.getByText('130 of 156 characters, fits')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Structured data' })).toContainText('none of its own')
  await page.keyboard.press('ControlOrMeta+S')
  await expect(page.getByRole('status').filter({ hasText: /^Saved at/ })).toBeVisible()
  expect((await call('getItem', { id })).item.h1).toBe('How it is fixed')

  await page.setViewportSize({ width: 1000, height: 800 })
  await page.goto(articlePath(installation, id))
  await page.getByRole('button', { name: 'Checks and more' }).click()
  await fixOf('needs at least 300').press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Body' })).toBeFocused()
})

for (const width of [1440, 390])
  test(`an article is accessible within ${width} px`, async ({ page, request, installation }, info) => {
    await page.setViewportSize({ width, height: 844 })
    await openArticle({ page, request, installation }, { title: `Seen at ${width}`, content: paragraphs })
    await expect(page.getByRole('textbox', { name: 'Body' })).toBeVisible()
    await settled(page)
    // On a phone its own actions are in place of the navigation.
    const navigation = page.getByRole('navigation', { name: 'Main' })
    await (width < 768 ? expect(navigation).toHaveCount(0) : expect(navigation).toBeVisible())
    await expectSound(page, { picture: (name) => info.outputPath(name) })

    await page.getByRole('button', { name: 'Publish…' }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true })).toBeEnabled()
    await expectSound(page)
    await keepPicture(page, info.outputPath('publish.png'))
  })
