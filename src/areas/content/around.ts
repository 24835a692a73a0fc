import type { Access } from '#kernel/access.ts'
import type { Reader } from '#kernel/database.ts'

import { summaryOf } from './item-output.ts'
import { type ItemRow, type ItemTerms, termsOf } from './items.ts'
import { siteIn } from './public-url.ts'
import { collectionIn, readSurroundings, type Surroundings } from './surroundings.ts'

type Ctx = { db: Reader; access: Pick<Access, 'organization'>; baseUrl: string }

const noTerms: ItemTerms = { author: [], category: [], tag: [] }

/** What an answer about items needs besides their rows: collections, terms, the site's address. */
export async function around({ db, access, baseUrl }: Ctx, rows: readonly ItemRow[], known?: Surroundings) {
  const surroundings = known ?? (await readSurroundings(db))
  const site = siteIn(surroundings.settings, { baseUrl, organizationId: access.organization.id })
  const terms = await termsOf(
    db,
    rows.map(({ id }) => id),
  )
  return (row: ItemRow) => ({
    collection: collectionIn(surroundings, row.collection_id),
    terms: terms.get(row.id) ?? noTerms,
    site,
  })
}

/** The summaries of rows, in their order. */
export async function summariesOfRows(ctx: Ctx, rows: readonly ItemRow[], known?: Surroundings) {
  const of = await around(ctx, rows, known)
  return rows.map((row) => summaryOf(row, of(row)))
}

/** The summary of one row, as changes answer it. */
export async function summaryOfRow(ctx: Ctx, row: ItemRow, known?: Surroundings) {
  const of = await around(ctx, [row], known)
  return summaryOf(row, of(row))
}
