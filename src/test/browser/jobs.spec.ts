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
  await row.getByRole('link', { name: 'Export articles' }).press('Enter')
  await expect(page).toHaveURL(/job=job_/)
  const sheet = page.getByRole('dialog', { name: 'Export articles' })
  await expect(sheet).toContainText('Done')
  const given = sheet.getByRole('region', { name: 'Result', exact: true })
  await expect(given.getByRole('link', { name: 'Download' })).toHaveAttribute('href', /\/exports\//)
  await expect(given.getByRole('term')).toHaveText(['File', 'Size', 'Articles', 'Expires at'])
  await expect(given.getByRole('definition').nth(2)).toHaveText('1')
  await expect(given.getByText('expiresAt:')).toBeHidden()
  await given.getByText('As a program gets it').click()
  await expect(given.getByText('expiresAt:')).toBeVisible()
  await expectSound(page)
  await keepPicture(page, info.outputPath('job.png'))
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/job=/)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const filter = page.getByRole('group', { name: 'Filter' })
  await filter.getByLabel('State').selectOption('Failed')
  await expect(page).toHaveURL(/state=failed/)
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await filter.getByLabel('Kind').selectOption('Export articles')
  await expect(page).toHaveURL(/kind=exportItems/)
  await page.reload()
  await page.getByRole('button', { name: 'Clear State: Failed' }).click()
  await expect(page.getByRole('button', { name: 'Clear Kind: Export articles' })).toBeVisible()
  await expect(row).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search jobs' }).fill('job_of_nobody')
  await expect(page).toHaveURL(/search=job_of_nobody/)
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(row).toBeVisible()
  await expect(page).toHaveURL(/\/jobs$/)
  await page.goto(`${settings}/jobs?kind=nonsense&state=nonsense&job=nonsense`)
  await expect(row).toBeVisible()
  await expect(page).toHaveURL(/\/jobs$/)
  await settled(page)
  await expectSound(page, { picture: (name) => info.outputPath(name) })
  await page.setViewportSize({ width: 390, height: 844 })
  await expectSound(page)

  for (const [path, text] of [
    ['deliveries', 'Nothing has been sent yet'],
    ['credits', 'No credits have moved yet'],
  ] as const) {
    await page.goto(`${settings}/${path}?state=nonsense&kind=nonsense`)
    await expect(page.getByText(text)).toBeVisible()
    await expect(page).not.toHaveURL(/nonsense/)
    await settled(page)
    await expectSound(page)
  }
  await page.goto(`${settings}/deliveries?kind=chat&state=exhausted&search=nowhere`)
  await expect(page.getByText('Nothing matches')).toBeVisible()
  for (const name of [/^Clear Kind: /, /^Clear State: /]) await expect(page.getByRole('button', { name })).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page).toHaveURL(/\/deliveries$/)
})
