import { z } from 'zod'

import { citation } from '#areas/content/index.ts'
import { type ItemChanges, itemFieldTable } from '#areas/items/index.ts'
import { headline, id, longText, mustSaySomething, saysSomething, slug, text, words } from '#kernel/schema.ts'

/** The most bytes of a body. */
export const contentBytes = 400_000

const { faq, internalLinkSuggestions, schemaJsonLd } = itemFieldTable

/**
 * A draft as an agent hands it in. The brief's JSON Schema is derived from this schema, so that what passes one passes the
 * other, except for sizes in bytes and records that must exist.
 */
export const draftSchema = z.strictObject({
  title: headline(300),
  content: longText(contentBytes)
    .min(1)
    .max(contentBytes)
    .refine(saysSomething, mustSaySomething)
    .describe('The body in Markdown (GFM), without the title as a heading; at most 400,000 bytes'),
  h1: text(300).optional().describe('Left out: the title'),
  tldr: words(600).describe('The answer in two or three sentences'),
  excerpt: text(500).optional().describe('Teaser for lists'),
  metaDescription: words(500).describe('121 to 156 characters are shown whole'),
  seoTitle: words(300).describe('At most about 60 characters are shown'),
  slug: slug().optional().describe('Left out: made from the title'),
  secondaryKeywords: z.array(words(120)).max(20).optional(),
  faq: faq.input,
  schemaJsonLd: schemaJsonLd.input.unwrap().unwrap().optional().describe('JSON-LD object'),
  relatedArticles: z
    .array(id('item'))
    .max(20)
    .optional()
    .describe('Ids of items, such as those of internalLinkTargets'),
  internalLinkSuggestions: internalLinkSuggestions.input.describe('Each with exactly one of targetItemId and url'),
  ogTitle: text(300).optional(),
  ogDescription: text(500).optional(),
  twitterTitle: text(300).optional(),
  twitterDescription: text(500).optional(),
  customFields: itemFieldTable.customFields.input.describe('Fields of the collection, by its fieldsSchema'),
  citations: z.array(citation).max(100).optional().describe('The sources of facts and figures'),
})
export type Draft = z.output<typeof draftSchema>

/** The fields that a draft can have: a refusal about one of them is reported below `/input/draft`. */
export const draftFields: ReadonlySet<string> = new Set(Object.keys(draftSchema.shape))

/** The JSON Schema (2020-12) of a draft for a collection, whose custom fields follow its own schema. */
export function draftJsonSchema({ fieldsSchema }: { fieldsSchema: Record<string, unknown> | null }) {
  const schema = z.toJSONSchema(draftSchema, { io: 'input', unrepresentable: 'any', reused: 'inline' })
  const own = fieldsSchema === null ? {} : { customFields: fieldsSchema }
  return { ...schema, properties: { ...schema.properties, ...own } }
}

/** The fields of an item that a draft sets. What it leaves out stays as it is. */
export function changesOf(draft: Draft): ItemChanges {
  const { citations: _, ...fields } = draft
  return { ...fields, contentFormat: 'markdown' }
}
