import { Refusal } from '#kernel/errors.ts'

/**
 * Why the database could not answer. `aborted`: the embedded engine died and is reopened. `lost`: the connection. `busy`: no
 * connection within the acquire timeout, or the server has none. `timeout`: a statement ran too long. `full`: disk or memory.
 * `readonly`: the server takes no changes, because it became a standby or was told so.
 */
export type GoneReason = 'aborted' | 'lost' | 'busy' | 'timeout' | 'full' | 'readonly'

/**
 * Everything that callers answer with 503 `unavailable`: nothing of the transaction is stored, the same call can succeed
 * later.
 */
export class DatabaseGone extends Error {
  override readonly name = 'DatabaseGone'
  readonly reason: GoneReason
  /** The SQLSTATE, where the server gave one. */
  readonly sqlState: string | undefined

  constructor(reason: GoneReason, message: string, options?: { cause?: unknown; sqlState?: string | undefined }) {
    super(message, { cause: options?.cause })
    this.reason = reason
    this.sqlState = options?.sqlState
  }
}

/** The SQLSTATE of a database error or a `DatabaseGone`; undefined for every other error. */
export function sqlStateOf(error: unknown): string | undefined {
  if (error instanceof DatabaseGone) return error.sqlState
  if (!(error instanceof Error) || !('code' in error) || !('severity' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/**
 * Whether the whole transaction may be run again: after a serialization failure, a deadlock, or a prepared statement that
 * another node's migration invalidated (by then the connection has forgotten its statements).
 */
export function isRetryable(error: unknown): boolean {
  const state = sqlStateOf(error)
  return state === '40001' || state === '40P01' || isStalePlan(error)
}

/** 0A000 "cached plan must not change result type", or a statement that a pooler no longer knows. */
export function isStalePlan(error: unknown): boolean {
  const state = sqlStateOf(error)
  if (state === '26000') return true
  return state === '0A000' && error instanceof Error && error.message.includes('cached plan')
}

/** The `DatabaseGone` that a driver's error stands for; any other error is returned as it is. */
export function asDatabaseError(error: unknown): unknown {
  if (error instanceof DatabaseGone || !(error instanceof Error)) return error

  const sqlState = sqlStateOf(error)
  if (sqlState !== undefined) {
    const reason = reasonOfState(sqlState)
    return reason ? new DatabaseGone(reason, error.message, { cause: error, sqlState }) : error
  }
  if (error.cause instanceof DatabaseGone) return error.cause
  if (abortedWords.test(error.message)) return new DatabaseGone('aborted', error.message, { cause: error })
  if (busyWords.test(error.message)) return new DatabaseGone('busy', error.message, { cause: error })
  if (lostWords.test(error.message) || isNetworkError(error))
    return new DatabaseGone('lost', error.message, { cause: error })
  return error
}

/**
 * What the database cannot do right now becomes 503 `unavailable`, anything else passes unchanged
 * (database.md#absent-means-unavailable).
 */
export function unavailable(error: unknown): unknown {
  if (error instanceof DatabaseGone) {
    return new Refusal('unavailable', sentenceOf(error.reason), undefined, { retryAfter: 1, cause: error })
  }
  if (sqlStateOf(error) === '55P03')
    return new Refusal('unavailable', 'Another call has locked this record. Repeat the call.', undefined, {
      retryAfter: 1,
      cause: error,
    })
  return error
}

function sentenceOf(reason: GoneReason): string {
  if (reason === 'full') return 'The disk of the database is full. Reads go on; free some space and repeat the call.'
  if (reason === 'readonly')
    return 'The database takes no changes right now. Repeat the call later; the Content API goes on.'
  return 'The database is not available right now. Repeat the call.'
}

/** Whether nothing can be written, because the disk is full or the server takes no changes: reads go on. */
export function takesNoChanges(error: unknown): boolean {
  if (error instanceof DatabaseGone) return error.reason === 'full' || error.reason === 'readonly'
  return error instanceof Error && error.cause !== undefined && takesNoChanges(error.cause)
}

function reasonOfState(state: string): GoneReason | undefined {
  if (state === '53300' || state === '57P03') return 'busy'
  if (state.startsWith('53')) return 'full'
  if (state === '25006') return 'readonly'
  if (state === '57014') return 'timeout'
  if (state.startsWith('08') || state.startsWith('57P') || state === '25P03') return 'lost'
  return undefined
}

/** The driver's own errors have no codes, only these sentences (pg 8.23, pg-pool 3.14). */
const abortedWords = /Aborted\(|RuntimeError|engine aborted/
const busyWords = /^timeout exceeded when trying to connect/
const lostWords =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout expired|Cannot use a pool after)/

function isNetworkError(error: Error): boolean {
  return 'syscall' in error || ('code' in error && typeof error.code === 'string' && /^E[A-Z]{3,}$/.test(error.code))
}
