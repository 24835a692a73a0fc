import { readFileSync } from 'node:fs'

import type { Recorded } from './recorder.ts'

/** What differs between two recordings, a paragraph per call. Empty where nothing does. */
export function differencesOf(beforeFile: string, afterFile: string): string[] {
  const [before, after] = [read(beforeFile), read(afterFile)]
  const differing = before.flatMap((was, at) => {
    const is = after[at]
    if (is === undefined || JSON.stringify(was) === JSON.stringify(is)) return []
    return [[`#${was.n} ${was.request}`, ...changesOf(was, is)].join('\n')]
  })
  if (before.length !== after.length) differing.push(`There were ${before.length} calls and are ${after.length}.`)
  return differing
}

const read = (file: string): Recorded[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Recorded)

function changesOf(was: Recorded, is: Recorded): string[] {
  const fields = ['request', 'sent', 'status', 'headers', 'body'] as const
  return fields.flatMap((field) => {
    const [from, to] = [textOf(was[field]), textOf(is[field])]
    return from === to ? [] : [`  ${field}`, ...around(from, to)]
  })
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null))

/** Both texts from shortly before they differ. */
function around(from: string, to: string): string[] {
  let at = 0
  while (from[at] === to[at]) at++
  const part = (text: string) =>
    `${at > 60 ? '...' : ''}${text.slice(Math.max(0, at - 60), at + 140)}`.replaceAll('\n', '\\n')
  return [`    - ${part(from)}`, `    + ${part(to)}`]
}
