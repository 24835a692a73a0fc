import { z } from 'zod'

import { id, iso, timestamp, title } from '#kernel/schema.ts'

import { topicStates } from './topic-states.ts'
import { type Topic, topicSources } from './topics.ts'

/** A topic in an answer. */
export const topicOutput = z.object({
  id: id('topic'),
  topic: title(300),
  primaryKeyword: z.string(),
  angle: z.string(),
  collectionPresetId: id('collection'),
  articleType: z.string().nullable(),
  writingStyle: z.string().nullable(),
  customInstructions: z.string().nullable(),
  source: z.enum(topicSources),
  priority: z.int(),
  state: z.enum(topicStates),
  reviewReason: z.string().nullable(),
  itemId: id('item').nullable(),
  version: z.int(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})

export function describeTopic(topic: Topic): z.input<typeof topicOutput> {
  return { ...topic, createdAt: iso(topic.createdAt), updatedAt: iso(topic.updatedAt) }
}
