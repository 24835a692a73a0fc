import { pathOf } from '#areas/addresses/index.ts'
import { comparedBody, comparedOf, featuresOf, similarityAsked } from '#areas/checks/similarity/item-similarity.ts'
import { unwrittenBodies } from '#areas/checks/similarity/missing-similarity.ts'
import {
  type Candidate,
  candidatesAsked,
  mostSimilar,
  type Similar,
  similarAmong,
  similarItems,
} from '#areas/checks/similarity/similar-items.ts'
import { missingFields } from '#areas/collections/index.ts'
import { factTextsAsked } from '#areas/library/index.ts'
import { askPlannedOnce, joined, mapped, type Question, question } from '#kernel/ask.ts'
import { breather } from '#kernel/breathe.ts'
import type { CheckedBody, StoredItem } from '#kernel/checks.ts'
import type { Reader } from '#kernel/database.ts'
import { doFirst } from '#kernel/do-first.ts'
import type { PublishingWarning } from '#kernel/publishing-warning.ts'
import { bandsOf } from '#std/minhash.ts'
import type { Page } from '#std/page.ts'
import { joinUrl } from '#std/urls.ts'

import { type BodyReading, readAhead, readBody, unreadLong } from './body-readings.ts'
import { checkedItemOf } from './checked-item.ts'
import { candidateKeys, keyOfWords } from './item-keys.ts'
import { imagesAsked, labelsAsked, linkingAsked, relatedAsked, sharedAsked, wholeLinking } from './neighbours.ts'
import { faultsOf, picturesAsked } from './organization-faults.ts'
import { addressesAsked } from './resolve-addresses.ts'
import type { CheckedItem, Index, Site, Subject } from './rules/subject.ts'
import { supporter } from './rules/support.ts'
import { sameAddressAsked } from './same-address.ts'
import type { Around } from './site.ts'
import { topicsAsked } from './topics-by-keyword.ts'

/** An item with its body, as it is stored or as it would become. */
export type Checkable = { row: StoredItem; body: CheckedBody }

/** An item as the rules read it. `rivals`: all similar items that were found, best first; the rules see the first of them. */
export type ComparedSubject = Subject & { rivals: readonly Similar[] }

/**
 * What the rules need to know about items, in their order, together with the answer to another question: one statement for one
 * item, and one more for each further item. More only if redirects lead to an item, or for items that are older than the tables
 * of what they are compared by.
 */
export async function readSubjects<M>(
  db: Reader,
  around: Around,
  { checkables, more }: { checkables: readonly Checkable[]; more: Question<M> },
): Promise<{ subjects: ComparedSubject[]; more: M }> {
  const { site } = around
  const items = checkables.map(({ row, body }) => checkedItemOf(row, body))
  const readings = await readingsOf(checkables, site)
  const pages = readings.map(({ page }) => page)
  const storedIds = checkables.filter(({ body }) => body.rendered === undefined).map(({ row }) => row.id)
  const only = checkables.length === 1 ? checkables[0] : undefined
  const { stored, linking, candidates, known, ...answers } = await askPlannedOnce(
    db,
    joined({
      more,
      known: indexAsked(around, { rows: checkables.map(({ row }) => row), items, pages }),
      linking: linkingAsked(
        checkables.map(({ row }) => row),
        { around, among: 'public' },
      ),
      stored: similarityAsked(storedIds),
      candidates: only === undefined ? nobodyAsked : candidatesOf(only, site.locale),
    }),
  )
  const isLinked = await wholeLinking(db, linking, { among: 'public' })
  const unwritten = await unwrittenBodies(
    db,
    storedIds.filter((id) => !stored.has(id)),
    site.locale,
  )

  const subjects: ComparedSubject[] = []
  for (const [i, { row, body }] of checkables.entries()) {
    const [item, reading] = [items[i], readings[i]]
    if (item === undefined || reading === undefined) continue
    const compared =
      body.rendered === undefined
        ? (stored.get(row.id) ?? unwritten.get(row.id) ?? comparedBody(undefined))
        : comparedOf(featuresOf(body.rendered), site.locale)
    const publishAt = row.publish_at?.getTime() ?? null
    const features = { id: row.id, features: { ...item, ...compared, publishAt }, locale: site.locale }
    const rivals =
      only === undefined || unwritten.has(row.id)
        ? await similarItems(db, features)
        : similarAmong(candidates, features)
    const index = indexOf(around, row, item, known)
    subjects.push({
      item,
      ...reading,
      site,
      index: { ...index, similar: rivals.slice(0, mostSimilar), isLinked: (isLinked.get(row.id)?.size ?? 0) > 0 },
      rivals,
    })
  }
  return { subjects, more: answers.more }
}

