import { z } from 'zod'

import { allowedLinks } from '#areas/addresses/index.ts'
import type { ItemPicture } from '#areas/content/index.ts'
import { itemFieldTable } from '#areas/items/index.ts'
import { type Filled, fillForm, openNamed, type writers } from '#areas/models/index.ts'
import type { JobCtx } from '#kernel/job.ts'

import type { ModelField, Proposal } from './propose-metadata.ts'

const form = z.strictObject({
  seoTitle: z.string().describe('At most 60 characters, with the primary keyword in its first half'),
  metaDescription: z.string().describe('121 to 156 characters, with the primary keyword'),
  faq: z.array(z.strictObject({ question: z.string(), answer: z.string() })).describe('3 to 5, answered by the text'),
})

const rules = [
  'Write the metadata of the article in the data, in its language and only from its text.',
  'Promise nothing that is not in the article, and do not begin with the name of the organization.',
]

/** The longest part of a text that is looked at. */
const mostChars = 40_000

/** Proposals by a model. Lengths are those of `updateItem`; a proposal that says nothing new is left out. */
export async function writeMetadata(
  ctx: JobCtx,
  { row, body, settings }: ItemPicture,
  { fields, provider }: { fields: readonly ModelField[]; provider: (typeof writers)[number] },
): Promise<Pick<Filled<unknown>, 'model' | 'tokens' | 'cost'> & { proposals: Proposal[] }> {
  const inputs = {
    seoTitle: itemFieldTable.seoTitle.input,
    metaDescription: itemFieldTable.metaDescription.input,
    faq: itemFieldTable.faq.input,
  }
  const isUsable = (value: z.output<typeof form>) =>
    fields.every((field) => inputs[field].safeParse(value[field]).success)
  const { value, ...took } = await fillForm(await openNamed(ctx, { provider, model: null }), {
    name: 'metadata',
    schema: form,
    instructions: rules,
    data: {
      locale: settings.locale,
      primaryKeyword: row.primary_keyword,
      title: row.title,
      content: body.content.slice(0, mostChars),
    },
    maxOutputTokens: 8000,
    links: { isAllowed: await ctx.read((db) => allowedLinks(db, settings)) },
    isUsable,
  })
  const current: Record<ModelField, unknown> = {
    seoTitle: row.seo_title,
    metaDescription: row.meta_description,
    faq: row.faq,
  }
  const proposals = fields
    .filter((field) => value[field].length > 0 && JSON.stringify(value[field]) !== JSON.stringify(current[field]))
    .map((field) => ({ field, value: { [field]: value[field] }, method: 'model' as const }))
  return { ...took, proposals }
}
