import { type RawBuilder, sql } from 'kysely'

/** The condition of entries that still hold at a moment. */
export function isValid(at: Date | RawBuilder<Date>): RawBuilder<boolean> {
  return sql<boolean>`(valid_until is null or valid_until > ${at})`
}
