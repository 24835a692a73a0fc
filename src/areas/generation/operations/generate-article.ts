import { z } from 'zod'

import { getCollection, requireEnabled } from '#areas/collections/index.ts'
import { generateArticleJob } from '#areas/generation/jobs/generate-article.ts'
import { limits } from '#areas/generation/options.ts'
import { openJob } from '#areas/jobs/index.ts'
import { chooseProvider, creditsFor, painters, startPaid, writers } from '#areas/models/index.ts'
import { lockTopic, markGenerating, requireWritable, type Topic } from '#areas/topics/index.ts'
import type { Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { id, startedJob, text } from '#kernel/schema.ts'

export const generateArticle = operation({
  name: 'generateArticle',
  title: 'Write an article with a model',
  summary:
    "Writes the draft of an approved topic with the organization's own model. Without a key, use getWritingBrief.",
  scope: 'content:write',
  risk: 'write',
  startsJob: true,
  errors: [
    'not_found',
    'provider_not_configured',
    'insufficient_credits',
    'job_running',
    'invalid_transition',
    'collection_disabled',
    'plan_required',
  ],
  examples: [
    { title: 'With the default model', input: { topicId: 'top_01jzz0000000000000000000zz', targetWords: 900 } },
  ],
  input: z.strictObject({
    topicId: id('topic'),
    provider: z.enum(writers).optional(),
    model: text(120, { min: 1 }).optional(),
    targetWords: z.int().min(limits.targetWordsMin).max(limits.targetWordsMax).default(1200),
    withImages: z.boolean().default(false).describe('Also draws the featured image'),
  }),
  output: startedJob().extend({ credits: z.int().describe('Reserved') }),

  async handle(ctx, { topicId, provider: given, model = null, targetWords, withImages }) {
    const { db, access } = ctx
    const topic = await lockTopic(db, topicId)
    const alternative = { operation: 'getWritingBrief' }
    const provider = await chooseProvider(ctx, { among: writers, given, alternative })
    const painter = withImages
      ? await chooseProvider(ctx, { among: painters, alternative: { operation: 'getImageBrief' } })
      : null
    await requireIdle(db, topic)
    requireWritable(topic)
    requireEnabled(await getCollection(db, topic.collectionPresetId), access.organization.plan)

    await markGenerating(db, topic)
    const amount = creditsFor('generateArticle') + (withImages ? creditsFor('generateImage') : 0)
    const input = { topicId, provider, model, targetWords, painter, credits: amount }
    return startPaid(ctx, generateArticleJob, { input, amount, use: 'generation' })
  },
})

async function requireIdle(db: Writer, { id: topicId, state }: Topic): Promise<void> {
  if (state !== 'generating') return
  const jobId = await openJob(db, { kind: generateArticleJob.name, on: { field: 'topicId', id: topicId } })
  throw new Refusal('job_running', 'This article is being written. getJob follows it.', { jobId: jobId ?? null })
}
