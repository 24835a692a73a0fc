import { z } from 'zod'

import { settleCredits } from '#areas/account/index.ts'
import { allowedLinks } from '#areas/addresses/index.ts'
import { noteGeneration, stageChanges } from '#areas/content/index.ts'
import { promptVersion, writtenBy } from '#areas/generation/article-forms.ts'
import { writeBrief } from '#areas/generation/brief.ts'
import { contextChars } from '#areas/generation/options.ts'
import {
  changesOfRewrite,
  type Current,
  rewriteModes,
  rewriteRules,
  ruleOfMode,
  sectionForm,
  type Whole,
  wholeForm,
} from '#areas/generation/rewrite-forms.ts'
import { bodyOf, findItem, type ItemChanges } from '#areas/items/index.ts'
import { type Filled, fillForm, openNamed, writers } from '#areas/models/index.ts'
import { getSettings } from '#areas/organizations/index.ts'
import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { job, type JobCtx } from '#kernel/job.ts'
import { id } from '#kernel/schema.ts'
import { addressesIn } from '#std/keep-links.ts'
import { textHash } from '#std/text-hash.ts'
import { sectionsOf } from '#std/text-sections.ts'

const input = z.strictObject({
  itemId: id('item'),
  mode: z.enum(rewriteModes),
  selector: z.string().nullable(),
  instructions: z.string().nullable(),
  targetLocale: z.string().nullable(),
  provider: z.enum(writers),
  credits: z.int(),
})
type Input = z.output<typeof input>

/** Rewrites an item. The item stays as it is; the rewrite waits as a revision (generation.md#rewrites-wait). */
export const rewriteItemJob = job({
  name: 'rewriteItem',
  title: 'Rewrite an article',
  queue: 'bulk',
  scope: 'content:write',
  attempts: 3,
  endsWithRefusal: true,
  steps: ['research', 'draft', 'check'],
  input,

  async work(ctx, asked) {
    const { itemId, credits } = asked
    const ground = await ctx.read((db) => readGround(ctx, db, asked))
    const { current } = ground
    const base = await ctx.step('research', async () => textHash(current.content))
    if (base !== textHash(current.content)) throw changedMeanwhile(itemId)
    await ctx.write(({ db }) => noteGeneration(db, itemId, 'running'))
    const written = await ctx.step('draft', () => rewrite(ctx, asked, ground))
    const changes = changesOf(ground, asked, written.value) ?? {}
    const pendingRevision = await ctx.step('check', () => keep(ctx, asked, { changes, written, current }))
    const { model, cost, tokens } = written
    return {
      result: {
        pendingRevision,
        reason: written.value.reason.slice(0, 500),
        model,
        promptVersion,
        cost,
        credits,
        tokens,
      },
    }
  },
})

type Ground = Awaited<ReturnType<typeof readGround>>
type Rewritten = Filled<Partial<Whole> & { reason: string }>

async function readGround(ctx: JobCtx, db: Reader, { itemId, mode, selector }: Input) {
  const row = await findItem(db, { id: itemId })
  const { content, contentFormat } = await bodyOf(db, itemId)
  const current: Current = {
    title: row.title,
    content,
    contentFormat,
    tldr: row.tldr,
    excerpt: row.excerpt,
    seoTitle: row.seo_title,
    metaDescription: row.meta_description,
  }
  const rules = { maxContextChars: contextChars.default, isHandedIn: false }
  const brief = await writeBrief({ ...ctx, db, now: ctx.now() }, { itemId }, rules)
  const section =
    mode === 'section' ? sectionsOf(content, contentFormat).find(({ slug }) => slug === selector) : undefined
  if (mode === 'section' && section === undefined) throw changedMeanwhile(itemId)
  // What the article links to already may stay.
  return { current, brief, section, isAllowed: await allowedLinks(db, await getSettings(db), addressesIn(content)) }
}

async function rewrite(ctx: JobCtx, asked: Input, ground: Ground): Promise<Rewritten> {
  const { current, brief, section } = ground
  const { mode, instructions: wishes, targetLocale } = asked
  const writer = await openNamed(ctx, { provider: asked.provider, model: null })
  const passage = section && current.content.slice(section.start, section.end)
  const form = {
    name: 'rewrite',
    instructions: [...rewriteRules, ruleOfMode[mode], ...styleOf(brief)],
    data: {
      mode,
      wishes,
      ...(targetLocale === null ? {} : { targetLocale }),
      current,
      ...(passage === undefined ? {} : { passage }),
      locale: brief.assignment.locale,
      brand: brief.assignment.brand,
      contextPassages: brief.contextPassages,
      internalLinkTargets: brief.internalLinkTargets,
    },
    maxOutputTokens: 12_000 + current.content.length,
    links: { isAllowed: ground.isAllowed, body: current.contentFormat },
    growing: { field: 'content', onGrowth: ctx.showText },
  }
  const isUsable = (value: Partial<Whole>) => value.content !== '' && changesOf(ground, asked, value) !== undefined
  return mode === 'section'
    ? fillForm(writer, { ...form, schema: sectionForm, isUsable })
    : fillForm(writer, { ...form, schema: wholeForm, isUsable })
}

// The rules about facts, quotes and style; a brief begins with what is to be written, which is another thing here.
const styleOf = ({ instructions }: Ground['brief']) => instructions.slice(1)

function changesOf({ current, section }: Ground, { mode }: Input, given: Partial<Whole>): ItemChanges | undefined {
  if (mode !== 'section' || section === undefined) return changesOfRewrite(current, given)
  const { content } = current
  const after = content.slice(section.end)
  const passage = `${(given.content ?? '').trimEnd()}${after === '' ? '' : '\n\n'}`
  return changesOfRewrite(current, { content: content.slice(0, section.start) + passage + after })
}

type Kept = { changes: ItemChanges; written: Rewritten; current: Current }

/** Stores the rewrite as a revision that waits; null where nothing differs. */
function keep(ctx: JobCtx, { itemId, mode, credits }: Input, { changes, written, current }: Kept) {
  const { actor, requestId, jobId, checks } = ctx
  const { model, value } = written
  const changedFields = Object.keys(changes)
  return ctx.once('revision', async ({ db }) => {
    await settleCredits(db, { jobId, used: credits })
    await noteGeneration(db, itemId, 'succeeded')
    if (changedFields.length === 0) return null
    const note = `${writtenBy(model, `Rewritten (${mode})`)}: ${value.reason}`.replaceAll(/\s+/g, ' ').slice(0, 200)
    const authorship = { actor, requestId, now: ctx.now(), note }
    const n = await stageChanges({ db, checks }, { itemId, changes, content: current.content }, authorship)
    return { n, changedFields, model }
  })
}

const changedMeanwhile = (itemId: string) =>
  new Refusal('conflict', 'Somebody changed the text meanwhile. Start again with the new one.', { id: itemId })
