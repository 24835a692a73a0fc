import { z } from 'zod'

import { id, jsonObject, longText, slug, text, title, url, words } from '#kernel/schema.ts'
import { depthOf } from '#std/json.ts'

export const statuses = ['draft', 'scheduled', 'published'] as const
export type Status = (typeof statuses)[number]

/** How many terms of a kind an item can have. */
export const termLimits = { author: 20, category: 200, tag: 200 } as const

const contentBytes = 400_000
const jsonLdBytes = 64 * 1024
const jsonLdDepth = 32

const content = longText(contentBytes)

const jsonLd = jsonObject().refine((value) => {
  const json = JSON.stringify(value)
  return Buffer.byteLength(json) <= jsonLdBytes && depthOf(json, jsonLdDepth + 1) <= jsonLdDepth
}, `Must be at most ${jsonLdBytes} bytes and ${jsonLdDepth} levels deep`)

export const faqEntry = z.strictObject({ question: words(500), answer: words(5000) })

export const screenshotEntry = z.strictObject({
  sectionHeading: words(300),
  sectionSlug: slug().optional(),
  competitorName: words(200),
  sourceUrl: url(),
  screenshotUrl: url(),
  capturedAt: z.iso.datetime({ offset: true }),
  status: z.enum(['captured', 'failed']).default('captured'),
})

export const linkSuggestion = z
  .strictObject({
    anchor: words(300),
    targetItemId: id('item').optional(),
    url: url().optional(),
    reason: text(500).optional(),
    state: z.enum(['open', 'accepted', 'dismissed']).default('open'),
  })
  .refine(
    (entry) => (entry.targetItemId === undefined) !== (entry.url === undefined),
    'Needs exactly one of targetItemId and url',
  )

/** The editable fields of an item (operations.md 1.2); null clears what the record may lack. */
export const editableFields = {
  content: content.optional().describe('Markdown (GFM), or HTML with contentFormat html'),
  contentFormat: z.enum(['markdown', 'html']).optional(),
  slug: slug().optional().describe('Unique in the collection; left out: made from the title'),
  title: title(300).optional(),
  h1: text(300).nullable().optional(),
  tldr: text(600).nullable().optional(),
  excerpt: text(500).nullable().optional(),
  seoTitle: text(300).nullable().optional(),
  metaDescription: text(500).nullable().optional(),
  canonicalUrl: url().nullable().optional(),
  canonicalReason: z.enum(['syndicated']).nullable().optional(),
  primaryKeyword: text(120).nullable().optional(),
  secondaryKeywords: z.array(words(120)).max(20).optional(),
  ogTitle: text(300).nullable().optional(),
  ogDescription: text(500).nullable().optional(),
  ogImageId: id('media').nullable().optional(),
  twitterTitle: text(300).nullable().optional(),
  twitterDescription: text(500).nullable().optional(),
  schemaJsonLd: jsonLd.nullable().optional().describe('JSON-LD object'),
  relatedArticles: z.array(id('item')).max(20).optional(),
  internalLinkSuggestions: z.array(linkSuggestion).max(50).optional(),
  featuredImageId: id('media').nullable().optional(),
  authorIds: z.array(id('author')).max(termLimits.author).optional(),
  categoryIds: z.array(id('category')).max(termLimits.category).optional(),
  tagIds: z.array(id('tag')).max(termLimits.tag).optional(),
  faq: z.array(faqEntry).max(20).optional(),
  robots: z.strictObject({ noindex: z.boolean().optional(), nofollow: z.boolean().optional() }).optional(),
  customFields: jsonObject().optional(),
  articleType: text(60).nullable().optional().describe('One of listGenerationOptions'),
  writingStyle: text(60).nullable().optional().describe('One of listGenerationOptions'),
  comparisonScreenshots: z.array(screenshotEntry).max(30).optional(),
  externalUrl: url().nullable().optional().describe('Where another CMS shows the item'),
}

const editable = z.strictObject(editableFields)
/** Changes of an item, as an operation or an importer gives them. */
export type ItemChanges = z.output<typeof editable>
