import { expect, test } from './fixtures.ts'
import { expectSound, keepPicture } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

test.use({ organizationName: 'Night Desk' })

test('what takes long is seen as a job: its state, its result, in the list and on its own', async ({
  page,
  request,
  installation,
}, info) => {
  const call = personOf(request, installation)
  const [collection] = (await call('listCollections', {})).items
  await call('createItem', { collectionId: collection.id, title: 'Exported', content: 'Words.' })
  const settings = `/o/${installation.organization.slug}/settings`
  await page.goto(`${settings}/jobs`)
  await expect(page.getByText('No jobs yet')).toBeVisible()
  await call('exportItems', { format: 'jsonl' })

  await page.reload()
  const row = page.getByRole('row').filter({ hasText: 'Export articles' })
  await expect(row).toContainText(/Waits|Runs|Done/)
  await row.getByRole('button', { name: 'Export articles' }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Export articles' })
  await expect(sheet).toContainText('Done')
  await expect(sheet.getByText('What it gave')).toBeVisible()
  await expectSound(page)
  await keepPicture(page, info.outputPath('job.png'))
  await page.keyboard.press('Escape')
  await page.getByLabel('State').selectOption('Failed')
  await expect(page).toHaveURL(/state=failed/)
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(row).toBeVisible()
  await settled(page)
  await expectSound(page, { picture: (name) => info.outputPath(name) })
  await page.setViewportSize({ width: 390, height: 844 })
  await expectSound(page)

  for (const [path, text] of [
    ['deliveries', 'Nothing has been sent yet'],
    ['credits', 'No credits have moved yet'],
  ] as const) {
    await page.goto(`${settings}/${path}?state=nonsense`)
    await expect(page.getByText(text)).toBeVisible()
    await expect(page).not.toHaveURL(/nonsense/)
    await settled(page)
    await expectSound(page)
  }
})
