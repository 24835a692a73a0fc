import { Refusal } from '#kernel/errors.ts'

import { DatabaseGone } from './pool.ts'

/** SQLSTATE of a database error, where it is one. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  return /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined
}

/** Serialization failure and deadlock: the whole transaction may run again (data.md 2). */
export function isRetryable(error: unknown): boolean {
  const state = sqlState(error)
  return state === '40001' || state === '40P01'
}

const disk = '53100'
const away = new Set([disk, '57014', '57P01', '57P02', '57P03', '55P03', '53300', '08006', '08003', '08000'])

/** What the database could not do just now becomes 503 `unavailable`; anything else passes unchanged. */
export function asRefusal(error: unknown): unknown {
  const state = sqlState(error)
  if (state === disk) return unavailable('The disk of the database is full. Reads go on; free some space and repeat the call.', error)
  if (error instanceof DatabaseGone || (state !== undefined && away.has(state))) return unavailable('The database is not available right now. Repeat the call.', error)
  return error
}

function unavailable(message: string, cause: unknown): Refusal {
  return new Refusal('unavailable', message, undefined, { retryAfter: 1, cause })
}
