import type { Insertable, Selectable } from 'kysely'
import type { z } from 'zod'

import type { Tables } from '#kernel/tables.ts'
import { mapNames, namesOf, pluck, type Plucked } from '#std/pluck.ts'

import { type ItemFieldTable, itemFieldTable } from './item-field-table.ts'

/** The columns of an item that can be written. */
export type ItemColumns = Omit<Partial<Insertable<Tables['item']>>, 'organization_id'>

/** Which column holds a field; body and terms have tables of their own. */
export const columnOf = pluck(itemFieldTable, 'column')
export type ColumnField = keyof typeof columnOf
/** The fields with a column, in the order in which changes are reported. */
export const columnFields = namesOf(columnOf)

type Json = keyof Plucked<ItemFieldTable, 'json'>
const jsonFields: ReadonlySet<string> = new Set(namesOf(pluck(itemFieldTable, 'json')))

/** Whether the column of a field is JSON. */
export function isJson(field: ColumnField): boolean {
  return jsonFields.has(field)
}

type ItemJson = { [F in Json as `item.${(typeof columnOf)[F]}`]: NonNullable<z.output<ItemFieldTable[F]['output']>> }
declare module '#kernel/json-columns.ts' {
  interface JsonColumns extends ItemJson {}
}

type Stored = Selectable<Tables['item']>
/** The fields that have a column, as they are stored. */
export type StoredFields = { [F in ColumnField]: Stored[(typeof columnOf)[F]] }

/** The fields of a row that have a column, by their names. */
export function fieldsOfRow(row: Stored): StoredFields {
  // The function returns the value of any field; each name gets its own.
  return mapNames(columnOf, (field) => row[columnOf[field]]) as StoredFields
}
