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

/** The keys that wrap. */
export type Wrapping = {
  readonly currentKid: string
  /** Returns its argument where there is nothing to do, and undefined for what no key opens. */
  rewrap(sealed: string): string | undefined
}

/** Lends the connection for one step. */
export type Lend = <T>(work: (connection: Connection) => Promise<T>) => Promise<T>

const token = /v1:[A-Za-z0-9._-]{1,64}:[A-Za-z0-9_-]{80}:[A-Za-z0-9_-]+/g
const rowsAtOnce = 100

/**
 * Wraps the data keys of all sealed texts by the current master key, in small steps between everybody else's. What was done stays
 * done, so that it can be ended and begun again at any time.
 */
export async function rewrapAll(lend: Lend, wrapping: Wrapping): Promise<Rewrapping> {
  const places = await lend(sealedColumns)
  let rewrapped = 0
  for (;;) {
    let [changed, closed] = [0, 0]
    for (const place of places) {
      const pass = await rewrapColumn(lend, place, wrapping)
      changed += pass.changed
      closed += pass.closed
      rewrapped += pass.rewrapped
    }
    // What was written meanwhile may lie before what was read, still wrapped by the earlier key: the last pass finds nothing to do.
    if (changed === 0) return { found: rewrapped + closed, rewrapped }
  }
}

/** `changed`: rows that had something to wrap. `closed`: texts that no key opens. */
type Pass = { changed: number; closed: number; rewrapped: number }

async function rewrapColumn(lend: Lend, place: SealedColumn, wrapping: Wrapping): Promise<Pass> {
  const total = { changed: 0, closed: 0, rewrapped: 0 }
  const { table, column } = place
  const byOthers = `v1:(?!${wrapping.currentKid.replaceAll('.', String.raw`\.`)}:)[A-Za-z0-9._-]{1,64}:[A-Za-z0-9_-]{80}:`
  for (let last: string | undefined = '(0,0)'; last !== undefined;) {
    const from: string = last
    last = await lend(async (connection) => {
      const { rows } = await connection.query<{ at: string; value: string }>(
        `select ctid::text as at, ${column}::text as value from ${identifier(table)}
        where ${column}::text ~ $2 and ctid > $1::text::tid order by ctid limit ${rowsAtOnce}`,
        [from, byOthers],
      )
      for (const row of rows) {
        const { changed, closed, rewrapped } = await rewrapRow(connection, place, row, wrapping)
        total.changed += changed
        total.closed += closed
        total.rewrapped += rewrapped
      }
      return rows.length < rowsAtOnce ? undefined : rows.at(-1)?.at
    })
  }
  return total
}

async function rewrapRow(
  connection: Connection,
  { table, column, type }: SealedColumn,
  { at, value }: { at: string; value: string },
  { rewrap }: Wrapping,
): Promise<Pass> {
  let [opened, closed] = [0, 0]
  const next = value.replaceAll(token, (sealed) => {
    const wrapped = rewrap(sealed)
    if (wrapped === undefined) closed++
    else if (wrapped !== sealed) opened++
    return wrapped ?? sealed
  })
  if (opened === 0) return { changed: 0, closed, rewrapped: 0 }
  // One that somebody changed meanwhile is elsewhere now, and the next pass finds it.
  const { rowCount } = await connection.query(
    `update ${identifier(table)} set ${column} = $1::text::${type} where ctid = $2::text::tid and ${column}::text = $3`,
    [next, at, value],
  )
  return { changed: 1, closed, rewrapped: rowCount === 0 ? 0 : opened }
}
