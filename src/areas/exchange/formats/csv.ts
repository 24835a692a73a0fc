import type { WholeItem } from '#areas/content/index.ts'
import { itemFieldTable } from '#areas/items/index.ts'
import { csvText } from '#std/csv-text.ts'
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
  yield csvText([columns.map(([name]) => name)])
  for await (const item of items) yield csvText([columns.map(([, value]) => value(item))])
}
