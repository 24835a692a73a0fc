import type * as Diff from 'diff'

import type { Snapshot } from '#kernel/journal.ts'
import { late } from '#std/late.ts'

const diff = late<typeof Diff>('diff')

// Two texts that have nothing in common are shown as one removed and one added, before a longer search costs time.
const effort = { maxEditLength: 4000, timeout: 300 }

/** The unified diff of two states of an item, one section per field that differs, the body last. Empty if none does. */
export function diffSnapshots(from: { n: number; snapshot: Snapshot }, to: { n: number; snapshot: Snapshot }): string {
  const fields = [...new Set([...Object.keys(from.snapshot), ...Object.keys(to.snapshot)])]
  return fields
    .filter((field) => textOf(from.snapshot[field]) !== textOf(to.snapshot[field]))
    .toSorted((a, b) => Number(a === 'content') - Number(b === 'content') || (a < b ? -1 : 1))
    .map((field) => diffField(field, from, to))
    .join('')
}

function diffField(field: string, from: Parameters<typeof diffSnapshots>[0], to: typeof from): string {
  const names = [`${field} (revision ${from.n})`, `${field} (revision ${to.n})`] as const
  const [before, after] = [textOf(from.snapshot[field]), textOf(to.snapshot[field])]
  const patch = diff().createTwoFilesPatch(names[0], names[1], before, after, undefined, undefined, {
    context: 3,
    headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true },
    ...effort,
  })
  return patch ?? whole(names, before, after)
}

function whole([from, to]: readonly [string, string], before: string, after: string): string {
  const [removed, added] = [linesOf(before), linesOf(after)]
  return [
    `--- ${from}`,
    `+++ ${to}`,
    `@@ -1,${removed.length} +1,${added.length} @@`,
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
    '',
  ].join('\n')
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n')
}

// Text is shown as it is; everything else with its members in their order (content.md#members-keep-their-order).
function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
