import { z } from 'zod'

import { noteGeneration } from '#areas/content/index.ts'
import { rewriteItemJob } from '#areas/generation/jobs/rewrite-item.ts'
import { rewriteModes } from '#areas/generation/rewrite-forms.ts'
import { bodyOf, lockUntrashed } from '#areas/items/index.ts'
import { openJob } from '#areas/jobs/index.ts'
import { chooseProvider, creditsFor, startPaid, writers } from '#areas/models/index.ts'
import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { id, locale, startedJob, text } from '#kernel/schema.ts'
import { sectionsOf } from '#std/text-sections.ts'

export const rewriteItem = operation({
  name: 'rewriteItem',
  title: 'Rewrite an item with a model',
  summary:
    'Rewrites an item with your own model; the result waits as pendingRevision. Without a key, use getWritingBrief.',
  scope: 'content:write',
  risk: 'write',
  startsJob: true,
  errors: ['not_found', 'invalid_transition', 'provider_not_configured', 'insufficient_credits', 'job_running'],
  examples: [{ title: 'Shorten', input: { id: 'itm_01jzz0000000000000000000zz', mode: 'shorten' } }],
  input: z
    .strictObject({
      id: id('item'),
      mode: z.enum(rewriteModes),
      selector: text(200).optional().describe('Slug of a heading, with mode section'),
      instructions: text(4000).optional(),
      targetLocale: locale().optional().describe('With mode translate'),
    })
    .refine(({ mode, selector }) => (mode === 'section') === (selector !== undefined), {
      path: ['selector'],
      message: 'Belongs to mode section',
    })
    .refine(({ mode, targetLocale }) => (mode === 'translate') === (targetLocale !== undefined), {
      path: ['targetLocale'],
      message: 'Belongs to mode translate',
    }),
  output: startedJob().extend({ credits: z.int().describe('Reserved') }),

  async handle(ctx, { id: itemId, mode, selector = null, instructions = null, targetLocale = null }) {
    const { db } = ctx
    await lockUntrashed(db, { id: itemId, to: 'changed' })
    const alternative = { operation: 'getWritingBrief' }
    const provider = await chooseProvider(ctx, { among: writers, alternative })
    const jobId = await openJob(db, { kind: rewriteItemJob.name, on: { field: 'itemId', id: itemId } })
    if (jobId !== undefined)
      throw new Refusal('job_running', 'This item is being rewritten. getJob follows it.', { jobId })
    if (selector !== null) await requireSection(db, itemId, selector)

    await noteGeneration(db, itemId, 'queued')
    const amount = creditsFor('rewriteItem')
    const input = { itemId, mode, selector, instructions, targetLocale, provider, credits: amount }
    return startPaid(ctx, rewriteItemJob, { input, amount, use: 'generation' })
  },
})

async function requireSection(db: Reader, itemId: string, selector: string): Promise<void> {
  const { content, contentFormat } = await bodyOf(db, itemId)
  const slugs = sectionsOf(content, contentFormat).map(({ slug }) => slug)
  if (slugs.includes(selector)) return
  const message = slugs.length === 0 ? 'The item has no headings' : `Must be one of: ${slugs.slice(0, 50).join(', ')}`
  throw new Refusal('validation_failed', message, [{ path: '/input/selector', message, code: 'invalid_value' }])
}
