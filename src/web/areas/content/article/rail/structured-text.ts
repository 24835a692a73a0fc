import type { StructuredData } from '#web/areas/content/article/rail/structured-templates.ts'

type Read = { data: StructuredData | null } | { problem: string }

/** What a text of structured data says; null where it is empty. The tag that it stands in on a page may be around it. */
export function readStructured(text: string): Read {
  const json = text.trim().replace(/^<script\b[^>]*>([\s\S]*)<\/script>$/i, '$1')
  if (json.trim() === '') return { data: null }
  let data: unknown
  try {
    data = JSON.parse(json)
  } catch (error) {
    return { problem: `This is not JSON yet: ${error instanceof Error ? error.message : 'it cannot be read'}.` }
  }
  if (Array.isArray(data)) return { problem: 'This is a list: put it into one object, as its “@graph”.' }
  if (typeof data !== 'object' || data === null) return { problem: 'This is not an object: it begins with “{”.' }
  return { data: data as StructuredData }
}

export const writtenStructured = (data: StructuredData | null): string =>
  data === null ? '' : JSON.stringify(data, null, 2)

/** Whether both say the same: the database keeps no order of properties. */
export function isSameData(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, sorted) === JSON.stringify(other, sorted)
}

function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
