import { type CarriedText, itemFieldTable } from '#areas/items/index.ts'
import { mapNames, namesOf, pluck, type Plucked } from '#std/pluck.ts'

type CarriedField = keyof Plucked<typeof itemFieldTable, 'carried'>
const carried: Record<CarriedField, CarriedText> = pluck(itemFieldTable, 'carried')

/** The texts of an item that other systems have a place for. */
export type CarriedTexts = Record<CarriedField, string | null>

/** Each of them, made of what is declared of it. */
export function carriedTexts<Value>(
  valueOf: (declared: CarriedText, field: CarriedField) => Value,
): Record<CarriedField, Value> {
  return mapNames(carried, (field) => valueOf(carried[field], field))
}

/** Those of an item by their names in another system, as far as that has a place for them. */
export function carriedTo(system: 'wxr', item: CarriedTexts): [name: string, text: string | null][] {
  return namesOf(carried).flatMap((field) => {
    const name = carried[field][system]
    return name === undefined ? [] : [[name, item[field]]]
  })
}
