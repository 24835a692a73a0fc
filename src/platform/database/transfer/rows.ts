import { createHash } from 'node:crypto'

import type { Connection } from '#platform/database/connection.ts'
import { quoted } from '#platform/database/logins.ts'

import { identifier, type Table } from './tables.ts'

/** The values of a row as the database writes them, in the order of the columns: the same text on both engines. */
export type Row = (string | null)[]

/** Rows and checksum of a table. */
export type Tally = { rows: number; checksum: string }

const rowsAtOnce = 250

/** Settings under which values have one text on every server. */
export const portableText = `SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO'; SET LOCAL bytea_output = 'hex';
  SET LOCAL extra_float_digits = 1`

/** The rows of a table in batches, along its primary key. */
export async function* readRows(connection: Connection, { name, columns, key }: Table): AsyncGenerator<Row[]> {
  const typeOf = new Map(columns.map((column) => [column.name, column.type]))
  const keyed = `(${key.map(quoted).join(', ')})`
  const after = `(${key.map((column, index) => `$${index + 1}::text::${typeOf.get(column) ?? 'text'}`).join(', ')})`
  const values = columns.map((column, index) => `${quoted(column.name)}::text as c${index}`).join(', ')
  const order = `order by ${key.map(quoted).join(', ')} limit ${rowsAtOnce}`
  let last: (string | null)[] | undefined
  for (;;) {
    const where = last === undefined ? '' : `where ${keyed} > ${after}`
    const { rows } = await connection.query<Record<string, string | null>>(
      `select ${values} from ${identifier(name)} ${where} ${order}`,
      last ?? [],
    )
    const batch = rows.map((row) => columns.map((_, index) => row[`c${index}`] ?? null))
    if (batch.length > 0) yield batch
    const final = batch.at(-1)
    if (final === undefined || batch.length < rowsAtOnce) return
    last = key.map((column) => final[columns.findIndex((each) => each.name === column)] ?? null)
  }
}

/** Adds rows to a table. */
export async function writeRows(connection: Connection, { name, columns }: Table, rows: readonly Row[]): Promise<void> {
  const values = columns.map(({ type }, index) => `(r ->> ${index})::${type}`).join(', ')
  await connection.query(
    `insert into ${identifier(name)} (${columns.map((column) => quoted(column.name)).join(', ')})
    select ${values} from json_array_elements($1::json) as r`,
    [JSON.stringify(rows)],
  )
}

/** Counts rows and sums their hashes, so that the order in which a server sorts them does not matter. */
export class RowSum {
  #rows = 0
  #sum = 0n

  add(row: Row): void {
    this.#rows++
    const hash = createHash('sha256').update(JSON.stringify(row)).digest('hex')
    this.#sum = (this.#sum + BigInt(`0x${hash}`)) & mask
  }

  tally(): Tally {
    return { rows: this.#rows, checksum: this.#sum.toString(16).padStart(64, '0') }
  }
}

const mask = (1n << 256n) - 1n

/** Reads a whole table for its tally. */
export async function tallyOf(connection: Connection, table: Table): Promise<Tally> {
  const sum = new RowSum()
  for await (const batch of readRows(connection, table)) for (const row of batch) sum.add(row)
  return sum.tally()
}
