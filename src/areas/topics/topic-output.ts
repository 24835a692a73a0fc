import { z } from 'zod'

import { iso } from '#kernel/schema.ts'
import { pluck } from '#std/pluck.ts'

import { topicFields } from './topic-fields.ts'
import type { Topic } from './topics.ts'

/** A topic in an answer. */
export const topicOutput = z.object(pluck(topicFields, 'output'))

export function describeTopic(topic: Topic): z.input<typeof topicOutput> {
  return { ...topic, createdAt: iso(topic.createdAt), updatedAt: iso(topic.updatedAt) }
}
