import type { Asked } from '#test/standins/llm-script.ts'
import { openLlm } from '#test/standins/llm.ts'

import { expect, test } from './fixtures.ts'
import { storePainter, storeServer } from './model-server.ts'
import { expectSound } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

test.use({ organizationName: 'Topic Press', expectedErrors: [/403/] })

const article = {
  title: 'Bees in the city',
  content: `Bees like roofs.\n\n${'They hum. '.repeat(120)}\n\nThe end.`,
  tldr: 'They do.',
  excerpt: 'On roofs.',
  seoTitle: 'Bees in the city',
  metaDescription: 'What bees do in a city.',
  secondaryKeywords: [],
  faq: [],
  citations: [],
}

let llm: Awaited<ReturnType<typeof openLlm>>
/** The model stops in the middle of an article until then. */
let goOn: PromiseWithResolvers<void>
const say = ({ body }: Asked) => (body['stream'] === true ? { json: article, stream: { until: goOn.promise } } : {})

test.beforeAll(async () => void (llm = await openLlm()))
test.afterAll(() => llm.close())
test.beforeEach(async ({ page, installation }) => {
  goOn = Promise.withResolvers()
  llm.says(say)
  await page.goto(`/o/${installation.organization.slug}/settings/models`)
  await storeServer(page, { url: llm.url, password: installation.owner.password })
})
test.afterEach(() => goOn.resolve())

test('a model suggests topics, with what that costs at most', async ({ page, installation }, info) => {
  await page.goto(`/o/${installation.organization.slug}/topics`)
  await page.getByRole('button', { name: 'Suggest topics…' }).click()
  const wish = page.getByRole('dialog', { name: 'Suggest topics' })
  await expect(wish.getByText('5 credits at most')).toBeVisible()
  await wish.getByLabel('How many').selectOption('3')
  await wish.getByLabel('Gaps in AI answers').check()
  await expect(wish.getByText('3 credits at most')).toBeVisible()
  await settled(page)
  await expectSound(page, { what: 'suggest topics', picture: (name) => info.outputPath(`suggest-${name}`) })

  await wish.getByRole('button', { name: 'Suggest topics' }).press('Enter')

  await expect(page.getByText('without data from gaps in AI answers')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Words of a model.' })).toBeVisible()
})

test('the article of a topic is seen while it is written, after a reload too, until its draft is there', async ({
  page,
  installation,
}, info) => {
  const call = personOf(page.request, installation)
  const { topic } = await call('createBlogTopic', {
    topic: 'How to keep bees',
    primaryKeyword: 'keep bees',
    angle: 'In a city',
    collectionPresetId: 'articles',
  })
  await call('reviewTopics', { ids: [topic.id], decision: 'approve' })
  await page.goto(`/o/${installation.organization.slug}/topics`)
  const card = page.getByRole('article', { name: 'How to keep bees' })
  await card.getByRole('button', { name: 'Write with AI' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Being written' })
  await expect(dialog.getByRole('status')).toContainText('The model is writing.')
  const text = dialog.getByRole('region', { name: 'Text so far' })
  await expect(text).toContainText('Bees like roofs.')
  await expect(text).not.toContainText('The end.')
  await settled(page)
  await expectSound(page, { what: 'article being written', picture: (name) => info.outputPath(`writing-${name}`) })

  await page.reload()
  await expect(text).toContainText('Bees like roofs.')
  await dialog.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(dialog).toBeHidden()
  await card.getByRole('button', { name: 'Watch' }).press('Enter')
  await expect(text).toContainText('Bees like roofs.')
  goOn.resolve()

  await expect(dialog.getByRole('status')).toHaveText('It is written.')
  await expect(dialog.getByRole('region', { name: 'Draft' })).toContainText('The end.')
  await expect(text).toBeHidden()
  await settled(page)
  await expectSound(page, { what: 'article written', picture: (name) => info.outputPath(`written-${name}`) })
  await dialog.getByRole('link', { name: 'Open the article' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Bees in the city', level: 1 })).toBeAttached()
})

test.describe('with a model that draws', () => {
  test.use({ organizationName: 'Picture Topics' })

  test('an article is written with a picture, at the price of both', async ({ page, server, installation }, info) => {
    await storePainter(page, installation)
    server.llm.says(say)
    const call = personOf(page.request, installation)
    const { topic } = await call('createBlogTopic', {
      topic: 'How to keep owls',
      primaryKeyword: 'keep owls',
      angle: 'In a barn',
      collectionPresetId: 'articles',
    })
    await call('reviewTopics', { ids: [topic.id], decision: 'approve' })
    await page.goto('/o/picture-topics/topics')
    const card = page.getByRole('article', { name: 'How to keep owls' })
    await card.getByRole('button', { name: 'Write with AI…' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Write “How to keep owls” with AI' })
    await expect(dialog.getByText('10 credits.')).toBeVisible()
    await dialog.getByLabel('With a picture').check()
    await expect(dialog.getByText('14 credits.')).toBeVisible()
    await settled(page)
    await expectSound(page, { what: 'write a topic', picture: (name) => info.outputPath(`write-${name}`) })
    await dialog.getByRole('button', { name: 'Write article' }).press('Enter')

    const written = page.getByRole('dialog', { name: 'Being written' })
    await expect(written.getByRole('status')).toContainText('The model is writing.')
    goOn.resolve()
    await expect(written.getByRole('status')).toHaveText('It is written.')
    const { items } = await call('listMedia', { source: 'generated' })
    expect(items).toMatchObject([{ alt: article.title, useCount: 1 }])
  })
})
