import type { Connection } from './connection.ts'
import { identifier } from './transfer/tables.ts'

/** Columns whose names do not say that they are sealed. */
const others: readonly SealedColumn[] = [
  { table: 'masthead.login', column: 'secret', type: 'text' },
  { table: 'auth.installation', column: 'value', type: 'text' },
  { table: 'auth.oauth_payloads', column: 'payload', type: 'jsonb' },
]

type SealedColumn = { table: string; column: string; type: string }

async function sealedColumns(connection: Connection): Promise<readonly SealedColumn[]> {
  const { rows } = await connection.query<SealedColumn>(
    `select n.nspname || '.' || c.relname as table, a.attname::text as column, format_type(a.atttypid, a.atttypmod) as type
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('app', 'auth') and c.relkind = 'r' and a.attname in ('sealed', 'secret_enc') and not a.attisdropped order by 1`,
  )
  return [...others, ...rows]
}

export type Rewrapping = {
  /** Sealed texts under another key than the current one. */
  found: number
  /** Of these, those that the current key wraps now. */
  rewrapped: number
}

type Rewrap = (sealed: string) => string | undefined

const token = /v1:[A-Za-z0-9._-]{1,64}:[A-Za-z0-9_-]{80}:[A-Za-z0-9_-]+/g
const rowsAtOnce = 100

/**
 * Wraps the data keys of all sealed texts by the current master key, in small transactions beside everybody else's. What was done stays
 * done, so that it can be ended and begun again at any time. `rewrap` returns its argument where there is nothing to do, and undefined
 * for what it cannot open.
 */
export async function rewrapAll(connection: Connection, rewrap: Rewrap): Promise<Rewrapping> {
  const total = { found: 0, rewrapped: 0 }
  for (const place of await sealedColumns(connection)) {
    let last = '(0,0)'
    for (;;) {
      const { rows } = await connection.query<{ at: string; value: string }>(
        `select ctid::text as at, ${place.column}::text as value from ${identifier(place.table)}
        where ${place.column}::text ~ 'v1:[A-Za-z0-9._-]{1,64}:[A-Za-z0-9_-]{80}:' and ctid > $1::text::tid order by ctid limit ${rowsAtOnce}`,
        [last],
      )
      for (const row of rows) {
        const { found, rewrapped } = await rewrapRow(connection, place, row, rewrap)
        total.found += found
        total.rewrapped += rewrapped
      }
      const final = rows.at(-1)
      if (final === undefined || rows.length < rowsAtOnce) break
      last = final.at
    }
  }
  return total
}

async function rewrapRow(
  connection: Connection,
  { table, column, type }: SealedColumn,
  { at, value }: { at: string; value: string },
  rewrap: Rewrap,
): Promise<Rewrapping> {
  let [found, opened] = [0, 0]
  const next = value.replaceAll(token, (sealed) => {
    const wrapped = rewrap(sealed)
    if (wrapped === sealed) return sealed
    found++
    if (wrapped === undefined) return sealed
    opened++
    return wrapped
  })
  if (opened === 0) return { found, rewrapped: 0 }
  // The one that changed the row meanwhile sealed it again, by the current key.
  await connection.query(
    `update ${identifier(table)} set ${column} = $1::text::${type} where ctid = $2::text::tid and ${column}::text = $3`,
    [next, at, value],
  )
  return { found, rewrapped: opened }
}
