import { z } from 'zod'

import { typeOfTerm } from '#areas/taxonomies/index.ts'
import { absoluteUrl, feedStatuses, type Resource, type ResourceName } from '#kernel/feed.ts'
import { iso, timestamp } from '#kernel/schema.ts'

import type { ItemRow } from './item-rows.ts'

const screenshot = z.object({
  section_heading: z.string(),
  section_slug: z.string(),
  competitor_name: z.string(),
  source_url: z.string(),
  screenshot_url: z.string(),
  captured_at: timestamp(),
  status: z.string(),
})

/** Attributes of an article or item (content-api.md 2). */
export const itemAttributes = z.object({
  title: z.string(),
  slug: z.string(),
  excerpt: z.string().nullable(),
  content: z.string().describe('Source of the body'),
  content_html: z.string().nullable().describe('Rendered, sanitised HTML'),
  comparison_screenshots: z.array(screenshot),
  status: z.enum(feedStatuses).exclude(['all']),
  word_count: z.int().nullable(),
  seo_title: z.string(),
  meta_description: z.string(),
  featured_image_url: z.string().nullable(),
  faq: z.array(z.looseObject({ question: z.string(), answer: z.string() })),
  schema_json_ld: z.looseObject({}).nullable(),
  publish_at: timestamp().nullable(),
  created_at: timestamp(),
  updated_at: timestamp(),
  edited_at: timestamp().nullable().describe('Last change of a text or SEO field after creation'),
  author: z.string().nullable().describe('Name of the first author; on a single fetch only'),
})

/** The path of the items of a collection, below `/v1/{organizationId}/`. */
export function itemsPath(collectionSlug: string): string {
  return collectionSlug === 'articles' ? 'articles' : `collections/${encodeURIComponent(collectionSlug)}/items`
}

/** The resource object of an item. `author` is given on a single fetch only. */
export function itemResource(
  row: ItemRow,
  { collectionSlug, baseUrl, author }: { collectionSlug: string; baseUrl: string; author?: string | null | undefined },
): Resource {
  return {
    type: collectionSlug === 'articles' ? 'articles' : 'items',
    id: row.id,
    attributes: { ...attributesOf(row, baseUrl), ...(author === undefined ? {} : { author }) },
    relationships: relationshipsOf(row),
    self: `${itemsPath(collectionSlug)}/${row.id}`,
    changedAt: row.updated_at,
  }
}

// D-58: what is unset.
function attributesOf(row: ItemRow, baseUrl: string) {
  return {
    title: row.title,
    slug: row.slug,
    excerpt: row.excerpt,
    content: row.content ?? '',
    content_html: row.content_html,
    comparison_screenshots: listOf(row.comparison_screenshots).map(screenshotOf),
    status: row.effective_status,
    word_count: row.word_count,
    seo_title: row.seo_title ?? row.title,
    meta_description: row.meta_description ?? '',
    featured_image_url: absoluteUrl(row.featured_image_url, baseUrl),
    faq: listOf(row.faq),
    schema_json_ld: row.schema_json_ld ?? null,
    publish_at: iso(row.publish_at),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
    edited_at: iso(row.edited_at),
  }
}

function relationshipsOf({ terms }: ItemRow) {
  const names: Record<string, { data: ResourceName[] }> = {
    categories: { data: [] },
    tags: { data: [] },
    authors: { data: [] },
  }
  for (const { kind, id } of terms) names[typeOfTerm(kind)]?.data.push({ type: typeOfTerm(kind), id })
  return names
}

function screenshotOf(stored: unknown) {
  const shot: Record<string, unknown> = typeof stored === 'object' && stored !== null ? { ...stored } : {}
  return {
    section_heading: shot['sectionHeading'],
    section_slug: shot['sectionSlug'],
    competitor_name: shot['competitorName'],
    source_url: shot['sourceUrl'],
    screenshot_url: shot['screenshotUrl'],
    captured_at: shot['capturedAt'],
    status: shot['status'],
  }
}

function listOf(stored: unknown): unknown[] {
  return Array.isArray(stored) ? stored : []
}
