import { z } from 'zod'

import { settleCredits } from '#areas/account/index.ts'
import { allowedLinks } from '#areas/addresses/index.ts'
import { topicMaterial, topicRules, topicsForm, topicSources } from '#areas/generation/topic-material.ts'
import { fillForm, openNamed, writers } from '#areas/models/index.ts'
import { getSettings } from '#areas/organizations/index.ts'
import { describeTopic, groundFor, insertTopic, keywordsInUse, topicFields } from '#areas/topics/index.ts'
import { storedId } from '#kernel/ids.ts'
import { job, type JobCtx } from '#kernel/job.ts'
import { id } from '#kernel/schema.ts'
import { keywordKey } from '#std/content-words.ts'

const input = z.strictObject({
  collectionId: id('collection'),
  count: z.int(),
  seeds: z.array(z.string()),
  // Jobs of the version before had only the Context Library.
  sources: z.array(z.enum(topicSources)).default(['context']),
  usesContext: z.boolean().optional(),
  provider: z.enum(writers),
  credits: z.int(),
})
type Input = z.output<typeof input>

const proposed = z.object({
  topic: topicFields.topic.create,
  primaryKeyword: topicFields.primaryKeyword.create,
  angle: topicFields.angle.create,
  gap: z.int().nullable(),
})

/** Proposes topics, which wait for somebody to decide (generation.md#topics-are-proposed). */
export const generateTopicsJob = job({
  name: 'generateTopics',
  title: 'Suggest topics',
  queue: 'bulk',
  scope: 'content:write',
  attempts: 3,
  endsWithRefusal: true,
  steps: ['research', 'draft', 'check'],
  input,

  async work(ctx, asked) {
    const place = { organization: ctx.access.organization, now: ctx.now() }
    const { asked: about, quoted, gaps } = await ctx.read((db) => topicMaterial(db, asked, place))
    const isAllowed = await ctx.read(async (db) => allowedLinks(db, await getSettings(db)))
    // A restart may find other gaps: what the numbers meant is kept.
    const promptIds = await ctx.step('research', async () => gaps.map(({ promptId }) => promptId))
    const { value, model, cost, tokens } = await ctx.step('draft', async () =>
      fillForm(await openNamed(ctx, { provider: asked.provider, model: null }), {
        name: 'topics',
        schema: topicsForm,
        instructions: topicRules,
        data: { ...about, ...quoted },
        maxOutputTokens: 4000 + asked.count * 300,
        links: { isAllowed },
        isUsable: ({ topics }) => topics.some((topic) => proposed.safeParse(topic).success),
      }),
    )
    const { topics, credits } = await ctx.step('check', () => keep(ctx, asked, { given: value.topics, promptIds }))
    return { result: { topics, dropped: value.topics.length - topics.length, model, cost, credits, tokens } }
  },
})

type Written = { given: z.output<typeof topicsForm>['topics']; promptIds: readonly string[] }

/** Stores those that nobody has yet, `count` at most, and settles by them. */
function keep(ctx: JobCtx, { collectionId, count }: Input, { given, promptIds }: Written) {
  const { jobId } = ctx
  return ctx.once('topics', async ({ db }) => {
    const ground = await groundFor(db, collectionId)
    const usable = given.flatMap((topic) => proposed.safeParse(topic).data ?? [])
    const keyOf = ({ primaryKeyword }: { primaryKeyword: string }) => keywordKey(primaryKeyword, ground.locale)
    const taken = await keywordsInUse(db, usable.map(keyOf))
    const topics = []
    for (const one of usable) {
      const key = keyOf(one)
      if (topics.length === count || taken.has(key)) continue
      if (key !== '') taken.add(key)
      const { gap, ...texts } = one
      const fields = {
        ...texts,
        articleType: null,
        writingStyle: null,
        customInstructions: null,
        asvPromptId: storedId('prompt', promptIds[(gap ?? 0) - 1] ?? null),
        source: 'ai' as const,
        agentName: null,
      }
      topics.push(describeTopic((await insertTopic(db, fields, ground)).topic))
    }
    await settleCredits(db, { jobId, used: topics.length })
    return { topics, credits: topics.length }
  })
}
