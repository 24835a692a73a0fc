import { expect, test } from './fixtures.ts'
import { expectSound, layoutShift } from './page-checks.ts'
import { settled } from './traffic.ts'

const screens = [
  { path: '/o/northwind-media/calendar', heading: /^\w+ \d{4}$/ },
  { path: '/o/northwind-media', heading: /for you\.$/ },
  { path: '/o/northwind-media/content', heading: 'Content' },
  { path: '/o/northwind-media/content?tab=trash', heading: 'Content' },
  { path: '/o/northwind-media/content?search=nothing-has-this', heading: 'Content' },
  { path: '/o/northwind-media/content/import', heading: 'Import' },
  { path: '/o/northwind-media/library', heading: 'Library' },
  { path: '/o/northwind-media/media', heading: 'Media' },
  { path: '/o/northwind-media/content/fix-list', heading: 'Fix list' },
  { path: '/o/northwind-media/settings/collections', heading: 'Collections' },
  { path: '/o/northwind-media/settings/api', heading: 'Agents' },
  { path: '/o/northwind-media/settings/audit-log', heading: 'Log' },
  { path: '/o/northwind-media/settings/about', heading: 'About' },
  { path: '/o/nowhere/content', heading: 'Page not found' },
  { path: '/no/such/page', heading: 'Page not found' },
]
const signedOut = [
  { path: '/sign-in', heading: 'Sign in' },
  { path: '/setup', heading: 'Set up Masthead' },
  { path: '/setup/used', heading: 'This set-up link no longer works' },
]

for (const width of [1440, 390]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 844 } })

    for (const { path, heading } of screens) {
      test(`${path} is accessible, still and within its width`, async ({ page }, info) => {
        await page.goto(path)
        await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
        await settled(page)

        expect(await layoutShift(page)).toBeLessThan(0.02)
        await expectSound(page, { picture: (name) => info.outputPath(name) })
      })
    }

    test('dialogs and menus are accessible', async ({ page }) => {
      await page.goto('/o/northwind-media/settings/api')
      if (width < 768) await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('button', { name: 'Account' }).click()
      await expectSound(page)
      await page.keyboard.press('Escape')
      if (width < 768) await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'New key…' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectSound(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: 'New key…' })).toBeFocused()
    })

    test.describe('signed out', () => {
      test.use({ storageState: { cookies: [], origins: [] }, expectedErrors: [/status of 404/] })
      for (const { path, heading } of signedOut) {
        test(`${path} is accessible and within its width`, async ({ page }) => {
          await page.goto(path)
          await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
          await settled(page)

          await expectSound(page)
        })
      }
    })
  })
}

test('the theme that one chose stays, and nothing else is stored', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/o/northwind-media/content')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Theme: light' }).click()
  await page.reload()

  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({ theme: 'dark' })
})

test('the first press of Tab offers the skip link, and it leads to the content', async ({ page }) => {
  await page.goto('/o/northwind-media/content')
  await expect(page.getByRole('heading', { name: 'Content', level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('main')).toBeFocused()
})

test('a change of the page moves the focus to its heading', async ({ page }) => {
  await page.goto('/o/northwind-media/content')
  await page.getByRole('link', { name: 'Agents' }).click()

  await expect(page.getByRole('heading', { name: 'Agents', level: 1 })).toBeFocused()
  await expect(page).toHaveTitle('Agents · Masthead')
})

test.describe('a session that ended', () => {
  test.use({ expectedErrors: [/status of 401/] })
  test('is renewed over the screen, and the call goes on', async ({ page, context, installation }) => {
    await page.goto('/o/northwind-media/content')
    await expect(page.getByRole('heading', { name: 'Content', level: 1 })).toBeVisible()
    await settled(page)
    await context.clearCookies()
    await page.getByRole('link', { name: 'Agents' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByLabel('Password', { exact: true }).fill(installation.owner.password)
    await dialog.getByRole('button', { name: 'Sign in' }).click()

    await expect(dialog).toBeHidden()
    // Other stories on this installation may have connected some.
    await expect(page.getByText(/^No agents yet$|self-registered|^mh_sk_/).first()).toBeVisible()
  })
})

test('the page carries the policy that lets only its own scripts run', async ({ page }) => {
  const answer = await page.goto('/')

  expect(answer?.headers()['content-security-policy']).toContain("require-trusted-types-for 'script'")
})
