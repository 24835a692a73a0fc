import { expect, test } from 'vitest'

import { createCollection } from '#areas/collections/operations/create-collection.ts'
import { updateCollection } from '#areas/collections/operations/update-collection.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { listItemRevisions } from '#areas/content/operations/list-item-revisions.ts'
import { restoreItemRevision } from '#areas/content/operations/restore-item-revision.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { modelStage } from '#areas/generation/test-models.ts'
import { cancelJob } from '#areas/jobs/operations/cancel-job.ts'
import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import type { SafeFetch } from '#kernel/http.ts'

import { rewriteItem } from './rewrite-item.ts'

type On = Awaited<ReturnType<typeof modelStage>>
type Result = { pendingRevision: { n: number; changedFields: string[]; model: string } | null; reason: string }

const content = 'An intro with a [study](https://study.example).\n\n## First step\n\nOne.\n\n## Second step\n\nTwo.'
const unchanged = { title: null, tldr: null, excerpt: null, seoTitle: null, metaDescription: null }

const newItem = async (on: On, more: object = {}) =>
  (
    await on.call(
      createItem,
      { collectionId: 'articles' as never, title: 'Steps', content, ...more },
      { confirm: true },
    )
  ).item.id

async function run(on: On, input: Parameters<typeof rewriteItem.handle>[1]) {
  const job = await on.done(await on.call(rewriteItem, input))
  return { ...job, result: job.result as Result | null }
}

test('a rewrite of a draft waits as a revision with its reason, and the item stays as it is until somebody takes it', async () => {
  const on = await modelStage()
  const id = await newItem(on)
  const before = await on.call(getItem, { id })
  on.llm.says({ json: { ...unchanged, content: 'Short.', tldr: 'Briefly.', reason: 'Repetitions are gone.' } })

  const { result, state } = await run(on, { id, mode: 'shorten' })

  expect(state).toBe('succeeded')
  expect(result).toMatchObject({
    pendingRevision: { n: 2, changedFields: ['content', 'tldr'], model: 'gpt-6-sol-2026-09-22' },
    reason: 'Repetitions are gone.',
    credits: 4,
  })
  const { item } = await on.call(getItem, { id })
  expect(item).toMatchObject({ content, tldr: null, pendingRevision: 2, generationState: 'succeeded' })
  expect(item.contentHash).toBe(before.item.contentHash)
  const revisions = await on.call(listItemRevisions, { id })
  expect(revisions.items[0]?.note).toBe('Rewritten (shorten) by the model gpt-6-sol-2026-09-22: Repetitions are gone.')
  await on.call(restoreItemRevision, { id, revision: 2 })
  const { item: taken } = await on.call(getItem, { id })
  expect(taken).toMatchObject({ content: 'Short.', tldr: 'Briefly.', pendingRevision: null })
  expect(await on.balance()).toBe(96)
})

test('what is public stays until publishItem applies the rewrite', async () => {
  const on = await modelStage()
  const id = await newItem(on, { status: 'published' })
  on.llm.says({ json: { ...unchanged, content: 'Better.', reason: 'Clearer.' } })

  await run(on, { id, mode: 'tone', instructions: 'Calm.' })

  expect((await on.call(getItem, { id })).item).toMatchObject({ status: 'published', content, pendingRevision: 2 })
  await on.call(publishItem, { id }, { confirm: true })
  expect((await on.call(getItem, { id })).item).toMatchObject({ content: 'Better.', pendingRevision: null })
})

test('an item of a collection that is disabled by now is rewritten like any other', async () => {
  const on = await modelStage()
  const { collection } = await on.call(createCollection, { name: 'Stories', slug: 'stories', kind: 'custom' })
  const id = await newItem(on, { collectionId: collection.id })
  await on.call(updateCollection, { collectionId: collection.id, enabled: false })
  on.llm.says({ json: { ...unchanged, content: 'Short.', reason: 'Shorter.' } })

  const { state, result } = await run(on, { id, mode: 'shorten' })

  expect(state).toBe('succeeded')
  expect(result?.pendingRevision?.changedFields).toEqual(['content'])
})

