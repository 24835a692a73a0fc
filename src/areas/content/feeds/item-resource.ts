import { z } from 'zod'

import { itemsPath } from '#areas/addresses/index.ts'
import { typeOfTerm } from '#areas/taxonomies/index.ts'
import { absoluteUrl, feedStatuses, type Resource, type ResourceName } from '#kernel/feed.ts'
import { iso, timestamp } from '#kernel/schema.ts'
import { inOrderOf } from '#std/objects.ts'

import { type FurtherRow, furtherOf, furtherShape } from './further-attributes.ts'
import { attributeSchemas, fieldAttributes } from './item-attributes.ts'
import type { ItemRow } from './item-rows.ts'

// These have a place of their own; the others are grouped.
const { title, slug, excerpt, comparison_screenshots, seo_title, meta_description, schema_json_ld, ...others } =
  attributeSchemas

/** Attributes of an article or item (content-api.md#unset-attributes). */
export const itemAttributes = z.object({
  title,
  slug,
  excerpt,
  content: z.string().describe('Source of the body'),
  content_html: z.string().nullable().describe('Rendered, sanitised HTML'),
  comparison_screenshots,
  status: z.enum(feedStatuses).exclude(['all']),
  word_count: z.int().nullable(),
  seo_title,
  meta_description,
  featured_image_url: z.string().nullable(),
  ...others,
  schema_json_ld,
  publish_at: timestamp().nullable(),
  created_at: timestamp(),
  updated_at: timestamp(),
  edited_at: timestamp().nullable().describe('Last change of a text or SEO field after creation'),
  author: z.string().nullable().describe('Name of the first author; on a single fetch only'),
  ...furtherShape,
})

type Around = Parameters<typeof furtherOf>[1] & { author?: string | null | undefined }

/** The resource object of an item. `author` is included only in a single fetch. */
export function itemResource(row: ItemRow, { collection, site, author }: Around): Resource {
  return {
    type: typeIn(collection.slug),
    id: row.id,
    attributes: {
      ...attributesOf(row, site.baseUrl),
      ...(author === undefined ? {} : { author }),
      ...(hasFurther(row) ? furtherOf(row, { collection, site }) : {}),
    },
    relationships: relationshipsOf(row),
    self: `${itemsPath(collection.slug)}/${row.id}`,
    changedAt: changedAt(row),
  }
}

/** The type of the items of a collection. */
export function typeIn(collectionSlug: string): 'articles' | 'items' {
  return collectionSlug === 'articles' ? 'articles' : 'items'
}

// With its image and related items, the answer is as new as the newest of them.
function changedAt(row: ItemRow): Date {
  const others = hasFurther(row) ? row.others_changed_at : null
  return new Date(Math.max(row.updated_at.getTime(), others === null ? 0 : new Date(others).getTime()))
}

function hasFurther(row: ItemRow): row is ItemRow & FurtherRow {
  return row.related !== undefined
}

function attributesOf(row: ItemRow, baseUrl: string) {
  return inOrderOf(itemAttributes.shape, {
    ...fieldAttributes(row),
    content: row.content ?? '',
    content_html: row.content_html,
    status: row.effective_status,
    word_count: row.word_count,
    featured_image_url: absoluteUrl(row.featured_image_url, baseUrl),
    publish_at: iso(row.publish_at),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
    edited_at: iso(row.edited_at),
  })
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
