import { factTexts } from '#areas/library/index.ts'
import type { Status } from '#areas/content/item-fields.ts'
import type { ItemRow } from '#areas/content/items.ts'
import { pathOf } from '#areas/content/public-url.ts'
import { type BodyFeatures, comparedOf } from '#areas/content/similarity/item-similarity.ts'
import { storedBodies } from '#areas/content/similarity/missing-similarity.ts'
import { similarItems } from '#areas/content/similarity/similar-items.ts'
import type { Reader } from '#kernel/database.ts'
import { type Page, readPage } from '#std/page.ts'
import { joinUrl } from '#std/urls.ts'

import { keyOfWords } from './item-keys.ts'
import { linkingItems, readImages, readRelated, readShared } from './neighbours.ts'
import { resolveAddresses } from './resolve-addresses.ts'
import type { Surroundings } from './site.ts'
import { countSourceH1s } from './source-headings.ts'
import { statementsOf } from './statements.ts'
import type { CheckedItem, Index, Subject, Suggestion } from './subject.ts'
import { supporter } from './support.ts'
import { topicsByKeyword } from './topics-by-keyword.ts'

/** An item with its body, as it is stored or as it would be. */
export type Checkable = {
  row: ItemRow
  content: string
  contentFormat: 'markdown' | 'html'
  contentHtml: string
  /** What the body is compared by, where it is not the stored one. */
  features?: BodyFeatures
}

/**
 * What the rules need to know about items, in their order: a dozen queries however many items there are, and those of
 * `similarItems` for each.
 */
export async function readSubjects(
  db: Reader,
  around: Surroundings,
  checkables: readonly Checkable[],
): Promise<Subject[]> {
  if (checkables.length === 0) return []
  const { site, collections } = around
  const rows = checkables.map(({ row }) => row)
  const items = checkables.map((checkable) => itemOf(checkable))
  const pages = checkables.map(({ contentHtml }) => readPage(contentHtml, site.locale))
  const targets = await resolveAddresses(db, around, addressesIn(items, pages))
  const shared = await readShared(db, rows, around)
  const linking = await linkingItems(db, rows, { around, among: 'published' })
  const related = await readRelated(
    db,
    items.flatMap(({ relatedArticles }) => relatedArticles),
  )
  const images = await readImages(
    db,
    items.flatMap(({ featuredImageId }) => featuredImageId ?? []),
  )
  const topics = await topicsByKeyword(
    db,
    rows.map((row) => keyOfWords(row.primary_keyword, site)),
  )
  const supports = supporter(await factTexts(db), site.locale)
  const stored = checkables.filter(({ features }) => features === undefined).map(({ row }) => row.id)
  const storedBody = await storedBodies(db, stored, site.locale)

  const subjects: Subject[] = []
  for (const [i, { row, features }] of checkables.entries()) {
    const [item, page] = [items[i], pages[i]]
    if (item === undefined || page === undefined) continue
    const collection = collections.get(row.collection_id)
    const index: Index = {
      collectionKind: collection?.kind ?? 'custom',
      selfUrl:
        site.siteUrl === null || collection === undefined ? null : joinUrl(site.siteUrl, pathOf(collection, row.slug)),
      targets,
      ...shared(row),
      related,
      featuredImage: images.get(item.featuredImageId ?? '') ?? null,
      isLinked: (linking.get(row.id)?.size ?? 0) > 0,
      similar: await similarItems(db, {
        id: row.id,
        features: { ...item, ...(features === undefined ? storedBody(row.id) : comparedOf(features, site.locale)) },
        locale: site.locale,
      }),
      sameKeywordTopics: (topics.get(keyOfWords(row.primary_keyword, site)) ?? [])
        .filter(({ id, itemId }) => itemId !== row.id && id !== row.source_topic_id)
        .map(({ id, topic }) => ({ id, topic })),
      supports,
    }
    subjects.push({ item, page, statements: statementsOf(page), site, index })
  }
  return subjects
}

function* addressesIn(items: readonly CheckedItem[], pages: readonly Page[]): Generator<string> {
  for (const { links } of pages) for (const { href } of links) yield href
  for (const { suggestions, canonicalUrl } of items) {
    for (const { url } of suggestions) if (url !== undefined) yield url
    if (canonicalUrl !== null) yield canonicalUrl.trim()
  }
}

function itemOf({ row, content, contentFormat }: Checkable): CheckedItem {
  return {
    id: row.id,
    collectionId: row.collection_id,
    title: row.title,
    slug: row.slug,
    status: row.effective_status as Status,
    h1: row.h1,
    bodyH1s: countSourceH1s(content, contentFormat),
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
    faq: row.faq as CheckedItem['faq'],
    relatedArticles: row.related_articles,
    suggestions: row.internal_link_suggestions as Suggestion[],
    robots: row.robots as CheckedItem['robots'],
    citations: row.citations as CheckedItem['citations'],
    articleType: row.article_type,
    isPillar: (row.custom_fields as { pillar?: unknown }).pillar === true,
    origin: row.origin,
  }
}
