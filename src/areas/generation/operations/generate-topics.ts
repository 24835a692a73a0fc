import { z } from 'zod'

import { requireEnabled } from '#areas/collections/index.ts'
import { generateTopicsJob } from '#areas/generation/jobs/generate-topics.ts'
import { limits } from '#areas/generation/options.ts'
import { creditsFor, startPaid } from '#areas/generation/spend.ts'
import { chooseProvider, writers } from '#areas/models/index.ts'
import { groundFor } from '#areas/topics/index.ts'
import { operation } from '#kernel/operation.ts'
import { id, startedJob, text } from '#kernel/schema.ts'

const topicSources = ['context', 'gsc', 'asv_gaps'] as const

export const generateTopics = operation({
  name: 'generateTopics',
  title: 'Propose topics by a model',
  summary: 'Proposes pending topics with your own model; those whose primary keyword exists are dropped.',
  scope: 'content:write',
  risk: 'write',
  startsJob: true,
  errors: ['not_found', 'provider_not_configured', 'insufficient_credits', 'collection_disabled', 'plan_required'],
  examples: [{ title: 'Five articles', input: { collectionId: 'articles', count: 5, seeds: ['beekeeping'] } }],
  input: z.strictObject({
    collectionId: id('collection').describe('Id or slug'),
    count: z.int().min(1).max(limits.topicsPerCall),
    seeds: z
      .array(text(120, { min: 1 }))
      .max(20)
      .optional(),
    sources: z.array(z.enum(topicSources)).max(3).optional().describe('Left out: context'),
  }),
  output: startedJob().extend({
    credits: z.int().describe('Reserved'),
    withoutData: z.array(z.enum(topicSources)).describe('Sources that have nothing to say'),
  }),

  async handle(ctx, { collectionId, count, seeds = [], sources: given }) {
    const { db, access } = ctx
    const sources = given ?? (['context'] as const)
    const { collection } = await groundFor(db, collectionId)
    requireEnabled(collection, access.organization.plan)
    const provider = await chooseProvider(ctx, { among: writers, alternative: { operation: 'createBlogTopic' } })
    const amount = creditsFor('generateTopics', count)
    const usesContext = sources.includes('context')
    const input = { collectionId: collection.id, count, seeds, usesContext, provider, credits: amount }
    const started = await startPaid(ctx, generateTopicsJob, { input, amount, use: 'generation' })
    return { ...started, withoutData: sources.filter((source) => source !== 'context') }
  },
})
