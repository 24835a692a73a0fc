import { createHmac } from 'node:crypto'

import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { type Installation, owner } from './installed-server.ts'
import { expectSound, keepPicture } from './page-checks.ts'
import { settled } from './traffic.ts'

async function openAccount(page: Page, slug = 'northwind-media'): Promise<void> {
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible()
  await expect(page).toHaveURL(`/o/${slug}/account`)
}

async function signIn(page: Page, { email, password }: Installation['owner'], code?: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  if (code === undefined) return
  const field = page.getByLabel('Code', { exact: true })
  await expect(field).toBeFocused()
  await field.fill(code)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account: ' }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
}

/** A code of an authenticator app, computed independently of the product; `step` 1 is the next one. */
function appCode(secret: string, step = 0): string {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = bits.join('').match(/.{8}/g) ?? []
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + step))
  const hash = createHmac('sha1', Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))))
    .update(counter)
    .digest()
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

test.describe('the second factor', () => {
  // The account of the other tests stays as it is. What the browser itself logs for the refusals in this story: no code yet, a
  // wrong one, a used one.
  test.use({ organizationName: 'Guarded Media', expectedErrors: [/status of 4(01|22)/] })

  test('is set up, asked for, replaced by a recovery code, and switched off', async ({ page, installation }, info) => {
    test.setTimeout(180_000)
    const { organization } = installation
    await openAccount(page, organization.slug)
    await page.getByRole('button', { name: 'Set up' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set up the second factor' })
    const secret = ((await dialog.getByTestId('totp-secret').textContent()) ?? '').replaceAll(' ', '')
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
    await keepPicture(page, info.outputPath('enrol.png'))
    await expectSound(page)

    await dialog.getByLabel('Code', { exact: true }).fill('000 00')
    await dialog.getByRole('button', { name: 'Switch it on' }).click()
    await expect(dialog.getByText('This is not the current code')).toBeVisible()
    await dialog.getByLabel('Code', { exact: true }).fill(appCode(secret))
    await dialog.getByRole('button', { name: 'Switch it on' }).click()

    const stored = page.getByRole('dialog', { name: 'Store your recovery codes' })
    await expect(stored.getByRole('listitem')).toHaveCount(10)
    const codes = (await stored.getByRole('listitem').allTextContents()).map((text) => text.trim())
    await keepPicture(page, info.outputPath('codes.png'))
    await expectSound(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(stored).toBeVisible()
    await stored.getByRole('button', { name: 'I have stored them' }).click()
    await expect(page.getByText('10 of 10 recovery codes are left.')).toBeVisible()
    for (const shown of [secret, ...codes]) expect(await page.content()).not.toContain(shown)

    await signOut(page)
    const used = appCode(secret, 1)
    await signIn(page, installation.owner, used)
    await expect(page.getByRole('heading', { name: /for you\.$/, level: 1 })).toBeVisible()

    await signOut(page)
    await signIn(page, installation.owner, used)
    await expect(page.getByRole('alert')).toContainText('was already used')
    await keepPicture(page, info.outputPath('sign-in-code.png'))
    await expectSound(page)
    await page.getByLabel('Code', { exact: true }).fill(codes[0] ?? '')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('heading', { name: /for you\.$/, level: 1 })).toBeVisible()

    await openAccount(page, organization.slug)
    await expect(page.getByText('9 of 10 recovery codes are left.')).toBeVisible()
    await keepPicture(page, info.outputPath('account-with-factor.png'), { fullPage: true })
    await page.getByRole('button', { name: 'Switch off' }).click()
    const off = page.getByRole('alertdialog')
    await off.getByLabel('Code', { exact: true }).fill(codes[1] ?? '')
    await off.getByRole('button', { name: 'Switch off' }).click()
    await expect(off).toBeHidden()
    await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible()
  })
})

test.describe('the profile', () => {
  test.use({ expectedErrors: [/status of 422/] })

  test('is saved, and a wrong field says so', async ({ page }) => {
    await openAccount(page)
    const profile = page.getByRole('region', { name: 'Profile' })
    await profile.getByLabel('Time zone').fill('Nowhere/At All')
    await profile.getByRole('button', { name: 'Save profile' }).click()
    await expect(profile.getByText('Must be a time zone of the IANA list')).toBeVisible()

    await profile.getByLabel('Name').fill('A. Writer')
    await profile.getByLabel('Time zone').fill('Europe/Vienna')
    await profile.getByRole('button', { name: 'Save profile' }).click()
    await expect(profile.getByText('Saved.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Account: A. Writer' })).toBeVisible()
  })
})

test('the theme is chosen for this browser', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await openAccount(page)
  await page.getByRole('radio', { name: /^Dark/ }).check()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.getByRole('radio', { name: /^Dark/ })).toBeChecked()
  await page.getByRole('radio', { name: /^As the system/ }).check()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({})
})

