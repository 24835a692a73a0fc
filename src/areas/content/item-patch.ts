import type { Insertable } from 'kysely'

import type { Tables } from '#kernel/tables.ts'
import { canonicalJson } from '#std/json.ts'
import { titleKey } from '#std/text.ts'

import { sectionSlugOf } from './compared-sections.ts'
import type { ItemChanges } from './item-fields.ts'
import type { ItemRow } from './items.ts'

type Columns = Omit<Partial<Insertable<Tables['item']>>, 'organization_id'>

/** Which column holds a field; body and terms have tables of their own. */
const columnOf = {
  title: 'title',
  slug: 'slug',
  h1: 'h1',
  tldr: 'tldr',
  excerpt: 'excerpt',
  seoTitle: 'seo_title',
  metaDescription: 'meta_description',
  canonicalUrl: 'canonical_url',
  canonicalReason: 'canonical_reason',
  primaryKeyword: 'primary_keyword',
  secondaryKeywords: 'secondary_keywords',
  ogTitle: 'og_title',
  ogDescription: 'og_description',
  ogImageId: 'og_image_id',
  twitterTitle: 'twitter_title',
  twitterDescription: 'twitter_description',
  schemaJsonLd: 'schema_json_ld',
  relatedArticles: 'related_articles',
  internalLinkSuggestions: 'internal_link_suggestions',
  featuredImageId: 'featured_image_id',
  faq: 'faq',
  robots: 'robots',
  customFields: 'custom_fields',
  articleType: 'article_type',
  writingStyle: 'writing_style',
  comparisonScreenshots: 'comparison_screenshots',
  externalUrl: 'external_url',
} as const satisfies Partial<Record<keyof ItemChanges, keyof Columns>>

type Field = keyof typeof columnOf
const jsonFields: ReadonlySet<Field> = new Set<Field>([
  'schemaJsonLd',
  'internalLinkSuggestions',
  'faq',
  'robots',
  'customFields',
  'comparisonScreenshots',
])

/** Fields whose change sets `edited_at` (D-58): text and SEO. */
const textFields: ReadonlySet<string> = new Set([
  'title',
  'h1',
  'tldr',
  'excerpt',
  'content',
  'contentFormat',
  'faq',
  'seoTitle',
  'metaDescription',
  'canonicalUrl',
  'canonicalReason',
  'primaryKeyword',
  'secondaryKeywords',
  'ogTitle',
  'ogDescription',
  'ogImageId',
  'twitterTitle',
  'twitterDescription',
  'schemaJsonLd',
  'relatedArticles',
  'internalLinkSuggestions',
  'robots',
])

/** Whether one of these changes is one of text or SEO. */
export function isTextChange(changed: readonly string[]): boolean {
  return changed.some((field) => textFields.has(field))
}

// When it is public and where it is filed: a reviewer looked at neither.
const unreviewedFields: ReadonlySet<string> = new Set(['status', 'publishAt', 'categoryIds', 'tagIds'])

/** Whether one of these changes makes something else of what a reviewer has approved (operations.md 3.14). */
export function needsNewApproval(changed: readonly string[]): boolean {
  return changed.some((field) => !unreviewedFields.has(field))
}

/** The columns that differ from the stored row, and the names of their fields. Without a row all given ones do. */
export function patchOf(changes: ItemChanges, row?: ItemRow): { columns: Columns; changed: Field[] } {
  const columns: Columns = {}
  const changed: Field[] = []
  for (const field of Object.keys(columnOf) as Field[]) {
    const given = valueOf(changes, field, row)
    if (given === undefined) continue
    const column = columnOf[field]
    if (row !== undefined && same(row[column], given)) continue
    Object.assign(columns, { [column]: jsonFields.has(field) && given !== null ? JSON.stringify(given) : given })
    if (field === 'title') columns.title_key = titleKey(String(given))
    changed.push(field)
  }
  return { columns, changed }
}

/** The row as it would be with the changes, which are not stored; body and terms have tables of their own. */
export function patchedRow(row: ItemRow, changes: ItemChanges): ItemRow {
  const { columns, changed } = patchOf(changes, row)
  const patched: Record<string, unknown> = { ...row, ...columns }
  for (const field of changed) {
    const value = patched[columnOf[field]]
    if (jsonFields.has(field) && typeof value === 'string') patched[columnOf[field]] = JSON.parse(value)
  }
  return patched as ItemRow
}

function valueOf(changes: ItemChanges, field: Field, row: ItemRow | undefined): unknown {
  if (field === 'robots' && changes.robots !== undefined)
    return { noindex: false, nofollow: false, ...(row?.robots as object | undefined), ...changes.robots }
  if (field === 'comparisonScreenshots')
    return changes.comparisonScreenshots?.map((entry) => ({
      ...entry,
      sectionSlug: entry.sectionSlug ?? sectionSlugOf(entry.sectionHeading),
    }))
  const value = changes[field]
  return value === '' ? null : value
}

function same(stored: unknown, given: unknown): boolean {
  return canonicalJson(stored ?? null) === canonicalJson(JSON.parse(JSON.stringify(given ?? null)))
}
