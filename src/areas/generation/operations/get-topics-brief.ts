import { z } from 'zod'

import { requireEnabled } from '#areas/collections/index.ts'
import {
  readableSources,
  topicMaterial,
  topicRules,
  topicsForm,
  topicSources,
} from '#areas/generation/topic-material.ts'
import { wishOf, wishShape } from '#areas/generation/topic-wish.ts'
import { operation } from '#kernel/operation.ts'
import { id, iso, jsonObject, timestamp } from '#kernel/schema.ts'

export const getTopicsBrief = operation({
  name: 'getTopicsBrief',
  title: 'Get a brief for topics',
  summary:
    'Returns what your own model needs to propose topics: rules, material, schema. Then createBlogTopic for each.',
  scope: 'content:read',
  risk: 'read',
  errors: ['not_found', 'collection_disabled', 'plan_required'],
  examples: [{ title: 'Five articles', input: { collectionId: 'articles', count: 5, sources: ['context', 'gsc'] } }],
  input: z.strictObject(wishShape),
  output: z.object({
    instructions: z.array(z.string()),
    material: jsonObject(),
    untrusted: z.object({
      source: z.string(),
      fetchedAt: timestamp(),
      contextPassages: z.array(jsonObject()),
      searches: z.array(z.object({ query: z.string(), impressions: z.int() })),
      gaps: z.array(
        z.object({
          gap: z.int(),
          question: z.string(),
          kind: z.string(),
          named: z.array(z.string()),
          asvPromptId: id('prompt').describe('For createBlogTopic'),
        }),
      ),
    }),
    schema: jsonObject().describe('JSON Schema of what the model fills in'),
    handIn: z.object({ operation: z.string() }),
    withoutData: z.array(z.enum(topicSources)).describe('Sources that have nothing to say, or that you may not read'),
  }),

  async handle({ db, access, now }, given) {
    const wish = wishOf(given)
    const { readable, unreadable } = readableSources(wish.sources, access.scopes)
    const { collection, asked, quoted, gaps, withoutData } = await topicMaterial(
      db,
      { ...wish, sources: readable },
      { organization: access.organization, now },
    )
    requireEnabled(collection, access.organization.plan)
    return {
      instructions: topicRules,
      material: asked,
      untrusted: {
        source: 'organization',
        fetchedAt: iso(now),
        ...quoted,
        gaps: quoted.gaps.flatMap((gap, at) => {
          const asvPromptId = gaps[at]?.promptId
          return asvPromptId === undefined ? [] : [{ ...gap, asvPromptId }]
        }),
      },
      schema: { ...z.toJSONSchema(topicsForm, { io: 'input', reused: 'inline' }) },
      handIn: { operation: 'createBlogTopic' },
      withoutData: [...withoutData, ...unreadable],
    }
  },
})
