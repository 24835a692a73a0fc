import { expect, test } from './fixtures.ts'
import { expectSound } from './page-checks.ts'

for (const width of [1440, 390]) {
  test(`the parts are accessible, and so are their overlays: ${width} px`, async ({ page }, info) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/o/northwind-media/parts')
    await expect(page.getByRole('heading', { name: 'Parts', level: 1 })).toBeVisible()
    await expectSound(page, { picture: (name) => info.outputPath(name) })

    await page.getByRole('button', { name: 'Alert dialog' }).click()
    await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expectSound(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Sheet' }).click()
    await expect(page.getByRole('heading', { name: 'A panel' })).toBeFocused()
    await expectSound(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Sheet' })).toBeFocused()
    await page.getByRole('button', { name: 'Toast' }).click()
    await expect(page.getByRole('status', { name: 'Messages' }).getByRole('button', { name: 'Undo' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Toast' })).toBeFocused()
    await expectSound(page)
  })
}

test('choices are divided by hairlines, never boxed', async ({ page }) => {
  await page.goto('/o/northwind-media/parts')
  const choices = page.getByRole('group', { name: 'Format' }).locator('label')
  await expect(choices).toHaveCount(2)
  for (const choice of await choices.all()) {
    await expect(choice).toHaveCSS('border-left-width', '0px')
    await expect(choice).toHaveCSS('border-bottom-width', '1px')
    await expect(choice).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  }
})

test('tabs are chosen by arrow keys, and the tab key leads into the panel', async ({ page }) => {
  await page.goto('/o/northwind-media/parts')
  await page.getByRole('tab', { name: 'Input' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Result' })).toBeFocused()
  await expect(page.getByRole('tabpanel')).toHaveText('The result of the call.')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Input' })).toBeFocused()
  await page.keyboard.press('Tab')

  await expect(page.getByRole('tabpanel')).toBeFocused()
})
