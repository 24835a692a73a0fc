import { z } from 'zod'

import { settleCredits } from '#areas/account/index.ts'
import { allowedLinks } from '#areas/addresses/index.ts'
import { altOf, altTextMaterial, altTextRules, altTextsForm } from '#areas/generation/alt-texts.ts'
import { changeMedia, lockMedia, pictureOf } from '#areas/media/index.ts'
import { fillForm, openNamed, writers } from '#areas/models/index.ts'
import { getSettings } from '#areas/organizations/index.ts'
import { Refusal } from '#kernel/errors.ts'
import { job, type JobCtx } from '#kernel/job.ts'
import { id } from '#kernel/schema.ts'

const input = z.strictObject({
  mediaIds: z.array(id('media')),
  apply: z.boolean(),
  provider: z.enum(writers),
  credits: z.int(),
})
type Input = z.output<typeof input>

/** Has a model look at images and say what they show (generation.md#alt-texts-are-proposed). */
export const suggestAltTextsJob = job({
  name: 'suggestAltTexts',
  title: 'Describe pictures',
  queue: 'quick',
  scope: 'content:write',
  attempts: 3,
  endsWithRefusal: true,
  steps: ['draft', 'check'],
  input,

  async work(ctx, asked) {
    const { mediaIds, credits } = asked
    const written = await ctx.step('draft', () => look(ctx, asked))
    const { value, model, cost } = written
    const byImage = new Map(value.images.map(({ image, alt }) => [image, altOf(alt)]))
    const proposals = mediaIds.map((mediaId, at) => ({ mediaId, alt: byImage.get(at + 1) ?? null }))
    const applied = await ctx.step('check', () => keep(ctx, asked, proposals))
    return { result: { proposals, applied, model, cost, credits } }
  },
})

async function look(ctx: JobCtx, { mediaIds, provider }: Input) {
  const { rows, asked } = await ctx.read((db) => altTextMaterial(db, mediaIds))
  const isAllowed = await ctx.read(async (db) => allowedLinks(db, await getSettings(db)))
  const pictures = []
  for (const row of rows) {
    const picture = await pictureOf(ctx.files, row)
    if (picture === undefined) throw new Refusal('not_found', 'The file of this image is gone.', { id: row.id })
    pictures.push(picture)
  }
  return fillForm(await openNamed(ctx, { provider, model: null }), {
    name: 'alt_texts',
    schema: altTextsForm,
    instructions: altTextRules,
    data: asked,
    pictures,
    maxOutputTokens: 2000 + mediaIds.length * 200,
    links: { isAllowed },
    isUsable: ({ images }) => images.some(({ alt }) => altOf(alt) !== null),
  })
}

type Proposal = { mediaId: string; alt: string | null }

/** Settles, and stores what was to be applied; an alt text that somebody wrote meanwhile stays. */
function keep(ctx: JobCtx, { apply, credits }: Input, proposals: readonly Proposal[]) {
  return ctx.once('alts', async ({ db, shownChanged }) => {
    await settleCredits(db, { jobId: ctx.jobId, used: credits })
    if (!apply) return 0
    let applied = 0
    for (const { mediaId, alt } of proposals.toSorted((a, b) => (a.mediaId < b.mediaId ? -1 : 1))) {
      if (alt === null) continue
      const media = await lockMedia(db, mediaId)
      if ((media.alt ?? '') !== '') continue
      await changeMedia({ db, shownChanged }, media, { alt })
      applied++
    }
    return applied
  })
}
