import { sql } from 'kysely'

import type { Reader, Writer } from '#kernel/database.ts'
import type { Rendered } from '#kernel/render.ts'

import { headingsOf } from './headings.ts'
import { bandsOf, packed, type Signature, signatureOf, unpacked } from './minhash.ts'
import { type Features, headingWords } from './score.ts'
import { type TitleSignal, titleSignalOf } from './title-signal.ts'

/** How rows are made; one more when signatures, bands, tokens or headings are made in another way. */
export const method = 1

/** What a body gives to compare it by. */
export type BodyFeatures = Signature & { headings: readonly string[] }

/** What of it is compared: headings are content words. */
export type ComparedBody = Pick<Features, 'minhash' | 'headings'>

const known = new WeakMap<Rendered, BodyFeatures>()

/** What a rendered body is compared by. The work is done once, so call it before the transaction begins. */
export function featuresOf(rendered: Rendered): BodyFeatures {
  const found = known.get(rendered)
  if (found !== undefined) return found
  const features = { ...signatureOf(rendered.text), headings: headingsOf(rendered.html) }
  known.set(rendered, features)
  return features
}

/** A part that is undefined did not change. */
type Change = { id: string; title?: string | undefined; body?: BodyFeatures | undefined }

/**
 * Writes what items are compared by, in a few statements however many they are: with `body` its signature, bands and headings,
 * with `title` the words of the title.
 */
export async function writeSimilarities(db: Writer, changes: readonly Change[], locale: string): Promise<void> {
  const bodies = changes.flatMap(({ id, title, body }) => (body === undefined ? [] : [{ id, title, body }]))
  if (bodies.length > 0) await writeBodies(db, bodies, locale)
  const titles = changes.flatMap(({ id, title }) => (title === undefined ? [] : [{ id, title }]))
  if (titles.length > 0) await writeTokens(db, titles, locale)
}

/** Removes what an item is found by; its row of `item_similarity` goes with the item. */
export async function removeSimilarity(db: Writer, itemId: string): Promise<void> {
  await db.deleteFrom('item_band').where('item_id', '=', itemId).execute()
  await db.deleteFrom('item_title_token').where('item_id', '=', itemId).execute()
}

/** Tokens that a title is found by: its words, and one that stands for all of them together. */
export function indexedTokens({ tokens }: Pick<TitleSignal, 'tokens'>): string[] {
  return tokens.size === 0 ? [] : [...[...tokens].map((token) => token.slice(0, 100)), wholeTitle(tokens)]
}

/** The token of a whole title: titles of the same words are found by it even when each word is everywhere. */
export function wholeTitle(tokens: ReadonlySet<string>): string {
  return `=${[...tokens].toSorted().join(' ').slice(0, 200)}`
}

type Bodies = readonly { id: string; title: string | undefined; body: BodyFeatures }[]

async function writeBodies(db: Writer, bodies: Bodies, locale: string): Promise<void> {
  await db
    .insertInto('item_similarity')
    .values(
      bodies.map(({ id, title, body: { minhash, shingles, headings } }) => ({
        item_id: id,
        // Only what is written as a whole is known to be of one method and one language.
        method: title === undefined ? 0 : method,
        locale,
        minhash: minhash === undefined ? null : packed(minhash),
        shingles,
        headings: headingWords(headings, locale),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'item_id']).doUpdateSet((eb) => ({
        method: sql<number>`case when excluded.method = 0 then item_similarity.method else excluded.method end`,
        locale: sql<string>`case when excluded.method = 0 then item_similarity.locale else excluded.locale end`,
        minhash: eb.ref('excluded.minhash'),
        shingles: eb.ref('excluded.shingles'),
        headings: eb.ref('excluded.headings'),
      })),
    )
    .execute()
  await db.deleteFrom('item_band').where('item_id', '=', idsOf(bodies)).execute()
  const bands = bodies.flatMap(({ id, body: { minhash } }) =>
    minhash === undefined ? [] : bandsOf(minhash).map((hash, band) => ({ item_id: id, band, hash })),
  )
  if (bands.length > 0) await db.insertInto('item_band').values(bands).execute()
}

async function writeTokens(
  db: Writer,
  titles: readonly { id: string; title: string }[],
  locale: string,
): Promise<void> {
  await db.deleteFrom('item_title_token').where('item_id', '=', idsOf(titles)).execute()
  const rows = titles.flatMap(({ id, title }) => {
    const tokens = new Set(indexedTokens(titleSignalOf(title, locale)))
    return Array.from(tokens, (token) => ({ item_id: id, token }))
  })
  if (rows.length > 0) await db.insertInto('item_title_token').values(rows).execute()
}

const idsOf = (records: readonly { id: string }[]) => sql<string>`any(${records.map(({ id }) => id)})`

/** The rows of items, by item. */
export async function similarityRows(db: Reader, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await db
    .selectFrom('item_similarity')
    .select(['item_id', 'method', 'minhash', 'headings'])
    .where('item_id', '=', sql<string>`any(${ids})`)
    .execute()
  return new Map(rows.map(({ item_id: id, ...row }) => [id, row]))
}

type Row = { minhash: Uint8Array | null; headings: readonly string[] }

/** What a row says of a body. */
export function comparedBody(row: Row | undefined): ComparedBody {
  return { minhash: unpacked(row?.minhash ?? null), headings: new Set(row?.headings) }
}

/** The same of a body that has no row yet. */
export function comparedOf({ minhash, headings }: BodyFeatures, locale: string): ComparedBody {
  return { minhash, headings: new Set(headingWords(headings, locale)) }
}
