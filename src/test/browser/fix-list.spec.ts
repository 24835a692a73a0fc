import { expect, test } from './fixtures.ts'
import { expectSound, layoutShift } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

// What these tests create would disturb others.
test.use({ organizationName: 'Mending Press' })

test('a kind of fault is opened, its ready fixes are made at once and undone, and a field is mended in its article', async ({
  page,
  request,
  installation,
}, info) => {
  const person = personOf(request, installation)
  const text =
    'A kettle boils water in three minutes where its element is free of lime. Clean it every month with citric acid, and it lasts for ten years.'
  for (const title of ['How a kettle is cleaned', 'How a toaster is cleaned']) {
    const content = text.replace('A kettle', title)
    const { item } = await person('createItem', { collectionId: 'articles', title, content })
    if (title.includes('kettle')) await person('publishItem', { id: item.id }, { confirm: true })
  }
  await page.goto('/o/mending-press/content')
  await page.getByRole('link', { name: 'Fix list' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Fix list', level: 1 })).toBeFocused()
  await page.getByRole('link', { name: '2 articles have no description' }).press('Enter')
  const articles = page.getByRole('region', { name: 'Articles' })
  await expect(articles.getByRole('link', { name: 'How a kettle is cleaned', exact: true })).toBeVisible()
  await settled(page)
  expect(await layoutShift(page)).toBeLessThan(0.02)
  await expectSound(page, { picture: (name) => info.outputPath(name) })

  await articles.getByRole('button', { name: 'Fix 2 at once…' }).press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('1 of them is live: the public sees the change at once')
  await expectSound(page, { picture: (name) => info.outputPath(`fix-${name}`) })
  await expect(question.getByRole('button', { name: 'Fix 2 articles' })).toBeEnabled()
  await question.getByRole('button', { name: 'Fix 2 articles' }).press('Enter')
  await expect(page.getByRole('link', { name: 'have no description' })).toBeHidden()
  await page.getByRole('status', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByRole('link', { name: '2 articles have no description' })).toBeVisible()

  await page.getByRole('switch', { name: 'Only what is live' }).press(' ')
  // Of the kind that was open nothing was left for a moment.
  await page.getByRole('link', { name: '1 article has no description' }).press('Enter')
  await expect(page.getByRole('link', { name: 'Edit How a kettle is cleaned' })).toBeVisible()
  await page.setViewportSize({ width: 320, height: 700 })
  // The list from before is faint until the new one is there.
  await settled(page)
  await expectSound(page, { picture: (name) => info.outputPath(`phone-${name}`) })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name: 'Edit How a kettle is cleaned' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Meta description' })).toBeFocused()
})

test('a kind of which nothing is left falls out of the address, and the others are shown', async ({ page }) => {
  await page.goto('/o/mending-press/content/fix-list?kind=canonical_shared&live=true')

  await expect(page.getByRole('switch', { name: 'Only what is live' })).toBeChecked()
  await expect(page).toHaveURL(/\/fix-list\?live=true$/)
})
