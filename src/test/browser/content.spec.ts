import type { APIRequestContext, Page } from '@playwright/test'

import { agentOf } from './agent-calls.ts'
import { expect, test } from './fixtures.ts'
import type { Installation } from './installed-server.ts'
import { expectSound, layoutShift } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

// What these tests create would disturb others.
test.use({ organizationName: 'Content Press' })

const list = '/o/content-press/content'

/** Articles with these titles, of which those that begin with "Live" are published. */
async function write(request: APIRequestContext, installation: Installation, titles: string[]): Promise<void> {
  const person = personOf(request, installation)
  for (const title of titles) {
    const { item } = await person('createItem', { collectionId: 'articles', title, content: 'Words to read.' })
    if (title.startsWith('Live')) await person('publishItem', { id: item.id }, { confirm: true })
  }
}

const row = (page: Page, title: string) => page.getByRole('row', { name: title })

test('the list is searched and filtered in its address, and its tabs count what is left', async ({
  page,
  request,
  installation,
}) => {
  await write(request, installation, ['Live about rivers', 'A draft about rivers', 'A draft about hills'])
  await page.goto(`${list}?tab=nonsense&search=rivers&since=12&tag=none`)
  await expect(page.getByRole('tab', { name: 'All' })).toHaveText('All2')
  await expect(page.getByRole('tab', { name: 'Live' })).toHaveText('Live1')
  await page.getByRole('tab', { name: 'Drafts' }).click()
  await expect(page.getByRole('table', { name: 'Content' }).getByRole('link')).toHaveText(['A draft about rivers'])
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('group', { name: 'Filter' }).getByLabel('Changed').selectOption('last 7 days')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`${list}?tab=draft&search=rivers&since=7`)
  await page.getByRole('button', { name: 'Views' }).click()
  const views = page.getByRole('group', { name: 'Views' })
  await views.getByLabel('Name of this view').fill('Fresh drafts')
  await views.getByRole('button', { name: 'Save view' }).click()
  await expect(views.getByRole('link', { name: 'Fresh drafts' })).toBeVisible()
  await page.goto(list)
  await page.getByRole('button', { name: 'Views' }).click()
  await views.getByRole('link', { name: 'Fresh drafts' }).click()
  await expect(page).toHaveURL(`${list}?tab=draft&search=rivers&since=7`)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear Changed: last 7 days' }).click()
  await expect(page).toHaveURL(`${list}?tab=draft&search=rivers`)
  await page.getByRole('searchbox').fill('nothing has this')
  await page.getByRole('button', { name: 'Clear filters' }).click()

  await expect(row(page, 'A draft about hills')).toBeVisible()
})

test('a draft without an author is whose who wrote it, in the row', async ({ page, request, installation }) => {
  await write(request, installation, ['Written by a person'])
  const call = await agentOf(request, installation, { name: 'Night shift' })
  await call('createItem', { collectionId: 'articles', title: 'Written by an agent', content: 'Words to read.' })
  await page.goto(`${list}?search=written+by`)

  await expect(row(page, 'Written by an agent').getByText('Night shift')).toHaveClass(/text-agent-ink/)
  await expect(row(page, 'Written by a person')).not.toContainText('Night shift')
})

test('rows are chosen, peeked and left by keys; the order is that of a column', async ({
  page,
  request,
  installation,
}) => {
  await write(request, installation, ['Keys one', 'Keys two', 'Keys three'])
  await page.goto(`${list}?search=keys`)
  await page.getByRole('button', { name: 'Title' }).click()
  await expect(page.getByRole('columnheader', { name: 'Title' })).toHaveAttribute('aria-sort', 'ascending')
  const links = page.getByRole('table').getByRole('link')
  await expect(links).toHaveText(['Keys one', 'Keys three', 'Keys two'])
  await links.first().focus()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByRole('toolbar', { name: 'Selected' })).toContainText('2 selected all drafts')
  await page.keyboard.press(' ')
  const peek = page.getByRole('complementary', { name: 'Peek' })
  await expect(peek.getByRole('heading', { name: 'Keys three' })).toBeVisible()
  await expect(page).toHaveURL(/peek=itm_/)
  await page.keyboard.press('Escape')

  await expect(peek).toBeHidden()
  await expect(page.getByRole('toolbar', { name: 'Selected' })).toBeVisible()
  await row(page, 'Keys two').getByText('Draft').click()
  await expect(peek.getByRole('heading', { name: 'Keys two' })).toBeVisible()
  await page.keyboard.press('e')
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Keys two')
})

