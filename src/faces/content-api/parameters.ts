import { z } from 'zod'

import {
  type DocumentFeed,
  type Feed,
  type FeedStatus,
  feedStatuses,
  type Fields,
  type FindQuery,
  type ListQuery,
} from '#kernel/feed.ts'
import { isId } from '#kernel/ids.ts'
import { moment } from '#kernel/schema.ts'
import { searchPatterns } from '#std/search-patterns.ts'
import { urlLength } from '#std/urls.ts'

import { refuseForeignFamilies } from './foreign-families.ts'
import { Problem } from './problem.ts'

/**
 * The parameters of a request that are known, as they were given: what links repeat
 * (content-api.md#links-repeat-the-request).
 */
export type Given = ReadonlyMap<string, string>

export type ListParameters = {
  query: Asked<ListQuery>
  page: number
  /** As given: links are then offset-based. */
  offset: number | undefined
  given: Given
}

// What the path and the installation say is added to it.
type Asked<Query> = Omit<Query, 'baseUrl' | 'collection' | 'organizationId'>

/** The most entries on a page of any list. */
export const maxPerPage = 100

/** The parameters of a list; a value that is not allowed throws the 400 that says what is (content-api.md#parameters). */
export function listParameters(feed: Feed, search: URLSearchParams): ListParameters {
  refuseForeignFamilies(namesOfList(feed), search)
  const read = reader(search)
  const { lists } = feed
  if (lists === undefined)
    return {
      query: { ...unfiltered, limit: maxPerPage, offset: 0, orderBy: '', direction: 'desc' },
      page: 1,
      offset: undefined,
      given: read.given,
    }

  const page = read.integer('page', 1) ?? 1
  const limit = read.integer('per_page', 1, maxPerPage) ?? 10
  const offset = lists.offset ? read.integer('offset', 0) : undefined
  return {
    query: {
      status: statusIn(feed, read),
      search: lists.searches === undefined ? undefined : searchIn(read),
      filters: new Map(lists.filters.flatMap((name) => idsIn(read, name))),
      exact: givenOf(lists.exact, (name) => read.text(name)),
      since: givenOf(lists.since, (name) => read.time(name)),
      ...orderIn(lists, read),
      include: new Set(read.choices('include', feed.includes)),
      fields: fieldsIn(feed, read),
      limit,
      offset: Math.min(offset ?? (page - 1) * limit, farthest),
    },
    page: offset === undefined ? page : Math.floor(offset / limit) + 1,
    offset,
    given: withCollection(feed, read).given,
  }
}

/** The parameters of a single fetch, like `listParameters`. */
export function findParameters(feed: Feed, search: URLSearchParams): Asked<FindQuery> & { given: Given } {
  refuseForeignFamilies(namesOfOne(feed), search)
  const read = reader(search)
  return {
    status: statusIn(feed, read),
    include: new Set(read.choices('include', feed.includes)),
    fields: feed.lists && fieldsIn(feed, read),
    given: withCollection(feed, read).given,
  }
}

/** The page of a document, where it has pages. */
export function pageParameter({ paged }: DocumentFeed, search: URLSearchParams): number | undefined {
  refuseForeignFamilies(paged ? ['page'] : [], search)
  if (!paged) return undefined
  const page = reader(search).integer('page', 1)
  return page === undefined ? undefined : Math.min(page, 1_000_000)
}

/** The value of a parameter: the first of a repeated one; an empty one counts as not given. */
export function parameter(search: URLSearchParams, name: string): string | undefined {
  return search.get(name) || undefined
}

function namesOfList(feed: Feed): string[] {
  const { lists } = feed
  if (lists === undefined) return []
  return [
    ...lists.filters,
    ...Object.keys(lists.exact ?? {}),
    ...Object.keys(lists.since ?? {}),
    ...namesOfOne(feed),
    ...(lists.searches === undefined ? [] : ['search']),
    'page',
    'per_page',
    ...(lists.orders === undefined ? [] : ['orderby', 'order']),
    ...(lists.offset ? ['offset'] : []),
  ]
}

function namesOfOne({ collection, lists, statuses }: Feed): string[] {
  const scope = typeof collection === 'object' && 'parameter' in collection ? [collection.parameter] : []
  return [...scope, ...(lists === undefined ? [] : ['_fields']), ...(statuses ? ['status'] : [])]
}

const time = z.union([z.iso.date(), moment()])

