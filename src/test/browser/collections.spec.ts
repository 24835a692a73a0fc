import { expect, test } from './fixtures.ts'
import { expectSound, layoutShift } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

// What these tests create would disturb others.
test.use({ organizationName: 'Folder Press' })

const path = '/o/folder-press/settings/collections'

test('a collection is made, gets its pattern, its defaults and a field, by the keyboard alone', async ({
  page,
  request,
  installation,
}, info) => {
  const person = personOf(request, installation)
  await person('updateOrganizationSettings', { siteUrl: 'https://folders.example' }, { confirm: true })
  await page.goto(path)
  await expect(page.getByRole('row', { name: 'Articles' })).toContainText('Always')
  await settled(page)
  expect(await layoutShift(page)).toBeLessThan(0.02)
  await expectSound(page, { picture: (name) => info.outputPath(`list-${name}`) })

  await page.getByRole('button', { name: 'New collection' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'New collection' })
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('Customer stories')
  await expect(form.getByRole('textbox', { name: 'Slug' })).toHaveValue('customer-stories')
  const pattern = form.getByRole('textbox', { name: 'Address pattern' })
  await expect(pattern).toHaveValue('/customer-stories/{slug}')
  await pattern.fill('/stories')
  await expect(pattern).toHaveAttribute('aria-invalid', 'true')
  await pattern.fill('/stories/{category}/{slug}')
  await expect(form.getByRole('status')).toContainText('https://folders.example/stories/guides/an-example')
  await expectSound(page, { picture: (name) => info.outputPath(`new-${name}`) })
  await form.getByRole('button', { name: 'Create' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Customer stories', level: 1 })).toBeVisible()

  await page.getByLabel('Article type').selectOption('case study')
  await page.getByRole('textbox', { name: 'Instructions' }).fill('Let the customer speak.')
  await page.getByRole('button', { name: 'Add a field' }).press('Enter')
  await page.getByRole('textbox', { name: 'Field name' }).fill('level')
  await page.getByLabel('Holds').selectOption('One of several')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByRole('alert')).toContainText('needs something to choose from')
  await page.getByRole('textbox', { name: 'Choices' }).fill('easy\nhard')
  await page.getByRole('checkbox', { name: 'Every item must have it' }).press(' ')
  await settled(page)
  await expectSound(page, { picture: (name) => info.outputPath(`page-${name}`) })
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.getByRole('button', { name: 'As JSON' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Fields as JSON Schema' })).toHaveValue(/"required": \[\s+"level"/)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectSound(page)

  const { items } = await person('listCollections', {})
  expect(items.find(({ slug }: { slug: string }) => slug === 'customer-stories')).toMatchObject({
    urlTemplate: '/stories/{category}/{slug}',
    defaults: { articleType: 'case_study', writingStyle: null, customInstructions: 'Let the customer speak.' },
    fieldsSchema: { properties: { level: { enum: ['easy', 'hard'] } }, required: ['level'] },
  })
})

test('a collection is taken into use, and put out of use after a question', async ({ page }) => {
  await page.goto(path)
  const glossary = page.getByRole('switch', { name: 'Glossary is in use' })
  await glossary.press(' ')
  await expect(glossary).toBeChecked()
  await glossary.press(' ')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Nothing is deleted')
  await expectSound(page)
  await expect(question.getByRole('button', { name: 'Put out of use' })).toBeEnabled()
  await question.getByRole('button', { name: 'Put out of use' }).press('Enter')
  await expect(glossary).not.toBeChecked()
})

test('what is typed while a form is saved stays, and is saved next', async ({ page }) => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.goto(path)
  await page.getByRole('link', { name: 'Articles', exact: true }).click()
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Posts')
  await page.route('**/updateCollection', async (route) => {
    await answered
    await route.continue()
  })
  const sent = page.waitForRequest('**/updateCollection')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await sent
  await name.fill('Posts and letters')
  answer()
  await expect(page.getByText('Saved.')).toBeVisible()

  await expect(name).toHaveValue('Posts and letters')
  const saved = page.waitForResponse('**/updateCollection')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await saved
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled()
  await page.reload()
  await expect(name).toHaveValue('Posts and letters')
})

test('what is set stays set by a save before the lists of choices have come', async ({
  page,
  request,
  installation,
}) => {
  const person = personOf(request, installation)
  const { items } = await person('listCollections', { search: 'articles' })
  const { author } = await person('createAuthor', { collectionId: items[0].id, name: 'Ada Winter' })
  const set = { defaultAuthorId: author.id, defaults: { articleType: 'guide', writingStyle: 'conversational' } }
  await person('updateCollection', { collectionId: items[0].id, ...set })
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.route(/(listAuthors|listGenerationOptions)$/, async (route) => {
    await answered
    await route.continue()
  })
  await page.goto(`${path}/articles`)
  await page.getByRole('textbox', { name: 'Instructions' }).fill('Short sentences.')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Instructions' }).fill('Short sentences, few words.')
  answer()
  await expect(page.getByLabel('Default author')).toHaveValue(author.id)

  await expect(page.getByRole('textbox', { name: 'Instructions' })).toHaveValue('Short sentences, few words.')
  const stored = (await person('listCollections', { search: 'articles' })).items[0]
  expect(stored).toMatchObject({ ...set, defaults: { ...set.defaults, customInstructions: 'Short sentences.' } })
})
