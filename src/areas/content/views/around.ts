import { siteIn } from '#areas/addresses/index.ts'
import {
  collectionIn,
  type ItemRow,
  type ItemTerms,
  type Surroundings,
  surroundingsAsked,
  termsAsked,
} from '#areas/items/index.ts'
import type { Access } from '#kernel/access.ts'
import { ask, joined, type Question } from '#kernel/ask.ts'
import type { Reader } from '#kernel/database.ts'

import { summaryOf } from './item-output.ts'

type Place = { access: Pick<Access, 'organization'>; baseUrl: string }
type Ctx = Place & { db: Reader }

const noTerms: ItemTerms = { author: [], category: [], tag: [] }

/** What an answer about items needs besides their rows: collections, terms, the site's address. */
export async function around({ db, ...place }: Ctx, rows: readonly ItemRow[], known?: Surroundings) {
  const termsOfRows = termsAsked(rows.map(({ id }) => id))
  const { terms, surroundings } =
    known === undefined
      ? await ask(db, joined({ terms: termsOfRows, surroundings: surroundingsAsked() }))
      : { terms: await ask(db, termsOfRows), surroundings: known }
  const site = siteFor(surroundings, place)
  return (row: ItemRow) => ({
    collection: collectionIn(surroundings, row.collection_id),
    terms: terms.get(row.id) ?? noTerms,
    site,
  })
}

/** The same, with the answer to another question of the same moment, and the surroundings that it was asked in. */
export async function aroundWith<M>({ db, ...place }: Ctx, rows: readonly ItemRow[], more: Question<M>) {
  const terms = termsAsked(rows.map(({ id }) => id))
  const answers = await ask(db, joined({ terms, surroundings: surroundingsAsked(), more }))
  const { surroundings } = answers
  const site = siteFor(surroundings, place)
  const of = (row: ItemRow) => ({
    collection: collectionIn(surroundings, row.collection_id),
    terms: answers.terms.get(row.id) ?? noTerms,
    site,
  })
  return { of, surroundings, more: answers.more }
}

/** The same for one item with its world. */
export function aroundIn(
  { row, terms, ...surroundings }: Surroundings & { row: ItemRow; terms: ItemTerms },
  place: Place,
) {
  return { collection: collectionIn(surroundings, row.collection_id), terms, site: siteFor(surroundings, place) }
}

/** The summary of an item with its world, as changes return it. */
export function summaryIn(world: Surroundings & { row: ItemRow; terms: ItemTerms }, place: Place) {
  return summaryOf(world.row, aroundIn(world, place))
}

/** The summaries of rows, in their order. */
export async function summariesOfRows(ctx: Ctx, rows: readonly ItemRow[], known?: Surroundings) {
  const of = await around(ctx, rows, known)
  return rows.map((row) => summaryOf(row, of(row)))
}

function siteFor({ settings }: Surroundings, { access, baseUrl }: Place) {
  return siteIn(settings, { baseUrl, organizationId: access.organization.id })
}
