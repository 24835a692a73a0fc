import { z } from 'zod'

import { getCollection } from '#areas/collections/index.ts'
import { describeTopic, topicOutput } from '#areas/topics/topic-output.ts'
import { topicStates } from '#areas/topics/topic-states.ts'
import { listTopicRows } from '#areas/topics/topic-lists.ts'
import { operation } from '#kernel/operation.ts'
import { id, listInput, listOutput, pageOf } from '#kernel/schema.ts'

export const listTopics = operation({
  name: 'listTopics',
  title: 'List topics',
  summary: 'Lists topics by priority, then newest first. search: topic, keyword and angle.',
  scope: 'content:read',
  risk: 'read',
  errors: ['not_found'],
  examples: [{ title: 'Topics that wait for a decision', input: { state: 'pending' } }],
  input: z.strictObject({
    ...listInput,
    state: z.enum(topicStates).optional(),
    collectionId: id('collection').optional().describe('Collection id or slug'),
  }),
  output: listOutput(topicOutput),

  async handle({ db }, { search, state, collectionId, page, pageSize }) {
    const collection = collectionId === undefined ? undefined : await getCollection(db, collectionId)
    const { topics, total } = await listTopicRows(
      db,
      { search, state, collectionId: collection?.id },
      { page, pageSize },
    )
    return pageOf(topics.map(describeTopic), total, { page, pageSize })
  },
})
