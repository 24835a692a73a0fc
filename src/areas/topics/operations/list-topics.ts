import { z } from 'zod'

import { getCollection } from '#areas/collections/index.ts'
import { countTopics, listTopicRows } from '#areas/topics/topic-lists.ts'
import { describeTopic, topicOutput } from '#areas/topics/topic-output.ts'
import { topicStates } from '#areas/topics/topic-states.ts'
import { operation } from '#kernel/operation.ts'
import { id, listInput, listOutput, oneOrMany, pageOf } from '#kernel/schema.ts'

export const listTopics = operation({
  name: 'listTopics',
  title: 'List topics',
  summary: 'Lists topics by priority, then newest first. search: topic, keyword and angle.',
  scope: 'content:read',
  risk: 'read',
  errors: ['not_found'],
  examples: [{ title: 'Topics that wait for a decision', input: { state: ['pending'] } }],
  input: z.strictObject({
    ...listInput,
    state: oneOrMany(topicStates).optional(),
    collectionId: id('collection').optional().describe('Collection id or slug'),
  }),
  output: listOutput(topicOutput).extend({
    counts: z
      .object({
        pending: z.int(),
        approved: z.int(),
        generating: z.int(),
        drafted: z.int(),
        rejected: z.int(),
        failed: z.int(),
      })
      .describe('Per state: all filters but state'),
  }),

  async handle({ db }, { search, state, collectionId, page, pageSize }) {
    const collection = collectionId === undefined ? undefined : await getCollection(db, collectionId)
    const filter = { search, state, collectionId: collection?.id }
    const { topics, total } = await listTopicRows(db, filter, { page, pageSize })
    return { ...pageOf(topics.map(describeTopic), total, { page, pageSize }), counts: await countTopics(db, filter) }
  },
})
