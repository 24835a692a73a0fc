import { AsyncLocalStorage } from 'node:async_hooks'

import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'

import type { AuthDb, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { isId } from '#kernel/ids.ts'
import type { Tables } from '#kernel/tables.ts'

import type { Backend } from './backend.ts'
import type { Connection } from './connection.ts'
import { DatabaseGone, isRetryable } from './database-gone.ts'
import { tenantPlugin } from './tenant-plugin.ts'
import { unavailable } from './unavailable.ts'

export type TenantContext = {
  organizationId: string
  userId?: string | undefined
  credentialId?: string | undefined
  /** Once aborted, no further statement is sent: the transaction ends with `cancelled`. */
  signal?: AbortSignal | undefined
}

/** One open transaction of an organization. */
export type TenantTransaction = {
  readonly db: Writer
  /** Rolls back to this point when `work` throws, and rethrows. */
  savepoint<T>(work: () => Promise<T>): Promise<T>
  /** Nothing of this transaction stays: it is rolled back where it would commit (calls.md#dry-runs). */
  discard(): void
  /** Ends this transaction and begins the next one, for writing, in one message. */
  next(): Promise<void>
}

export type TenantDatabase = {
  readonly backend: Backend
  /** Runs `work` in one transaction of the organization: commits when it returns, rolls back when it throws. */
  forOrganization<T>(
    context: TenantContext,
    mode: 'read' | 'write',
    work: (tx: TenantTransaction) => Promise<T>,
  ): Promise<T>
  /** Identity code: schema auth, before an organization is known (database.md#schema-auth-comes-before-tenancy). */
  asIdentity<T>(work: (db: AuthDb) => Promise<T>): Promise<T>
  /** One statement of identity code, as a transaction of its own: on PostgreSQL it takes one message, not three. */
  identityStatement<T>(work: (db: AuthDb) => Promise<T>): Promise<T>
  /** Background work across organizations. */
  asSystem<T>(work: (db: Writer) => Promise<T>): Promise<T>
}

export type TenantOptions = {
  /** Tests switch the helper's own predicate off, to show that the policies alone hold (database.md#proof-of-isolation). */
  predicate?: boolean
}

type RoleName = 'app' | 'auth' | 'system'
type State = { discarded: boolean }
type Work<T> = (connection: Connection, state: State) => Promise<T>

const attempts = 3
const open = new AsyncLocalStorage<true>()

/** The one entry point to the database: every query of the product runs in a transaction that is opened here. */
export function tenantDatabase(backend: Backend, options: TenantOptions = {}): TenantDatabase {
  const exclusively = async <T>(work: () => Promise<T>): Promise<T> => {
    if (open.getStore())
      throw new Error('A transaction is open already: use its db instead of asking for a second connection')
    return open.run(true, () => retried(work))
  }
  const run = <T>(role: RoleName, settings: string, work: Work<T>): Promise<T> =>
    exclusively(() => inTransaction(backend, role, settings, work))
  const asIdentity = <T>(work: (db: AuthDb) => Promise<T>): Promise<T> =>
    run('auth', begin(backend, 'auth', 'write'), (connection) => work(kysely(connection, 'auth')))
  return {
    backend,
    forOrganization: (context, mode, work) =>
      run('app', prologue(backend, context, mode), (connection, state) =>
        work(tenantTransaction(connection, state, context, backend, options)),
      ),
    asIdentity,
    // On PGlite a separate statement sets the role, for one transaction.
    identityStatement: (work) =>
      backend.kind === 'pglite' ? asIdentity(work) : exclusively(() => inStatement(backend, work)),
    asSystem: (work) =>
      run('system', begin(backend, 'system', 'write'), (connection) => work(kysely(connection, 'app'))),
  }
}

function tenantTransaction(
  connection: Connection,
  state: State,
  context: TenantContext,
  backend: Backend,
  options: TenantOptions,
): TenantTransaction {
  const plugins = [tenantPlugin(context.organizationId, options.predicate ?? true)]
  return {
    db: kysely(connection, 'app', plugins, context.signal),
    async savepoint(work) {
      await connection.send('SAVEPOINT call')
      try {
        const result = await work()
        await connection.send('RELEASE SAVEPOINT call')
        return result
      } catch (error) {
        if (!(error instanceof DatabaseGone)) await connection.send('ROLLBACK TO SAVEPOINT call')
        throw error
      }
    },
    discard() {
      state.discarded = true
    },
    async next() {
      await connection.send(`COMMIT; ${prologue(backend, context, 'write')}`)
    },
  }
}

async function inTransaction<T>(backend: Backend, role: RoleName, settings: string, work: Work<T>): Promise<T> {
  const connection = await backend.pools[role].acquire()
  const state = { discarded: false }
  try {
    await connection.send(settings)
    const result = await work(connection, state)
    await connection.send(state.discarded ? 'ROLLBACK' : 'COMMIT')
    connection.release()
    return result
  } catch (error) {
    await abandon(connection, error)
    throw error
  }
}

async function inStatement<T>(backend: Backend, work: (db: AuthDb) => Promise<T>): Promise<T> {
  const connection = await backend.pools.auth.acquire()
  let sent = false
  const once: Connection = {
    ...connection,
    query(text, values) {
      if (sent) throw new Error('A second statement needs a transaction: use asIdentity')
      sent = true
      return connection.query(text, values)
    },
  }
  try {
    const result = await work(kysely(once, 'auth'))
    connection.release()
    return result
  } catch (error) {
    connection.release(error instanceof DatabaseGone ? error : undefined)
    throw error
  }
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

async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw unavailable(error)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt))
    }
  }
}

// Literal SET LOCAL in one message (database.md#settings-are-literal-and-local); the values are ids, checked before they are
// put in.
function prologue(
  backend: Backend,
  { organizationId, userId, credentialId }: TenantContext,
  mode: 'read' | 'write',
): string {
  if (!isId('organization', organizationId)) throw new Error('not an organization id')
  const settings = [`SET LOCAL app.organization_id = '${organizationId}'`]
  if (userId !== undefined) settings.push(`SET LOCAL app.user_id = '${checked(userId)}'`)
  if (credentialId !== undefined) settings.push(`SET LOCAL app.credential_id = '${checked(credentialId)}'`)
  return [begin(backend, 'app', mode), ...settings].join('; ')
}

function checked(id: string): string {
  if (!/^[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(id)) throw new Error('not an id')
  return id
}

// On PGlite the session is the superuser and policies bind only after SET LOCAL ROLE; on PostgreSQL the pool's login is the role.
function begin(backend: Backend, role: RoleName, mode: 'read' | 'write'): string {
  const start = mode === 'read' ? 'BEGIN READ ONLY' : 'BEGIN'
  return backend.kind === 'pglite' ? `${start}; SET LOCAL ROLE masthead_${role}` : start
}

function kysely(
  connection: Connection,
  schema: 'app' | 'auth',
  plugins: ReturnType<typeof tenantPlugin>[] = [],
  signal?: AbortSignal,
): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new SessionDriver(connection, signal),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins,
  }).withSchema(schema)
}

/** Kysely on the one session of the transaction, which opens and ends elsewhere. */
class SessionDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(connection: Connection, signal: AbortSignal | undefined) {
    this.#connection = {
      async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
        if (signal?.aborted === true)
          throw new Refusal('cancelled', 'The caller went away before the answer was ready.')
        const { rows, rowCount } = await connection.query<R & object>(sql, parameters)
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
