import { expect, test } from './fixtures.ts'
import { axe } from './page-checks.ts'

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test(`the parts are accessible, and so are their overlays: ${theme}, ${width} px`, async ({ page }, info) => {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/o/northwind-media/parts')
      await expect(page.getByRole('heading', { name: 'Parts', level: 1 })).toBeVisible()
      expect(await axe(page)).toEqual([])
      await page.screenshot({ path: info.outputPath('parts.png'), fullPage: true })

      await page.getByRole('button', { name: 'Alert dialog' }).click()
      await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
      expect(await axe(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Sheet' }).click()
      await expect(page.getByRole('heading', { name: 'A panel' })).toBeFocused()
      expect(await axe(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: 'Sheet' })).toBeFocused()
      await page.getByRole('button', { name: 'Toast' }).click()
      await expect(page.getByRole('status', { name: 'Messages' }).getByRole('button', { name: 'Undo' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Toast' })).toBeFocused()
      expect(await axe(page)).toEqual([])
    })
  }
}

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
