import { createHash } from 'node:crypto'

import type { Page } from '@playwright/test'
import sharp from 'sharp'

import { expect, test } from './fixtures.ts'
import { expectSound, layoutShift } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

// What these tests create would disturb others.
test.use({ organizationName: 'Term Press', expectedErrors: [/status of 40[49]/] })

test('tags are made, renamed in place, merged and given back, by the keyboard alone', async ({
  page,
  request,
  installation,
}, info) => {
  const person = personOf(request, installation)
  const { term: rivers } = await person('createTaxonomyTerm', { taxonomy: 'tag', name: 'Rivers' })
  const { item } = await person('createItem', {
    collectionId: 'articles',
    title: 'About a river',
    content: 'Words to read.',
    tagIds: [rivers.id],
  })
  await person('publishItem', { id: item.id }, { confirm: true })
  await page.goto('/o/term-press/settings/terms?order=nonsense')
  await expect(page.getByText('No categories yet')).toBeVisible()
  await settled(page)
  expect(await layoutShift(page)).toBeLessThan(0.02)
  await expectSound(page, { picture: (name) => info.outputPath(`empty-${name}`) })
  await page.getByRole('tab', { name: 'Categories' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: 'Rivers' })).toBeVisible()

  await page.getByRole('button', { name: 'New tag' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'New tag' })
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('Hills')
  await form.getByRole('textbox', { name: 'Slug' }).fill('rivers')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('textbox', { name: 'Slug' })).toHaveAttribute('aria-invalid', 'true')
  await expectSound(page)
  await form.getByRole('textbox', { name: 'Slug' }).fill('hills')
  await form.getByRole('button', { name: 'Create' }).press('Enter')
  await expect(form).toBeHidden()
  await expect(page.getByRole('row', { name: 'Hills' })).toBeVisible()

  await page.getByRole('button', { name: 'Rename Rivers' }).press('Enter')
  await page.keyboard.type('Streams')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Rename Streams' })).toBeFocused()
  await expect(page.getByRole('row', { name: 'Streams' })).toContainText('rivers')

  await page.getByRole('button', { name: 'More about Streams' }).press('Enter')
  await page.getByRole('button', { name: 'Merge… Streams' }).press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('1 article has this tag (1 live)')
  await question.getByLabel('Takes its place').selectOption('Hills')
  await expect(question).toContainText('1 article gets “Hills” instead')
  await expectSound(page, { picture: (name) => info.outputPath(`merge-${name}`) })
  await expect(question.getByRole('button', { name: 'Merge tag' })).toBeEnabled()
  await question.getByRole('button', { name: 'Merge tag' }).press('Enter')
  await expect(page.getByRole('row', { name: 'Streams' })).toBeHidden()
  await expect(page.getByRole('link', { name: '1 live articles of Hills' })).toBeVisible()
  await page.getByRole('status', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).last().press('Enter')
  await expect(page.getByRole('link', { name: '1 live articles of Streams' })).toBeVisible()

  await settled(page)
  await expectSound(page, { picture: (name) => info.outputPath(name) })
  await page.setViewportSize({ width: 320, height: 700 })
  await expectSound(page, { picture: (name) => info.outputPath(`phone-${name}`) })
  await page.getByRole('link', { name: '1 live articles of Streams' }).press('Enter')
  await expect(page.getByRole('table', { name: 'Content' })).toContainText('About a river')
})

test('the slug of a term is locked until a person says so, and a term without articles is deleted', async ({
  page,
  request,
  installation,
}) => {
  await personOf(request, installation)('createTaxonomyTerm', { taxonomy: 'category', name: 'Guides' })
  await page.goto('/o/term-press/settings/terms')
  await page.getByRole('button', { name: 'Edit Guides…' }).click()
  const form = page.getByRole('dialog')
  await expect(form.getByRole('textbox', { name: 'Slug' })).not.toBeEditable()
  await form.getByRole('button', { name: 'Change the slug' }).click()
  await form.getByRole('textbox', { name: 'Slug' }).fill('manuals')
  await expect(form).toContainText('add a redirect')
  await expectSound(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: 'Guides' })).toContainText('manuals')

  await page.getByRole('button', { name: 'More about Guides' }).click()
  await page.getByRole('button', { name: 'Delete… Guides' }).click()
  const verb = page.getByRole('alertdialog').getByRole('button', { name: 'Delete category' })
  await expect(verb).toBeEnabled()
  await verb.click()
  await expect(page.getByText('No categories yet')).toBeVisible()
})

