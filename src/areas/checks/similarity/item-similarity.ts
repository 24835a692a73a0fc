import { sql } from 'kysely'

import { question, selectFrom } from '#kernel/ask.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import type { Rendered } from '#kernel/render.ts'
import type { Write } from '#kernel/write-together.ts'
import { bandsOf, packed, type Signature, unpacked } from '#std/minhash.ts'

import { headingsOf } from './headings.ts'
import { type Features, headingWords } from './score.ts'
import { type TitleSignal, titleSignalOf } from './title-signal.ts'

/** The version of how rows are computed: raise it when signatures, bands, tokens or headings are computed differently. */
export const method = 1

/** What a body is compared by. */
export type BodyFeatures = Signature & { headings: readonly string[] }

/** The parts of it that are compared: headings are content words. */
export type ComparedBody = Pick<Features, 'minhash' | 'headings'>

const known = new WeakMap<Rendered, BodyFeatures>()

/** What a rendered body is compared by. */
export function featuresOf(rendered: Rendered): BodyFeatures {
  const found = known.get(rendered)
  if (found !== undefined) return found
  const features = { ...rendered.signature, headings: headingsOf(rendered.html) }
  known.set(rendered, features)
  return features
}

/** A part that is undefined did not change. */
type Change = { id: string; title?: string | undefined; body?: BodyFeatures | undefined }

/**
 * The writes of what items are compared by, for any number of items: with `body` its signature, bands and headings, with
 * `title` the words of the title.
 */
export function similarityWrites(db: Writer, changes: readonly Change[], locale: string): Write[] {
  const bodies = changes.flatMap(({ id, title, body }) => (body === undefined ? [] : [{ id, title, body }]))
  const titles = changes.flatMap(({ id, title }) => (title === undefined ? [] : [{ id, title }]))
  return [
    ...(bodies.length === 0 ? [] : [signatureWrite(db, bodies, locale), ...bandWrites(db, bodies)]),
    ...(titles.length === 0 ? [] : tokenWrites(db, titles, locale)),
  ]
}

/** Removes what an item is found by; its row of `item_similarity` goes with the item. */
export async function removeSimilarity(db: Writer, itemId: string): Promise<void> {
  await db.deleteFrom('item_band').where('item_id', '=', itemId).execute()
  await db.deleteFrom('item_title_token').where('item_id', '=', itemId).execute()
}

/** Tokens that a title is found by: its words, and one that represents all of them together. */
export function indexedTokens({ tokens }: Pick<TitleSignal, 'tokens'>): string[] {
  return tokens.size === 0 ? [] : [...[...tokens].map((token) => token.slice(0, 100)), wholeTitle(tokens)]
}

/** The token of a whole title: titles with the same words are found by it even if each word is very common. */
export function wholeTitle(tokens: ReadonlySet<string>): string {
  return `=${[...tokens].toSorted().join(' ').slice(0, 200)}`
}

type Bodies = readonly { id: string; title: string | undefined; body: BodyFeatures }[]

function signatureWrite(db: Writer, bodies: Bodies, locale: string) {
  return db
    .insertInto('item_similarity')
    .values(
      bodies.map(({ id, title, body: { minhash, shingles, headings } }) => ({
        item_id: id,
        // Only a row that is written as a whole is known to have one method and one language.
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
}

function bandWrites(db: Writer, bodies: Bodies): Write[] {
  const none = bodies.filter(({ body }) => body.minhash === undefined)
  const bands = bodies.flatMap(({ id, body: { minhash } }) =>
    minhash === undefined ? [] : bandsOf(minhash).map((hash, band) => ({ id, band, hash })),
  )
  const given = sql<{ item_id: string; band: number; hash: number }>`(select * from unnest(
    ${bands.map(({ id }) => id)}::text[], ${bands.map(({ band }) => band)}::int2[], ${bands.map(({ hash }) => hash)}::int4[]))`
  const kept = db
    .insertInto('item_band')
    .columns(['item_id', 'band', 'hash'])
    .expression(
      db
        .selectFrom(given.as<'given'>(sql`given(item_id, band, hash)`))
        .select(['given.item_id', 'given.band', 'given.hash']),
    )
    // Every signature has the same number of bands.
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'item_id', 'band']).doUpdateSet((eb) => ({ hash: eb.ref('excluded.hash') })),
    )
  return [
    ...(none.length === 0 ? [] : [db.deleteFrom('item_band').where('item_id', '=', idsOf(none))]),
    ...(bands.length === 0 ? [] : [kept]),
  ]
}

function tokenWrites(db: Writer, titles: readonly { id: string; title: string }[], locale: string): Write[] {
  const tokens = titles.flatMap(({ id, title }) =>
    Array.from(new Set(indexedTokens(titleSignalOf(title, locale))), (token) => ({ id, token })),
  )
  const given = sql<{ item_id: string; token: string }>`(select item_id collate "C", token collate "C" from unnest(
    ${tokens.map(({ id }) => id)}::text[], ${tokens.map(({ token }) => token)}::text[]) as g(item_id, token))`
  return [
    db
      .deleteFrom('item_title_token')
      .where('item_id', '=', idsOf(titles))
      .where(sql<boolean>`(item_id, token) not in ${given}`),
    db
      .insertInto('item_title_token')
      .columns(['item_id', 'token'])
      .expression(db.selectFrom(given.as<'given'>(sql`given(item_id, token)`)).select(['given.item_id', 'given.token']))
      .onConflict((conflict) => conflict.doNothing()),
  ]
}

const idsOf = (records: readonly { id: string }[]) => sql<string>`any(${records.map(({ id }) => id)})`

/** The rows of items, by item. */
export async function similarityRows(db: Reader, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await db
    .selectFrom('item_similarity')
    .select(['item_id', 'method', 'locale', 'minhash', 'headings'])
    .where('item_id', '=', sql<string>`any(${ids})`)
    .execute()
  return new Map(rows.map(({ item_id: id, ...row }) => [id, row]))
}

/** The same as a question. */
export const similarityAsked = (ids: readonly string[]) =>
  question(
    ids.length === 0
      ? undefined
      : selectFrom('item_similarity')
          .select(['item_id', 'headings', packedInText])
          .where('item_id', '=', sql<string>`any(${ids})`),
    (rows) => new Map(rows.map((row) => [row.item_id, comparedInText(row)])),
  )

/** The signature of a body, in the form that a question can return. */
export const packedInText = sql<string | null>`encode(item_similarity.minhash, 'base64')`.as('minhash')

/** What a row with `packedInText` says about a body; nulls if there is no row. */
export function comparedInText({ minhash, headings }: { minhash: string | null; headings: readonly string[] | null }) {
  return comparedBody({ minhash: minhash === null ? null : Buffer.from(minhash, 'base64'), headings: headings ?? [] })
}

type Row = { minhash: Uint8Array | null; headings: readonly string[] }

/** What a row says about a body. */
export function comparedBody(row: Row | undefined): ComparedBody {
  return { minhash: unpacked(row?.minhash ?? null), headings: new Set(row?.headings) }
}

/** The same for a body that has no row yet. */
export function comparedOf({ minhash, headings }: BodyFeatures, locale: string): ComparedBody {
  return { minhash, headings: new Set(headingWords(headings, locale)) }
}
