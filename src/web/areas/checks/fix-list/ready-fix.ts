import type { Warning } from '#web/areas/checks/fix-list/fix-list-search.ts'
import type { InputOf } from '#web/operations.ts'
import { fieldWords } from '#web/parts/field-words.ts'

/** Whether a fault has a fix that changes nothing but fields of its article. */
export function isReady({ fix, itemId }: Warning): boolean {
  return itemId !== null && fix?.operation === 'updateItem'
}

/** The call that makes a ready fix; undefined where there is none. */
export function fixOf(warning: Warning): InputOf<'updateItem'> | undefined {
  // What the checks propose is an input of the operation that they name.
  return isReady(warning) ? (warning.fix?.input as InputOf<'updateItem'>) : undefined
}

/** What a fix writes, field by field, in words. */
export function changesIn(warning: Warning): { field: string; value: string }[] {
  const { id: _, ...fields } = fixOf(warning) ?? { id: '' }
  return Object.entries(fields).map(([field, value]) => ({ field: fieldWords(field), value: textOf(value) }))
}

function textOf(value: unknown): string {
  if (value === null || value === '') return 'nothing'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
