import { z } from 'zod'

import type { RecordField } from '#kernel/record-fields.ts'
import { id, text, timestamp, title, words } from '#kernel/schema.ts'

import { topicStates } from './topic-states.ts'

const topicSources = ['agent', 'user', 'ai', 'import'] as const

const required = <S extends z.ZodType>(schema: S) => ({ create: schema, change: schema.optional() })
const clearable = <S extends z.ZodType>(schema: S) => ({
  create: schema.optional(),
  change: schema.nullable().optional(),
  output: z.string().nullable(),
})

/** The fields of a topic. Type and style are checked against the organization's presets. */
export const topicFields = {
  id: { column: 'id', id: 'topic', output: id('topic') },
  topic: { column: 'topic', ...required(title(300)), output: title(300) },
  primaryKeyword: { column: 'primary_keyword', ...required(words(120)), output: z.string() },
  angle: {
    column: 'angle',
    ...required(words(1000).describe('What the article says that others do not')),
    output: z.string(),
  },
  collectionPresetId: {
    column: 'collection_id',
    id: 'collection',
    ...required(id('collection').describe('Id or slug of an enabled collection')),
    output: id('collection'),
  },
  articleType: { column: 'article_type', ...clearable(text(60).describe('One from listGenerationOptions')) },
  writingStyle: { column: 'writing_style', ...clearable(text(60).describe('One from listGenerationOptions')) },
  customInstructions: { column: 'custom_instructions', ...clearable(text(4000)) },
  asvPromptId: {
    column: 'asv_prompt_id',
    id: 'prompt',
    create: id('prompt').optional().describe('The prompt that the article is meant to move'),
    output: id('prompt').nullable(),
  },
  source: { column: 'source', output: z.enum(topicSources) },
  // topics.md#topics-name-their-agent
  agentName: { column: 'agent_name', output: z.string().nullable() },
  priority: {
    column: 'priority',
    change: z.int().min(0).max(100).optional().describe('0 to 100'),
    output: z.int(),
  },
  state: { column: 'effective_state', output: z.enum(topicStates) },
  // The note given when it was approved or rejected.
  reviewReason: { column: 'review_reason', output: z.string().nullable() },
  itemId: { column: 'item_id', id: 'item', output: id('item').nullable() },
  version: { column: 'version', output: z.int() },
  createdAt: { column: 'created_at', time: true, output: timestamp() },
  updatedAt: { column: 'updated_at', time: true, output: timestamp() },
} as const satisfies Record<string, RecordField>
