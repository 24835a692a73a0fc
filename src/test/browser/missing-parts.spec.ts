import { expect, test } from './fixtures.ts'

test.use({ organizationName: 'Bare Press', expectedErrors: [/status of 424/] })

test('what a call lacks is said, with the way to where it is set up', async ({ page }) => {
  const howToFix = 'A person stores a key in Settings > Models, or the operator sets one (OPENAI_API_KEY and the like).'
  const error = {
    code: 'provider_not_configured',
    message: 'No configured model provider can do this.',
    status: 424,
    requestId: 'req_1',
    details: { howToFix },
  }
  await page.route('**/app/operations/createTaxonomyTerm', (route) => route.fulfill({ status: 424, json: { error } }))
  await page.goto('/o/bare-press/settings/terms')
  await page.getByRole('button', { name: 'New category' }).first().click()
  const form = page.getByRole('dialog', { name: 'New category' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Hills')

  await form.getByRole('button', { name: 'Create' }).click()

  await expect(form.getByRole('alert')).toContainText(howToFix)
  await form.getByRole('link', { name: 'Open Models' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Models' })).toBeVisible()
})
