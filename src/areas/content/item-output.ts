import { z } from 'zod'

import type { Collection } from '#areas/collections/index.ts'
import { id, iso, jsonObject, timestamp, title } from '#kernel/schema.ts'

import { faqEntry, linkSuggestion, screenshotEntry, statuses } from './item-fields.ts'
import type { ItemBody, ItemRow, ItemTerms } from './items.ts'
import { citation } from './provenance.ts'
import { type Site, urlOfRow } from './public-url.ts'
import { reviewOutput, reviewStates } from './reviews.ts'

export const externalStates = ['none', 'pending', 'synced', 'failed', 'detached'] as const

const reference = (kind: 'author' | 'category' | 'tag') =>
  z.object({ id: id(kind), name: z.string(), slug: z.string() })

/** Why a scheduled item is not public although its time has come; it is tried again. */
const publishError = z.object({ code: z.string(), message: z.string(), at: timestamp() }).nullable()

/** An item as lists and changes answer it: no body, no long texts. */
export const itemSummary = z.object({
  id: id('item'),
  collectionId: id('collection'),
  collectionSlug: z.string(),
  title: title(300),
  slug: z.string(),
  status: z.enum(statuses),
  publishAt: timestamp().nullable(),
  excerpt: z.string().nullable(),
  url: z.string().describe('Public URL'),
  canonicalUrl: z.string().nullable(),
  externalUrl: z.string().nullable(),
  wordCount: z.int().nullable(),
  reviewState: z.enum(reviewStates),
  generationState: z.enum(['none', 'queued', 'running', 'succeeded', 'failed']),
  externalState: z.enum(externalStates),
  authors: z.array(reference('author')),
  categories: z.array(reference('category')),
  tags: z.array(reference('tag')),
  deletedAt: timestamp().nullable().describe('Since when it is in the trash'),
  version: z.int(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})

/** An item with the columns of the work on it, as the manager lists it (D-44). */
export const managedItem = itemSummary.extend({ publishError, externalId: z.string().nullable() })

/** A whole item. `content` with bodyFormat source, `contentHtml` with bodyFormat html. */
export const itemOutput = managedItem.extend({
  h1: z.string().nullable(),
  tldr: z.string().nullable(),
  content: z.string().optional(),
  contentHtml: z.string().optional(),
  contentFormat: z.enum(['markdown', 'html']),
  featuredImageId: id('media').nullable(),
  faq: z.array(faqEntry),
  comparisonScreenshots: z.array(screenshotEntry),
  articleType: z.string().nullable(),
  writingStyle: z.string().nullable(),
  customFields: jsonObject(),
  readingMinutes: z.int().nullable(),
  contentHash: z.string().nullable(),
  editedAt: timestamp().nullable(),
  seoTitle: z.string().nullable(),
  metaDescription: z.string().nullable(),
  canonicalReason: z.string().nullable(),
  primaryKeyword: z.string().nullable(),
  secondaryKeywords: z.array(z.string()),
  ogTitle: z.string().nullable(),
  ogDescription: z.string().nullable(),
  ogImageId: id('media').nullable(),
  twitterTitle: z.string().nullable(),
  twitterDescription: z.string().nullable(),
  schemaJsonLd: jsonObject().nullable(),
  relatedArticles: z.array(id('item')),
  internalLinkSuggestions: z.array(linkSuggestion),
  robots: z.object({ noindex: z.boolean(), nofollow: z.boolean() }),
  origin: z.enum(['ai', 'agent', 'human', 'import']),
  review: reviewOutput.nullable(),
  pendingRevision: z.int().nullable().describe('Waits for publishItem'),
  consolidatedIntoId: id('item').nullable(),
  model: z.string().nullable().describe('As the writer declared it'),
  promptVersion: z.string().nullable(),
  sourceTopicId: id('topic').nullable(),
  generationJobId: id('job').nullable(),
  citations: z.array(citation),
})

type Around = {
  collection: Pick<Collection, 'id' | 'slug' | 'urlTemplate'>
  terms: ItemTerms
  site: Pick<Site, 'siteUrl' | 'baseUrl' | 'organizationId'>
}

/** The summary of a row. */
export function summaryOf(row: ItemRow, { collection, terms, site }: Around): z.input<typeof itemSummary> {
  return {
    id: row.id,
    collectionId: collection.id,
    collectionSlug: collection.slug,
    title: row.title,
    slug: row.slug,
    status: row.effective_status,
    publishAt: iso(row.publish_at),
    excerpt: row.excerpt,
    url: urlOfRow(row, { collection, site }),
    canonicalUrl: row.canonical_url,
    externalUrl: row.external_url,
    wordCount: row.word_count,
    reviewState: row.review_state,
    generationState: row.generation_state,
    externalState: row.external_state,
    authors: terms.author,
    categories: terms.category,
    tags: terms.tag,
    deletedAt: iso(row.trashed_at),
    version: row.version,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }
}

/** The same with the columns of the work on it. */
export function managedOf(row: ItemRow, around: Around): z.input<typeof managedItem> {
  return {
    ...summaryOf(row, around),
    publishError: row.publish_error as z.input<typeof publishError>,
    externalId: row.external_id,
  }
}

/** The whole of a row with its body. */
export function outputOf(
  row: ItemRow,
  { body, review }: { body: ItemBody; review: z.input<typeof reviewOutput> | null },
  format: 'source' | 'html',
  around: Around,
): z.input<typeof itemOutput> {
  return {
    ...managedOf(row, around),
    review,
    h1: row.h1,
    tldr: row.tldr,
    ...(format === 'source' ? { content: body.content } : { contentHtml: body.contentHtml }),
    contentFormat: body.contentFormat,
    featuredImageId: row.featured_image_id,
    faq: row.faq as z.input<typeof faqEntry>[],
    comparisonScreenshots: row.comparison_screenshots as z.input<typeof screenshotEntry>[],
    articleType: row.article_type,
    writingStyle: row.writing_style,
    customFields: row.custom_fields as Record<string, unknown>,
    readingMinutes: row.reading_minutes,
    contentHash: row.content_hash,
    editedAt: iso(row.edited_at),
    seoTitle: row.seo_title,
    metaDescription: row.meta_description,
    canonicalReason: row.canonical_reason,
    primaryKeyword: row.primary_keyword,
    secondaryKeywords: row.secondary_keywords,
    ogTitle: row.og_title,
    ogDescription: row.og_description,
    ogImageId: row.og_image_id,
    twitterTitle: row.twitter_title,
    twitterDescription: row.twitter_description,
    schemaJsonLd: row.schema_json_ld as Record<string, unknown> | null,
    relatedArticles: row.related_articles,
    internalLinkSuggestions: row.internal_link_suggestions as z.input<typeof linkSuggestion>[],
    robots: row.robots as { noindex: boolean; nofollow: boolean },
    origin: row.origin,
    pendingRevision: row.pending_revision,
    consolidatedIntoId: row.consolidated_into_id,
    model: row.model,
    promptVersion: row.prompt_version,
    sourceTopicId: row.source_topic_id,
    generationJobId: row.generation_job_id,
    citations: row.citations as z.input<typeof citation>[],
  }
}
