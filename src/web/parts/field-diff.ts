import { createTwoFilesPatch } from 'diff/lib/patch/create.js'

/** What a text loses and gains, as a unified diff under the name of its field; empty where it is the same. */
export function fieldDiff(field: string, before: string, after: string): string {
  const [from, to] = [lines(before), lines(after)]
  if (from === to) return ''
  return createTwoFilesPatch(field, field, from, to, undefined, undefined, {
    context: 3,
    headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true },
  })
}

const lines = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)
