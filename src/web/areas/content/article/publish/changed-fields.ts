import { type Draft, nameInCalls, type Values, type WrittenField } from '#web/areas/content/article/draft.ts'
import { fieldDiff } from '#web/parts/field-diff.ts'

/** What a draft changes, as a unified diff with one section per field. Empty if it changes nothing. */
export function changedFields(draft: Draft, stored: Values): string {
  return Object.entries(draft)
    .map(([name, { mine }]) => {
      const field = name as WrittenField
      return fieldDiff(nameInCalls(field), textOf(stored[field]), textOf(mine))
    })
    .join('')
}

// Authors and terms by their names, a text as it is, everything else with its members.
function textOf(value: Values[WrittenField]): string {
  if (Array.isArray(value) && value.every((one) => 'name' in one)) return value.map(({ name }) => name).join('\n')
  return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value, null, 2)
}
