import { expect, test } from './fixtures.ts'
import { excessWidth, expectSound } from './page-checks.ts'
import { personOf } from './person-calls.ts'

const content = '/o/northwind-media/content'

for (const width of [1440, 320]) {
  test(`the palette goes to a screen and is accessible: ${width} px`, async ({ page }, info) => {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(content)
    await page.getByRole('button', { name: 'Go to, find, do' }).click()
    const box = page.getByRole('combobox', { name: 'Go to, find, do' })
    await expect(box).toBeFocused()
    await expectSound(page, { picture: (name) => info.outputPath(name), fullPage: false })
    await box.fill('people invite')
    await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toHaveText(/Members/)
    await page.keyboard.press('Enter')

    await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
}

test('the palette opens by its keys, finds content, and offers what was chosen last first', async ({
  page,
  request,
  installation,
}) => {
  await page.goto('/o/northwind-media/approvals')
  await expect(page.getByRole('heading', { name: 'Approvals', level: 1 })).toBeVisible()
  await personOf(request, installation)('createItem', {
    collectionId: 'articles',
    title: 'A palette finds this',
    content: 'Words.',
  })
  await personOf(request, installation)('createItem', {
    collectionId: 'articles',
    title: 'Written later',
    content: 'What a palette finds elsewhere.',
  })
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Go to, find, do' })).toBeFocused()
  await page.keyboard.type('palette finds')
  await expect(page.getByRole('group', { name: 'Content' }).getByRole('option')).toHaveText([
    /A palette finds this/,
    /Written later.*in its text/,
  ])
  await page.getByRole('option', { name: /A palette finds this/ }).click()
  await expect(page).toHaveURL(/content\/itm_/)

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([/A palette finds this/])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('g and a letter go to a screen, ? lists the keys, and none of them acts while one types', async ({
  page,
  request,
  installation,
}) => {
  await personOf(request, installation)('createItem', { collectionId: 'articles', title: 'A list has a search' })
  await page.goto(content)
  await expect(page.getByRole('heading', { name: 'Content', level: 1 })).toBeVisible()
  await page.keyboard.press('/')
  const search = page.getByRole('searchbox', { name: 'Title, slug or address' })
  await expect(search).toBeFocused()
  await page.keyboard.type('ga')
  await expect(search).toHaveValue('ga')
  await search.blur()
  await page.keyboard.type('ga')
  await expect(page.getByRole('heading', { name: 'Approvals', level: 1 })).toBeFocused()

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Go to Log')
  await expectSound(page)
})

test('the navigation of a phone is at the bottom, and its menu has everything', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(content)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Approvals' }).click()
  await expect(page.getByRole('heading', { name: 'Approvals', level: 1 })).toBeFocused()
  await page.getByRole('button', { name: 'Via API' }).click()
  const panel = page.getByRole('group', { name: 'Via API' })
  await expect(panel.getByRole('button', { name: 'Copy as curl' }).first()).toBeVisible()
  expect(await excessWidth(page)).toBeLessThanOrEqual(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Settings' }).click()

  await expect(page.getByRole('navigation', { name: 'Settings' }).getByRole('link')).toContainText([
    'Organization',
    'Members',
    'Collections',
    'Terms',
    'Authors',
    'Redirects',
  ])
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

for (const width of [1440, 390]) {
  test(`the frame is there before the scripts, and stays in its place: ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    const held = Promise.withResolvers<undefined>()
    await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(content, { waitUntil: 'commit' })
    const words = page
      .locator('.first-frame')
      .getByText(width < 768 ? 'Find' : 'Go to, find, do')
      .locator('..')
    // Letters of the font that stands in for it are a little narrower.
    await page.waitForFunction(() =>
      [...document.fonts].some(({ family, status }) => /^"?Inter(?! Fallback)/.test(family) && status === 'loaded'),
    )
    const before = await words.boundingBox()
    expect(before).not.toBeNull()

    held.resolve(undefined)
    await expect(page.getByRole('heading', { name: 'Content', level: 1 })).toBeVisible()
    await expect(page.locator('.first-frame')).toBeHidden()
    expect(await page.getByRole('button', { name: 'Go to, find, do' }).boundingBox()).toEqual(before)
  })
}