test('what all of the chosen allow is done with them: public with a red button, the trash with a way back', async ({
  page,
  request,
  installation,
}) => {
  await write(request, installation, ['Bulk one', 'Bulk two'])
  await page.goto(`${list}?search=bulk`)
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  const selected = page.getByRole('toolbar', { name: 'Selected' })
  await expect(selected.getByRole('button', { name: 'Unpublish…' })).toHaveCount(0)
  await selected.getByRole('button', { name: 'Publish…' }).click()
  const asked = page.getByRole('alertdialog')
  await expect(asked).toContainText('2 of 2 articles can be published.')
  await asked.getByRole('button', { name: 'Publish 2 articles' }).click()
  await expect(page.getByText('2 articles are live.')).toBeVisible()
  await expect(row(page, 'Bulk one')).toContainText('Live')

  await page.getByRole('checkbox', { name: 'Select Bulk one' }).check()
  await selected.getByRole('button', { name: 'Move to trash…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Move to trash' }).click()
  await expect(row(page, 'Bulk one')).toHaveCount(0)
  await page.getByRole('status', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Bulk one')).toContainText('Draft')
})

test.describe('what becomes of many', () => {
  // Asked, and then done, of an article that redirects lead to.
  test.use({ expectedErrors: [/409 \(Conflict\)/] })

  test('whatever is done with many says first, in numbers, what becomes of them', async ({
    page,
    request,
    installation,
  }) => {
    const person = personOf(request, installation)
    await write(request, installation, ['Live many', 'Many one', 'Many two'])
    const { items } = await person('listManagerItems', { search: 'many', orderBy: 'title' })
    const [live, one, two] = items
    const { term } = await person('createTaxonomyTerm', { taxonomy: 'tag', name: 'Rivers' })
    const { author } = await person('createAuthor', { collectionId: one.collectionId, name: 'Ada Writes' })
    await person('updateItem', { id: one.id, tagIds: [term.id] })
    await person('createRedirect', { fromPath: '/old-many', toItemId: live.id }, { confirm: true })
    await page.goto(`${list}?search=many&order=title`)
    const selected = page.getByRole('toolbar', { name: 'Selected' })
    const choose = async (titles: string[]) => {
      for (const title of titles) await page.getByRole('checkbox', { name: `Select ${title}` }).check()
    }
    const asked = page.getByRole('alertdialog')

    await choose(['Live many', 'Many one', 'Many two'])
    await selected.getByRole('button', { name: 'Tag…' }).click()
    const tag = asked.getByRole('button', { name: 'Tag 3 articles' })
    await expect(asked).toContainText('1 of them is live: everybody sees it at once.')
    await expect(tag).toBeDisabled()
    await asked.getByRole('checkbox', { name: 'Rivers' }).check()
    await expect(asked).toContainText('2 of 3 articles can be tagged; 1 stays as it is.')
    await expect(asked.getByRole('list', { name: 'What stays as it is' })).toContainText('Many one')
    await tag.click()
    await expect(page.getByText('3 articles tagged.')).toBeVisible()

    // What is live asks for a confirmation, where the organization wants that.
    await person('updateOrganizationSettings', { publishingPolicy: { confirmLiveEdits: true } }, { confirm: true })
    await choose(['Live many', 'Many one', 'Many two'])
    await selected.getByRole('button', { name: 'Author…' }).click()
    await asked.getByLabel('Author', { exact: true }).selectOption('Ada Writes')
    await expect(asked).toContainText('3 of 3 articles can be changed.')
    await asked.getByRole('button', { name: 'Change 3 articles' }).click()
    await expect(page.getByText('3 articles changed.')).toBeVisible()
    expect((await person('getItem', { id: live.id })).item.authors).toMatchObject([{ id: author.id }])

    await choose(['Many one', 'Many two'])
    await selected.getByRole('button', { name: 'Schedule…' }).click()
    const time = asked.getByLabel('Time')
    await expect(asked).toContainText('In the time zone of the organization')
    await time.fill('2001-01-01T09:00')
    await expect(asked).toContainText('0 of 2 articles can be scheduled; 2 stay as they are.')
    await expect(asked.getByRole('button', { name: 'Schedule 2 drafts' })).toBeDisabled()
    await time.fill(`${new Date().getUTCFullYear() + 1}-01-01T09:00`)
    await expect(asked).toContainText('2 of 2 articles can be scheduled.')
    await asked.getByRole('button', { name: 'Schedule 2 drafts' }).click()
    await expect(page.getByText('2 drafts scheduled.')).toBeVisible()
    expect((await person('getItem', { id: two.id })).item.status).toBe('scheduled')
    await expect(row(page, 'Many two').getByTitle(/1 January \d{4}.* at 09:00:00 UTC$/)).toBeVisible()

    await choose(['Live many', 'Many one', 'Many two'])
    await selected.getByRole('button', { name: 'Move to trash…' }).click()
    await expect(asked).toContainText('1 is live and stops being public at once. 2 are scheduled and do not appear.')
    await expect(asked).toContainText('2 of 3 articles can be moved to the trash; 1 stays as it is.')
    await expect(asked.getByRole('list', { name: 'What stays as it is' })).toContainText('Live many 1 redirects lead')
    await asked.getByRole('button', { name: 'Move to trash' }).click()
    await expect(page.getByText('2 articles moved to the trash. 1 stayed:')).toBeVisible()
    await expect(page.getByRole('table', { name: 'Content' }).getByRole('link')).toHaveText(['Live many'])
  })
})

for (const width of [1440, 390, 320]) {
  test(`a full list with its peek is accessible, still and within its width: ${width} px`, async ({
    page,
    request,
    installation,
  }, info) => {
    await page.setViewportSize({ width, height: 844 })
    await write(request, installation, [
      'Live and with a rather long title that does not fit into the row of a list, so that it is cut off at its end',
      'Short',
    ])
    await page.goto(list)
    await expect(row(page, 'Short').first()).toBeVisible()
    await settled(page)
    expect(await layoutShift(page)).toBeLessThan(0.02)
    await expectSound(page, { what: 'list', picture: (name) => info.outputPath(`list-${name}`) })
    await page.getByRole('table').getByRole('link').first().press(' ')
    await expect(page.getByRole('heading', { level: 2, name: 'Short' }).first()).toBeVisible()
    await settled(page)
    await expectSound(page, { what: 'peek', picture: (name) => info.outputPath(`peek-${name}`), fullPage: false })

    const { items } = await personOf(request, installation)('listManagerItems', { search: 'rather long' })
    await page.goto(`${list}?peek=${items[0]?.id}`)
    await expect(page.getByRole('link', { name: 'Open', exact: true })).toBeVisible()
    await settled(page)
    expect(await layoutShift(page)).toBeLessThan(0.02)
  })
}

test('letters act as soon as the list is there, and from the box of a row; the keys are listed', async ({
  page,
  request,
  installation,
}) => {
  await write(request, installation, ['Letters one', 'Letters two'])
  await page.goto(`${list}?search=letters&order=title`)
  const links = page.getByRole('table').getByRole('link')
  await expect(links).toHaveText(['Letters one', 'Letters two'])
  await page.keyboard.press('j')
  await expect(links.first()).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByRole('checkbox', { name: 'Select Letters one' })).toBeChecked()
  await page.getByRole('checkbox', { name: 'Select Letters two' }).focus()
  await page.keyboard.press('x')
  await expect(page.getByRole('checkbox', { name: 'Select Letters two' })).toBeChecked()
  await page.keyboard.press(' ')
  await expect(page.getByRole('checkbox', { name: 'Select Letters two' })).not.toBeChecked()
  await page.keyboard.press('k')
  await expect(links.first()).toBeFocused()
  await page.keyboard.press(' ')
  await expect(page.getByRole('complementary', { name: 'Peek' })).toContainText('Letters one')

  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  for (const words of ['jThe next row', 'kThe row before', 'xChoose the row', 'SpaceLook at the row'])
    await expect(keys).toContainText(words)
})

