import { z } from 'zod'

import { id, jsonObject, slug, text, timestamp, url, words } from '#kernel/schema.ts'
import { depthOf } from '#std/json.ts'

/** The most terms of a kind that an item can have. */
export const termLimits = { author: 20, category: 200, tag: 200 } as const

const jsonLdBytes = 64 * 1024
const jsonLdDepth = 32

export const jsonLd = jsonObject().refine((value) => {
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

export type ComparisonScreenshot = z.output<typeof screenshotEntry>

/** The same in the Content API. */
export const screenshotAttribute = z.object({
  section_heading: z.string(),
  section_slug: z.string(),
  competitor_name: z.string(),
  source_url: z.string(),
  screenshot_url: z.string(),
  captured_at: timestamp(),
  status: z.string(),
})

/** A published item that another one names as related, in the Content API. */
export const relatedArticle = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  url: z.string().describe('Public URL'),
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

/** What search engines are asked to leave out. */
export const robots = z.object({ noindex: z.boolean(), nofollow: z.boolean() })
