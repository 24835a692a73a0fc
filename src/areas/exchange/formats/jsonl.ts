import type { WriteExport } from './format.ts'

/** One item per line with all of its fields, as `getItem` names them, and its old paths. */
export const jsonl: WriteExport = async function* jsonl(items) {
  for await (const { isDraft: _, ...item } of items) yield `${JSON.stringify(item)}\n`
}