test('a page that the list does not have is left for one that it has, and forgotten', async ({
  page,
  request,
  installation,
}) => {
  const titles = Array.from({ length: 51 }, (_, index) => `Leaf ${index}`)
  await write(request, installation, titles)
  await page.goto(`${list}?tab=trash`)
  await page.goto(`${list}?search=leaf&page=999`)
  await expect(page.getByRole('checkbox', { name: /^Select Leaf/ })).toHaveCount(50)
  await expect(page).toHaveURL(`${list}?search=leaf`)
  await page.goBack()
  await expect(page).toHaveURL(`${list}?tab=trash`)

  await page.goto(`${list}?search=leaf&page=2`)
  await page.getByRole('checkbox', { name: /^Select Leaf/ }).check()
  await page.getByRole('toolbar', { name: 'Selected' }).getByRole('button', { name: 'Move to trash…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Move to trash' }).click()
  await expect(page.getByRole('checkbox', { name: /^Select Leaf/ })).toHaveCount(50)
  await expect(page).toHaveURL(`${list}?search=leaf`)
})

test('whoever comes back from an article finds what was chosen, and the place in the list', async ({
  page,
  request,
  installation,
}) => {
  const titles = Array.from({ length: 40 }, (_, index) => `Kept ${String(index).padStart(2, '0')}`)
  await write(request, installation, titles)
  await page.goto(`${list}?search=kept&order=title`)
  const selected = page.getByRole('toolbar', { name: 'Selected' })
  await page.getByRole('checkbox', { name: 'Select Kept 30' }).check()
  await page.getByRole('checkbox', { name: 'Select Kept 31' }).check()
  const link = page.getByRole('link', { name: 'Kept 33' })
  await link.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(100)
  await link.click()
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await expect(title).toHaveValue('Kept 33')

  await page.goBack()
  await expect(selected).toContainText('2 selected all drafts')
  await expect(page.getByRole('checkbox', { name: 'Select Kept 30' })).toBeChecked()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)

  // What it is by now decides about what can be done with it, and another state of the list has its own.
  const { items } = await personOf(request, installation)('listManagerItems', { search: 'Kept 30' })
  await link.click()
  await expect(title).toHaveValue('Kept 33')
  await personOf(request, installation)('publishItem', { id: items[0].id }, { confirm: true })
  await page.goBack()
  await expect(row(page, 'Kept 30')).toContainText('Live')
  await expect(selected.getByRole('button', { name: 'Merge…' })).toBeVisible()
  await expect(selected.getByRole('button', { name: 'Schedule…' })).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Desk' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Content' }).click()
  await expect(page.getByRole('table', { name: 'Content' })).toBeVisible()
  await expect(selected).toHaveCount(0)
})

