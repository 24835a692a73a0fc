import { agentOf } from './agent-calls.ts'
import { expect, test } from './fixtures.ts'
import { expectSound } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

test.use({ organizationName: 'Agent Press' })

test('an agent has a page: its sittings in sentences, and a sitting is taken back as a unit, less what is left out', async ({
  page,
  installation,
}, info) => {
  const { organization } = installation
  const person = personOf(page.request, installation)
  const scopes = ['content:read', 'content:write', 'content:publish']
  const call = await agentOf(page.request, installation, { scopes })
  const made = async (title: string, status = 'draft') =>
    (await person('createItem', { collectionId: 'articles', title, content: 'Text.', status }, { confirm: true })).item
      .id
  const [tides, winds] = [await made('Tides of the North Sea', 'published'), await made('Winds over the Alps')]
  await call('updateItem', { id: tides, excerpt: 'By the agent.' })
  await call('updateItem', { id: winds, excerpt: 'By the agent, too.' })
  await call('createItem', { collectionId: 'articles', title: 'Clouds at dusk', content: 'New.' })
  await expect(call('deleteItem', { id: winds })).rejects.toThrow('insufficient_scope')

  await page.goto(`/o/${organization.slug}/settings/api`)
  await page.getByRole('link', { name: 'Nightly writer' }).press('Enter')
  await page.getByRole('link', { name: 'What it did' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Nightly writer' })).toBeVisible()
  const sitting = page.getByRole('listitem').filter({ hasText: 'Changed 2 articles' })
  await expect(sitting).toContainText('wrote Clouds at dusk')
  await expect(sitting).toContainText('was refused once')
  await expect(sitting).toContainText('4 calls')
  await expect(page).toHaveTitle('Nightly writer · Masthead')
  await expect(page.getByRole('banner').getByRole('paragraph')).toHaveText('Agents / Nightly writer')
  await expect(page.getByRole('tab')).toHaveText(['Sittings1', 'Calls4', 'Waiting0', 'Refused1'])
  await settled(page)
  // Beside the sittings, over the whole height below the top bar.
  const rail = await page.getByRole('complementary', { name: 'About this agent' }).boundingBox()
  expect(rail?.height).toBe((page.viewportSize()?.height ?? 0) - 48)
  await expectSound(page, { what: 'sittings', picture: (name) => info.outputPath(`sittings-${name}`) })

  await page.getByRole('button', { name: 'Revert…' }).press('Enter')
  const plan = page.getByRole('region', { name: 'Take this sitting back' })
  await expect(plan).toHaveClass(/border-agent/)
  await expect(plan).toContainText('3 of 3 can be taken back')
  await expect(plan.getByText('live, public at once')).toHaveCount(1)
  await plan.getByRole('checkbox', { name: /Winds over the Alps/ }).uncheck()
  await expectSound(page, { what: 'plan', picture: (name) => info.outputPath(`plan-${name}`) })
  await plan.getByRole('button', { name: 'Take back 2 changes' }).click()
  await expect(page.getByText('2 changes taken back.')).toBeVisible()

  const items = async (id: string) => (await person('getItem', { id })).item
  expect([(await items(tides)).excerpt, (await items(winds)).excerpt]).toEqual([null, 'By the agent, too.'])

  await page.getByRole('tab', { name: 'Refused' }).click()
  await expect(page).toHaveURL(/tab=refused/)
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Refused', selected: true })).toBeVisible()
  await page.getByRole('tab', { name: /^Waiting/ }).press('Enter')
  await expect(page.getByText('Nothing of it waits for a person.')).toBeVisible()
  await person('setKeyPolicy', { maxKeyDays: 30 })
  await page.getByRole('button', { name: 'Rotate…', exact: true }).click()
  const rotate = page.getByRole('dialog')
  await expect(rotate.getByRole('combobox', { name: 'The new key expires' })).toHaveValue('30')
  await rotate.getByRole('button', { name: 'Cancel' }).click()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectSound(page, { what: 'phone', picture: (name) => info.outputPath(`phone-${name}`) })
})
