import { type RawBuilder, sql } from 'kysely'

import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import type { SearchDimension } from '#kernel/search-connector.ts'

import { dayOf, type Days } from './days.ts'
import { figuresOf } from './figures.ts'
import { type GroupSums, groupSums, sumsOf } from './group-sums.ts'
import { packedDays, packedSpans, type TextDimension, textDimensions } from './packed-days.ts'
import { inDialect, objectionToExpression } from './regular-expression.ts'
import { idsOfTexts, isBefore, textsOf } from './texts.ts'

export const operators = ['equals', 'notEquals', 'contains', 'notContains', 'includingRegex', 'excludingRegex'] as const

export type Filter = { dimension: SearchDimension; operator: (typeof operators)[number]; expression: string }
export const orders = ['clicks', 'impressions', 'ctr', 'position', 'date'] as const

type Asked = {
  propertyId: number
  days: Days
  dimensions: readonly SearchDimension[]
  filters: readonly Filter[]
  orderBy: (typeof orders)[number]
  search?: string | undefined
  limit: number
  offset: number
}

type Grouped = Partial<Record<SearchDimension, string>> & ReturnType<typeof figuresOf>

/**
 * Rows of searches by dimensions, one page of them and their number, from the fewest rows that know them
 * (analytics.md#search-rows-by-day). Refuses regular expressions that could run without an end: `validation_failed`.
 */
export async function groupedRows(db: Reader, asked: Asked): Promise<{ items: Grouped[]; total: number }> {
  const groups = await grouped(db, asked)
  const order = orderOf(groups, asked)
  const { candidates, skipped } = candidatesOf(order, asked)
  const { dimensions } = asked
  const isNamed = dimensions.map(isText)
  const texts = await textsOf(
    db,
    candidates.flatMap((group) => groups.keys.flatMap((keys, at) => (isNamed[at] === true ? (keys[group] ?? 0) : []))),
  )
  const valueOf = (group: number, at: number): string => {
    const key = groups.keys[at]?.[group] ?? 0
    return isNamed[at] === true ? (texts.get(key) ?? '') : dayOf(key)
  }
  const rows = candidates.map((group) => ({ group, values: dimensions.map((_, at) => valueOf(group, at)) }))
  rows.sort((a, b) => (order[a.group] ?? 0) - (order[b.group] ?? 0) || compareAll(a.values, b.values))
  const items = rows.slice(asked.offset - skipped, asked.offset - skipped + asked.limit).map(({ group, values }) => ({
    ...Object.fromEntries(dimensions.map((dimension, at) => [dimension, values[at]])),
    ...figuresOf(sumsOf(groups, group)),
  }))
  return { items, total: groups.size }
}

async function grouped(db: Reader, asked: Asked): Promise<GroupSums> {
  const { propertyId, days, dimensions, filters } = asked
  const used = new Set<SearchDimension>([...dimensions, ...filters.map(({ dimension }) => dimension)])
  const texts = textDimensions.filter((dimension) => used.has(dimension))
  const conditions = filters.flatMap((filter) => (filter.dimension === 'date' ? dateCondition(filter) : []))
  const chosen = await chosenTexts(db, asked)
  const groups = groupSums(dimensions.length)
  const rows = dimensions.includes('date') ? packedDays : packedSpans
  for await (const day of rows(db, { propertyId, days, texts, conditions })) {
    const date = new Int32Array(day.n).fill(day.day)
    const [first = date, second, third] = dimensions.map((one) => (one === 'date' ? date : day[one]))
    for (let at = 0; at < day.n; at++)
      if (chosen.every((any) => any.some(({ dimension, ids }) => ids[day[dimension]?.[at] ?? 0] === 1)))
        groups.add({ day, at }, first[at] ?? 0, second?.[at] ?? 0, third?.[at] ?? 0)
  }
  return groups
}

/** Whether rows by query answer: those leave out what was searched for too rarely to be named. */
export const namesQueries = ({ dimensions, filters }: Pick<Asked, 'dimensions' | 'filters'>): boolean =>
  dimensions.includes('query') || filters.some(({ dimension }) => dimension === 'query')

const isText = (dimension: SearchDimension): dimension is TextDimension => dimension !== 'date'

