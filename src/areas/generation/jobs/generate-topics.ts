import { z } from 'zod'

import { settleCredits } from '#areas/account/index.ts'
import { contextFor } from '#areas/library/index.ts'
import { fillForm, openNamed, writers } from '#areas/models/index.ts'
import { getSettings } from '#areas/organizations/index.ts'
import {
  describeTopic,
  groundFor,
  insertTopic,
  keywordsInUse,
  recentKeywords,
  topicFields,
} from '#areas/topics/index.ts'
import { job, type JobCtx } from '#kernel/job.ts'
import { id } from '#kernel/schema.ts'
import { keywordKey } from '#std/content-words.ts'
import { visibleText } from '#std/visible-text.ts'

const input = z.strictObject({
  collectionId: id('collection'),
  count: z.int(),
  seeds: z.array(z.string()),
  usesContext: z.boolean(),
  provider: z.enum(writers),
  credits: z.int(),
})
type Input = z.output<typeof input>

const topicsForm = z.strictObject({
  topics: z.array(z.strictObject({ topic: z.string(), primaryKeyword: z.string(), angle: z.string() })),
})
const proposed = z.object({
  topic: topicFields.topic.create,
  primaryKeyword: topicFields.primaryKeyword.create,
  angle: topicFields.angle.create,
})

const rules = [
  'Propose subjects for articles of the organization that "brand" describes, for its readers, in the language of "locale".',
  'Each topic has a working title, the primary keyword that somebody would search for, in two to four words, and in "angle" what the article says that others do not.',
  'Propose "count" topics, each about something else, and none about a keyword of "known". "seeds" are words to begin with.',
]

/** Proposes topics, which wait for somebody to decide (generation.md#topics-are-proposed). */
export const generateTopicsJob = job({
  name: 'generateTopics',
  queue: 'bulk',
  scope: 'content:write',
  attempts: 3,
  endsWithRefusal: true,
  steps: ['research', 'draft', 'check'],
  input,

  async work(ctx, asked) {
    const data = await ctx.read((db) => materialFor(ctx, db, asked))
    await ctx.step('research', async () => null)
    const { value, model, cost, tokens } = await ctx.step('draft', async () =>
      fillForm(await openNamed(ctx, { provider: asked.provider, model: null }), {
        name: 'topics',
        schema: topicsForm,
        instructions: rules,
        data,
        maxOutputTokens: 4000 + asked.count * 300,
        isUsable: ({ topics }) => topics.some((topic) => proposed.safeParse(topic).success),
      }),
    )
    const { topics, credits } = await ctx.step('check', () => keep(ctx, asked, value.topics))
    return { result: { topics, dropped: value.topics.length - topics.length, model, cost, credits, tokens } }
  },
})

async function materialFor(ctx: JobCtx, db: Parameters<Parameters<JobCtx['read']>[0]>[0], asked: Input) {
  const { collectionId, count, seeds, usesContext } = asked
  const { locale, brand } = await getSettings(db)
  const { collection } = await groundFor(db, collectionId)
  const query = [...seeds, brand.name ?? '', brand.description ?? ''].join('\n')
  const passages = usesContext
    ? await contextFor(db, {
        query,
        phrase: seeds[0] ?? brand.name ?? '',
        locale,
        collectionId: collection.id,
        maxChars: 8000,
        now: ctx.now(),
      })
    : []
  return {
    count,
    seeds,
    locale,
    brand: { name: brand.name, description: brand.description, audience: brand.audience },
    collection: { name: collection.name, kind: collection.kind },
    known: await recentKeywords(db, 200),
    contextPassages: passages.map(({ entry, text }) => ({
      kind: entry.kind,
      untrusted: { title: visibleText(entry.title), text: visibleText(text) },
    })),
  }
}

/** Stores those that nobody has yet, `count` at most, and settles by them. */
function keep(ctx: JobCtx, { collectionId, count }: Input, given: z.output<typeof topicsForm>['topics']) {
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
      const fields = {
        ...one,
        articleType: null,
        writingStyle: null,
        customInstructions: null,
        asvPromptId: null,
        source: 'ai' as const,
      }
      topics.push(describeTopic((await insertTopic(db, fields, ground)).topic))
    }
    await settleCredits(db, { jobId, used: topics.length })
    return { topics, credits: topics.length }
  })
}
