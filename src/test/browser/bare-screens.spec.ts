import { expect, test } from './fixtures.ts'
import { excessWidth, expectSound, layoutShift } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { drawFrames, settled } from './traffic.ts'

test.use({ organizationName: 'Blank Pages' })

// web.md#one-thing-to-do-first
const bare = [
  ['content', 'The first page is still white.', 'New article', 'listManagerItems'],
  ['media', 'No pictures yet', 'Upload', 'listMedia'],
  ['library', 'Nothing in the library yet', 'New entry', 'listContextEntries'],
  ['topics', 'No topic has been proposed yet', 'New topic', 'listTopics'],
  ['topics?view=list', 'No topic has been proposed yet', 'New topic', 'listTopics'],
  ['settings/authors', 'No authors yet', 'New author', 'listAuthors'],
  ['settings/redirects', 'No redirects yet', 'New redirect…', 'listRedirects'],
] as const

for (const [screen, headline, first, read] of bare) {
  test(`a screen that has nothing yet says what to do first, and has nothing to narrow it by: ${screen}`, async ({
    page,
  }, info) => {
    await page.goto(`/o/blank-pages/${screen}`)

    await expect(page.getByRole('heading', { name: headline, level: 2 })).toBeVisible()
    await expect(page.getByRole('main').getByRole('button', { name: first })).toHaveCount(1)
    for (const role of ['tablist', 'searchbox'] as const)
      await expect(page.getByRole('main').getByRole(role)).toHaveCount(0)
    await settled(page)
    expect(await layoutShift(page)).toBeLessThan(0.02)
    await expectSound(page, { picture: (name) => info.outputPath(name) })
  })

  // web.md#pressed-where-it-stays
  test(`what one does first can be pressed once it stays where it is: ${screen}`, async ({ page }) => {
    const button = page.getByRole('main').getByRole('button', { name: first })
    const answered = Promise.withResolvers<void>()
    await page.route(`**/app/operations/${read}`, async (route) => {
      await answered.promise
      await route.continue()
    })
    const rights = page.waitForResponse('**/app/operations/listOperations')
    await page.goto(`/o/blank-pages/${screen}`)
    await (await rights).finished()
    await expect(button).toBeVisible()
    await drawFrames(page)
    expect(await button.isDisabled()).toBe(true)

    answered.resolve()

    await expect(page.getByRole('heading', { name: headline, level: 2 })).toBeVisible()
    await expect(button).toBeEnabled()
  })
}

// web.md#one-thing-to-do-first
for (const [screen, headline, way] of [
  ['settings/deliveries', 'Nothing has been sent yet', 'Connect a website'],
  ['settings/jobs', 'No jobs yet', 'Import articles…'],
  ['settings/credits', 'No credits have moved yet', 'Set up a model'],
  ['audit', 'The address of your website is missing', 'Open the settings'],
] as const)
  test(`a screen that fills by itself says what fills it, and leads there: ${screen}`, async ({ page }, info) => {
    await page.goto(`/o/blank-pages/${screen}`)

    await expect(page.getByRole('heading', { name: headline, level: 2 })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: way })).toHaveCount(1)
    for (const role of ['searchbox', 'button'] as const)
      await expect(page.getByRole('main').getByRole(role)).toHaveCount(0)
    await settled(page)
    expect(await layoutShift(page)).toBeLessThan(0.02)
    await expectSound(page, { picture: (name) => info.outputPath(name) })
  })

test('what is left of credits has its room before it is known', async ({ page }) => {
  const answered = Promise.withResolvers<void>()
  await page.route('**/app/operations/getBillingStatus', async (route) => {
    await answered.promise
    await route.continue()
  })
  await page.goto('/o/blank-pages/settings/credits')
  await expect(page.getByRole('heading', { name: 'No credits have moved yet', level: 2 })).toBeVisible()
  await drawFrames(page)

  answered.resolve()

  await expect(page.getByText('Unlimited: this installation bills nothing')).toBeVisible()
  await settled(page)
  expect(await layoutShift(page)).toBeLessThan(0.001)
})

test.describe('with an article', () => {
  test.use({ organizationName: 'First Pages' })

  test('on a phone the actions of a screen are one line, what one mostly does first', async ({
    page,
    request,
    installation,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const title = 'The first of many'
    await personOf(request, installation)('createItem', { collectionId: 'articles', title })
    await page.goto('/o/first-pages/content')
    await expect(page.getByRole('link', { name: title })).toBeVisible()

    const boxes = await Promise.all([
      page.getByRole('button', { name: 'New article' }).boundingBox(),
      page.getByRole('link', { name: 'Fix list' }).boundingBox(),
      page.getByRole('button', { name: 'Export…' }).boundingBox(),
    ])

    expect(new Set(boxes.map((box) => box?.y)).size).toBe(1)
    expect(boxes[0]?.x).toBe(16)
    expect(await excessWidth(page)).toBeLessThanOrEqual(0)
    await page.getByRole('link', { name: title }).click()
    const format = page.getByRole('toolbar', { name: 'Format' })
    await expect(format.getByRole('button').first()).toBeVisible()
    expect((await format.boundingBox())?.height).toBeLessThan(2 * 44)
    expect(await excessWidth(page)).toBeLessThanOrEqual(0)
  })
})
