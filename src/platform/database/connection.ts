import type { PoolClient, QueryResult } from 'pg'

import { patienceNow } from '#kernel/asked.ts'
import { traced } from '#kernel/traced.ts'

import { DatabaseGone, asDatabaseError, isStalePlan, sqlStateOf } from './database-gone.ts'
import { joinWrites } from './join-writes.ts'
import { queryPrepared, type RowShapes } from './prepared-query.ts'
import { silenceOf } from './silence.ts'
import { type StatementNames, statementNames } from './statement-names.ts'
import { aboutStatement } from './statement-span.ts'

/** `named`: statements are prepared once per connection. `unnamed`: behind a pooler that does not know prepared statements. */
export type Statements = 'named' | 'unnamed'

export type Answer<Row> = { rows: Row[]; rowCount: number; command: string }

/**
 * One connection, checked out of its pool. Errors are `DatabaseGone` or keep their SQLSTATE (`sqlStateOf`). What is sent is
 * processed in order, without waiting for the previous answer: what is started together leaves in one write.
 */
export type Connection = {
  /**
   * Sends one simple message, which may contain several statements (`BEGIN; SET LOCAL ...`). Values are not possible. Returns
   * the command tag of the last one: `ROLLBACK` for the COMMIT of a transaction in which a statement failed.
   */
  send(text: string): Promise<string>
  /** One statement with its values, prepared under a name where that is enabled. */
  query<Row extends object = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Answer<Row>>
  /** Returns it to the pool. With an error, after `DatabaseGone`, or when a transaction was left open, it is closed instead. */
  release(error?: Error): void
}

/** How often a migration of another node was noticed: statements that were prepared before the last time are forgotten (database.md#stale-plans). */
export type Plans = { era: number }

export type ConnectionOptions = {
  statements: Statements
  /** What the connections of a server share about prepared statements; by default a connection looks only after itself. */
  plans?: Plans
  /** How long anybody waits for the answer to a statement, in ms; forever where it is not given. */
  silenceMs?: number
  /** Whether a result without a command tag means that the embedded engine died (database.md#dead-engines-are-not-touched). */
  onUntagged?: () => void
  /** Called with every `DatabaseGone` of a statement. */
  onGone?: (error: DatabaseGone) => void
  /** Called before each message to the database, which carries at least one statement or command. */
  onMessage?: () => void
  /** Called before each statement; BEGIN, COMMIT and settings are none. */
  onStatement?: () => void
  /** Called when the connection is returned. */
  onReleased?: () => void
}

/** The SQLSTATE of a statement in a transaction in which one failed before. */
const inFailedTransaction = '25P02'
/** The SQLSTATE of a change where only reading is allowed. */
const takesNoChange = '25006'

/** How many statements one connection keeps prepared. */
const preparedStatements = 500

/** The rules of `Connection` over a client of the driver. */
export function connectionOf(client: PoolClient, options: ConnectionOptions): Connection {
  const { plans = { era: 0 } } = options
  const prepared = preparedBy(client, plans)
  const silence = silenceOf(patienceNow(), options.silenceMs)
  let broken: Error | undefined
  let failed: unknown
  let isReading = false

  const run = async (query: () => Promise<QueryResult | QueryResult[]>) => {
    if (broken) throw broken
    const isRead = isReading
    if (joinWrites(client)) options.onMessage?.()
    try {
      return await silence.during(query())
    } catch (cause) {
      // A change within a transaction that only reads is a fault of ours, and says nothing about the database.
      const error = isRead && sqlStateOf(cause) === takesNoChange ? cause : asDatabaseError(cause)
      if (error instanceof DatabaseGone) {
        broken = error
        options.onGone?.(error)
      }
      if (isStalePlan(error)) {
        plans.era++
        prepared.names.clear()
      }
      // What is sent behind a statement that fails, fails because of it: whoever waits for it learns the reason, and may begin again.
      if (sqlStateOf(error) !== inFailedTransaction) failed = error
      throw failed ?? error
    }
  }

  const checkTags = (results: QueryResult[]) => {
    if (results.every(hasTag)) return
    options.onUntagged?.()
    broken = new DatabaseGone('aborted', 'The database gave no answer to a statement')
    throw broken
  }

  return {
    async send(text) {
      if (text.startsWith('BEGIN')) isReading = text.startsWith('BEGIN READ ONLY')
      const results = [await traced(aboutStatement(text), () => run(() => client.query(text)))].flat()
      checkTags(results)
      return results.at(-1)?.command ?? ''
    },
    async query<Row extends object>(text: string, values: readonly unknown[] = []) {
      options.onStatement?.()
      const answer = traced(aboutStatement(text), () =>
        run(() => {
          if (options.statements === 'unnamed') return client.query({ text, values: [...values] })
          return queryPrepared(client, { name: prepared.names.nameOf(text), text, values, shapes: prepared.shapes })
        }),
      )
      const result = [await answer].flat()
      checkTags(result)
      return answerOf<Row>(result)
    },
    release(error) {
      client.release(broken ?? error ?? leftOpen(client))
      options.onReleased?.()
    },
  }
}

function leftOpen(client: PoolClient): Error | undefined {
  return client.getTransactionStatus() === 'I' ? undefined : new Error('A transaction was left open')
}

function hasTag(result: QueryResult): boolean {
  return typeof result.command === 'string'
}

function answerOf<Row>(results: QueryResult[]): Answer<Row> {
  const [result] = results
  if (!result || results.length > 1) throw new Error('query() takes exactly one statement: use send() for several')
  return { rows: result.rows, rowCount: result.rowCount ?? 0, command: result.command }
}

/** What `pg` keeps about prepared statements, which its types do not show. */
type PreparedState = {
  connection: {
    parsedStatements: Record<string, string>
    submittedNamedStatements: Record<string, string>
    close(statement: { type: 'S'; name: string }): void
  }
}

type PreparedStatements = { names: StatementNames; shapes: RowShapes; era: number }

const preparedOfClient = new WeakMap<PoolClient, PreparedStatements>()

/** Names belong to the connection and outlive a single check-out, but not a change of what they were prepared for. */
function preparedBy(client: PoolClient, { era }: Plans): PreparedStatements {
  const known = preparedOfClient.get(client)
  if (known) {
    if (known.era !== era) known.names.clear()
    known.era = era
    return known
  }

  const { connection } = client as unknown as PreparedState
  const shapes: RowShapes = new Map()
  const names = statementNames(preparedStatements, (name) => {
    shapes.delete(name)
    delete connection.parsedStatements[name]
    delete connection.submittedNamedStatements[name]
    connection.close({ type: 'S', name })
  })
  const prepared = { names, shapes, era }
  preparedOfClient.set(client, prepared)
  return prepared
}
