import { expect, test } from './fixtures.ts'
import { expectSound } from './page-checks.ts'
import { settled } from './traffic.ts'

test.use({ organizationName: 'Developer Press', expectedErrors: [/422/] })

test('a developer finds an operation, reads what it takes, copies a call and tries it, after a look', async ({
  page,
  installation,
}, info) => {
  const { slug } = installation.organization
  await page.goto(`/o/${slug}/settings/api`)
  await page.getByRole('link', { name: 'For developers' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Operations' })).toBeVisible()
  const list = page.getByRole('navigation', { name: 'Operations' })
  expect(await list.getByRole('link').count()).toBeGreaterThan(90)
  await page.getByRole('searchbox').fill('createItem')
  await expect(list.getByRole('link')).toHaveCount(1)
  await list.getByRole('link', { name: 'createItem' }).press('Enter')
  await expect(page).toHaveURL(/agents\/operations\/createItem\?search=createItem/)

  const entry = page.getByRole('article', { name: 'createItem' })
  await expect(entry).toContainText('content:write')
  await expect(
    entry.getByRole('region', { name: 'Input, fields' }).getByRole('row', { name: /collectionId required/ }),
  ).toBeVisible()
  await expect(entry.getByRole('region', { name: 'Call' })).toContainText('/v2/tools/createItem')
  await entry.getByRole('tab', { name: 'MCP' }).click()
  await expect(entry.getByRole('region', { name: 'Call' })).toContainText('tools/call')
  await entry.getByRole('tab', { name: 'Typed client' }).press('Enter')
  await expect(entry.getByRole('region', { name: 'Call' })).toContainText("await call('createItem'")
  await settled(page)
  await expectSound(page, { what: 'entry', picture: (name) => info.outputPath(`entry-${name}`) })

  const call = entry.getByRole('button', { name: 'Call it' })
  await expect(call).toBeDisabled()
  await entry.getByRole('textbox', { name: 'Input' }).fill('not JSON')
  await entry.getByRole('button', { name: 'Look first' }).click()
  await expect(entry.getByText('This is not a JSON object.')).toBeVisible()
  await entry.getByRole('textbox', { name: 'Input' }).fill('{"collectionId": "articles"}')
  await entry.getByRole('button', { name: 'Look first' }).click()
  await expect(entry.getByText(/Required/).last()).toBeVisible()
  await entry.getByRole('textbox', { name: 'Input' }).fill('{"collectionId": "articles", "title": "Tried"}')
  await entry.getByRole('button', { name: 'Look first' }).click()
  await expect(entry.getByRole('region', { name: 'What it would answer' })).toContainText('"Tried"')
  await call.click()
  await expect(entry.getByRole('region', { name: 'What it answered' })).toContainText('"Tried"')
  await page.goto(`/o/${slug}/content`)
  await expect(page.getByRole('link', { name: 'Tried' })).toHaveCount(1)

  await page.goto(`/o/${slug}/agents/operations/listCollections`)
  await page.getByRole('button', { name: 'Call it' }).press('Enter')
  await expect(page.getByRole('region', { name: 'What it answered' })).toContainText('"articles"')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectSound(page, { what: 'phone' })
})
