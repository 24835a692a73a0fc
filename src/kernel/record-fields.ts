import type { Insertable, Selectable } from 'kysely'
import type { z } from 'zod'

import type { Told } from './ask.ts'
import type { Id, IdKind } from './ids.ts'
import type { RecordState } from './journal.ts'
import type { Tables } from './tables.ts'

/** One field of a record: its column, and how inputs and answers show it. */
export type RecordField<Column extends string = string> = {
  column: Column
  /** The kind of the id, or of each id in the list, that it contains. */
  id?: IdKind
  /** The column is JSON. */
  json?: true
  /** The column is a time. */
  time?: true
  /** What the input of a creation accepts. Without it, no call sets the field. */
  create?: z.ZodType
  /** What the input of a change accepts. Without it the field does not change. */
  change?: z.ZodType
  /** What answers show. */
  output?: z.ZodType
}

type Fields<Table extends keyof Tables> = Readonly<Record<string, RecordField<keyof Tables[Table] & string>>>
type Row<Table extends keyof Tables> = Selectable<Tables[Table]>
type ColumnOf<Table extends keyof Tables, F extends Fields<Table>> = F[keyof F]['column']

// Columns contain only texts; a field says whose ids they are.
type As<Stored, Field> = Field extends { id: infer Kind extends IdKind }
  ? Stored extends readonly string[]
    ? Id<Kind>[]
    : Id<Kind> | Extract<Stored, null>
  : Stored

/** A record as code uses it: its fields by their names, ids of their kinds. */
export type RecordOf<Table extends keyof Tables, F extends Fields<Table>> = {
  -readonly [N in keyof F]: As<Row<Table>[F[N]['column'] & keyof Row<Table>], F[N]>
}

type RowOf<Table extends keyof Tables, F extends Fields<Table>> = Pick<
  Row<Table>,
  ColumnOf<Table, F> & keyof Row<Table>
>

type Columns<Table extends keyof Tables> = Insertable<Tables[Table]>
type Given<R> = { readonly [N in keyof R]?: R[N] | undefined }
type Written<Table extends keyof Tables, F extends Fields<Table>, G> = {
  -readonly [N in keyof F & keyof G as F[N]['column']]:
    | Columns<Table>[F[N]['column'] & keyof Columns<Table>]
    | Extract<G[N], undefined>
}

/** How the records of a table are read and written, by the declarations of their fields. */
export function recordsOf<Table extends keyof Tables, const F extends Fields<Table>>(_table: Table, fields: F) {
  const declared = Object.entries<RecordField<ColumnOf<Table, F>>>(fields)
  return {
    /** The columns of all fields, for a query. */
    columns: declared.map(([, { column }]) => column),

    /** The record of a row. If it was read as JSON, its times are text. */
    read(row: RowOf<Table, F> | Told<RowOf<Table, F>>): RecordOf<Table, F> {
      const stored: Readonly<Record<string, unknown>> = row
      const record: Record<string, unknown> = {}
      for (const [name, field] of declared) record[name] = valueOf(field, stored[field.column])
      // Each name has the value of its own column.
      return record as RecordOf<Table, F>
    },

    /** The columns of given fields. Those that are undefined, and what is no field, are left out. */
    write<G extends Given<RecordOf<Table, F>>>(given: G): Written<Table, F, G> {
      const values: Readonly<Record<string, unknown>> = given
      const written = declared.flatMap(([name, { column, json }]) => {
        const value = values[name]
        if (value === undefined) return []
        return [[column, json === true && value !== null ? JSON.stringify(value) : value]]
      })
      // Each column has the value of its own field.
      return Object.fromEntries(written) as Written<Table, F, G>
    },
  }
}

/** A record as a state that can be taken back to: its version, and its other fields without the time of its last change. */
export function stateOf<R extends { version: number }>(record: R): RecordState {
  const { version, ...fields } = record
  const kept = Object.entries(fields).filter(([name]) => !unstated.has(name))
  return { n: version, snapshot: Object.fromEntries(kept) }
}

const unstated: ReadonlySet<string> = new Set(['id', 'updatedAt'])

function valueOf({ time }: RecordField, stored: unknown): unknown {
  return time === true && typeof stored === 'string' ? new Date(stored) : stored
}
