import type { CompiledQuery } from 'kysely'

import { beginAgain, DoFirst } from '#kernel/do-first.ts'
import type { Asker } from '#kernel/turns.ts'

import type { Connection } from './connection.ts'
import { DatabaseGone, isRetryable, unavailable } from './database-gone.ts'
import type { DatabasePool } from './pool.ts'

/** A transaction between its BEGIN and its COMMIT. */
export type OpenTransaction = {
  readonly connection: Connection
  /** Sends a message that begins, which travels with the statement behind it: whether it failed is asked at the end. */
  begin(settings: string): void
  /** Waits for the answers to what began. */
  begun(): Promise<void>
  /** Rolls back where it would commit. */
  discard(): void
  /** A statement that is sent with the COMMIT. */
  lastly(query: Pick<CompiledQuery, 'sql' | 'parameters'>): void
}

type Begin = {
  /** BEGIN and the settings of the transaction. */
  settings: string
  /** Waits for the BEGIN. Where no policy of the tables refuses a statement that lost its BEGIN, it must not be sent before. */
  isAwaited: boolean
  /** In whose turn; by default the caller's. */
  asker?: Asker
  /** Asked before the COMMIT for the statement that goes last; its rows are handed over once they are committed. */
  closing?: Closing | undefined
}

/** The last statement of a transaction; undefined where it needs none. */
type Closing = () => { text: string; values: readonly unknown[]; committed(rows: readonly object[]): void } | undefined

const attempts = 3

/** Runs `work` in a transaction of a pool: commits when it returns, rolls back when it throws. */
export async function inTransaction<T>(
  pool: DatabasePool,
  { settings, isAwaited, asker, closing }: Begin,
  work: (open: OpenTransaction) => Promise<T>,
): Promise<T> {
  const connection = await pool.acquire(asker)
  const { open, end } = transactionOn(connection, closing)
  try {
    open.begin(settings)
    if (isAwaited) await open.begun()
    const result = await work(open)
    await end()
    connection.release()
    return result
  } catch (error) {
    const cause = await open.begun().then(
      () => error,
      (fault: unknown) => fault,
    )
    await abandon(connection, cause)
    throw cause
  }
}

/**
 * Runs `work`, which sends one statement, as a separate transaction in one message. `settings` are BEGIN and what belongs
 * to it; undefined: the statement needs none. The connection is asked for when the statement is known, and is free again as soon as
 * the answer is there, whatever is made of it.
 */
export async function inStatement<T>(
  pool: DatabasePool,
  { settings, asker }: { settings: string | undefined; asker?: Asker },
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  return work(onceOn(() => pool.acquire(asker), settings))
}

/** Sends what was done back to this point when `work` throws, and throws on. */
export async function inSavepoint<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  const set = quietly(connection.send('SAVEPOINT call'))
  try {
    const result = await work()
    // Not awaited: after a fault every further statement fails, and the COMMIT says so.
    void quietly(connection.send('RELEASE SAVEPOINT call'))
    return result
  } catch (error) {
    await set
    if (!(error instanceof DatabaseGone)) await connection.send('ROLLBACK TO SAVEPOINT call')
    throw error
  }
}

/**
 * Runs a whole transaction again where the database asks for that, or where long work comes first (`kernel/do-first.ts`); what the
 * database cannot do right now becomes `unavailable`.
 */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await tried(work)
  } catch (error) {
    if (!(error instanceof DoFirst)) throw error
    await error.work()
    return beginAgain(() => tried(work))
  }
}

async function tried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw unavailable(error)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt))
    }
  }
}

function transactionOn(
  connection: Connection,
  closing: Closing | undefined,
): { open: OpenTransaction; end(): Promise<void> } {
  const begins: Promise<unknown>[] = []
  const last: Parameters<OpenTransaction['lastly']>[0][] = []
  let isDiscarded = false

  return {
    open: {
      connection,
      begin: (settings) => void begins.push(quietly(connection.send(settings))),
      begun: async () => void (await Promise.all(begins)),
      discard: () => {
        isDiscarded = true
      },
      lastly: (query) => void last.push(query),
    },
    async end() {
      if (isDiscarded) {
        await allOf([...begins, connection.send('ROLLBACK')])
        return
      }
      const sent = last.map(({ sql, parameters }) => connection.query(sql, parameters))
      const final = closing?.()
      const closed = final && connection.query(final.text, final.values)
      const committed = connection.send('COMMIT')
      await allOf([...begins, ...sent, ...(closed ? [closed] : []), committed])
      if ((await committed) !== 'COMMIT')
        throw new Error('A statement failed and nobody was told: nothing was committed')
      if (closed) final?.committed((await closed).rows)
    },
  }
}

function onceOn(acquire: () => Promise<Connection>, settings: string | undefined): Connection {
  let isSent = false
  return {
    send: () => Promise.reject(new Error('A single statement has values: it is sent by query()')),
    release: () => undefined,
    async query<Row extends object>(text: string, values?: readonly unknown[]) {
      if (isSent) throw new Error('A second statement needs a transaction that is opened for several')
      isSent = true
      const connection = await acquire()
      try {
        const begun = settings === undefined ? [] : [connection.send(settings)]
        const answer = connection.query<Row>(text, values)
        await allOf([...begun, answer, ...begun.map(() => connection.send('COMMIT'))])
        connection.release()
        return await answer
      } catch (error) {
        connection.release(error instanceof DatabaseGone ? error : undefined)
        throw error
      }
    },
  }
}

/** Waits for all of them, also when one fails: none is still under way. Throws the first failure in their order. */
async function allOf(answers: readonly Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(answers)
  const failed = outcomes.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/** Its failure is asked for later, or shows in what is sent behind it. */
function quietly<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => undefined)
  return answer
}

// After DatabaseGone nothing more is sent: the connection is closed (database.md#dead-engines-are-not-touched).
async function abandon(connection: Connection, error: unknown): Promise<void> {
  if (error instanceof DatabaseGone) return connection.release(error)
  try {
    await connection.send('ROLLBACK')
    connection.release()
  } catch (failure) {
    connection.release(failure instanceof Error ? failure : new Error('rollback failed'))
  }
}