test('a section is rewritten alone, by the slug of its heading', async () => {
  const on = await modelStage()
  const id = await newItem(on)
  on.llm.says({ json: { content: '## First step\n\nMore of one.', reason: 'More.' } })

  await expect(on.call(rewriteItem, { id, mode: 'section', selector: 'third-step' })).rejects.toMatchObject({
    code: 'validation_failed',
    details: [{ path: '/input/selector', message: 'Must be one of: first-step, second-step' }],
  })
  const { result } = await run(on, { id, mode: 'section', selector: 'first-step', instructions: 'Longer.' })

  expect(JSON.parse(on.llm.asked[0]?.prompt ?? '')).toMatchObject({
    mode: 'section',
    wishes: 'Longer.',
    passage: '## First step\n\nOne.\n\n',
  })
  await on.call(restoreItemRevision, { id, revision: result?.pendingRevision?.n ?? 0 })
  expect((await on.call(getItem, { id })).item.content).toBe(content.replace('One.', 'More of one.'))
})

test('a translation carries all texts, and keeps the links of the article but no new ones', async () => {
  const on = await modelStage()
  const id = await newItem(on, { tldr: 'Two steps.' })
  const german = 'Eine [Studie](https://study.example) und eine [Falle](https://evil.example).'
  on.llm.says({
    json: { ...unchanged, title: 'Schritte', content: german, tldr: 'Zwei Schritte.', reason: 'Übersetzt.' },
  })

  const { result } = await run(on, { id, mode: 'translate', targetLocale: 'de' })

  expect(result?.pendingRevision?.changedFields).toEqual(['title', 'content', 'tldr'])
  await on.call(restoreItemRevision, { id, revision: 2 })
  expect((await on.call(getItem, { id })).item).toMatchObject({
    title: 'Schritte',
    content: 'Eine [Studie](https://study.example) und eine Falle.',
  })
})

test('modes have their fields, one rewrite runs at a time, and without a key the brief is named', async () => {
  const on = await modelStage()
  const id = await newItem(on)

  await expect(on.call(rewriteItem, { id, mode: 'section' })).rejects.toMatchObject({ code: 'validation_failed' })
  await expect(on.call(rewriteItem, { id, mode: 'tone', selector: 'first-step' })).rejects.toMatchObject({
    code: 'validation_failed',
  })
  await expect(on.call(rewriteItem, { id, mode: 'translate' })).rejects.toMatchObject({ code: 'validation_failed' })
  const { jobId } = await on.call(rewriteItem, { id, mode: 'tone' })
  expect((await on.call(getItem, { id })).item.generationState).toBe('queued')
  await expect(on.call(rewriteItem, { id, mode: 'tone' })).rejects.toMatchObject({
    code: 'job_running',
    details: { jobId },
  })
  await on.call(cancelJob, { jobId: jobId as never })
  expect((await on.call(getItem, { id })).item).toMatchObject({ generationState: 'failed', pendingRevision: null })
  expect(await on.balance()).toBe(100)

  const keyless = await modelStage({ key: false })
  await expect(keyless.call(rewriteItem, { id: await newItem(keyless), mode: 'tone' })).rejects.toMatchObject({
    code: 'provider_not_configured',
    details: { alternative: { operation: 'getWritingBrief' } },
  })
})

test('an edit meanwhile wins: the rewrite fails, and everything comes back', async () => {
  const on = await modelStage()
  const id = await newItem(on)
  on.llm.says({ json: { ...unchanged, content: 'Short.', reason: 'Short.' } })
  const { jobId } = await on.call(rewriteItem, { id, mode: 'shorten' })
  const editing: SafeFetch = async (address, rules) => {
    await on.call(updateItem, { id, content: 'Edited.' })
    return on.fetch(address, rules)
  }

  await on.work({ fetch: editing })

  const job = await on.done({ jobId })
  expect([job.state, job.error?.code]).toEqual(['failed', 'conflict'])
  expect((await on.call(getItem, { id })).item).toMatchObject({ content: 'Edited.', pendingRevision: null })
  expect(await on.balance()).toBe(100)
})

test('a rewrite that changes nothing leaves nothing waiting', async () => {
  const on = await modelStage()
  const id = await newItem(on)
  on.llm.says({ json: { ...unchanged, content, reason: 'All is well.' } })

  expect((await run(on, { id, mode: 'refresh' })).result).toMatchObject({
    pendingRevision: null,
    reason: 'All is well.',
  })
  expect((await on.call(getItem, { id })).item.pendingRevision).toBeNull()
})
