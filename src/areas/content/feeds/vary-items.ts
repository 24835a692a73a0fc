import type { Fields, FindQuery, ListQuery } from '#kernel/feed.ts'
import { variation, type Variation } from '#kernel/shaped-read.ts'
import type { SearchPatterns } from '#std/search-patterns.ts'

import { asksFurther, furtherNames } from './further-attributes.ts'
import { asksBody, bodyTexts } from './item-rows.ts'

/** What a statement reads of each item: its columns, or what is stored of it as it is sent. */
type Reads = 'columns' | 'documents'

/** A query of items with what differs between requests taken out. The organization is the data layer's to put in. */
export type Varied<Q> = { query: Q & { reads: Reads }; values: Variation['values'] & { organizationId: string } }

/** A list of items whose statement depends on the form of the request only. */
export function variedList(list: ListQuery, reads: Reads = 'columns'): Varied<ListQuery> {
  const { of, values } = variation()
  const query = {
    ...variedItems(of, list),
    reads,
    limit: of('limit', list.limit),
    offset: of('offset', list.offset),
    filters: new Map([...list.filters].map(([name, ids]) => [name, variedIds(of, name, ids)])),
    search: list.search && variedPatterns(of, list.search),
  }
  return { query, values: { ...values, organizationId: list.organizationId } }
}

/** One item by its key, like `variedList`. */
export function variedFind<K extends object>(key: K, find: FindQuery, reads: Reads = 'columns'): Varied<FindQuery & K> {
  const { of, values } = variation()
  const keys = Object.fromEntries(
    Object.entries(key).map(([name, value]) => [name, typeof value === 'string' ? of(name, value) : value]),
  ) as K
  const query = { ...variedItems(of, find), ...keys, reads }
  return { query, values: { ...values, organizationId: find.organizationId } }
}

type Of = Variation['of']

function variedItems<Q extends FindQuery>(of: Of, query: Q): Q {
  const { collection, fields } = query
  return {
    ...query,
    organizationId: of('organizationId', query.organizationId),
    baseUrl: of('baseUrl', query.baseUrl),
    collection:
      collection &&
      ('id' in collection ? { id: of('collection', collection.id) } : { slug: of('collection', collection.slug) }),
    fields: variedFields(fields),
  }
}

// Which attributes are shown is not the statement's, but whether there are further ones, and which texts of the body.
function variedFields(fields: Fields): Fields {
  if (fields === undefined) return undefined
  return new Set([...(asksFurther(fields) ? furtherNames : []), ...bodyTexts.filter((name) => asksBody(name, fields))])
}

// One id is an index range of its own; of several, their number makes no difference.
function variedIds(of: Of, name: string, ids: readonly string[]): string[] {
  const [first, ...others] = ids
  if (first === undefined) return []
  return others.length === 0 ? [of(name, first)] : [of(name, first), ofList(of, `other ${name}`, others)]
}

function variedPatterns(of: Of, { phrase, keys, address, slug, words, isIndexed }: SearchPatterns): SearchPatterns {
  return {
    phrase: of('phrase', phrase),
    keys: keys.length === 0 ? [] : [ofList(of, 'keys', keys)],
    address: of('address', address),
    slug: of('slug', slug),
    words: words.length === 0 ? [] : [ofList(of, 'words', words)],
    isIndexed,
  }
}

// Stands for all entries where it is an entry of a list.
function ofList(of: Of, name: string, entries: readonly string[]): string {
  return of<unknown>(name, entries) as string
}
