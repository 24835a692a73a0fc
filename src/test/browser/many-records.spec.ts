import { expect, test } from './fixtures.ts'
import { personOf } from './person-calls.ts'

test.use({ organizationName: 'Large Press' })

const numbers = Array.from({ length: 104 }, (_, at) => String(at + 1).padStart(3, '0'))

/** Some at a time. */
async function each(all: readonly string[], make: (n: string) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < all.length; at += 8) await Promise.all(all.slice(at, at + 8).map(make))
}

test('every collection has its row, its page and its place among the choices', async ({
  page,
  request,
  installation,
}) => {
  const call = personOf(request, installation)
  await call('createItem', { collectionId: 'articles', title: 'Tides', content: 'Words.' })
  await each(numbers, (n) => call('createCollection', { name: `Series ${n}`, slug: `series-${n}`, kind: 'custom' }))
  await page.goto('/o/large-press/settings/collections')

  await page.getByRole('link', { name: 'Series 104' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Series 104' })).toBeVisible()
  await page.goto('/o/large-press/topics')
  await page.getByRole('button', { name: 'New topic' }).click()
  await page.getByLabel('Collection', { exact: true }).selectOption('Series 104')
  await page.goto('/o/large-press/content')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const filter = page.getByRole('group', { name: 'Filter' })
  await filter.getByLabel('Collection', { exact: true }).selectOption('Series 104')
  await expect(page.getByRole('button', { name: 'Clear Collection: Series 104' })).toBeVisible()
})

test('everybody of an organization with hundreds of members can be chosen, and is called by name', async ({ page }) => {
  const members = Array.from({ length: 420 }, (_, at) => ({ userId: `usr_${at}`, name: `Member ${at + 1}` }))
  await page.route('**/listMembers', (route) => {
    const { page = 1, pageSize } = route.request().postDataJSON().input
    const items = members.slice((page - 1) * pageSize, page * pageSize)
    const hasMore = page * pageSize < members.length
    return route.fulfill({ json: { result: { items, page, pageSize, total: members.length, hasMore } } })
  })
  await page.goto('/o/large-press/settings/audit-log?person=usr_419')

  await expect(page.getByRole('button', { name: 'Clear Person: Member 420' })).toBeVisible()
})

test('tags, authors and questions beyond the first hundred are searched for where one is chosen', async ({
  page,
  request,
  installation,
}) => {
  const call = personOf(request, installation)
  const [articles] = (await call('listCollections', {})).items
  await call('createItem', { collectionId: 'articles', title: 'Ebb', content: 'Words.' })
  await each(numbers, (n) => call('createTaxonomyTerm', { taxonomy: 'tag', name: `Tag ${n}` }))
  await each(numbers, (n) => call('createAuthor', { collectionId: articles.id, name: `Author ${n}` }))
  for (const some of [numbers.slice(0, 90), numbers.slice(90)])
    await call('createAsvPrompts', { prompts: some.map((n) => ({ text: `Which question is number ${n}?` })) })

  await page.goto('/o/large-press/content')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const filter = page.getByRole('group', { name: 'Filter' })
  await expect(filter.getByLabel('Tag', { exact: true }).getByRole('option')).toHaveCount(101)
  await filter.getByLabel('Search tags').fill('104')
  await filter.getByLabel('Tag', { exact: true }).selectOption('Tag 104')
  await expect(page.getByRole('button', { name: 'Clear Tag: Tag 104' })).toBeVisible()
  await filter.getByLabel('Search tags').fill('')
  await expect(filter.getByLabel('Tag', { exact: true })).toHaveValue(/^tag_/)

  await page.goto('/o/large-press/settings/collections/articles')
  await page.getByLabel('Search authors').fill('Author 104')
  await page.getByLabel('Default author').selectOption('Author 104')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
  const [saved] = (await call('listCollections', {})).items
  const author = (await call('listAuthors', { search: 'Author 104' })).items[0]
  expect(saved.defaultAuthorId).toBe(author.id)

  await page.goto('/o/large-press/ai-answers?tab=questions')
  await page.getByRole('button', { name: 'Bring an answer…' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Bring an answer' })
  await dialog.getByLabel('Search questions').fill('number 001')
  await dialog.getByLabel('Question', { exact: true }).selectOption('Which question is number 001?')
  await dialog.getByLabel('The answer').fill('Words of an engine.')
  await dialog.getByRole('button', { name: 'Keep answer' }).click()
  await expect(dialog).toBeHidden()
  expect((await call('listAsvAnswers', {})).total).toBe(1)
})
