import { sql } from 'kysely'

import type { Writer } from '#kernel/database.ts'
import type { Actor } from '#kernel/access.ts'

import { bodyOf, type ItemRow, termsOf } from './items.ts'

export type Authorship = { actor: Actor; requestId: string; now: Date }

/** Stores the state of an item after a change; creation is number 1 (operations.md 1.2). The item's row is locked. */
export async function storeRevision(db: Writer, row: ItemRow, { actor, requestId, now }: Authorship): Promise<void> {
  const snapshot = await snapshotOf(db, row)
  const next = await db
    .selectFrom('item_revision')
    .select(sql<number>`coalesce(max(n), 0) + 1`.as('n'))
    .where('item_id', '=', row.id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('item_revision')
    .values({
      item_id: row.id,
      n: next.n,
      snapshot: JSON.stringify(snapshot),
      author_type: actor.kind,
      user_id: actor.userId,
      credential_id: actor.credentialId,
      request_id: requestId,
      created_at: now,
    })
    .execute()
}

/** The fields that can differ between two states of an item, by their contract names. */
async function snapshotOf(db: Writer, row: ItemRow): Promise<Record<string, unknown>> {
  const body = await bodyOf(db, row.id)
  const terms = (await termsOf(db, [row.id])).get(row.id)
  return {
    title: row.title,
    slug: row.slug,
    h1: row.h1,
    excerpt: row.excerpt,
    tldr: row.tldr,
    content: body.content,
    contentFormat: body.contentFormat,
    featuredImageId: row.featured_image_id,
    authorIds: terms?.author.map(({ id }) => id) ?? [],
    categoryIds: terms?.category.map(({ id }) => id) ?? [],
    tagIds: terms?.tag.map(({ id }) => id) ?? [],
    faq: row.faq,
    comparisonScreenshots: row.comparison_screenshots,
    articleType: row.article_type,
    writingStyle: row.writing_style,
    customFields: row.custom_fields,
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
    schemaJsonLd: row.schema_json_ld,
    relatedArticles: row.related_articles,
    internalLinkSuggestions: row.internal_link_suggestions,
    robots: row.robots,
    externalUrl: row.external_url,
    status: row.status,
    publishAt: row.publish_at,
  }
}
