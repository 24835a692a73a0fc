import { expect, test } from 'vitest'

import { getItem } from '#areas/content/operations/get-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { startDraft } from '#areas/generation/operations/start-draft.ts'
import { writer } from '#areas/generation/test-writer.ts'
import { listTopics } from '#areas/topics/operations/list-topics.ts'
import { reviewTopics } from '#areas/topics/operations/review-topics.ts'

test('who writes an approved topic gets a draft with its title and keyword, which the topic names', async () => {
  const { call, newTopic } = await writer()
  const { id: topicId, topic, primaryKeyword } = await newTopic()
  await call(reviewTopics, { ids: [topicId], decision: 'approve' })

  const { item, ...started } = await call(startDraft, { topicId })

  expect(item).toMatchObject({ title: topic, status: 'draft', collectionSlug: 'articles' })
  expect(started.topic).toMatchObject({ id: topicId, state: 'drafted', itemId: item.id })
  expect((await call(getItem, { id: item.id })).item).toMatchObject({
    primaryKeyword,
    content: '',
    sourceTopicId: topicId,
  })
  await call(updateItem, { id: item.id, content: 'First words.' })
  expect((await call(getItem, { id: item.id })).item).toMatchObject({ content: 'First words.', sourceTopicId: topicId })
  await expect(call(startDraft, { topicId })).rejects.toMatchObject({
    code: 'invalid_transition',
    details: { state: 'drafted' },
  })
})

test('a topic that was rejected is not written, and keeps its state', async () => {
  const { call, newTopic } = await writer()
  const { id: topicId } = await newTopic()
  await call(reviewTopics, { ids: [topicId], decision: 'reject' })

  await expect(call(startDraft, { topicId })).rejects.toMatchObject({ code: 'invalid_transition' })

  expect((await call(listTopics, { state: 'rejected' })).items).toMatchObject([{ id: topicId, itemId: null }])
})
