import { expect, test } from './fixtures.ts'
import { expectSound } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

test.use({
  organizationName: 'Tide Press',
  expectedErrors: [/403|ERR_FAILED/],
  expectedAddresses: [/\/o\/oauth2\/v2\/auth/],
})

const before = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

test('somebody signs in at Google, fetches searches, narrows them, and plans what nobody wrote yet', async ({
  page,
  server: { google, indexNow },
  installation,
}, info) => {
  const call = personOf(page.request, installation)
  // Its key file is there, too.
  const site = `${indexNow.url}/`
  google.sites([{ siteUrl: site, permissionLevel: 'siteOwner' }])
  await call('updateOrganizationSettings', { siteUrl: site }, { confirm: true })
  const item = {
    collectionId: 'articles',
    title: 'Tides',
    content: 'Text.',
    status: 'published',
    primaryKeyword: 'tides',
  }
  await call('createItem', item, { confirm: true })
  for (let day = 3; day < 60; day++)
    google.rows.push(
      {
        date: before(day),
        page: `${site}articles/tides`,
        query: 'tides',
        clicks: day < 31 ? 9 : 5,
        impressions: 100,
        position: 3,
      },
      {
        date: before(day),
        page: `${site}articles/tides`,
        query: 'spring tide',
        clicks: 1,
        impressions: 40,
        position: 8,
        country: 'deu',
      },
      { date: before(day), page: site, query: null, clicks: 2, impressions: 30, position: 5 },
    )
  const { slug } = installation.organization

  await page.goto(`/o/${slug}/search`)
  await expect(page.getByRole('heading', { name: 'Search Console is not connected' })).toBeVisible()
  await expectSound(page, { what: 'not connected' })
  await page.getByRole('link', { name: 'Connect Search Console…' }).click()
  await page.getByRole('button', { name: 'Sign in at Google Search Console' }).click()
  const prove = page.getByRole('dialog').getByLabel('Password')
  const property = page.getByRole('button', { name: `Choose ${site}` })
  await prove.or(property).first().waitFor()
  if (await prove.isVisible()) {
    await prove.fill(installation.owner.password)
    await prove.press('Enter')
  }
  await expect(page).toHaveURL(/\/settings\/integrations\/int_/)
  await expect(page.getByText('Something must be chosen')).toBeVisible()
  await settled(page)
  await expectSound(page, { what: 'property', picture: (name) => info.outputPath(`property-${name}`) })
  await property.click()
  await expect(page.getByText(`Searches that led to ${site} are counted.`).first()).toBeVisible()

  await page.goto(`/o/${slug}/search`)
  await page.getByRole('button', { name: 'Fetch 16 months now' }).click()
  await expect(page.getByText('Searches of 16 months were fetched.')).toBeVisible({ timeout: 60_000 })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\d+ clicks, (far |a little )?more than before\.$/)
  await expect(page.getByRole('img', { name: /^Clicks by day/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'spring tide', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: /Asked for, not written/ })).toBeVisible()
  await settled(page)
  await expectSound(page, { what: 'search', picture: (name) => info.outputPath(`search-${name}`) })

  // Of the two times that are compared one cannot be read at first.
  await page.route('**/querySearchConsole', (route) =>
    route.request().postDataJSON().input.to < before(6) ? route.abort() : route.continue(),
  )
  await page.getByRole('link', { name: '7 days' }).click()
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible({ timeout: 20_000 })
  await page.unroute('**/querySearchConsole')
  await again.click()
  await page.getByRole('link', { name: '28 days' }).click()
  await page.getByRole('button', { name: 'spring tide', exact: true }).click()
  await expect(page).toHaveURL(/query=spring/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^2[0-9] clicks, as many as before\.$/)
  await expect(page.getByText('Searches that are too rare to be named are missing here.')).toBeVisible()
  await page.getByRole('tab', { name: 'Countries' }).click()
  await expect(page.getByRole('button', { name: 'deu', exact: true })).toBeVisible()
  await page.getByRole('button', { name: /Average place/ }).click()
  await expect(page.getByRole('img', { name: /^Average place by day: 8\.0/ })).toBeVisible()
  await page.getByRole('button', { name: /Show all again/ }).click()
  await expect(page).not.toHaveURL(/query=/)

  await page.getByRole('button', { name: /^Plan it/ }).click()
  await expect(page.getByText('“spring tide” is among the topics now.')).toBeVisible()

  await page.getByRole('tab', { name: 'Pages' }).click()
  // The heads, and nothing of the queries that were there before.
  const rows = page.getByRole('region', { name: 'Breakdown' }).getByRole('row')
  await expect(rows).toHaveText([/^Pages/, /^\/articles\/tides/, /^\//])
  const ask = page.getByRole('button', { name: 'Ask Google… about /articles/tides' })
  await ask.focus()
  await page.keyboard.press('Enter')
  const index = page.getByRole('dialog', { name: '/articles/tides in Google’s index' })
  await expect(index.getByRole('button', { name: 'Ask Google' })).toBeVisible()
  await expect(index.getByRole('button', { name: 'Tell other engines…' })).toHaveCount(0)
  await expectSound(page, { what: 'not asked' })
  await index.getByRole('button', { name: 'Ask Google' }).click()
  await expect(index.getByRole('status')).toContainText('In the index')
  await expect(index.getByRole('status')).toContainText('Submitted and indexed')
  await expect(index).toContainText('1,999 are left today')
  await page.keyboard.press('Escape')
  await expect(index).toHaveCount(0)
  await expect(ask).toBeFocused()

  await call('setConnectorSecret', indexNow.given, { confirm: true })
  await page.reload()
  await ask.click()
  await index.getByRole('button', { name: 'Ask Google' }).click()
  await expect(index).toContainText('1,998 are left today')
  await settled(page)
  await expectSound(page, { what: 'index', picture: (name) => info.outputPath(`index-${name}`), fullPage: false })
  await index.getByRole('button', { name: 'Tell other engines…' }).click()
  const tell = page.getByRole('alertdialog', { name: 'Tell search engines about /articles/tides?' })
  await expect(tell).toContainText('Google does not take part.')
  await expectSound(page, { what: 'tell', picture: (name) => info.outputPath(`tell-${name}`), fullPage: false })
  await tell.getByRole('button', { name: 'Tell search engines' }).click()
  await expect(page.getByText('Search engines were told about /articles/tides.')).toBeVisible()
  expect(indexNow.submitted.map(({ urlList }) => urlList)).toEqual([[`${site}articles/tides`]])
  await index.getByRole('button', { name: 'Tell other engines…' }).click()
  await expect(tell).toContainText('They were told less than five minutes ago')
  await expect(tell.getByRole('button', { name: 'Tell search engines' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(tell).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(index).toBeVisible()
  await expectSound(page, {
    what: 'index, phone',
    picture: (name) => info.outputPath(`phone-index-${name}`),
    fullPage: false,
  })
  await page.keyboard.press('Escape')
  await expect(index).toHaveCount(0)
  await settled(page)
  await expectSound(page, { what: 'phone', picture: (name) => info.outputPath(`phone-${name}`) })
})

test('a sign-in that somebody does not finish says why nothing was connected', async ({ page, installation }) => {
  await page.goto('/app/connect/google_search_console/callback?state=made-up&code=x')
  await expect(page).toHaveURL(
    new RegExp(`/o/${installation.organization.slug}/settings/integrations\\?error=state_invalid`),
  )
  await expect(page.getByText('That sign-in was too old, or was begun somewhere else. Begin again.')).toBeVisible()
})
