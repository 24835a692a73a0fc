import { isObject } from '#std/objects.ts'
import { redacted } from '#web/parts/json-tree.tsx'

/**
 * A summary of the log as it was sent: a value of which only the name is kept becomes a lock, and a list that was only counted
 * becomes its count. `fields` and `unknownFields` are the names in a summary (audit.md#summaries-are-allow-lists).
 */
export function summaryTree(summary: Record<string, unknown>): Record<string, unknown> {
  const { fields, unknownFields, truncated: _, ...kept } = summary
  const shown = Object.entries(kept).map(([name, value]) => [name, branch(value)])
  const hidden = [...names(fields), ...names(unknownFields)].map((name) => [name, redacted])
  return Object.fromEntries([...shown, ...hidden])
}

/** The input to send a call again: a placeholder stands for each value that is not kept. */
export function repeatInput(summary: Record<string, unknown>): { input: Record<string, unknown>; dryRun: boolean } {
  const { dryRun, ...input } = filled(summaryTree(summary))
  return { input, dryRun: dryRun === true }
}

function branch(value: unknown): unknown {
  return isObject(value) ? summaryTree(value) : value
}

function filled(tree: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(tree).map(([name, value]) => {
      if (value === redacted) return [name, `<${name}>`]
      if (isCount(value)) return [name, [`<${value.count} ${name}>`]]
      return [name, isObject(value) ? filled(value) : value]
    }),
  )
}

function isCount(value: unknown): value is { count: number } {
  return isObject(value) && Object.keys(value).length === 1 && typeof value['count'] === 'number'
}

function names(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []
}
