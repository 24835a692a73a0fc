import { sql } from 'kysely'

import type { Reader } from '#kernel/database.ts'

import { dayNumber, type Days } from './days.ts'
import { figuresOf, type Sums } from './figures.ts'
import type { Property } from './property.ts'

/** The figures of the whole property in these days, with the searches that are too rare to be named. */
export async function totalsOf(db: Reader, { id }: Property, { from, to }: Days) {
  const row = await db
    .selectFrom('search_day')
    .select(sql<number>`coalesce(sum(clicks), 0)::float8`.as('clicks'))
    .select(sql<number>`coalesce(sum(impressions), 0)::float8`.as('impressions'))
    .select(sql<number>`coalesce(sum(position_sum), 0)::float8`.as('weighted'))
    .where('property_id', '=', id)
    .where('day', '>=', dayNumber(from))
    .where('day', '<=', dayNumber(to))
    .executeTakeFirstOrThrow()
  return figuresOf(row satisfies Sums)
}
