import { type RawBuilder, sql } from 'kysely'

/** The condition for entries that are still valid at a given time. */
export function isValid(at: Date | RawBuilder<Date>): RawBuilder<boolean> {
  return sql<boolean>`(valid_until is null or valid_until > ${at})`
}
