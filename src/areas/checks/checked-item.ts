import { isDeepStrictEqual } from 'node:util'

import type { CheckedBody, StoredItem } from '#kernel/checks.ts'

import { countSourceH1s } from './rules/source-headings.ts'
import type { CheckedItem } from './rules/subject.ts'

/** An item as the rules read it. */
export function checkedItemOf(row: StoredItem, { content, contentFormat }: CheckedBody): CheckedItem {
  return { ...fieldsOf(row), bodyH1s: countSourceH1s(content, contentFormat) }
}

/** Whether two states of an item are equal in everything that its own and other checks look at, apart from bodies and terms. */
export function areAlike(one: StoredItem, other: StoredItem): boolean {
  return isDeepStrictEqual(lookedAt(one), lookedAt(other))
}

function lookedAt(row: StoredItem) {
  const isTrashed = row.trashed_at !== null
  const { external_url: externalUrl, source_topic_id: sourceTopicId, custom_fields: customFields } = row
  return { ...fieldsOf(row), externalUrl, sourceTopicId, customFields, isTrashed }
}

function fieldsOf(row: StoredItem): Omit<CheckedItem, 'bodyH1s'> {
  return {
    id: row.id,
    collectionId: row.collection_id,
    title: row.title,
    slug: row.slug,
    status: row.effective_status,
    h1: row.h1,
    tldr: row.tldr,
    excerpt: row.excerpt,
    seoTitle: row.seo_title,
    metaDescription: row.meta_description,
    canonicalUrl: row.canonical_url,
    canonicalReason: row.canonical_reason,
    primaryKeyword: row.primary_keyword,
    secondaryKeywords: row.secondary_keywords,
    ogTitle: row.og_title,
    ogDescription: row.og_description,
    ogImageId: row.og_image_id,
    twitterTitle: row.twitter_title,
    twitterDescription: row.twitter_description,
    featuredImageId: row.featured_image_id,
    schemaJsonLd: row.schema_json_ld,
    faq: row.faq,
    relatedArticles: row.related_articles,
    suggestions: row.internal_link_suggestions,
    robots: row.robots,
    citations: row.citations,
    articleType: row.article_type,
    isPillar: row.custom_fields['pillar'] === true,
    origin: row.origin,
  }
}
