import { openLlm } from '#test/standins/llm.ts'

import { expect, test } from './fixtures.ts'
import { storeServer } from './model-server.ts'
import { expectSound } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

test.use({ organizationName: 'Model Press', expectedErrors: [/403|422|502/] })

test('a model server is set, tested, made the one that writes, and removed again', async ({
  page,
  installation,
}, info) => {
  const llm = await openLlm()
  const { slug } = installation.organization
  await page.goto(`/o/${slug}/settings/models`)
  const server = page.getByRole('region', { name: 'Compatible server' })
  await expect(server.getByText('Not set')).toBeVisible()
  await settled(page)
  await expectSound(page, { what: 'models', picture: (name) => info.outputPath(`models-${name}`) })

  await storeServer(page, { url: llm.url, password: installation.owner.password })
  await expect(server.getByText(llm.url)).toBeVisible()
  await settled(page)
  await server.getByRole('button', { name: 'Test' }).click()
  await expect(server.getByText(/It answered in \d+ ms and has 1 model\./)).toBeVisible()
  const writes = page.getByRole('region', { name: 'What writes' })
  await writes.getByLabel('Provider').selectOption('openai_compatible')
  await writes.getByLabel('Model').fill('model-of-the-stand-in')
  await writes.getByRole('button', { name: 'Save changes' }).click()
  await expect(server.getByText('model-of-the-stand-in')).toBeVisible()
  await settled(page)
  await expectSound(page, { what: 'models set', picture: (name) => info.outputPath(`models-set-${name}`) })
  await page.setViewportSize({ width: 390, height: 844 })
  await expectSound(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await server.getByRole('button', { name: 'Remove key…' }).click()
  const asked = page.getByRole('alertdialog')
  await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await asked.getByRole('button', { name: 'Remove key' }).click()
  await expect(server.getByText('Not set')).toBeVisible()
  await llm.close()
})

const [start, end] = [['Bees need flowers.', '## What it takes'], ['The end.']]
const written = [...start, 'A hive can be slow.', 'It hums.', 'Old words that nobody needs.', ...end]
const rewritten = [...start, 'A hive can be quite fast.', 'It hums.', ...end, 'And honey.']
const decided = [
  ...start,
  'A hive can be quite fast.',
  'It hums.',
  'Old words that nobody needs.',
  ...end,
  'And honey.',
]

test('a rewrite waits in the text as insert and strike, and is decided one by one by the keyboard', async ({
  page,
  installation,
}, info) => {
  const llm = await openLlm()
  const { slug } = installation.organization
  const call = personOf(page.request, installation)
  await page.goto(`/o/${slug}/settings/models`)
  await storeServer(page, { url: llm.url, password: installation.owner.password })
  const { item } = (await call('createItem', {
    collectionId: 'articles',
    title: 'Keeping bees',
    content: written.join('\n\n'),
  })) as { item: { id: string } }
  llm.says({
    json: {
      content: rewritten.join('\n\n'),
      title: 'Keeping bees well',
      tldr: null,
      excerpt: null,
      seoTitle: null,
      metaDescription: null,
      reason: 'Shorter, and with honey.',
    },
  })
  const { jobId } = (await call('rewriteItem', { id: item.id, mode: 'refresh' })) as { jobId: string }
  const job = (await call('getJob', { jobId, waitSeconds: 20 })) as { state: string }
  expect(job.state).toBe('succeeded')

  await page.goto(`/o/${slug}/content/${item.id}`)
  const bar = page.getByRole('region', { name: 'Suggestions' })
  await expect(bar.getByRole('status')).toHaveText('suggests 4 changes')
  await expect(bar).toContainText('Shorter, and with honey.')
  const body = page.getByRole('textbox', { name: 'Body' })
  await expect(body.locator('del')).toHaveText(['slow'])
  await expect(body.locator('ins')).toHaveText(['quite fast'])
  await expect(body.locator('.suggestion-gone')).toHaveText('Old words that nobody needs.')
  await settled(page)
  await expectSound(page, { what: 'suggestions', picture: (name) => info.outputPath(`suggestions-${name}`) })
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await expectSound(page, { picture: (name) => info.outputPath(`suggestions-${width}-${name}`) })
  }
  await page.setViewportSize({ width: 1440, height: 900 })

  await body.getByText('Bees need flowers.').click()
  await page.keyboard.press('Alt+a')
  await expect(bar.getByRole('status')).toHaveText('suggests 3 changes')
  await page.keyboard.press('Alt+k')
  await expect(bar.getByRole('status')).toHaveText('suggests 2 changes')
  await body.getByRole('button', { name: 'Accept' }).press('Enter')
  await expect(bar.getByRole('status')).toHaveText('suggests 1 change')
  await expect(body).toBeFocused()
  await bar.getByRole('button', { name: 'Keep mine', exact: true }).press('Enter')

  await expect(bar).toBeHidden()
  const { item: now } = (await call('getItem', { id: item.id })) as {
    item: { title: string; content: string; pendingRevision: number | null }
  }
  expect(now).toMatchObject({ title: 'Keeping bees', pendingRevision: null })
  expect(now.content).toBe(decided.join('\n\n'))
  await llm.close()
})
