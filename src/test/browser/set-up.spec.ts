import { expect, test } from '@playwright/test'

import { watch } from './fixtures.ts'
import { owner, startFreshServer } from './installed-server.ts'

// The contract: web-app.md, section 2, Forms.
test('what the set-up lacks is said under its fields, and is gone once it is filled in', async ({ page }) => {
  test.setTimeout(120_000)
  const { origin, setUpLink, stop } = await startFreshServer()
  try {
    const faults = watch(page, origin)
    await page.goto(setUpLink)
    const email = page.getByRole('textbox', { name: 'E-mail' })
    const password = page.getByLabel('Password', { exact: true })
    const organization = page.getByRole('textbox', { name: 'Organization' })
    await page.getByRole('button', { name: 'Create and go on' }).click()
    for (const field of [email, password, organization])
      await expect(field).toHaveAccessibleDescription(/Fill this in\.$/)
    await expect(page.getByRole('alert')).toHaveText('Some fields need another look.')
    await expect(page.locator(':focus')).toContainText('Some fields need another look.')
    await email.fill('nobody')
    await expect(email).not.toHaveAccessibleDescription(/Fill this in/)
    await expect(email).toBeFocused()
    await password.fill(owner.password)
    await organization.fill(owner.organizationName)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.getByRole('button', { name: 'Create and go on' }).click()
    await expect(email).toHaveAccessibleDescription('Write a whole e-mail address, such as name@example.com.')
    await expect(email).toBeFocused()
    await email.fill(owner.email)
    await page.getByRole('button', { name: 'Create and go on' }).click()

    const website = page.getByRole('textbox', { name: 'Address of your website' })
    await website.fill('blog.example.com')
    await page.getByRole('button', { name: 'Save and go on' }).click()
    await expect(website).toHaveAccessibleDescription(/Write the whole address, such as https:\/\/example\.com\.$/)
    await website.fill('https://blog.example.com')
    await page.getByRole('button', { name: 'Save and go on' }).click()
    await expect(page.getByRole('heading', { name: 'What do you begin with?' })).toBeVisible()
    expect(faults).toEqual([])
  } finally {
    await stop()
  }
})
