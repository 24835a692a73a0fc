import { expect, test } from './fixtures.ts'
import { expectSound, layoutShift } from './page-checks.ts'
import { settled } from './traffic.ts'

test.use({ organizationName: 'Redirect Desk', expectedErrors: [/status of 422/] })

test('a person adds a redirect that was rehearsed, finds it and deletes it, by the keyboard alone', async ({
  page,
  installation,
}, info) => {
  const path = `/o/${installation.organization.slug}/settings/redirects`
  await page.goto(path)
  await settled(page)
  expect(await layoutShift(page)).toBeLessThan(0.02)
  await expectSound(page)
  await page.getByRole('button', { name: 'New redirect…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New redirect' })
  await expect(dialog.getByLabel('From')).toBeFocused()
  await page.keyboard.type('/2019/old-post')
  await page.keyboard.press('Tab')
  await page.keyboard.type('nowhere')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('To', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('To', { exact: true }).fill('https://example.com/new-post')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('is led to https://example.com/new-post')
  await expectSound(page)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()

  await page.getByLabel('Test an address').fill('/2019/old-post/')
  await page.keyboard.press('Enter')
  const answer = page.getByRole('status', { name: 'Where it leads' })
  await expect(answer).toContainText('/2019/old-post/ leads to https://example.com/new-post')
  await page.reload()
  await expect(answer).toContainText('leads to https://example.com/new-post')
  await expectSound(page)
  await page.getByLabel('Test an address').fill('/never-there')
  await page.getByRole('button', { name: 'Test', exact: true }).press('Enter')
  await expect(answer).toContainText('Nothing matches /never-there')

  await page.goto(`${path}?search=old-post`)
  await expect(page.getByRole('row', { name: '/2019/old-post' })).toContainText('By hand')
  await settled(page)
  await expectSound(page, { picture: (name) => info.outputPath(name) })
  await page.setViewportSize({ width: 390, height: 844 })
  await expectSound(page)
  await page.getByRole('button', { name: 'Delete /2019/old-post' }).press('Enter')
  const verb = page.getByRole('alertdialog').getByRole('button', { name: 'Delete redirect' })
  // It is rehearsed first.
  await expect(verb).toBeEnabled()
  await verb.press('Enter')
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('row', { name: '/2019/old-post' })).toBeVisible()
})
