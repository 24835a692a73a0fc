import { Refusal } from '#kernel/errors.ts'

import { DatabaseGone, sqlStateOf } from './database-gone.ts'

/**
 * What the database cannot do right now becomes 503 `unavailable`, anything else passes unchanged
 * (database.md#absent-means-unavailable).
 */
export function unavailable(error: unknown): unknown {
  if (error instanceof DatabaseGone) {
    const message =
      error.reason === 'full'
        ? 'The disk of the database is full. Reads go on; free some space and repeat the call.'
        : 'The database is not available right now. Repeat the call.'
    return new Refusal('unavailable', message, undefined, { retryAfter: 1, cause: error })
  }
  if (sqlStateOf(error) === '55P03')
    return new Refusal('unavailable', 'Another call holds this record. Repeat the call.', undefined, {
      retryAfter: 1,
      cause: error,
    })
  return error
}
