import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type QueryCompiler,
  type QueryId,
  type QueryResult,
} from 'kysely'

import { Refusal } from '#kernel/errors.ts'
import { isPlannedOnce } from '#kernel/planned-once.ts'
import type { Tables } from '#kernel/tables.ts'

import type { Connection } from './connection.ts'

type SessionOptions = {
  /** How its queries become SQL. */
  compiler: QueryCompiler
  /** Once aborted, every further statement is refused with `cancelled`. */
  signal?: AbortSignal | undefined
  /** Called with every statement that is sent. */
  sent?: ((text: string, queryId: QueryId) => void) | undefined
  /** Its transaction plans all of its statements once, those that ask for it (`plannedOnce`) and the others. */
  plansOnce?: boolean | undefined
}

/** The query builder on one connection whose transaction opens and ends elsewhere. */
export function sessionOn(connection: Connection, { compiler, ...watching }: SessionOptions): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new SessionDriver(connection, watching),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => compiler,
    },
  })
}

/** What the settings say holds for one statement; they travel with it. Whether they failed shows in the statement. */
async function plannedForAll<A>(connection: Connection, send: () => Promise<A>): Promise<A> {
  const setting = (mode: string) => void connection.send(`SET LOCAL plan_cache_mode = ${mode}`).catch(() => undefined)
  setting('force_generic_plan')
  const answer = send()
  setting('auto')
  return answer
}

class SessionDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(connection: Connection, { signal, sent, plansOnce = false }: Omit<SessionOptions, 'compiler'>) {
    this.#connection = {
      async executeQuery<R>({ sql, parameters, queryId }: CompiledQuery): Promise<QueryResult<R>> {
        if (signal?.aborted === true)
          throw new Refusal('cancelled', 'The caller went away before the answer was ready.')
        sent?.(sql, queryId)
        const send = () => connection.query<R & object>(sql, parameters)
        const { rows, rowCount } = await (isPlannedOnce(queryId) && !plansOnce
          ? plannedForAll(connection, send)
          : send())
        return { rows, numAffectedRows: BigInt(rowCount) }
      },
      streamQuery() {
        throw new Error('streaming is not offered: read in keyset batches')
      },
    }
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }
  async releaseConnection(): Promise<void> {}
  async beginTransaction(): Promise<void> {
    throw new Error('the transaction is open already')
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async destroy(): Promise<void> {}
}