const unfiltered = {
  status: 'published',
  search: undefined,
  filters: new Map(),
  exact: new Map(),
  since: new Map(),
  include: new Set<string>(),
  fields: undefined,
} as const

// No list is that long; a page beyond the end stays beyond it, where numbers are exact.
const farthest = 10 ** 15

type Reader = ReturnType<typeof reader>

function reader(search: URLSearchParams) {
  const given = new Map<string, string>()
  const text = (name: string) => {
    const value = parameter(search, name)
    if (value !== undefined) given.set(name, value)
    return value
  }
  return {
    given,
    text,
    integer(name: string, least: number, most?: number): number | undefined {
      const value = text(name)
      if (value === undefined) return undefined
      const number = /^[0-9]{1,15}$/.test(value) ? Number(value) : Number.NaN
      if (number >= least && number <= (most ?? Infinity)) {
        given.set(name, String(number))
        return number
      }
      const range = most === undefined ? `of at least ${least}` : `from ${least} to ${most}`
      throw new Problem(400, `${name} must be an integer ${range}, written in at most 15 digits`)
    },
    time(name: string): Date | undefined {
      const value = text(name)
      if (value === undefined) return undefined
      const { data } = time.safeParse(value)
      if (data !== undefined) return new Date(data)
      throw new Problem(400, `${name} must be a time in ISO 8601, such as 2026-01-31 or 2026-01-31T09:30:00Z`)
    },
    choice<C extends string>(name: string, allowed: readonly C[]): C | undefined {
      const value = text(name)
      const choice = allowed.find((candidate) => candidate === value)
      if (value === undefined || choice !== undefined) return choice
      throw new Problem(400, `${name} must be one of ${allowed.join(', ')}`)
    },
    choices(name: string, allowed: readonly string[]): string[] {
      if (allowed.length === 0) return []
      const chosen = listIn(text(name))
      if (chosen.every((value) => allowed.includes(value))) return chosen
      throw new Problem(400, `${name} must be a comma-separated list of ${allowed.join(', ')}`)
    },
  }
}

function statusIn(feed: Feed, read: Reader): FeedStatus {
  return (feed.statuses ? read.choice('status', feedStatuses) : undefined) ?? 'published'
}

function orderIn({ orders }: NonNullable<Feed['lists']>, read: Reader): Pick<ListQuery, 'orderBy' | 'direction'> {
  if (orders === undefined) return { orderBy: '', direction: 'asc' }
  return {
    orderBy: read.choice('orderby', orders) ?? orders[0],
    direction: read.choice('order', ['asc', 'desc']) ?? 'desc',
  }
}

function givenOf<T>(declared: object | undefined, valueOf: (name: string) => T | undefined): Map<string, T> {
  return new Map(
    Object.keys(declared ?? {}).flatMap((name) => {
      const value = valueOf(name)
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
}

// NUL or a lone surrogate matches nothing, because nothing stored has it (content-api.md#unstorable-matches-nothing).
function searchIn(read: Reader): ListQuery['search'] {
  const value = read.text('search')
  if (value === undefined) return undefined
  if (value.trim().length > urlLength) throw new Problem(400, `search must have at most ${urlLength} characters`)
  const patterns = searchPatterns(value)
  if (patterns === undefined) read.given.delete('search')
  return patterns
}

const kindOfFilter = { categories: 'category', tags: 'tag', authors: 'author' } as const

// A malformed id matches nothing, like an unknown one.
function idsIn(read: Reader, name: string): [string, string[]][] {
  const value = read.text(name)
  if (value === undefined) return []
  const kind = Object.entries(kindOfFilter).find(([filter]) => filter === name)?.[1]
  return [[name, kind === undefined ? [] : [...new Set(listIn(value))].filter((id) => isId(kind, id))]]
}

function fieldsIn(feed: Feed, read: Reader): Fields {
  const value = read.text('_fields')
  if (value === undefined) return undefined
  const names = Object.keys(feed.attributes.shape)
  const isFurther = (name: string) => feed.further?.includes(name) ?? false
  const sets: Record<string, string[]> = { '*': names.filter((name) => !isFurther(name)), all: names }
  return new Set(listIn(value).flatMap((name) => (Object.hasOwn(sets, name) ? (sets[name] ?? []) : [name])))
}

function withCollection(feed: Feed, read: Reader): Reader {
  if (typeof feed.collection === 'object' && 'parameter' in feed.collection) read.text(feed.collection.parameter)
  return read
}

function listIn(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}
