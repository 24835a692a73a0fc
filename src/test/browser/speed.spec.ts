import { listening, type Listening } from '#test/listening.ts'

import { expect, test } from './fixtures.ts'
import { expectSound } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

test.use({ organizationName: 'Quick Press', expectedErrors: [/status of 422/] })

let site: Listening
const speeds: Record<string, string> = { '/': '62 3400 420 0.02', '/piers': '97 1200 40 0.31' }
const words = Array.from({ length: 220 }, (_, at) => `word${at}`).join(' ')

test.beforeAll(async () => {
  site = await listening((request, response) => {
    const speed = speeds[request.url ?? '']
    response.writeHead(speed === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(
      `<!doctype html><html lang="en"><head><title>Harbours</title><meta name="speed" content="${speed}"></head>
      <body><main><h1>Harbours</h1><p>${words}</p><a href="/piers">Piers</a></main></body></html>`,
    )
  })
})
test.afterAll(() => site.close())

test('somebody measures pages, sees how fast they are and over time, and sets a budget', async ({
  page: screen,
  installation,
}, info) => {
  test.setTimeout(240_000)
  const slow = { timeout: 60_000 }
  const call = personOf(screen.request, installation)
  await call('updateOrganizationSettings', { siteUrl: site.url }, { confirm: true })
  await call('startSiteAudit', { scope: 'full' }, { confirm: true })
  await expect.poll(async () => (await call('getSiteAuditStatus', {})).lastRun.state, slow).toBe('succeeded')
  const { slug } = installation.organization

  await screen.goto(`/o/${slug}/audit`)
  await screen.getByRole('tab', { name: 'Speed' }).click()
  await expect(screen.getByRole('heading', { name: 'Nothing was measured in the last 90 days' })).toBeVisible()
  await expect(screen.getByRole('region', { name: 'Measured by visitors' })).toContainText(
    'Nothing is known of real visitors',
  )
  await settled(screen)
  await expectSound(screen, { what: 'unmeasured' })

  await screen.getByRole('button', { name: 'Measure pages…' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Measure the speed of pages' })
  await expect(dialog.getByLabel('Pages')).toHaveValue(`${site.url}/`)
  await expectSound(screen, { what: 'measure', picture: (name) => info.outputPath(`measure-${name}`) })
  await dialog.getByLabel('Pages').fill('https://other.example/')
  await dialog.getByRole('button', { name: 'Measure pages' }).click()
  await expect(dialog.getByText(/Only addresses on the hosts/)).toBeVisible()
  await dialog.getByLabel('Pages').fill(`${site.url}/\n${site.url}/piers\n${site.url}/gone`)
  await dialog.getByRole('button', { name: 'Measure pages' }).click()
  await expect(screen.getByText(/^The pages were measured\./)).toBeVisible(slow)

  const pages = screen.getByRole('table', { name: 'Measured in the lab' })
  await expect(pages.getByRole('row', { name: '/ 62 could be better 3.4 s could be better 0.02 good' })).toBeVisible()
  await pages.getByRole('link', { name: '/piers' }).click()
  await expect(screen).toHaveURL(/of=/)
  const piers = screen.getByRole('region', { name: 'Speed of /piers' })
  await expect(piers.getByRole('button', { name: 'Things move CLS 0.31 poor' })).toBeVisible()
  await expect(piers.getByRole('table')).toContainText('1.2 s')
  await settled(screen)
  await expectSound(screen, { what: 'measured', picture: (name) => info.outputPath(`measured-${name}`) })

  await screen.getByRole('link', { name: 'Computer' }).click()
  await expect(screen.getByRole('heading', { name: 'Nothing was measured in the last 90 days' })).toBeVisible()
  await screen.goBack()
  await expect(piers).toBeVisible()

  await screen.getByRole('button', { name: 'Settings…' }).click()
  const settings = screen.getByRole('dialog', { name: 'Settings of site audits' })
  await settings.getByLabel('Score, at least').fill('90')
  await settings.getByLabel('Things move').fill('0.1')
  await expectSound(screen, { what: 'budgets', picture: (name) => info.outputPath(`budgets-${name}`) })
  await settings.getByRole('button', { name: 'Save settings' }).click()
  await expect(screen.getByText('The settings are saved.')).toBeVisible()
  await screen.getByRole('button', { name: 'Measure pages…' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Measure pages' }).click()
  await expect(piers.getByRole('row')).toHaveCount(3, slow)
  await screen.getByRole('tab', { name: /^Issues/ }).click()
  await expect(screen.getByText('The page is slower than it should be').first()).toBeVisible()

  await screen.goto(`/o/${slug}/audit?tab=speed`)
  for (const width of [390, 320]) {
    await screen.setViewportSize({ width, height: 844 })
    await expect(pages).toBeVisible()
    await settled(screen)
    await expectSound(screen, { what: `${width}`, picture: (name) => info.outputPath(`phone-${width}-${name}`) })
  }
})
