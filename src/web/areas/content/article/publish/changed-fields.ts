import { createTwoFilesPatch } from 'diff/lib/patch/create.js'

import { type Draft, nameInCalls, type Values, type WrittenField } from '#web/areas/content/article/draft.ts'

/** What a draft changes, as a unified diff with one section per field. Empty if it changes nothing. */
export function changedFields(draft: Draft, stored: Values): string {
  return Object.entries(draft)
    .map(([name, { mine }]) => {
      const field = name as WrittenField
      return patch(nameInCalls(field), textOf(stored[field]), textOf(mine))
    })
    .join('')
}

function patch(name: string, before: string, after: string): string {
  if (before === after) return ''
  return createTwoFilesPatch(name, name, before, after, undefined, undefined, {
    context: 3,
    headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true },
  })
}

// Authors and terms by their names, a text as it is, everything else with its members.
function textOf(value: Values[WrittenField]): string {
  if (Array.isArray(value) && value.every((one) => 'name' in one))
    return lines(value.map(({ name }) => name).join('\n'))
  return lines(typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value, null, 2))
}

const lines = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)
