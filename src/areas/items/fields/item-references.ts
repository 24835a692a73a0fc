import { namesOf, pluck } from '#std/pluck.ts'

import type { FieldReferences } from './field-references.ts'
import { itemFieldTable } from './item-field-table.ts'
import type { ItemChanges } from './item-fields.ts'

const references = pluck(itemFieldTable, 'refersTo')

/** The records that the fields of changes name, in the order of the table. */
export function referencesIn(
  changes: ItemChanges,
): (Pick<FieldReferences, 'to'> & { field: string; ids: readonly string[] })[] {
  return namesOf(references).flatMap((field) => {
    const { to, idsOf }: FieldReferences = references[field]
    return changes[field] === undefined ? [] : [{ field, to, ids: idsOf(changes[field]) }]
  })
}

/** The changes without the records that do not exist. */
export function keepReferences(changes: ItemChanges, isKnown: (id: string) => boolean): ItemChanges {
  const kept = { ...changes }
  for (const field of namesOf(references)) {
    const { keep }: FieldReferences = references[field]
    if (changes[field] !== undefined) Object.assign(kept, { [field]: keep(changes[field], isKnown) })
  }
  return kept
}
