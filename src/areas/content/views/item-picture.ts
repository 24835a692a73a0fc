import { sql } from 'kysely'

import { urlOfRow } from '#areas/addresses/index.ts'
import { type Collection, getCollection } from '#areas/collections/index.ts'
import type { PreparedBody } from '#areas/content/changes/rendering.ts'
import {
  bodyOf,
  type ItemBody,
  type ItemChanges,
  type ItemRow,
  type ItemTerms,
  patchedRow,
  termsOf,
} from '#areas/items/index.ts'
import { getSettings, type Settings } from '#areas/organizations/index.ts'
import type { Access } from '#kernel/access.ts'
import type { Reader } from '#kernel/database.ts'
import { absoluteUrl } from '#kernel/feed.ts'

import type { CardSource } from './social-cards.ts'

/** An item with what belongs to it, as a reader of its page would see it. */
export type ItemPicture = {
  row: ItemRow
  body: ItemBody
  collection: Collection
  terms: ItemTerms
  settings: Settings
  url: string
  card: CardSource
}

type Ctx = { db: Reader; access: Pick<Access, 'organization'>; baseUrl: string }

/** The picture of an item, with changes that are not stored. `body` is the body after the changes. */
export async function itemPicture(
  { db, access, baseUrl }: Ctx,
  stored: ItemRow,
  { changes = {}, body }: { changes?: ItemChanges; body?: PreparedBody | undefined } = {},
): Promise<ItemPicture> {
  const row = patchedRow(stored, changes)
  const collection = await getCollection(db, row.collection_id)
  const settings = await getSettings(db)
  const images = await addressesOf(db, [row.featured_image_id, row.og_image_id, settings.defaults.socialImageId])
  const terms = await patchedTerms(db, row.id, changes)
  const site = { siteUrl: settings.siteUrl, baseUrl, organizationId: access.organization.id }
  return {
    row: body === undefined ? row : { ...row, word_count: body.rendered.wordCount },
    body:
      body === undefined
        ? await bodyOf(db, row.id)
        : { content: body.content, contentFormat: body.format, contentHtml: body.rendered.html },
    collection,
    terms,
    settings,
    url: urlOfRow(row, { collection, site }),
    card: cardSource(row, {
      featured: absoluteUrl(images.get(row.featured_image_id ?? '') ?? null, baseUrl),
      og: absoluteUrl(images.get(row.og_image_id ?? '') ?? null, baseUrl),
      byDefault: absoluteUrl(images.get(settings.defaults.socialImageId ?? '') ?? null, baseUrl),
    }),
  }
}

function cardSource(
  row: ItemRow,
  images: { featured: string | null; og: string | null; byDefault: string | null },
): CardSource {
  return {
    title: row.title,
    seoTitle: row.seo_title,
    metaDescription: row.meta_description,
    excerpt: row.excerpt,
    tldr: row.tldr,
    og: { title: row.og_title, description: row.og_description, image: images.og },
    twitter: { title: row.twitter_title, description: row.twitter_description },
    featuredImage: images.featured,
    defaultImage: images.byDefault,
  }
}

async function patchedTerms(db: Reader, itemId: string, changes: ItemChanges): Promise<ItemTerms> {
  const stored = (await termsOf(db, [itemId])).get(itemId) ?? { author: [], category: [], tag: [] }
  const given = { author: changes.authorIds, category: changes.categoryIds, tag: changes.tagIds }
  const ids: string[] = Object.values(given).flatMap((some) => some ?? [])
  if (ids.length === 0 && Object.values(given).every((some) => some === undefined)) return stored
  const rows = await db
    .selectFrom('term')
    .select(['id', 'name', 'slug'])
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  const known = new Map<string, ItemTerms['tag'][number]>(rows.map((row) => [row.id, row]))
  const patched = (kind: keyof ItemTerms) => given[kind]?.flatMap((id) => known.get(id) ?? []) ?? stored[kind]
  return { author: patched('author'), category: patched('category'), tag: patched('tag') }
}

async function addressesOf(db: Reader, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const wanted = ids.filter((id) => id !== null)
  if (wanted.length === 0) return new Map()
  const rows = await db
    .selectFrom('media')
    .select(['id', 'url'])
    .where('id', '=', sql<string>`any(${wanted})`)
    .execute()
  return new Map(rows.map(({ id, url }) => [id, url]))
}
