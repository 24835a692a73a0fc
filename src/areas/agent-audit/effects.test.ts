import { expect, test } from 'vitest'

import { getAgentAuditRecord } from '#areas/agent-audit/operations/get-agent-audit-record.ts'
import { bulkUpdateItems } from '#areas/content/operations/bulk-update-items.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { createContextEntry } from '#areas/library/operations/create-context-entry.ts'
import { deleteContextEntry } from '#areas/library/operations/delete-context-entry.ts'
import { createTaxonomyTerm } from '#areas/taxonomies/operations/create-taxonomy-term.ts'
import { createBlogTopic } from '#areas/topics/operations/create-blog-topic.ts'
import { reviewTopics } from '#areas/topics/operations/review-topics.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import { newTopic } from '#test/sample-records.ts'
import { stage } from '#test/stage.ts'

const confirm = { confirm: true } as const

async function effectsStage() {
  const on = await stage()
  const effectsOf = async (op: AnyOperation, input: unknown, options = {}) => {
    const { body } = await on.answerOf(op, input, { ...confirm, ...options })
    const { requestId, result } = JSON.parse(body) as { requestId: `req_${string}`; result: Record<string, unknown> }
    await on.work()
    const { record } = await on.call(getAgentAuditRecord, { requestId })
    return { effects: record.effects, result }
  }
  return { ...on, effectsOf }
}

test('the record of a change names the revisions that it wrote, also those of its job', async () => {
  const on = await effectsStage()
  const made = { collectionId: 'articles', title: 'Old', status: 'published' }
  const { effects: first, result } = await on.effectsOf(createItem, made)
  const { id } = result['item'] as { id: string }
  expect(first).toEqual([{ type: 'item', id, title: 'Old', from: null, to: 1 }])

  const { effects: moved } = await on.effectsOf(updateItem, { id, slug: 'new', title: 'New' })
  expect(moved).toEqual([
    { type: 'item', id, title: 'New', from: 1, to: 2 },
    { type: 'redirect', id: expect.stringMatching(/^red_/), title: '/articles/old', from: null, to: 1 },
  ])

  const { effects: bulk } = await on.effectsOf(bulkUpdateItems, { ids: [id], patch: { robots: { noindex: true } } })
  expect(bulk).toEqual([{ type: 'item', id, title: 'New', from: 2, to: 3 }])

  const { effects: gone } = await on.effectsOf(deleteItem, {
    id,
    permanent: true,
    redirectTo: 'https://elsewhere.example/',
  })
  expect(gone).toContainEqual({ type: 'item', id, title: 'New', from: 3, to: null })
})

test('topics, entries and terms have revisions too, and nothing is named that did not happen', async () => {
  const on = await effectsStage()
  const topicId = await newTopic(on)
  const { effects: reviewed } = await on.effectsOf(reviewTopics, { ids: [topicId], decision: 'approve' })
  expect(reviewed).toMatchObject([{ type: 'topic', id: topicId, from: 1, to: 2 }])

  const { effects: made, result } = await on.effectsOf(createContextEntry, { kind: 'fact', title: 'F', body: 'B' })
  const { id } = result['entry'] as { id: string }
  expect(made).toEqual([{ type: 'entry', id, title: 'F', from: null, to: 1 }])
  expect((await on.effectsOf(deleteContextEntry, { id })).effects).toMatchObject([{ from: 1, to: null }])

  const { effects: term } = await on.effectsOf(createTaxonomyTerm, { taxonomy: 'tag', name: 'CRM' })
  expect(term).toMatchObject([{ type: 'term', title: 'CRM', from: null, to: 1 }])
  const topic = { topic: 'T', primaryKeyword: 'k', angle: 'a', collectionPresetId: 'articles' }
  expect((await on.effectsOf(createBlogTopic, topic, { dryRun: true })).effects).toEqual([])

  const kept = await on.rows(({ db }) =>
    db.selectFrom('record_revision').select(['type', 'n', 'author_type']).orderBy('type').orderBy('n').execute(),
  )
  expect(kept.map(({ type, n }) => `${type} ${n}`)).toEqual(['entry 1', 'entry 2', 'term 1', 'topic 1', 'topic 2'])
})

test('a credential in a title or note is in no record of the call, and the item itself keeps its text', async () => {
  const on = await effectsStage()
  const secret = `mh_sk_${'7a'.repeat(18)}`
  const title = `Key ${secret}`

  const { effects, result } = await on.effectsOf(createItem, { collectionId: 'articles', title, note: title })
  await on.effectsOf(createTaxonomyTerm, { taxonomy: 'tag', name: title })
  await on.effectsOf(createContextEntry, { kind: 'fact', title, body: 'B' })
  await on.effectsOf(createBlogTopic, {
    topic: title,
    primaryKeyword: 'k',
    angle: 'a',
    collectionPresetId: 'articles',
  })

  expect(effects).toMatchObject([{ title: 'Key mh_sk_[redacted]' }])
  expect(result['item']).toMatchObject({ title })
  const kept = await on.rows(async ({ db }) => [
    await db.selectFrom('audit_record').selectAll().execute(),
    await db.selectFrom('audit_effect').selectAll().execute(),
    await db.selectFrom('item_revision').select('note').execute(),
    await db.selectFrom('record_revision').select('note').execute(),
  ])
  expect(JSON.stringify(kept)).not.toContain(secret)
  expect(JSON.stringify(kept)).toContain('mh_sk_[redacted]')
})
