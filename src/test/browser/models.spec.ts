import { openLlm } from '#test/standins/llm.ts'

import { expect, test } from './fixtures.ts'
import { expectSound } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

test.use({ organizationName: 'Model Press', expectedErrors: [/403|422|502/] })

test('a model server is set, writes an approved topic, and is removed again', async ({ page, installation }, info) => {
  const llm = await openLlm()
  const { slug } = installation.organization
  const call = personOf(page.request, installation)
  await page.goto(`/o/${slug}/settings/models`)
  const server = page.getByRole('region', { name: 'Compatible server' })
  await expect(server.getByText('Not set')).toBeVisible()
  await settled(page)
  await expectSound(page, { what: 'models', picture: (name) => info.outputPath(`models-${name}`) })

  await server.getByRole('button', { name: 'Set key…' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Key of Compatible server' })
  await form.getByLabel('Address').fill(llm.url)
  await form.getByRole('button', { name: 'Store key' }).click()
  const prove = page.getByRole('dialog').getByLabel('Password', { exact: true })
  await prove.or(server.getByText('Key of this organization')).first().waitFor()
  if (await prove.isVisible()) {
    await prove.fill(installation.owner.password)
    await prove.press('Enter')
  }
  await expect(server.getByText('Key of this organization')).toBeVisible()
  await expect(server.getByText(llm.url)).toBeVisible()
  await settled(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectSound(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  const { topic } = (await call('createBlogTopic', {
    topic: 'How to keep bees',
    primaryKeyword: 'keep bees',
    angle: 'In a city',
    collectionPresetId: 'articles',
  })) as { topic: { id: string } }
  await call('reviewTopics', { ids: [topic.id], decision: 'approve' })
  await page.goto(`/o/${slug}/topics`)
  await page.getByRole('button', { name: 'Write with AI' }).click()
  await expect(page.getByText('The model is writing.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open the article' })).toBeVisible({ timeout: 20_000 })

  await page.goto(`/o/${slug}/settings/models`)
  await server.getByRole('button', { name: 'Remove key…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove key' }).click()
  await expect(server.getByText('Not set')).toBeVisible()
  await llm.close()
})
