import type { Collection } from '#areas/collections/index.ts'
import { collectionOf } from '#areas/collections/index.ts'
import type { Access } from '#kernel/access.ts'
import type { Reader } from '#kernel/database.ts'

import { summaryOf } from './item-output.ts'
import { type ItemRow, type ItemTerms, termsOf } from './items.ts'
import { getSettings } from '#areas/organizations/index.ts'

type Ctx = { db: Reader; access: Access; baseUrl: string }

const noTerms: ItemTerms = { author: [], category: [], tag: [] }

/** What an answer about items needs besides their rows: collections, terms, the site's address. */
export async function around({ db, access, baseUrl }: Ctx, rows: readonly ItemRow[]) {
  const { siteUrl } = await getSettings(db)
  const collections = new Map<string, Collection>(
    (await db.selectFrom('collection').selectAll().execute()).map((row) => [row.id, collectionOf(row)]),
  )
  const terms = await termsOf(
    db,
    rows.map(({ id }) => id),
  )
  return (row: ItemRow) => {
    const collection = collections.get(row.collection_id)
    if (collection === undefined) throw new Error('an item without its collection')
    return { collection, terms: terms.get(row.id) ?? noTerms, siteUrl, baseUrl, organizationId: access.organization.id }
  }
}

/** The summary of one row, as changes answer it. */
export async function summaryOfRow(ctx: Ctx, row: ItemRow) {
  const of = await around(ctx, [row])
  return summaryOf(row, of(row))
}
