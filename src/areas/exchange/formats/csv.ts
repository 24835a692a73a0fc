import { itemFieldTable, type WholeItem } from '#areas/content/index.ts'
import { namesOf, pluck } from '#std/pluck.ts'

import type { WriteExport } from './format.ts'

const names = (terms: readonly { name: string }[]) => terms.map(({ name }) => name).join('; ')

type Column = [name: string, value: (item: WholeItem) => string | number | null]
const fields = namesOf(pluck(itemFieldTable, 'csv'))

const columns: readonly Column[] = [
  ['id', ({ id }) => id],
  ['collection', ({ collectionSlug }) => collectionSlug],
  ['title', ({ title }) => title],
  ['slug', ({ slug }) => slug],
  ['status', ({ status }) => status],
  ['publishAt', ({ publishAt }) => publishAt],
  ['url', ({ url }) => url],
  ...fields.map((field): Column => [field, (item) => item[field]]),
  ['authors', ({ authors }) => names(authors)],
  ['categories', ({ categories }) => names(categories)],
  ['tags', ({ tags }) => names(tags)],
  ['wordCount', ({ wordCount }) => wordCount],
  ['contentFormat', ({ contentFormat }) => contentFormat],
  ['content', ({ content }) => content],
  ['createdAt', ({ createdAt }) => createdAt],
  ['updatedAt', ({ updatedAt }) => updatedAt],
]

/** A table for people (RFC 4180, UTF-8, with a header): its texts are guarded against being run as formulas. */
export const csv: WriteExport = async function* csv(items) {
  yield rowOf(columns.map(([name]) => name))
  for await (const item of items) yield rowOf(columns.map(([, value]) => value(item)))
}

function rowOf(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

function cellOf(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  // A spreadsheet would run what begins like this (exchange.md#cells-are-not-formulas).
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
