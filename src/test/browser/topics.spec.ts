import { expect, test } from './fixtures.ts'
import { expectSound, layoutShift } from './page-checks.ts'
import { settled } from './traffic.ts'

test.use({ organizationName: 'Topic Desk' })

for (const width of [1440, 390])
  test(`topics are accessible, still and within their width at ${width} px`, async ({ page, installation }, info) => {
    await page.setViewportSize({ width, height: 844 })
    for (const search of ['', '?tab=rejected', '?search=nothing-has-this']) {
      await page.goto(`/o/${installation.organization.slug}/topics${search}`)
      await expect(page.getByRole('heading', { name: 'Topics', level: 1 })).toBeVisible()
      await settled(page)

      expect(await layoutShift(page)).toBeLessThan(0.02)
      await expectSound(page, { picture: (name) => info.outputPath(name) })
    }
  })

test('a person proposes topics, approves one, rejects another with a reason, and deletes it, by the keyboard alone', async ({
  page,
  installation,
}, info) => {
  const [wanted, unwanted] = [`Good idea ${Date.now()}`, `Weak idea ${Date.now()}`]
  await page.goto(`/o/${installation.organization.slug}/topics`)
  await expect(page.getByRole('button', { name: 'New topic' })).toBeVisible()
  for (const topic of [wanted, unwanted]) {
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog', { name: 'New topic' })
    await expect(dialog.getByLabel('Topic', { exact: true })).toBeFocused()
    await expect(dialog.getByRole('button', { name: 'Propose topic' })).toBeEnabled()
    await page.keyboard.type(topic)
    await page.keyboard.press('Tab')
    await page.keyboard.type(`${topic} keyword`)
    await page.keyboard.press('Tab')
    await page.keyboard.type('What nobody else says')
    await dialog.getByRole('button', { name: 'Propose topic' }).press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('row', { name: topic })).toBeVisible()
  }
  await settled(page)
  await expectSound(page, { picture: (name) => info.outputPath(name) })

  await page.getByRole('button', { name: `Approve ${wanted}` }).press('Enter')
  await expect(page.getByRole('row', { name: wanted })).toHaveCount(0)
  await page.getByRole('button', { name: `Reject ${unwanted}` }).press('Enter')
  await expectSound(page)
  await page.keyboard.type('Not our subject')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: unwanted })).toHaveCount(0)

  await page.getByRole('tab', { name: 'Approved' }).press('Enter')
  await expect(page.getByRole('row', { name: wanted })).toBeVisible()
  await page.getByRole('tab', { name: 'Rejected' }).press('Enter')
  await expect(page.getByRole('row', { name: unwanted })).toContainText('“Not our subject”')
  await page.getByRole('button', { name: `Delete ${unwanted}` }).press('Enter')
  const verb = page.getByRole('alertdialog').getByRole('button', { name: 'Delete topic' })
  // It is rehearsed first.
  await expect(verb).toBeEnabled()
  await verb.press('Enter')
  await expect(page.getByRole('row', { name: unwanted })).toHaveCount(0)
})
