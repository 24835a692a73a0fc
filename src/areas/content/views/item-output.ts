import { z } from 'zod'

import { type Placing, type Site, urlOfRow } from '#areas/addresses/index.ts'
import type { Collection } from '#areas/collections/index.ts'
import { reviewOutput, reviewStates } from '#areas/content/reviews/reviews.ts'
import { citation } from '#areas/content/stored/provenance.ts'
import { contentFormats } from '#areas/items/index.ts'
import {
  fieldsOfRow,
  type ItemBody,
  itemFieldTable,
  type ItemRow,
  type ItemTerms,
  statuses,
  origins,
} from '#areas/items/index.ts'
import { id, iso, timestamp } from '#kernel/schema.ts'
import { inOrderOf } from '#std/objects.ts'
import { pluck } from '#std/pluck.ts'

export const externalStates = ['none', 'pending', 'synced', 'failed', 'detached'] as const

const reference = (kind: 'author' | 'category' | 'tag') =>
  z.object({ id: id(kind), name: z.string(), slug: z.string() })

/** Why a scheduled item is not public although its time has come; it is tried again. */
const publishError = z.object({ code: z.string(), message: z.string(), at: timestamp() })
declare module '#kernel/json-columns.ts' {
  interface JsonColumns {
    'item.publish_error': z.output<typeof publishError>
  }
}

// These have a place of their own; the others are grouped.
const {
  title,
  slug,
  excerpt,
  canonicalUrl,
  externalUrl,
  h1,
  tldr,
  featuredImageId,
  faq,
  comparisonScreenshots,
  articleType,
  writingStyle,
  customFields,
  ...otherFields
} = pluck(itemFieldTable, 'output')

/** An item as lists and changes return it: no body, no long texts. */
export const itemSummary = z.object({
  id: id('item'),
  collectionId: id('collection'),
  collectionSlug: z.string(),
  title,
  slug,
  status: z.enum(statuses),
  publishAt: timestamp().nullable(),
  excerpt,
  url: z.string().describe('Public URL'),
  canonicalUrl,
  externalUrl,
  wordCount: z.int().nullable(),
  reviewState: z.enum(reviewStates),
  generationState: z.enum(['none', 'queued', 'running', 'succeeded', 'failed']),
  externalState: z.enum(externalStates),
  authors: z.array(reference('author')),
  categories: z.array(reference('category')),
  tags: z.array(reference('tag')),
  deletedAt: timestamp().nullable().describe('When it was moved to the trash'),
  version: z.int(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})

/** An item with the columns about its editorial work, as the manager lists it. */
export const managedItem = itemSummary.extend({
  publishError: publishError.nullable(),
  externalId: z.string().nullable(),
})

/** A whole item. `content` with bodyFormat source, `contentHtml` with bodyFormat html. */
export const itemOutput = managedItem.extend({
  h1,
  tldr,
  content: z.string().optional(),
  contentHtml: z.string().optional(),
  contentFormat: z.enum(contentFormats),
  featuredImageId,
  faq,
  comparisonScreenshots,
  articleType,
  writingStyle,
  customFields,
  readingMinutes: z.int().nullable(),
  contentHash: z.string().nullable(),
  editedAt: timestamp().nullable(),
  firstPublishedAt: timestamp().nullable().describe('Its date when it is published again'),
  ...otherFields,
  origin: z.enum(origins),
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
  collection: Pick<Collection, 'id'> & Placing
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

/** The same with the columns about its editorial work. */
export function managedOf(row: ItemRow, around: Around): z.input<typeof managedItem> {
  return {
    ...summaryOf(row, around),
    publishError: row.publish_error,
    externalId: row.external_id,
  }
}

/** The whole item: a row with its body. */
export function outputOf(
  row: ItemRow,
  { body, review }: { body: ItemBody; review: z.input<typeof reviewOutput> | null },
  format: 'source' | 'html',
  around: Around,
): z.input<typeof itemOutput> {
  const whole = {
    ...(format === 'source' ? { content: body.content } : { contentHtml: body.contentHtml }),
    contentFormat: body.contentFormat,
    ...fieldsOfRow(row),
    readingMinutes: row.reading_minutes,
    contentHash: row.content_hash,
    editedAt: iso(row.edited_at),
    firstPublishedAt: iso(row.first_published_at),
    origin: row.origin,
    pendingRevision: row.pending_revision,
    consolidatedIntoId: row.consolidated_into_id,
    model: row.model,
    promptVersion: row.prompt_version,
    sourceTopicId: row.source_topic_id,
    generationJobId: row.generation_job_id,
    citations: row.citations,
  }
  return { ...managedOf(row, around), review, ...inOrderOf(itemOutput.shape, whole) }
}
