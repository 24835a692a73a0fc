import { siteOf, urlOfRow } from '#areas/addresses/index.ts'
import { getCollection } from '#areas/collections/index.ts'
import { bodyOf, type ItemBody, type ItemRow } from '#areas/content/index.ts'
import type { Reader } from '#kernel/database.ts'
import { urlKey } from '#std/url-key.ts'

import { replaceLinks } from './links/replace-links.ts'

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

/** The body with other addresses in its links and images, found by their keys; null: the link goes, and its text stays. */
export function withOtherLinks(
  { content, contentFormat, base }: LinkedBody,
  links: readonly { from: string; to: string | null }[],
): { content: string; replaced: number } {
  const replacements = new Map(links.map(({ from, to }) => [urlKey(from) ?? from, to]))
  return replaceLinks(content, { format: contentFormat, base, replacements })
}
