import { z } from 'zod'

import { requireEnabled } from '#areas/collections/index.ts'
import { generateTopicsJob } from '#areas/generation/jobs/generate-topics.ts'
import { readableSources, topicMaterial, topicSources } from '#areas/generation/topic-material.ts'
import { wishOf, wishShape } from '#areas/generation/topic-wish.ts'
import { chooseProvider, creditsFor, startPaid, writers } from '#areas/models/index.ts'
import { operation } from '#kernel/operation.ts'
import { startedJob } from '#kernel/schema.ts'

export const generateTopics = operation({
  name: 'generateTopics',
  title: 'Propose topics with a model',
  summary:
    'Proposes pending topics with your own model; those whose keyword exists are dropped. Without a key, getTopicsBrief.',
  scope: 'content:write',
  risk: 'write',
  judgesCaller: true,
  startsJob: true,
  errors: ['not_found', 'provider_not_configured', 'insufficient_credits', 'collection_disabled', 'plan_required'],
  examples: [{ title: 'Five articles', input: { collectionId: 'articles', count: 5, seeds: ['beekeeping'] } }],
  input: z.strictObject(wishShape),
  output: startedJob().extend({
    credits: z.int().describe('Reserved'),
    withoutData: z.array(z.enum(topicSources)).describe('Sources that have nothing to say, or that you may not read'),
  }),

  async handle(ctx, given) {
    const { db, access, now } = ctx
    const asked = wishOf(given)
    const { readable, unreadable } = readableSources(asked.sources, access.scopes)
    const wish = { ...asked, sources: readable }
    const { collection, withoutData } = await topicMaterial(db, wish, { organization: access.organization, now })
    requireEnabled(collection, access.organization.plan)
    const provider = await chooseProvider(ctx, { among: writers, alternative: { operation: 'getTopicsBrief' } })
    const amount = creditsFor('generateTopics', wish.count)
    const input = { ...wish, collectionId: collection.id, provider, credits: amount }
    const started = await startPaid(ctx, generateTopicsJob, { input, amount, use: 'generation' })
    return { ...started, withoutData: [...withoutData, ...unreadable] }
  },
})
