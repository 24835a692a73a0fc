import { allCollections } from '#areas/collections/index.ts'
import type { Access } from '#kernel/access.ts'
import type { Reader } from '#kernel/database.ts'

import { summaryOf } from './item-output.ts'
import { type ItemRow, type ItemTerms, termsOf } from './items.ts'
import { siteOf } from './public-url.ts'

type Ctx = { db: Reader; access: Pick<Access, 'organization'>; baseUrl: string }

const noTerms: ItemTerms = { author: [], category: [], tag: [] }

/** What an answer about items needs besides their rows: collections, terms, the site's address. */
export async function around({ db, access, baseUrl }: Ctx, rows: readonly ItemRow[]) {
  const site = await siteOf({ db, baseUrl, organizationId: access.organization.id })
  const collections = new Map((await allCollections(db)).map((collection) => [collection.id as string, collection]))
  const terms = await termsOf(
    db,
    rows.map(({ id }) => id),
  )
  return (row: ItemRow) => {
    const collection = collections.get(row.collection_id)
    if (collection === undefined) throw new Error('an item without its collection')
    return { collection, terms: terms.get(row.id) ?? noTerms, site }
  }
}

/** The summaries of rows, in their order. */
export async function summariesOfRows(ctx: Ctx, rows: readonly ItemRow[]) {
  const of = await around(ctx, rows)
  return rows.map((row) => summaryOf(row, of(row)))
}

/** The summary of one row, as changes answer it. */
export async function summaryOfRow(ctx: Ctx, row: ItemRow) {
  const of = await around(ctx, [row])
  return summaryOf(row, of(row))
}
