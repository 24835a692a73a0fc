import { factTexts } from '#areas/library/index.ts'
import { pathOf } from '#areas/content/index.ts'
import { comparedOf, featuresOf } from '#areas/checks/similarity/item-similarity.ts'
import { storedBodies } from '#areas/checks/similarity/missing-similarity.ts'
import { similarItems } from '#areas/checks/similarity/similar-items.ts'
import type { CheckedBody, StoredItem } from '#kernel/checks.ts'
import type { Reader } from '#kernel/database.ts'
import { type Page, readPage } from '#std/page.ts'
import { joinUrl } from '#std/urls.ts'

import { checkedItemOf } from './checked-item.ts'
import { keyOfWords } from './item-keys.ts'
import { linkingItems, readImages, readRelated, readShared } from './neighbours.ts'
import { resolveAddresses } from './resolve-addresses.ts'
import type { Around } from './site.ts'
import { statementsOf } from './rules/statements.ts'
import type { CheckedItem, Index, Subject } from './rules/subject.ts'
import { supporter } from './rules/support.ts'
import { topicsByKeyword } from './topics-by-keyword.ts'

/** An item with its body, as it is stored or as it would be. */
export type Checkable = { row: StoredItem; body: CheckedBody }

/**
 * What the rules need to know about items, in their order: a dozen queries however many items there are, and those of
 * `similarItems` for each.
 */
export async function readSubjects(db: Reader, around: Around, checkables: readonly Checkable[]): Promise<Subject[]> {
  if (checkables.length === 0) return []
  const { site, collections } = around
  const rows = checkables.map(({ row }) => row)
  const items = checkables.map(({ row, body }) => checkedItemOf(row, body))
  const pages = checkables.map(({ body }) => readPage(body.contentHtml, site.locale))
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
  const storedIds = checkables.filter(({ body }) => body.rendered === undefined).map(({ row }) => row.id)
  const storedBody = await storedBodies(db, storedIds, site.locale)

  const subjects: Subject[] = []
  for (const [i, { row, body }] of checkables.entries()) {
    const [item, page] = [items[i], pages[i]]
    if (item === undefined || page === undefined) continue
    const compared =
      body.rendered === undefined ? storedBody(row.id) : comparedOf(featuresOf(body.rendered), site.locale)
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
        features: { ...item, ...compared },
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
