import { expect, test } from './fixtures.ts'
import { expectSound, layoutShift } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

// What these tests create would disturb others.
test.use({ organizationName: 'Library Press' })

test('an entry is written, found by a topic, changed, deleted and given back, by the keyboard alone', async ({
  page,
  request,
  installation,
}, info) => {
  const person = personOf(request, installation)
  await page.goto('/o/library-press/library?kind=nonsense')
  await expect(page.getByText('Nothing in the library yet')).toBeVisible()
  await settled(page)
  expect(await layoutShift(page)).toBeLessThan(0.02)
  await expectSound(page, { picture: (name) => info.outputPath(`empty-${name}`) })

  await page.getByRole('button', { name: 'New entry' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'New entry' })
  await expect(form.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await page.keyboard.type('Height of the tide')
  await form.getByRole('combobox', { name: 'Kind' }).selectOption('Fact')
  await form.getByRole('textbox', { name: 'Text' }).fill('At the harbour the tide rises by 3.4 metres.')
  await form.getByRole('textbox', { name: 'Tags' }).fill('harbour, numbers')
  await expectSound(page, { picture: (name) => info.outputPath(`form-${name}`) })
  await form.getByRole('button', { name: 'Create' }).press('Enter')
  await expect(page.getByRole('row', { name: 'Height of the tide' })).toContainText('11 tokens')
  await person('createContextEntry', { kind: 'brand_voice', title: 'How we speak', body: 'Plainly.', pinned: true })

  await page.getByRole('button', { name: 'Try it…' }).press('Enter')
  const box = page.getByRole('dialog', { name: 'What an agent receives' })
  await box.getByRole('searchbox', { name: 'Topic' }).fill('tide at the harbour')
  await expect(box).toContainText('rises by 3.4 metres')
  await expectSound(page, { picture: (name) => info.outputPath(`try-${name}`) })
  await box.getByRole('button', { name: 'Close' }).press('Enter')

  await page.getByRole('button', { name: 'Height of the tide', exact: true }).press('Enter')
  const change = page.getByRole('dialog', { name: 'Height of the tide' })
  await change.getByRole('textbox', { name: 'Text' }).fill('At the harbour the tide rises by 3.6 metres.')
  await change.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByRole('row', { name: 'Height of the tide' })).toContainText('3.6 metres')
  await settled(page)
  await expectSound(page, { picture: (name) => info.outputPath(name) })

  await page.getByRole('button', { name: 'Delete… Height of the tide' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete entry' }).press('Enter')
  await expect(page.getByRole('row', { name: 'Height of the tide' })).toBeHidden()
  await page.getByRole('status', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).last().press('Enter')
  await expect(page.getByRole('row', { name: 'Height of the tide' })).toContainText('3.6 metres')

  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Brand voice')
  await expect(page.getByRole('row', { name: 'How we speak' })).toContainText('In every brief')
  await expect(page.getByRole('row', { name: 'Height of the tide' })).toBeHidden()
  await page.setViewportSize({ width: 320, height: 700 })
  await expectSound(page, { picture: (name) => info.outputPath(`phone-${name}`) })
})

test.describe('with two at an entry', () => {
  test.use({ expectedErrors: [/status of 409/], timezoneId: 'Asia/Tokyo' })

  test('nobody overwrites the other, and its last day is the same day east of Greenwich', async ({
    page,
    request,
    installation,
  }) => {
    const person = personOf(request, installation)
    const { entry } = await person('createContextEntry', {
      kind: 'fact',
      title: 'Length of the pier',
      body: 'It is 90 m.',
    })
    await page.goto('/o/library-press/library')
    await page.getByRole('button', { name: 'Length of the pier', exact: true }).click()
    const change = page.getByRole('dialog', { name: 'Length of the pier' })
    await change.getByLabel('Valid until').fill('2031-05-04')
    const heard = page.waitForResponse('**/getContextEntry')
    await person('updateContextEntry', { id: entry.id, body: 'It is 120 m.' })
    await heard
    await change.getByRole('button', { name: 'Save' }).click()
    await expect(change.getByRole('alert')).toContainText('Somebody else has changed this meanwhile')
    expect((await person('getContextEntry', { id: entry.id })).entry.body).toBe('It is 120 m.')

    await change.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Length of the pier', exact: true }).click()
    await expect(change.getByRole('textbox', { name: 'Text' })).toHaveValue('It is 120 m.')
    await change.getByLabel('Valid until').fill('2031-05-04')
    await change.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('row', { name: 'Length of the pier' })).toContainText('4 May 2031')
  })
})
