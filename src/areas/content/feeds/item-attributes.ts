import type { Selectable } from 'kysely'

import { columnOf, type ItemAttribute, type ItemFieldTable, itemFieldTable } from '#areas/items/index.ts'
import type { Tables } from '#kernel/tables.ts'
import { namesOf, pluck, type Plucked } from '#std/pluck.ts'

type Attributes = Plucked<ItemFieldTable, 'attribute'>
type Shown = keyof Attributes
type FurtherField = keyof Plucked<Attributes, 'isFurther'>
type DefaultField = Exclude<Shown, FurtherField>

const attributes: Attributes = pluck(itemFieldTable, 'attribute')
const furtherFields = namesOf(pluck(attributes, 'isFurther'))
const isFurther: ReadonlySet<string> = new Set(furtherFields)
const defaultFields = namesOf(attributes).filter((field): field is DefaultField => !isFurther.has(field))

const columnsOf = <F extends Shown>(fields: readonly F[]) =>
  fields.map((field): `i.${(typeof columnOf)[F]}` => `i.${columnOf[field]}`)

/** The columns of the fields that the Content API shows by default, as a query on `item as i` names them. */
export const attributeColumns = columnsOf(defaultFields)
/** The same of those that it shows where they are asked for. */
export const furtherColumns = columnsOf(furtherFields)

type Schemas<F extends Shown> = { [N in F as Attributes[N]['name']]: Attributes[N]['schema'] }

function schemasOf<F extends Shown>(fields: readonly F[]): Schemas<F> {
  // fromEntries forgets which name has which schema.
  return Object.fromEntries(fields.map((field) => [attributes[field].name, attributes[field].schema])) as Schemas<F>
}

/** The schemas of the default attributes by their names, in the order of the table. */
export const attributeSchemas = schemasOf(defaultFields)
/** The same of the further ones. */
export const furtherSchemas = schemasOf(furtherFields)

/** A column of a further attribute. */
export type FurtherColumn = (typeof columnOf)[FurtherField]

type Row<F extends Shown> = Pick<Selectable<Tables['item']>, (typeof columnOf)[F]> & { title: string }

function valuesOf<F extends Shown>(fields: readonly F[], row: Row<F>): Record<keyof Schemas<F>, unknown> {
  const values: Record<string, unknown> = {}
  for (const field of fields) {
    const { name, of = asItIs }: ItemAttribute = attributes[field]
    values[name] = of(row[columnOf[field]], row)
  }
  // Each name is that of an attribute of its field.
  return values as Record<keyof Schemas<F>, unknown>
}

/** The values of the default attributes by their names. */
export const fieldAttributes = (row: Row<DefaultField>) => valuesOf(defaultFields, row)
/** The same of the further ones. */
export const furtherAttributes = (row: Row<FurtherField>) => valuesOf(furtherFields, row)

const asItIs = (stored: unknown): unknown => stored