test('all that a search finds are chosen at once', async ({ page, request, installation }) => {
  test.slow()
  await write(
    request,
    installation,
    Array.from({ length: 52 }, (_, index) => `Sheaf ${index}`),
  )
  await page.goto(`${list}?search=sheaf`)
  const selected = page.getByRole('toolbar', { name: 'Selected' })
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await expect(selected).toContainText('50 selected')
  await selected.getByRole('button', { name: 'Select all 52 matching' }).click()
  await expect(selected).toContainText('52 selected all drafts')
  await expect(selected.getByRole('button', { name: /matching/ })).toHaveCount(0)
  await expect(selected.getByRole('button', { name: 'Schedule…' })).toBeVisible()
})

test.describe('filters by what is gone', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('fall out of the address, and that is said', async ({ page, request, installation }) => {
    const person = personOf(request, installation)
    const { term } = await person('createTaxonomyTerm', { taxonomy: 'tag', name: 'Meadows' })
    await page.goto(`${list}?tab=draft&tag=${term.id}`)
    await expect(page.getByRole('button', { name: 'Clear Tag: Meadows' })).toBeVisible()
    await person('deleteTaxonomyTerm', { termId: term.id }, { confirm: true })
    const said = page.getByRole('status', { name: 'Messages' })
    await expect(said).toContainText('The tag that the list was filtered by no longer exists')
    await expect(page).toHaveURL(`${list}?tab=draft`)

    await page.goto(`${list}?tab=draft&collection=col_${'0'.repeat(26)}`)
    await expect(said).toContainText('The collection that the list was filtered by no longer exists')
    await expect(page).toHaveURL(`${list}?tab=draft`)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test.describe('more tags than one page of them', () => {
  test.use({ organizationName: 'Tag Press' })

  test('are named in a filter, given to many and merged', async ({ page, request, installation }) => {
    const person = personOf(request, installation)
    const tag = async (name: string) => (await person('createTaxonomyTerm', { taxonomy: 'tag', name })).term
    for (let count = 0; count < 100; count++) await tag(`Tag ${count}`)
    const { id } = await tag('Zebras')
    await write(request, installation, ['A walk'])
    await page.goto('/o/tag-press/content')
    await page.getByRole('checkbox', { name: 'Select A walk' }).check()
    await page.getByRole('toolbar', { name: 'Selected' }).getByRole('button', { name: 'Tag…' }).click()
    const asked = page.getByRole('alertdialog')
    await asked.getByRole('searchbox', { name: 'Search tags' }).fill('zebra')
    await asked.getByRole('checkbox', { name: 'Zebras' }).check()
    await asked.getByRole('button', { name: 'Tag 1 article' }).click()
    await expect(page.getByText('1 article tagged.')).toBeVisible()

    await page.goto(`/o/tag-press/content?tag=${id}`)
    await expect(page.getByRole('button', { name: 'Clear Tag: Zebras' })).toBeVisible()
    await expect(row(page, 'A walk')).toBeVisible()

    await page.goto('/o/tag-press/settings/terms?tab=tag')
    await page.getByRole('button', { name: 'More about Tag 0', exact: true }).click()
    await page.getByRole('button', { name: 'Merge… Tag 0', exact: true }).click()
    await asked.getByRole('searchbox', { name: 'Search for another tag' }).fill('zebra')
    await asked.getByRole('combobox', { name: 'Takes its place' }).selectOption('Zebras')
    await expect(asked.getByRole('button', { name: 'Merge tag' })).toBeEnabled()
  })
})
