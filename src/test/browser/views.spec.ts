import { devices } from '@playwright/test'

import { listening } from '#test/listening.ts'

import { expect, test } from './fixtures.ts'
import { expectSound } from './page-checks.ts'
import { personOf } from './person-calls.ts'

// What these tests create would disturb others.
test.use({ organizationName: 'Tide Tables' })

test('a website reports its readers, and they are shown where people look', async ({
  page,
  request,
  installation,
  browser,
}, info) => {
  const person = personOf(request, installation)
  let line = ''
  const website = await listening((_request, response) =>
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Tides</title>${line}`),
  )
  await person('updateOrganizationSettings', { siteUrl: website.url })
  const { item } = await person(
    'createItem',
    { collectionId: 'articles', title: 'Tides', content: 'Water comes and goes.', status: 'published' },
    { confirm: true },
  )

  await page.goto('/o/tide-tables/settings/organization')
  const views = page.getByRole('region', { name: 'Views' })
  await views.getByRole('switch', { name: 'Pages report their views' }).click()
  await page.getByRole('button', { name: 'Let pages report' }).click()
  line = (await views.locator('code').textContent()) ?? ''
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await views.scrollIntoViewIfNeeded()
    await expectSound(page, { picture: (name) => info.outputPath(`settings-${width}-${name}`) })
  }

  const reader = await browser.newContext({
    userAgent: devices['Desktop Firefox'].userAgent,
    storageState: { cookies: [], origins: [] },
  })
  const article = await reader.newPage()
  const reported = article.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().includes('/collect/'),
  )
  await article.goto(`${website.url}/articles/tides`)
  expect((await reported).status()).toBe(204)
  expect(await reader.cookies()).toEqual([])
  await reader.close()
  await website.close()

  await expect
    .poll(async () => (await person('getContentAnalytics', { itemId: item.id })).items[0].viewsHuman, {
      timeout: 20_000,
    })
    .toBe(1)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/o/tide-tables/content/${item.id}`)
  const readers = page.getByRole('region', { name: 'Readers' })
  await expect(readers.getByText('view by a person in 28 days')).toBeVisible()
  await expectSound(page, { picture: (name) => info.outputPath(`article-${name}`) })
  await page.goto(`/o/tide-tables/content?peek=${item.id}`)
  await expect(readers.getByText('view by a person in 28 days')).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Views' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: /Tides/ }).getByRole('cell', { name: '1', exact: true })).toBeVisible()
  await expectSound(page, { picture: (name) => info.outputPath(`list-${name}`) })
  await page.goto('/o/tide-tables')
  await expect(page.getByText('view by a person')).toBeVisible()
  await expectSound(page, { picture: (name) => info.outputPath(`desk-${name}`) })
})
