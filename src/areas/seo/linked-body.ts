import { sql } from 'kysely'

import { siteOf, urlOfRow } from '#areas/addresses/index.ts'
import { allCollections, getCollection } from '#areas/collections/index.ts'
import { bodyOf, type ItemBody, type ItemRow } from '#areas/items/index.ts'
import type { Reader } from '#kernel/database.ts'
import { urlKey } from '#std/url-key.ts'

import { addressesIn, replaceLinks } from './links/replace-links.ts'

/** A body as it is stored, and the address that its links are relative to. */
export type LinkedBody = Pick<ItemBody, 'content' | 'contentFormat'> & { base: string }

type Place = { baseUrl: string; organizationId: string }

/** Reads the body of an item and the address where it is shown. */
export async function linkedBody(db: Reader, row: ItemRow, place: Place): Promise<LinkedBody> {
  const site = await siteOf({ db, ...place })
  const collection = await getCollection(db, row.collection_id)
  const { content, contentFormat } = await bodyOf(db, row.id)
  return { content, contentFormat, base: urlOfRow(row, { collection, site }) }
}

/** The bodies of items by id. */
export async function linkedBodies(
  db: Reader,
  ids: readonly string[],
  place: Place,
): Promise<ReadonlyMap<string, LinkedBody>> {
  const site = await siteOf({ db, ...place })
  const collections = new Map((await allCollections(db)).map((one) => [`${one.id}`, one]))
  const rows = await db
    .selectFrom('item')
    .innerJoin('item_body', 'item_body.item_id', 'item.id')
    .select(['id', 'slug', 'category_slug', 'publish_at', 'canonical_url', 'collection_id'])
    .select(['content', 'content_format'])
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  return new Map(
    rows.flatMap(({ content, content_format: contentFormat, ...row }) => {
      const collection = collections.get(row.collection_id)
      return collection === undefined
        ? []
        : [[row.id, { content, contentFormat, base: urlOfRow(row, { collection, site }) }] as const]
    }),
  )
}

/** The keys of what a body links to and shows: the addresses that `withOtherLinks` can change. */
export function linkedKeys({ content, contentFormat, base }: LinkedBody): Set<string> {
  return new Set(addressesIn(content, contentFormat).flatMap((address) => urlKey(address, base) ?? []))
}

/** The body with other addresses in its links and images, found by their keys; null: the link goes, and its text stays. */
export function withOtherLinks(
  { content, contentFormat, base }: LinkedBody,
  links: readonly { from: string; to: string | null }[],
): { content: string; replaced: number } {
  const replacements = new Map(links.map(({ from, to }) => [urlKey(from) ?? from, to]))
  return replaceLinks(content, { format: contentFormat, base, replacements })
}
