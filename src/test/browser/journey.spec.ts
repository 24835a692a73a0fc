import { test as bare } from '@playwright/test'

import { expect, watch } from './fixtures.ts'
import { owner, startFreshServer } from './installed-server.ts'

// One story on one fresh server: no part of it can run twice.
bare('a person sets up, signs in, makes a key, an agent uses it, and it is revoked', async ({ page, request }) => {
  bare.setTimeout(180_000)
  const { origin, setUpLink, stop } = await startFreshServer()
  try {
    // What the browser itself logs for the refusals in this story: a used link, a repeated password prompt.
    const faults = watch(page, origin, { errors: [/status of 40[134]/] })

    await bare.step('the one-time link makes the owner and the organization', async () => {
      await page.goto(origin)
      await expect(page.getByRole('heading', { name: 'Set up Masthead' })).toBeVisible()
      await page.goto(setUpLink)
      await page.getByLabel('Organization').fill(owner.organizationName)
      await page.getByLabel('E-mail').fill(owner.email)
      await page.getByLabel('Password', { exact: true }).fill(owner.password)
      await page.getByRole('button', { name: 'Create and go on' }).click()
      for (const heading of ['Where is your website?', 'What do you begin with?', 'Connect a first agent']) {
        await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
        await page.getByRole('button', { name: 'Skip' }).click()
      }
      await expect(page.getByRole('heading', { name: /for you\.$/, level: 1 })).toBeVisible()
      await expect(page.getByText('Nothing is written yet')).toBeVisible()
    })

    await bare.step('the link works once', async () => {
      await page.goto(setUpLink)
      await expect(page.getByRole('heading', { name: 'This set-up link no longer works' })).toBeVisible()
    })

    await bare.step('signing out and in again leads back to the page', async () => {
      await page.goto(`${origin}/`)
      await page.getByRole('button', { name: 'Account' }).click()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
      await page.goto(`${origin}/o/northwind-media/settings/api?status=active`)
      await page.getByLabel('E-mail').fill(owner.email)
      await page.getByLabel('Password', { exact: true }).fill('not this one at all')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('alert')).toContainText('do not match')
      await page.getByLabel('Password', { exact: true }).fill(owner.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page).toHaveURL(`${origin}/o/northwind-media/settings/api?status=active`)
    })

    const secret = await bare.step('a key is created and shown once', async () => {
      await page.getByRole('button', { name: 'New key…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Create an API key' })
      await expect(dialog.getByLabel('Name')).toBeFocused()
      await dialog.getByLabel('Name').fill('Reading agent')
      await dialog.getByRole('button', { name: 'Create key' }).click()
      const shown = page.getByTestId('secret')
      await expect(shown).toHaveText(/^mh_sk_[0-9A-Za-z]{36}$/)
      const text = (await shown.textContent()) ?? ''
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await expect(shown).toBeVisible()
      await page.getByRole('button', { name: 'I have stored it' }).click()
      await expect(page.getByRole('link', { name: 'Reading agent' })).toBeVisible()
      expect(await page.content()).not.toContain(text)
      expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(
        text,
      )
      return text
    })

    await bare.step('an agent works with the key', async () => {
      const tools = await request.get(`${origin}/v2/tools`, { headers: { 'X-API-Key': secret } })
      expect(tools.status()).toBe(200)
      const list = await request.post(`${origin}/v2/tools/listManagerItems`, {
        headers: { 'X-API-Key': secret },
        data: { input: {} },
      })
      expect(await list.json()).toMatchObject({ operation: 'listManagerItems', result: { total: 0 } })
    })

    await bare.step('a revoked key is refused from the next request on', async () => {
      await page.getByRole('link', { name: 'Reading agent' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
      const dialog = page.getByRole('alertdialog')
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
      await dialog.getByRole('button', { name: 'Revoke key' }).click()
      await expect(dialog).toBeHidden()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      await page.getByRole('group', { name: 'Filter' }).getByLabel('Status').selectOption('revoked')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('cell', { name: /^Revoked ended/ })).toBeVisible()
      const refused = await request.get(`${origin}/v2/tools`, { headers: { 'X-API-Key': secret } })
      expect(refused.status()).toBe(401)
    })

    expect(faults).toEqual([])
  } finally {
    await stop()
  }
})