test('an author gets links and words, and hands the articles over', async ({ page, request, installation }, info) => {
  const person = personOf(request, installation)
  const { items } = await person('listCollections', {})
  await person('createAuthor', { collectionId: items[0].id, name: 'Ada Winter' })
  await page.goto('/o/term-press/settings/authors?collection=never-there')
  await expect(page.getByRole('row', { name: 'Ada Winter' })).toBeVisible()
  await expect(page).toHaveURL('/o/term-press/settings/authors')
  await page.getByRole('button', { name: 'New author' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Bo Sommer')
  await form.getByRole('textbox', { name: 'About' }).fill('Writes about bridges.')
  // A click beside a form takes nothing of it away.
  await page.mouse.click(4, 4)
  await expect(form.getByRole('textbox', { name: 'About' })).toHaveValue('Writes about bridges.')
  await form.getByRole('button', { name: 'Add a link' }).click()
  await form.getByLabel('Name of link 1').fill('linkedin')
  await form.getByLabel('Address of link 1').fill('https://www.linkedin.com/in/bo')
  await form.getByRole('button', { name: 'Choose a picture' }).click()
  await expect(form).toContainText('The library has no image yet.')
  await expectSound(page, { picture: (name) => info.outputPath(`form-${name}`) })
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('row', { name: 'Bo Sommer' })).toContainText('linkedin')
  await settled(page)
  await expectSound(page, { picture: (name) => info.outputPath(name) })
  await page.setViewportSize({ width: 320, height: 700 })
  await expectSound(page)

  await page.getByRole('button', { name: 'More about Ada Winter' }).click()
  await page.getByRole('button', { name: 'Delete… Ada Winter' }).click()
  const verb = page.getByRole('alertdialog').getByRole('button', { name: 'Delete author' })
  await expect(verb).toBeEnabled()
  await verb.click()
  await expect(page.getByRole('row', { name: 'Ada Winter' })).toBeHidden()
})

test('an author whose picture is refused is there once, however often one tries', async ({
  page,
  request,
  installation,
}) => {
  const person = personOf(request, installation)
  const mediaId = await picture(person)
  await page.goto('/o/term-press/settings/authors')
  await page.getByRole('button', { name: 'New author' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Cleo Frost')
  await form.getByRole('button', { name: 'Choose a picture' }).click()
  await form.getByRole('radio', { name: 'Cleo' }).check()
  await person('deleteMedia', { mediaId }, { confirm: true })
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form.getByRole('alert')).toBeVisible()
  await form.getByRole('button', { name: 'Without a picture' }).click()
  await form.getByRole('button', { name: 'Create' }).click()

  await expect(form).toBeHidden()
  expect((await person('listAuthors', { search: 'Cleo' })).items).toMatchObject([{ name: 'Cleo Frost' }])
})

test('while a form is being sent its fields take nothing, so that nothing typed is lost', async ({ page }) => {
  const letThrough = await hold(page, 'createTaxonomyTerm')
  await page.goto('/o/term-press/settings/terms?tab=tag')
  await page.getByRole('button', { name: 'New tag' }).click()
  const form = page.getByRole('dialog', { name: 'New tag' })
  const name = form.getByRole('textbox', { name: 'Name' })
  await name.fill('Ponds')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('button', { name: 'Create' })).toHaveAttribute('aria-disabled', 'true')

  await page.keyboard.type(' and more')
  await page.keyboard.press('Backspace')
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('Ponds')

  letThrough()
  await expect(form).toBeHidden()
  await expect(page.getByRole('row', { name: 'Ponds' })).toBeVisible()
})

test('while a form is being sent nothing is chosen in it either, by mouse or by keyboard', async ({ page }) => {
  const letThrough = await hold(page, 'createContextEntry')
  await page.goto('/o/term-press/library')
  await page.getByRole('button', { name: 'New entry' }).click()
  const form = page.getByRole('dialog', { name: 'New entry' })
  await form.getByRole('textbox', { name: 'Title' }).fill('Depth of the ponds')
  await form.getByRole('textbox', { name: 'Text' }).fill('Two metres.')
  const kind = form.getByRole('combobox', { name: 'Kind' })
  const pinned = form.getByRole('checkbox', { name: 'In every brief' })
  const chosen = await kind.inputValue()
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form.getByRole('button', { name: 'Create' })).toHaveAttribute('aria-disabled', 'true')

  await kind.press('ArrowDown')
  await pinned.click()
  await pinned.press('Space')
  await expect(kind).toHaveValue(chosen)
  await expect(pinned).not.toBeChecked()
  await pinned.press('Tab')
  await expect(pinned).not.toBeFocused()

  letThrough()
  await expect(form).toBeHidden()
  await expect(page.getByRole('row', { name: 'Depth of the ponds' })).toBeVisible()
})

/** Holds the calls of an operation back until the returned function is called. */
async function hold(page: Page, operation: string): Promise<() => void> {
  const held = Promise.withResolvers<undefined>()
  await page.route(`**/app/operations/${operation}`, async (route) => {
    await held.promise
    await route.continue()
  })
  return () => held.resolve(undefined)
}

/** A picture in the media of the organization. Returns its id. */
async function picture(person: ReturnType<typeof personOf>): Promise<string> {
  const background = { r: 90, g: 90, b: 90 }
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const about = { filename: 'cleo.png', mime: 'image/png', bytes: bytes.length, sha256 }
  const { mediaId, uploadUrl } = await person('createMediaUpload', about)
  await fetch(uploadUrl, { method: 'PUT', body: new Uint8Array(bytes) })
  await person('completeMediaUpload', { mediaId, alt: 'Cleo' })
  return mediaId
}
