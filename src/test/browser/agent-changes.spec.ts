import { agentOf } from './agent-calls.ts'
import { expect, test } from './fixtures.ts'
import { expectSound } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

test.use({ organizationName: 'Reverted Press' })

test('what an agent did is taken back where it is seen: in the history of an article, and on the Desk', async ({
  page,
  installation,
}, info) => {
  const { organization } = installation
  const person = personOf(page.request, installation)
  const agent = await agentOf(page.request, installation)
  const article = { collectionId: 'articles', content: 'Text.', excerpt: 'Before.', seoTitle: 'Before' }
  const made = async (title: string): Promise<string> => (await person('createItem', { ...article, title })).item.id
  const [tides, winds] = [await made('Tides of the North Sea'), await made('Winds over the Alps')]
  await agent('updateItem', { id: tides, excerpt: 'By the agent.' })
  await agent('updateItem', { id: tides, seoTitle: 'By the agent' })
  await agent('updateItem', { id: winds, excerpt: 'By the agent.' })

  await page.goto(`/o/${organization.slug}/content/${tides}`)
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('button', { name: 'Revert all 2…' }).press('Enter')
  const sitting = page.getByRole('region', { name: 'Take this sitting back' })
  await expect(sitting).toContainText('1 of 1 can be taken back')
  await settled(page)
  await expectSound(page, { what: 'history', picture: (name) => info.outputPath(`history-${name}`) })
  await sitting.getByRole('button', { name: 'Take back 1 change' }).press('Enter')
  await expect(page.getByText('1 change taken back.')).toBeVisible()
  const { item } = await agent('getItem', { id: tides })
  expect([item.excerpt, item.seoTitle]).toEqual(['Before.', 'Before'])

  await page.goto(`/o/${organization.slug}`)
  const line = page
    .getByRole('region', { name: 'Now' })
    .getByRole('listitem')
    .filter({ hasText: 'Winds over the Alps' })
  await line.getByRole('button', { name: 'Revert…' }).first().click()
  const change = page.getByRole('region', { name: 'Take this change back' })
  await expect(change).toContainText('1 of 1 can be taken back')
  await expectSound(page, { what: 'desk', picture: (name) => info.outputPath(`desk-${name}`) })
  await change.getByRole('button', { name: 'Take back 1 change' }).click()
  await expect(page.getByText('1 change taken back.')).toBeVisible()
  expect((await agent('getItem', { id: winds })).item.excerpt).toBe('Before.')

  await line.getByRole('link', { name: 'Nightly writer' }).first().press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Nightly writer' })).toBeVisible()
})
