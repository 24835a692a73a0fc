import { type RawBuilder, sql } from 'kysely'

import type { SearchDimension } from '#kernel/connector.ts'
import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'

import { dayNumber, dayOf, type Days } from './days.ts'
import { figuresOf, type Sums } from './figures.ts'
import { inDialect, objectionToExpression } from './regular-expression.ts'

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

const columns = { date: 'day', page: 'page_id', query: 'query_id', country: 'country', device: 'device' } as const

/**
 * Rows of searches by dimensions, one page of them and their number, from the smallest table that knows them
 * (analytics.md#search-rows-by-day). Refuses regular expressions that could run without an end: `validation_failed`.
 */
export async function groupedRows(db: Reader, asked: Asked): Promise<{ items: Grouped[]; total: number }> {
  const { dimensions, orderBy, limit, offset } = asked
  const conditions = [...asked.filters.map(conditionOf), ...searchCondition(asked)]
  const where = [
    sql`property_id = ${asked.propertyId}`,
    sql`day between ${dayNumber(asked.days.from)} and ${dayNumber(asked.days.to)}`,
    ...conditions,
  ]
  const groups = dimensions.map((dimension) => sql.ref(columns[dimension]))
  const order = orderOf(orderBy)
  const texts = dimensions.filter(isText)
  const ties = dimensions.map((dimension) =>
    sql.ref(isText(dimension) ? `${dimension}.body` : `top.${columns[dimension]}`),
  )
  const { rows } = await sql<Record<string, string | number> & Sums & { total: number }>`
    with sums as materialized (
      select ${sql.join(groups)}, sum(clicks)::float8 as clicks, sum(impressions)::float8 as impressions,
        sum(position_sum)::float8 as weighted
      from ${sql.table(`app.${sourceOf(asked)}`)}
      where ${sql.join(where, sql` and `)}
      group by ${sql.join(groups)}
    ), top as (select * from sums order by ${order('sums')} fetch first ${limit + offset} rows with ties)
    select top.clicks, top.impressions, top.weighted, (select count(*)::int from sums) as total,
      ${sql.join(dimensions.map((one, at) => sql`${ties[at]}::text as ${sql.ref(one)}`))}
    from top ${sql.join(texts.map(joinOf), sql` `)}
    order by ${order('top')}, ${sql.join(ties.map((tie, at) => (texts.includes(dimensions[at] as never) ? sql`${tie} collate "C"` : tie)))}
    limit ${limit} offset ${offset}`.execute(db)
  const items = rows.map((row): Grouped => {
    const values = dimensions.map((one) => [one, one === 'date' ? dayOf(Number(row[one])) : row[one]] as const)
    return { ...Object.fromEntries(values), ...figuresOf(row) }
  })
  return { items, total: rows[0]?.total ?? (offset === 0 ? 0 : await countGroups(db, asked, where, groups)) }
}

async function countGroups(db: Reader, asked: Asked, where: RawBuilder<unknown>[], groups: RawBuilder<unknown>[]) {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (select 1
    from ${sql.table(`app.${sourceOf(asked)}`)} where ${sql.join(where, sql` and `)} group by ${sql.join(groups)}) as g`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

const isText = (dimension: SearchDimension): dimension is 'page' | 'query' =>
  dimension === 'page' || dimension === 'query'

const joinOf = (dimension: 'page' | 'query') =>
  sql`join app.search_text ${sql.ref(dimension)} on ${sql.ref(`${dimension}.id`)} = ${sql.ref(`top.${columns[dimension]}`)}`

/** Whether rows by query answer: those leave out what was searched for too rarely to be named. */
export const namesQueries = ({ dimensions, filters }: Pick<Asked, 'dimensions' | 'filters'>): boolean =>
  dimensions.includes('query') || filters.some(({ dimension }) => dimension === 'query')

/** The smallest table that knows what is asked for. */
function sourceOf({ dimensions, filters }: Asked): string {
  const used = new Set<SearchDimension>([...dimensions, ...filters.map(({ dimension }) => dimension)])
  const isDetailed = used.has('country') || used.has('device')
  if (used.has('query')) return isDetailed ? 'search_query_row' : 'search_pair_day'
  if (isDetailed) return 'search_page_row'
  return used.has('page') ? 'search_page_day' : 'search_day'
}

function orderOf(orderBy: Asked['orderBy']): (table: string) => RawBuilder<unknown> {
  return (table) => {
    const of = (name: string) => sql.ref(`${table}.${name}`)
    if (orderBy === 'ctr')
      return sql`(case when ${of('impressions')} > 0 then ${of('clicks')} / ${of('impressions')} else 0 end) desc`
    if (orderBy === 'position')
      return sql`(case when ${of('impressions')} > 0 then ${of('weighted')} / ${of('impressions')} end) asc nulls last`
    return orderBy === 'date' ? sql`${of('day')} asc` : sql`${of(orderBy)} desc`
  }
}

function searchCondition({ search, dimensions }: Asked): RawBuilder<unknown>[] {
  const texts = dimensions.filter(isText)
  if (search === undefined || search.trim() === '' || texts.length === 0) return []
  const filters = texts.map((dimension) => conditionOf({ dimension, operator: 'contains', expression: search.trim() }))
  return [sql`(${sql.join(filters, sql` or `)})`]
}

/** A filter as a condition on rows; texts are looked through once each, not once per row. */
function conditionOf({ dimension, operator, expression }: Filter): RawBuilder<unknown> {
  const isNegative = operator.startsWith('not') || operator.startsWith('excluding')
  if (isText(dimension)) {
    const found = sql`(select id from app.search_text where kind = ${dimension} and ${matching(sql`body`, operator, expression)})`
    return sql`${sql.ref(columns[dimension])} ${isNegative ? sql`not in` : sql`in`} ${found}`
  }
  const value =
    dimension === 'date'
      ? sql`overlay(overlay(day::text placing '-' from 5 for 0) placing '-' from 8 for 0)`
      : sql.ref(dimension)
  return isNegative ? sql`not (${matching(value, operator, expression)})` : matching(value, operator, expression)
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