/** Smaller comes first. */
function orderOf(groups: GroupSums, { orderBy, dimensions }: Asked): Float64Array {
  const days = groups.keys[dimensions.indexOf('date')]
  return Float64Array.from({ length: groups.size }, (_, at) => {
    const { clicks, impressions, weighted } = sumsOf(groups, at)
    if (orderBy === 'date') return days?.[at] ?? 0
    if (orderBy === 'position') return impressions > 0 ? weighted / impressions : Infinity
    if (orderBy === 'ctr') return impressions > 0 ? -clicks / impressions : -0
    return orderBy === 'clicks' ? -clicks : -impressions
  })
}

/** The groups of a page, with all that are equal to its first or last: their texts decide. `skipped`: how many come before them. */
function candidatesOf(order: Float64Array, { limit, offset }: Asked): { candidates: number[]; skipped: number } {
  const sorted = order.toSorted()
  const first = sorted[offset]
  const last = sorted[Math.min(offset + limit, sorted.length) - 1]
  if (first === undefined || last === undefined) return { candidates: [], skipped: offset }
  const candidates: number[] = []
  let skipped = 0
  for (const [group, place] of order.entries()) {
    if (place < first) skipped++
    else if (place <= last) candidates.push(group)
  }
  return { candidates, skipped }
}

function compareAll(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return at === -1 ? 0 : isBefore(a[at] ?? '', b[at] ?? '') ? -1 : 1
}

/** By number of a text: whether it is meant. */
type Meant = { dimension: TextDimension; ids: Uint8Array }

/** What texts of a row must be: of each entry one must hold. Texts are looked through once each, not once per row. */
async function chosenTexts(db: Reader, { filters, search = '', dimensions }: Asked): Promise<Meant[][]> {
  const all: Meant[][] = []
  for (const filter of filters)
    if (isText(filter.dimension)) all.push([await meant(db, { ...filter, dimension: filter.dimension })])
  const searched = dimensions.filter((dimension) => dimension === 'page' || dimension === 'query')
  if (search.trim() === '' || searched.length === 0) return all
  const any: Meant[] = []
  for (const dimension of searched)
    any.push(await meant(db, { dimension, operator: 'contains', expression: search.trim() }))
  return [...all, any]
}

async function meant(
  db: Reader,
  { dimension, operator, expression }: Filter & { dimension: TextDimension },
): Promise<Meant> {
  const { found, last } = await idsOfTexts(db, dimension, matching(sql`body`, operator, expression))
  const isNegative = isNegated(operator)
  const ids = new Uint8Array(last + 1).fill(isNegative ? 1 : 0)
  for (const id of found) ids[id] = isNegative ? 0 : 1
  return { dimension, ids }
}

const isNegated = (operator: Filter['operator']): boolean =>
  operator.startsWith('not') || operator.startsWith('excluding')

/** A filter by date as a condition on days. */
function dateCondition({ operator, expression }: Filter): RawBuilder<unknown> {
  const value = sql`overlay(overlay(day::text placing '-' from 5 for 0) placing '-' from 8 for 0)`
  const isMet = matching(value, operator, expression)
  return isNegated(operator) ? sql`not (${isMet})` : isMet
}

/** Whether a value is what the filter names, whether it leaves those out or not; without case. */
function matching(value: RawBuilder<unknown>, operator: Filter['operator'], expression: string): RawBuilder<unknown> {
  if (operator === 'equals' || operator === 'notEquals') return sql`lower(${value}) = lower(${expression})`
  if (operator === 'contains' || operator === 'notContains')
    return sql`position(lower(${expression}) in lower(${value})) > 0`
  return sql`${value} ~* ${inDialect(expression)}`
}

/** Refuses a regular expression that is none or could run without an end. Errors: `validation_failed` at the filter. */
export function requireRunnable(filters: readonly Filter[]): void {
  const problems = filters.flatMap(({ operator, expression }, at) => {
    const message = operator.endsWith('Regex') ? objectionToExpression(expression) : undefined
    return message === undefined ? [] : [{ path: `/input/filters/${at}/expression`, message, code: 'invalid_format' }]
  })
  if (problems.length > 0)
    throw new Refusal('validation_failed', problems[0]?.message ?? 'A filter cannot be run.', problems)
}
