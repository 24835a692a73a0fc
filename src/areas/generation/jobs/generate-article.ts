import { z } from 'zod'

import { settleCredits } from '#areas/account/index.ts'
import { allowedLinks } from '#areas/addresses/index.ts'
import { renderNew } from '#areas/content/index.ts'
import { type Article, articleForm, outlineForm, promptVersion, writtenBy } from '#areas/generation/article-forms.ts'
import { writeBrief } from '#areas/generation/brief.ts'
import { changesOf, type Draft, draftSchema } from '#areas/generation/draft-schema.ts'
import { drawPicture } from '#areas/generation/draw-picture.ts'
import { contextChars } from '#areas/generation/options.ts'
import { makeOfTopic } from '#areas/generation/take-draft.ts'
import { fillForm, openNamed, painters, sumOf, writers } from '#areas/models/index.ts'
import { getSettings } from '#areas/organizations/index.ts'
import { lockTopic } from '#areas/topics/index.ts'
import { Refusal } from '#kernel/errors.ts'
import { type MediaId, storedId } from '#kernel/ids.ts'
import { job, type JobCtx } from '#kernel/job.ts'
import { id } from '#kernel/schema.ts'
import type { IsAllowed } from '#std/keep-links.ts'

const input = z.strictObject({
  topicId: id('topic'),
  provider: z.enum(writers),
  model: z.string().nullable(),
  targetWords: z.int(),
  painter: z.enum(painters).nullable(),
  credits: z.int(),
})
type Input = z.output<typeof input>

/**
 * Writes the article of a topic as a draft. What a step got from a model is stored with it, so that a restart asks for at most
 * one thing again (generation.md#steps-are-kept).
 */
export const generateArticleJob = job({
  name: 'generateArticle',
  title: 'Write an article',
  queue: 'bulk',
  scope: 'content:write',
  attempts: 3,
  endsWithRefusal: true,
  steps: ['research', 'outline', 'draft', 'links', 'images', 'check'],
  input,

  async work(ctx, asked) {
    const { brief, isAllowed } = await research(ctx, asked)
    const { outline, article } = await write(ctx, asked, { brief, isAllowed })
    const draft = await ctx.step('links', async () => draftOf(article.value, isAllowed) ?? null)
    if (draft === null) throw new Refusal('upstream_failed', 'The article cannot be used.', { reason: 'bad_response' })
    const picture = await ctx.step('images', () => pictureFor(ctx, asked, draft))
    const itemId = await ctx.step('check', () =>
      keep(ctx, asked, { draft, model: article.model, mediaId: picture?.mediaId ?? null }),
    )

    const { tokens, cost } = sumOf([outline, article, ...(picture === null ? [] : [picture])])
    const contextEntryIds = brief.contextPassages.map(({ entryId }) => entryId)
    const { model } = article
    return { result: { itemId, model, promptVersion, cost, credits: asked.credits, tokens, contextEntryIds } }
  },
})

type Brief = Awaited<ReturnType<typeof writeBrief>>
type Ground = { brief: Brief; isAllowed: IsAllowed }

/** The brief of the topic, made again by each attempt: it costs nothing. */
async function research(ctx: JobCtx, { topicId }: Input): Promise<Ground> {
  const found = await ctx.read(async (db) => {
    const rules = { maxContextChars: contextChars.default, isHandedIn: false }
    const brief = await writeBrief({ ...ctx, db, now: ctx.now() }, { topicId }, rules)
    const targets = brief.internalLinkTargets.map(({ url }) => url)
    return { brief, isAllowed: await allowedLinks(db, await getSettings(db), targets) }
  })
  await ctx.step('research', async () => null)
  return found
}

async function write(ctx: JobCtx, asked: Input, { brief, isAllowed }: Ground) {
  const { outlineRules, instructions } = brief
  const { targetWords } = asked
  const data = materialOf(brief)
  const writer = await openNamed(ctx, asked)
  const outline = await ctx.step('outline', () =>
    fillForm(writer, {
      name: 'outline',
      schema: outlineForm,
      instructions: [...outlineRules, `Plan an article of about ${targetWords} words.`],
      data,
      maxOutputTokens: 8000,
      links: { isAllowed },
      isUsable: ({ sections }) => sections.length > 0,
    }),
  )
  const article = await ctx.step('draft', () =>
    fillForm(writer, {
      name: 'article',
      schema: articleForm,
      instructions: [
        ...instructions,
        ...outlineRules,
        `Write about ${targetWords} words, section by section as "outline" says. Give no address that is not in the data.`,
      ],
      data: { ...data, outline: outline.value },
      maxOutputTokens: 12_000 + targetWords * 4,
      links: { isAllowed, body: 'markdown' },
      growing: { field: 'content', onGrowth: ctx.showText },
      isUsable: (value) => draftOf(value, isAllowed) !== undefined,
    }),
  )
  return { outline, article }
}

/** What the model gets to see: nothing of it stands among its instructions (generation.md#instructions-are-fixed). */
function materialOf({ assignment, contextPassages, internalLinkTargets, questions }: Brief) {
  const { topicId: _, topicState: __, itemId: ___, ...about } = assignment
  return { assignment: about, contextPassages, internalLinkTargets, questions }
}

/** The article as a draft, with sources where it may link to; undefined where it is none. */
function draftOf({ citations, ...article }: Article, isAllowed: IsAllowed): Draft | undefined {
  return draftSchema.safeParse({
    ...article,
    secondaryKeywords: article.secondaryKeywords.filter((keyword) => keyword !== '').slice(0, 20),
    faq: article.faq.slice(0, 20),
    citations: citations.filter(({ url }) => isAllowed(url)).slice(0, 100),
  }).data
}

async function pictureFor(ctx: JobCtx, { painter }: Input, { title }: Draft) {
  if (painter === null) return null
  const prompt = `A picture for the head of an article, without any text in it. The article is called: ${title}`
  return drawPicture(ctx, { provider: painter, prompt, aspect: '16:9', alt: title })
}

type Written = { draft: Draft; model: string; mediaId: MediaId | null }

/** Stores the item, settles the credits and ends the topic's waiting, all or nothing. */
async function keep(ctx: JobCtx, { topicId, credits }: Input, { draft, model, mediaId }: Written) {
  const { actor, requestId, jobId, access, baseUrl, checks } = ctx
  const rendered = await renderNew(ctx, changesOf(draft))
  return ctx.once('item', async ({ db, announce }) => {
    const topic = await lockTopic(db, topicId)
    if (topic.state !== 'generating')
      throw new Refusal('conflict', 'The topic no longer waits for this article.', { topicId })
    const { item } = await makeOfTopic({ db, access, baseUrl, checks, announce }, topic, {
      draft,
      status: 'draft',
      publishAt: undefined,
      rendered,
      also: mediaId === null ? {} : { featuredImageId: storedId('media', mediaId) },
      provenance: {
        origin: 'ai',
        model,
        promptVersion,
        generationJobId: jobId,
        citations: draft.citations ?? [],
        sourceTopicId: topic.id,
      },
      authorship: { actor, requestId, now: ctx.now(), note: writtenBy(model) },
    })
    await settleCredits(db, { jobId, used: credits })
    return item.row.id
  })
}
