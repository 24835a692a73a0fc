import type { Selectable } from 'kysely'

import type { Tables } from '#kernel/tables.ts'
import { namesOf, pluck, type Plucked } from '#std/pluck.ts'

import type { ItemAttribute } from './fields/item-field.ts'
import { type ItemFieldTable, itemFieldTable } from './fields/item-field-table.ts'
import { columnOf } from './item-columns.ts'

type Attributes = Plucked<ItemFieldTable, 'attribute'>
type Shown = keyof Attributes
type ShownColumn = (typeof columnOf)[Shown]

const attributes: Attributes = pluck(itemFieldTable, 'attribute')
const shownFields = namesOf(attributes)

/** The columns of the fields that the Content API shows, as a query on `item as i` names them. */
export const attributeColumns = shownFields.map((field): `i.${ShownColumn}` => `i.${columnOf[field]}`)

type Schemas = { [F in Shown as Attributes[F]['name']]: Attributes[F]['schema'] }
/** Their schemas by the names of the attributes, in the order of the table. */
export const attributeSchemas = Object.fromEntries(
  shownFields.map((field) => [attributes[field].name, attributes[field].schema]),
  // fromEntries forgets which name has which schema.
) as Schemas

/** Their values by the names of the attributes. */
export function fieldAttributes(row: Pick<Selectable<Tables['item']>, ShownColumn>): Record<keyof Schemas, unknown> {
  const entries = shownFields.map((field) => {
    const { name, of = asItIs }: ItemAttribute = attributes[field]
    return [name, of(row[columnOf[field]], row)]
  })
  return Object.fromEntries(entries) as Record<keyof Schemas, unknown>
}

const asItIs = (stored: unknown): unknown => stored
