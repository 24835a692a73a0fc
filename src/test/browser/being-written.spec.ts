import type { Page } from '@playwright/test'

import { openLlm } from '#test/standins/llm.ts'

import { expect, test } from './fixtures.ts'
import type { Installation } from './installed-server.ts'
import { storeServer } from './model-server.ts'
import { expectSound } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

test.use({ organizationName: 'Patient Press', expectedErrors: [/403|ERR_FAILED/] })

const written = 'Bees need flowers.\n\nAnd a hive.'
const rewritten = {
  content: `Bees need many flowers.\n\nAnd a hive.\n\n${'They hum. '.repeat(60)}`,
  title: null,
  tldr: null,
  excerpt: null,
  seoTitle: null,
  metaDescription: null,
  reason: 'Longer.',
}

let llm: Awaited<ReturnType<typeof openLlm>>
/** The model stops in the middle of its answer until then. */
let goOn: PromiseWithResolvers<void>

test.beforeAll(async () => void (llm = await openLlm()))
test.afterAll(() => llm.close())
test.beforeEach(() => {
  goOn = Promise.withResolvers()
  llm.says({ json: rewritten, stream: { until: goOn.promise } })
})
test.afterEach(() => goOn.resolve())

/** An article, opened, that a model is asked to rewrite in its dialog. */
async function rewriting(page: Page, installation: Installation) {
  const { slug } = installation.organization
  const call = personOf(page.request, installation)
  await page.goto(`/o/${slug}/settings/models`)
  await storeServer(page, { url: llm.url, password: installation.owner.password })
  const { item } = await call('createItem', { collectionId: 'articles', title: 'Keeping bees', content: written })
  await page.goto(`/o/${slug}/content/${item.id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Rewrite with a model…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Rewrite with a model' })
  await dialog.getByLabel('What', { exact: true }).selectOption('refresh')
  await dialog.getByRole('button', { name: 'Rewrite', exact: true }).press('Enter')
  const newest = async () => (await call('listJobs', { about: item.id })).items[0]
  return { call, itemId: item.id as string, dialog, text: dialog.getByRole('region', { name: 'Text so far' }), newest }
}

test('a rewrite is seen while it is written, after a reload too, and its end is in the text', async ({
  page,
  installation,
}, info) => {
  const { dialog, text, newest } = await rewriting(page, installation)
  await expect(dialog.getByRole('status')).toContainText('The model is writing.')
  await expect(text).toContainText('Bees need many flowers.')
  await settled(page)
  await expectSound(page, { what: 'being written', picture: (name) => info.outputPath(`being-written-${name}`) })
  await page.setViewportSize({ width: 320, height: 720 })
  await expectSound(page, { picture: (name) => info.outputPath(`being-written-320-${name}`) })
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.reload()

  await expect(text).toContainText('Bees need many flowers.')
  expect(await newest()).toMatchObject({ state: 'running' })
  await dialog.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('A model is rewriting this article.')).toBeVisible()
  await page.getByRole('button', { name: 'Watch' }).press('Enter')
  await expect(text).toContainText('Bees need many flowers.')

  goOn.resolve()

  await expect(page.getByText('The suggestions are in the text.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: 'Suggestions' }).getByRole('status')).toContainText('suggests')
  await expect(page.getByText('A model is rewriting this article.')).toBeHidden()
})

test('a rewrite that is stopped says so, leaves the text, and another one can be asked for', async ({
  page,
  installation,
}) => {
  const { call, itemId, dialog, text, newest } = await rewriting(page, installation)
  await expect(text).toContainText('Bees need many flowers.')

  await dialog.getByRole('button', { name: 'Stop' }).press('Enter')

  await expect(dialog.getByRole('status')).toHaveText('It was stopped. The text is as it was, and nothing was charged.')
  await expect(text).toBeHidden()
  expect(await newest()).toMatchObject({ state: 'canceled' })
  const { item } = await call('getItem', { id: itemId })
  expect(item).toMatchObject({ content: written, pendingRevision: null })
  await dialog.getByRole('button', { name: 'Close' }).press('Enter')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Rewrite with a model…' }).press('Enter')
  await expect(dialog.getByLabel('What', { exact: true })).toBeVisible()
})

test('a rewrite whose text cannot be followed says so, and still ends', async ({ page, installation }) => {
  await page.route('**/app/written?**', (route) => route.abort())
  const { dialog, text } = await rewriting(page, installation)
  await expect(dialog.getByRole('status')).toContainText('The connection is lost.')
  await expect(text).toBeHidden()

  goOn.resolve()

  await expect(page.getByText('The suggestions are in the text.')).toBeVisible()
  await expect(dialog).toBeHidden()
})
