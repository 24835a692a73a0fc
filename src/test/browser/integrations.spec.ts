import { expect, test } from './fixtures.ts'
import { expectSound } from './page-checks.ts'
import { settled } from './traffic.ts'

test.use({ organizationName: 'Lamp Press', expectedErrors: [/403|422|502|424/] })

test('a website is told of changes: its address, its secret shown once, a test message, and the end of it', async ({
  page,
  installation,
}, info) => {
  await page.goto(`/o/${installation.organization.slug}/settings/integrations`)
  await expect(page.getByText('Not connected')).toBeVisible()
  await settled(page)
  await expectSound(page)

  await page.getByRole('textbox', { name: 'Address' }).fill('https://website.invalid/api/revalidate')
  await page.getByRole('button', { name: 'Add' }).press('Enter')
  const asked = page.getByRole('alertdialog', { name: 'Tell this address of changes?' })
  await expect(asked).toContainText('https://website.invalid/api/revalidate')
  await expectSound(page)
  await asked.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByText('Needs a secret')).toBeVisible()

  await page.getByRole('button', { name: 'Create secret…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create secret' }).click()
  const shown = page.getByRole('dialog', { name: 'The secret of your website' })
  await expect(shown.getByTestId('secret')).toHaveText(/^whsec_/)
  await expectSound(page)
  await page.keyboard.press('Escape')
  await shown.getByRole('button', { name: 'I have stored it' }).click()
  await expect(page.getByText(/^whsec_/)).toHaveCount(0)

  await page.getByRole('button', { name: 'Send a test message' }).click()
  await expect(page.getByText('website.invalid could not be reached.')).toBeVisible()
  await settled(page)
  await expectSound(page, { picture: (name) => info.outputPath(name) })
  await page.setViewportSize({ width: 390, height: 844 })
  await expectSound(page)

  await page.getByRole('button', { name: 'Disconnect…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect', exact: true }).click()
  await expect(page.getByText('Not connected')).toBeVisible()
})