async function readingsOf(
  checkables: readonly Checkable[],
  { organizationId, locale }: Pick<Site, 'organizationId' | 'locale'>,
): Promise<BodyReading[]> {
  const breathe = breather(undefined)
  const bodies = checkables.map(({ body }) => ({ organizationId, html: body.contentHtml, locale }))
  const unread = unreadLong(bodies)
  if (unread.length > 0)
    doFirst(async () => {
      for (const body of unread) await readAhead(body, breathe)
    })
  const readings: BodyReading[] = []
  for (const body of bodies) readings.push(await readBody(body, breathe))
  return readings
}

const nobodyAsked = question(undefined, (): Candidate[] => [])

function candidatesOf({ row, body }: Checkable, locale: string) {
  const { rendered } = body
  if (rendered === undefined) return candidatesAsked({ title: row.title, bands: { of: row.id }, locale })
  const { minhash } = featuresOf(rendered)
  return candidatesAsked({ title: row.title, bands: minhash === undefined ? undefined : bandsOf(minhash), locale })
}

type Read = { rows: readonly StoredItem[]; items: readonly CheckedItem[]; pages: readonly Page[] }

/** What the index of the organization says about all of the items. */
function indexAsked(around: Around, { rows, items, pages }: Read) {
  return joined({
    targets: addressesAsked(around, addressesIn(items, pages)),
    shared: sharedAsked(rows, around),
    atAddress: sameAddressAsked(rows, around),
    related: relatedAsked(
      items.flatMap(({ relatedArticles }) => relatedArticles),
      around,
    ),
    images: imagesAsked(items.flatMap(({ featuredImageId }) => featuredImageId ?? [])),
    topics: topicsAsked(
      rows.flatMap((row) => [keyOfWords(row.primary_keyword, around.site), ...candidateKeys(row, around.site)]),
    ),
    labels: labelsAsked(rows.filter(({ article_type: type }) => type === null).map(({ id }) => id)),
    faults: items.every(hasPicture)
      ? question(undefined, (): PublishingWarning[] => [])
      : mapped(picturesAsked(), (pictures) => faultsOf(around.site, pictures)),
    supports: mapped(factTextsAsked(), (texts) => supporter(texts, around.site.locale)),
  })
}

type Known = ReturnType<typeof indexAsked> extends Question<infer A> ? A : never

/** The part of it that is about one of them. */
function indexOf(
  { site, collections }: Around,
  row: StoredItem,
  item: CheckedItem,
  { targets, shared, atAddress, related, images, topics, labels, faults, supports }: Known,
): Omit<Index, 'similar' | 'isLinked'> {
  const collection = collections.get(row.collection_id)
  const { takenKeywords, ...ofItems } = shared(row)
  const topicsOf = (key: string) =>
    (topics.get(key) ?? []).filter(({ id, itemId }) => itemId !== row.id && id !== row.source_topic_id)
  const ofTopics = candidateKeys(row, site).filter((key) => topicsOf(key).length > 0)
  return {
    collectionKind: collection?.kind ?? 'custom',
    isOpen: collection?.isOpen === true,
    missingFields: collection?.fieldsSchema ? missingFields(collection.fieldsSchema, row.custom_fields) : undefined,
    selfUrl: site.siteUrl === null || collection === undefined ? null : joinUrl(site.siteUrl, pathOf(collection, row)),
    targets,
    sameAddress: atAddress(row),
    ...ofItems,
    takenKeywords: new Set([...takenKeywords, ...ofTopics]),
    related,
    featuredImage: images.get(item.featuredImageId ?? '') ?? null,
    sameKeywordTopics: topicsOf(keyOfWords(row.primary_keyword, site)).map(({ id, topic }) => ({ id, topic })),
    labels: labels.get(row.id) ?? [],
    faults: new Set(faults.map(({ code }) => code)),
    supports,
  }
}

const hasPicture = ({ featuredImageId, ogImageId }: CheckedItem) => featuredImageId !== null || ogImageId !== null

function* addressesIn(items: readonly CheckedItem[], pages: readonly Page[]): Generator<string> {
  for (const { links } of pages) for (const { href } of links) yield href
  for (const { suggestions, canonicalUrl } of items) {
    for (const { url } of suggestions) if (url !== undefined) yield url
    if (canonicalUrl !== null) yield canonicalUrl.trim()
  }
}