test('another session is seen and signed out', async ({ page, browser, installation }) => {
  const elsewhere = await browser.newContext({
    baseURL: installation.origin,
    storageState: { cookies: [], origins: [] },
  })
  const other = await elsewhere.newPage()
  await other.goto('/sign-in')
  await signIn(other, installation.owner)
  await expect(other.getByRole('heading', { name: /for you\.$/, level: 1 })).toBeVisible()

  await openAccount(page)
  const sessions = page.getByRole('region', { name: 'Sessions' })
  await expect(sessions.getByText('This browser')).toHaveCount(1)
  await sessions.getByRole('button', { name: 'Sign out all others' }).click()
  await expect(page.getByText('You are signed in only here.')).toBeVisible()
  await other.reload()

  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await elsewhere.close()
})

test.describe('signed out', () => {
  test.use({ storageState: { cookies: [], origins: [] }, expectedErrors: [/status of 404/] })

  test('whoever forgot the password learns that this installation sends no mail', async ({ page }) => {
    await page.goto('/sign-in?returnTo=%2Fo%2Fnorthwind-media%2Fsettings%2Fapi')
    await page.getByRole('link', { name: 'Forgotten your password?' }).click()
    await expect(page.getByRole('heading', { name: 'Forgotten your password?' })).toBeVisible()
    await page.getByLabel('E-mail').fill(owner.email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByRole('heading', { name: 'This installation sends no mail' })).toBeVisible()
    await expect(page.getByText(`masthead reset-password ${owner.email}`)).toBeVisible()

    await page.getByRole('link', { name: 'Back to sign-in' }).click()
    await expect(page).toHaveURL(/returnTo=%2Fo%2Fnorthwind-media%2Fsettings%2Fapi/)
  })

  test('a link that does not work says so and leads to a new one', async ({ page }) => {
    await page.goto(`/reset-password#${'x'.repeat(43)}`)
    await page.getByLabel('New password').fill('a boat on a silent river')
    await page.getByRole('button', { name: 'Change password' }).click()

    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    await page.getByRole('link', { name: 'Ask for a new link' }).click()
    await expect(page.getByRole('heading', { name: 'Forgotten your password?' })).toBeVisible()
  })

  test('Caps Lock is told at the password', async ({ page }) => {
    await page.goto('/sign-in')
    await page.getByLabel('Password', { exact: true }).focus()
    await page.getByLabel('Password', { exact: true }).dispatchEvent('keydown', { key: 'A', modifierCapsLock: true })

    await expect(page.getByText('Caps Lock is on.')).toBeVisible()
  })
})

for (const width of [1440, 390]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 844 } })

    test('the account is accessible, still and within its width', async ({ page }, info) => {
      await openAccount(page)
      await settled(page)

      await expectSound(page, { picture: (name) => info.outputPath(`account-${name}`) })
      for (const name of ['Change password', 'Change address', 'Sign out everywhere']) {
        await page.getByRole('button', { name, exact: true }).first().click()
        await expect(page.locator('dialog[open]')).toBeVisible()
        await expectSound(page, {
          what: name,
          picture: (theme) => info.outputPath(`${name}-${theme}`),
          fullPage: false,
        })
        await page.keyboard.press('Escape')
        await expect(page.locator('dialog[open]')).toBeHidden()
      }
    })

    test.describe('signed out', () => {
      test.use({ storageState: { cookies: [], origins: [] }, expectedErrors: [/status of 404/] })
      for (const [path, heading] of [
        ['/sign-in', 'Sign in'],
        ['/forgot-password', 'Forgotten your password?'],
        [`/reset-password#${'x'.repeat(43)}`, 'Choose a new password'],
        ['/reset-password', 'This link no longer works'],
        [`/confirm-email#${'x'.repeat(43)}`, 'Confirm your email address'],
      ] as const)
        test(`${path.split('#')[0]} (${heading}) is accessible and within its width`, async ({ page }, info) => {
          await page.goto(path)
          await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()

          await expectSound(page, { picture: (name) => info.outputPath(`screen-${name}`), fullPage: false })
        })
    })
  })
}
