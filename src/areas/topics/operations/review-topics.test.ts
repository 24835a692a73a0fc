import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { createBlogTopic } from '#areas/topics/operations/create-blog-topic.ts'
import { deleteTopic } from '#areas/topics/operations/delete-topic.ts'
import { listTopics } from '#areas/topics/operations/list-topics.ts'
import { reviewTopics } from '#areas/topics/operations/review-topics.ts'
import { updateTopic } from '#areas/topics/operations/update-topic.ts'
import type { TopicState } from '#areas/topics/topic-states.ts'
import { lockTopic, markDrafted } from '#areas/topics/topics.ts'
import { stage } from '#test/stage.ts'

async function topics() {
  const on = await stage()
  const add = async (topic: string, more: object = {}) =>
    (
      await on.call(createBlogTopic, {
        topic,
        primaryKeyword: topic,
        angle: 'An angle',
        collectionPresetId: 'articles' as never,
        ...more,
      })
    ).topic
  const put = (id: string, state: TopicState) =>
    on.rows(({ db }) => db.updateTable('topic').set({ state }).where('id', '=', id).execute())
  const draft = async (id: string) => {
    const { item } = await on.call(createItem, { collectionId: 'articles' as never, title: 'Its item' })
    await on.rows(async ({ db }) => markDrafted(db, await lockTopic(db, id), item.id))
    return item
  }
  const review = async (ids: string[], decision: 'approve' | 'reject' = 'approve') =>
    (await on.call(reviewTopics, { ids: ids as never, decision })).results
  return { ...on, add, put, draft, review }
}

test('each topic is answered for itself: one that cannot be decided stops no other', async () => {
  const { add, draft, put, review } = await topics()
  const [pending, failed, approved, rejected, drafted] = [
    await add('pending'),
    await add('failed'),
    await add('approved'),
    await add('rejected'),
    await add('drafted'),
  ]
  await put(failed.id, 'failed')
  await put(approved.id, 'approved')
  await put(rejected.id, 'rejected')
  await draft(drafted.id)
  const unknown = 'top_01jzz0000000000000000000zz'

  const results = await review([pending.id, unknown, failed.id, approved.id, rejected.id, drafted.id, pending.id])

  const refused = (state: string, allowed: string[]) => ({
    state,
    error: { code: 'invalid_transition', details: { state, requested: 'approved', allowed } },
  })
  expect(results).toMatchObject([
    { id: pending.id, state: 'approved' },
    { id: unknown, state: null, error: { code: 'not_found' } },
    { id: failed.id, state: 'approved' },
    { id: approved.id, ...refused('approved', ['generating', 'drafted']) },
    { id: rejected.id, ...refused('rejected', []) },
    { id: drafted.id, ...refused('drafted', []) },
  ])
  expect(results.filter(({ error }) => error === undefined)).toHaveLength(2)
})

test('only pending topics are rejected, with the reason', async () => {
  const { add, call } = await topics()
  const [first, second] = [await add('first'), await add('second')]
  await call(reviewTopics, { ids: [second.id], decision: 'approve' })

  const { results } = await call(reviewTopics, { ids: [first.id, second.id], decision: 'reject', reason: 'Off topic' })

  expect(results).toMatchObject([{ state: 'rejected' }, { state: 'approved', error: { code: 'invalid_transition' } }])
  const { items } = await call(listTopics, { state: 'rejected' })
  expect(items).toMatchObject([{ id: first.id, reviewReason: 'Off topic', version: 2 }])
})

test('reviews of the same topics in other orders wait for each other and decide once', async () => {
  const { add, review } = await topics()
  const ids = await Promise.all(['a', 'b', 'c', 'd'].map(async (name) => (await add(name)).id))

  const answers = await Promise.all([review(ids), review(ids.toReversed(), 'reject'), review(ids)])

  const decided = answers.flat().filter(({ error }) => error === undefined)
  expect(decided.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
})

test('a topic is drafted while its item exists: in the trash, too; then it is approved as before', async () => {
  const { add, draft, call, review } = await topics()
  const { id } = await add('freed')
  const item = await draft(id)
  const state = async () => (await call(listTopics, {})).items[0]

  await call(deleteItem, { id: item.id }, { confirm: true })
  expect(await state()).toMatchObject({ state: 'drafted', itemId: item.id })
  await expect(call(deleteTopic, { topicId: id }, { confirm: true })).rejects.toMatchObject({
    code: 'in_use',
    details: { itemId: item.id },
  })

  await call(deleteItem, { id: item.id, permanent: true }, { confirm: true })
  expect(await state()).toMatchObject({ state: 'approved', itemId: null })
  expect((await call(listTopics, { state: 'approved' })).total).toBe(1)
  expect(await review([id])).toMatchObject([{ error: { code: 'invalid_transition' } }])
  expect(await call(deleteTopic, { topicId: id }, { confirm: true })).toEqual({ id, deleted: true })
})

test('a topic that is being written is neither changed nor deleted', async () => {
  const { add, call, put } = await topics()
  const { id } = await add('busy')
  await put(id, 'generating')

  await expect(call(deleteTopic, { topicId: id }, { confirm: true })).rejects.toMatchObject({ code: 'in_use' })
  await expect(call(updateTopic, { topicId: id, priority: 1 })).rejects.toMatchObject({
    code: 'invalid_transition',
    details: { state: 'generating', allowed: [] },
  })
})

test('a change touches the given fields alone, and its keyword counts from then on', async () => {
  const { add, call } = await topics()
  const { id } = await add('old keyword', { articleType: 'guide', customInstructions: 'Short.' })

  const { topic } = await call(updateTopic, {
    topicId: id,
    primaryKeyword: 'new keyword',
    articleType: null,
    priority: 90,
    ifVersion: 1,
  })

  expect(topic).toMatchObject({
    topic: 'old keyword',
    primaryKeyword: 'new keyword',
    articleType: null,
    customInstructions: 'Short.',
    priority: 90,
    version: 2,
  })
  const again = (keyword: string) =>
    call(createBlogTopic, { topic: 't', primaryKeyword: keyword, angle: 'a', collectionPresetId: 'articles' as never })
  expect((await again('keyword, new')).duplicateOf).toBe(id)
  expect((await again('old keyword')).duplicateOf).toBeUndefined()
  await expect(call(updateTopic, { topicId: id, priority: 101 })).rejects.toMatchObject({ code: 'validation_failed' })
  await expect(call(updateTopic, { topicId: id, priority: 1, ifVersion: 1 })).rejects.toMatchObject({
    code: 'version_conflict',
  })
  await expect(call(updateTopic, { topicId: id, collectionPresetId: 'glossary' as never })).rejects.toMatchObject({
    code: 'collection_disabled',
  })
})

test('lists are in the order of priority, then the newest first, and are searched', async () => {
  const { add, call } = await topics()
  const [first] = [await add('Ärger im Büro'), await add('second'), await add('third 100%')]
  await call(updateTopic, { topicId: first.id, priority: 80 })
  const names = async (input: object) => (await call(listTopics, input)).items.map(({ topic }) => topic)

  expect(await names({})).toEqual(['Ärger im Büro', 'third 100%', 'second'])
  expect(await names({ search: 'ÄRGER IM' })).toEqual(['Ärger im Büro'])
  expect(await names({ search: '100%' })).toEqual(['third 100%'])
  expect(await names({ collectionId: 'articles', state: 'pending', pageSize: 2, page: 2 })).toEqual(['second'])
})
