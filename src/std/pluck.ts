type PartOf<Entry, Part extends string> = Entry extends { readonly [K in Part]: infer Value } ? Value : never

/** One part of the entries of a table, by the names of the entries that have it. */
export type Plucked<Table, Part extends string> = {
  -readonly [Name in keyof Table as Table[Name] extends { readonly [K in Part]: unknown } ? Name : never]: PartOf<
    Table[Name],
    Part
  >
}

/** One part of every entry of a table that has it, in the order of the table: `pluck({ a: { x: 1 }, b: {} }, 'x')` is `{ a: 1 }`. */
export function pluck<const Table extends Readonly<Record<string, object>>, Part extends string>(
  table: Table,
  part: Part,
): Plucked<Table, Part> {
  const parts = Object.entries(table).flatMap(([name, entry]) =>
    part in entry ? [[name, Reflect.get(entry, part)] as const] : [],
  )
  // fromEntries forgets which name has which value.
  return Object.fromEntries(parts) as Plucked<Table, Part>
}

/** The names of an object's own fields, of the type that they have. */
export function namesOf<Table extends object>(table: Table): (keyof Table & string)[] {
  // Object.keys returns plain strings: an object may have more fields than its type. Tables are written as a whole.
  return Object.keys(table) as (keyof Table & string)[]
}

/** A value for each name of a table. */
export function mapNames<Table extends object, Value>(
  table: Table,
  valueOf: (name: keyof Table & string) => Value,
): Record<keyof Table & string, Value> {
  // fromEntries forgets the names.
  return Object.fromEntries(namesOf(table).map((name) => [name, valueOf(name)])) as Record<keyof Table & string, Value>
}

/** A value for each of some names: `recordOf(['a', 'b'], f)` is `{ a: f('a'), b: f('b') }`. */
export function recordOf<Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  // fromEntries forgets the names.
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>
}

/** The fields of an object that a table names, in the order of the object. */
export function pickNames<Fields extends object, Table extends object>(
  fields: Fields,
  table: Table,
): Pick<Fields, keyof Fields & keyof Table> {
  const picked = Object.entries(fields).filter(([name]) => name in table)
  // fromEntries forgets which name has which value.
  return Object.fromEntries(picked) as Pick<Fields, keyof Fields & keyof Table>
}
