import { type RawBuilder, sql } from 'kysely'

import type { Reader } from '#kernel/database.ts'

import { integers, type TextDimension } from './packed-days.ts'

/** The texts with these numbers. */
export async function textsOf(db: Reader, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('search_text')
    .select(['id', 'body'])
    .where('id', '=', sql<number>`any(${[...new Set(ids)]}::bigint[])`)
    .execute()
  return new Map(rows.map(({ id, body }) => [Number(id), body]))
}

/** The numbers of the texts of a kind that meet a condition, and the last number that any text has. */
export async function idsOfTexts(
  db: Reader,
  kind: TextDimension,
  condition: RawBuilder<unknown>,
): Promise<{ found: Int32Array; last: number }> {
  const { rows } = await sql<{ found: Uint8Array | null; last: number | null }>`
    select (select string_agg(int4send(id::int), '') from app.search_text where kind = ${kind} and ${condition}) as found,
      (select max(id) from app.search_text) as last`.execute(db)
  return { found: integers(rows[0]?.found ?? new Uint8Array()), last: Number(rows[0]?.last ?? 0) }
}

/** Whether a text comes before another one, by code points, as the database sorts bytes. */
export function isBefore(a: string, b: string): boolean {
  let at = 0
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++
  if (at >= a.length || at >= b.length) return a.length < b.length
  return rank(a.charCodeAt(at)) < rank(b.charCodeAt(at))
}

/** Halves of a pair stand for what comes after all other characters. */
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)
