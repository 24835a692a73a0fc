import { z } from 'zod'

import { publishingWarning } from '#kernel/publishing-warning.ts'
import { id, jsonObject } from '#kernel/schema.ts'

import { passageOutput } from './brief-passages.ts'

/** A brief in an answer (generation.md#brief-out-draft-in). */
export const briefOutput = z.object({
  assignment: z.object({
    topicId: id('topic').nullable(),
    topicState: z.string().nullable(),
    itemId: id('item').nullable(),
    subject: z.string(),
    primaryKeyword: z.string(),
    angle: z.string().nullable(),
    customInstructions: z.string().nullable(),
    articleType: z.string().nullable(),
    writingStyle: z.string().nullable(),
    collection: z.object({ id: id('collection'), slug: z.string(), kind: z.string() }),
    locale: z.string(),
    brand: z.object({
      name: z.string().nullable(),
      description: z.string().nullable(),
      audience: z.string().nullable(),
    }),
  }),
  instructions: z.array(z.string()),
  outlineRules: z.array(z.string()),
  contextPassages: z.array(passageOutput),
  internalLinkTargets: z.array(z.object({ id: id('item'), title: z.string(), url: z.string() })),
  questions: z.object({ search: z.array(z.string()), ai: z.array(z.string()) }),
  draftSchema: jsonObject().describe('JSON Schema of draft in submitDraft'),
  checks: z.array(z.object({ code: z.string(), severity: z.string(), rule: z.string() })),
  current: jsonObject().optional().describe('The item as it is, with itemId'),
  publishingWarnings: z.array(publishingWarning).optional().describe('Of the item as it is, with itemId'),
})
