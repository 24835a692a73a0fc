import { AsyncLocalStorage } from 'node:async_hooks'

import type { Compilable } from 'kysely'

import { askedAs, askerNow } from '#kernel/asked.ts'
import type { ContentRevision, RevisionsRaised } from '#kernel/content-revision.ts'
import type { AuthDb, Writer } from '#kernel/database.ts'
import { isId } from '#kernel/ids.ts'
import { type Journal, journalOf } from '#kernel/journal.ts'

import type { Backend } from './backend.ts'
import type { Connection } from './connection.ts'
import { DatabaseGone } from './database-gone.ts'
import type { DatabasePool } from './pool.ts'
import { scansInTurns, scanTurns } from './scans.ts'
import { sessionOn } from './session.ts'
import { type ShownWrites, shownWrites } from './shown-writes.ts'
import { compilerOf } from './tenant-compiler.ts'
import { inSavepoint, inStatement, inTransaction, type OpenTransaction, retried } from './transaction.ts'

export type TenantContext = {
  organizationId: string
  userId?: string | undefined
  credentialId?: string | undefined
  /** Once aborted, no further statement is sent: the transaction ends with `cancelled`. */
  signal?: AbortSignal | undefined
  /** Every statement is planned once for all values, and not for each call (database.md#plans-are-made-once). */
  plansOnce?: boolean | undefined
}

/**
 * One open transaction of an organization. Queries that are started together (`Promise.all`) are sent in one message and
 * processed in the order in which they were started; one that fails makes all after it fail.
 */
export type TenantTransaction = {
  readonly db: Writer
  /** Rolls back to this point when `work` throws, and rethrows. */
  savepoint<T>(work: () => Promise<T>): Promise<T>
  /** Nothing of this transaction stays: it is rolled back where it would commit (calls.md#dry-runs). */
  discard(): void
  /** Ends this transaction and begins the next one, for writing, in one message with the next statement. */
  next(): void
  /** Sends a statement whose answer nobody needs in one message with the COMMIT. Where it fails, nothing is committed. */
  lastly(query: Compilable): void
  /** After the COMMIT: the revisions of public content that it raised (content-api.md#content-has-revisions). */
  readonly raised: readonly ContentRevision[]
}

export type TenantDatabase = {
  readonly backend: Backend
  /** Runs `work` in one transaction of the organization: commits when it returns, rolls back when it throws. */
  forOrganization<T>(
    context: TenantContext,
    mode: 'read' | 'write',
    work: (tx: TenantTransaction) => Promise<T>,
  ): Promise<T>
  /** One statement of an organization, as a transaction of its own that takes one message. */
  organizationStatement<T>(context: TenantContext, mode: 'read' | 'write', work: (db: Writer) => Promise<T>): Promise<T>
  /**
   * The same on the replica, which may be behind: undefined where there is none, or it does not answer
   * (database.md#replicas-are-asked-first).
   */
  replicaStatement<T>(context: TenantContext, work: (db: Writer) => Promise<T>): Promise<T | undefined>
  /** Identity code: schema auth, before an organization is known (database.md#schema-auth-comes-before-tenancy). */
  asIdentity<T>(work: (db: AuthDb) => Promise<T>): Promise<T>
  /** One statement of identity code, as a transaction of its own that takes one message. */
  identityStatement<T>(work: (db: AuthDb) => Promise<T>): Promise<T>
  /** Background work across organizations. */
  asSystem<T>(work: (db: Writer) => Promise<T>): Promise<T>
  /** One statement of background work across organizations, which takes one message where the login is the role. */
  systemStatement<T>(work: (db: Writer) => Promise<T>): Promise<T>
  /** Removes audit records, as the one role that may (audit.md#removed-by-one-role); undefined where no login has it. */
  asRetention<T>(work: (db: Writer) => Promise<T>): Promise<T | undefined>
}

export type TenantOptions = {
  /** Tests switch the helper's own predicate off, to show that the policies alone hold (database.md#proof-of-isolation). */
  predicate?: boolean
  /** Told of every revision that this process raises. */
  onRaised?: RevisionsRaised
}

/** After how long a replica that did not answer is asked again, in ms. */
const absentMs = 30_000

type Single = { context: TenantContext; mode: 'read' | 'write' }

type RoleName = 'app' | 'auth' | 'system' | 'retention'

const open = new AsyncLocalStorage<true>()

/** The one entry point to the database: every query of the product runs in a transaction that is opened here. */
export function tenantDatabase(
  backend: Backend,
  { predicate = true, onRaised = () => undefined }: TenantOptions = {},
): TenantDatabase {
  const { pools } = backend
  const onReplica = asksReplica(backend)
  const scans = scanTurns()
  const tenantSession = (connection: Connection, context: TenantContext, writes?: ShownWrites) =>
    sessionOn(scansInTurns(connection, scans, askerNow(context.organizationId, context.signal)), {
      compiler: compilerOf('app', { organizationId: context.organizationId, predicate }),
      signal: context.signal,
      sent: writes?.sent,
      plansOnce: context.plansOnce,
    })
  const ofTenant = (context: TenantContext, mode: 'read' | 'write') => ({
    settings: prologue(backend, context, mode),
    asker: askerNow(context.organizationId, context.signal),
  })
  const single = <T>(pool: DatabasePool, { context, mode }: Single, work: (db: Writer) => Promise<T>) => {
    const planned = { ...context, plansOnce: true }
    return inStatement(pool, ofTenant(planned, mode), (connection) => work(tenantSession(connection, planned)))
  }
  // No policy binds these roles to an organization: a statement must not run when its BEGIN was refused.
  const inRole = <T>(
    role: Exclude<RoleName, 'app'>,
    pool: DatabasePool,
    work: (connection: Connection) => Promise<T>,
  ): Promise<T> =>
    exclusively(() =>
      inTransaction(pool, { settings: begin(backend, role, 'write'), isAwaited: true }, ({ connection }) =>
        givingWay(pool, () => work(connection)),
      ),
    )

  return {
    backend,
    forOrganization: (context, mode, work) =>
      exclusively(() => {
        const raised: ContentRevision[] = []
        const writes = mode === 'write' ? shownWrites() : undefined
        let journal: Journal | undefined
        const closing = () =>
          changeContent(writes, journal, (rows) => {
            raised.push(...rows)
            onRaised(context.organizationId, raised)
          })
        return inTransaction(pools.app, { ...ofTenant(context, mode), isAwaited: false, closing }, (transaction) => {
          const db = tenantSession(transaction.connection, context, writes)
          if (mode === 'write') journal = journalOf(db)
          const opened = openedFor(db, transaction, () => prologue(backend, context, 'write'))
          return givingWay(pools.app, () => work({ ...opened, raised }))
        })
      }),
    organizationStatement: (context, mode, work) => exclusively(() => single(pools.app, { context, mode }, work)),
    replicaStatement: (context, work) => onReplica((replica) => single(replica, { context, mode: 'read' }, work)),
    asIdentity: (work) => inRole('auth', pools.auth, (connection) => work(identitySession(connection))),
    identityStatement: (work) =>
      alone(pools.auth, isRoleOfLogin(backend) ? undefined : begin(backend, 'auth', 'write'), (connection) =>
        work(identitySession(connection)),
      ),
    asSystem: (work) => inRole('system', pools.system, (connection) => work(appSession(connection))),
    systemStatement(work) {
      const inSession = (connection: Connection) => work(appSession(connection))
      return isRoleOfLogin(backend)
        ? alone(pools.system, undefined, inSession)
        : inRole('system', pools.system, inSession)
    },
    async asRetention(work) {
      const { retention } = backend
      if (retention === null) return undefined
      return inRole('retention', retention, (connection) => work(appSession(connection)))
    },
  }
}

function alone<T>(
  pool: DatabasePool,
  settings: string | undefined,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  return exclusively(() => inStatement(pool, { settings }, work))
}

const identitySession = (connection: Connection) => sessionOn(connection, { compiler: compilerOf('auth') })
/** In no organization. */
const appSession = (connection: Connection) => sessionOn(connection, { compiler: compilerOf('app') })

/** Undefined if there is no replica or it fails. One that did not answer is not asked again for a while. */
function asksReplica({ replica }: Backend) {
  let absentUntil = -Infinity
  return async <T>(work: (replica: DatabasePool) => Promise<T>): Promise<T | undefined> => {
    if (replica === null || performance.now() < absentUntil) return undefined
    try {
      return await open.run(true, () => work(replica))
    } catch (error) {
      // Whatever went wrong there may be right on the primary.
      if (error instanceof DatabaseGone) absentUntil = performance.now() + absentMs
      return undefined
    }
  }
}

/** What can wait finds out, between two steps, that somebody waits for its connection who goes first. */
function givingWay<T>(pool: DatabasePool, work: () => Promise<T>): Promise<T> {
  const { rank } = askerNow()
  return rank === 'call' ? work() : askedAs({ isWanted: () => pool.isWanted(rank) }, work)
}

// Planned once for all values: planning a large statement again costs more than running it (database.md#plans-are-made-once).
const planningOnce = 'SET LOCAL plan_cache_mode = force_generic_plan'

async function exclusively<T>(work: () => Promise<T>): Promise<T> {
  if (open.getStore())
    throw new Error('A transaction is open already: use its db instead of asking for a second connection')
  return open.run(true, () => retried(work))
}

/** The last statement of a transaction that changed content: it locks counts and revisions until the COMMIT behind it. */
function changeContent(
  writes: ShownWrites | undefined,
  journal: Journal | undefined,
  committed: (raised: ContentRevision[]) => void,
) {
  const { items, terms } = journal?.counts() ?? { items: [], terms: [] }
  const counted = [...items, ...terms].map(([collectionId]) => collectionId)
  const collections = [...new Set([...(writes?.collections() ?? []), ...counted])].toSorted()
  if (collections.length === 0) return undefined
  return {
    text: 'select collection_id, revision from app.change_content($1::text[], $2::text::jsonb, $3::text::jsonb)',
    values: [collections, JSON.stringify(items), JSON.stringify(terms)],
    committed: (rows: readonly object[]) =>
      committed(
        (rows as { collection_id: string; revision: string | number }[]).map(({ collection_id, revision }) => ({
          collectionId: collection_id,
          revision: Number(revision),
        })),
      ),
  }
}

function openedFor(
  db: Writer,
  { connection, begin: beginNext, discard, lastly }: OpenTransaction,
  nextPrologue: () => string,
): Omit<TenantTransaction, 'raised'> {
  return {
    db,
    next: () => beginNext(`COMMIT; ${nextPrologue()}`),
    async savepoint(work) {
      const forget = journalOf(db).mark()
      return inSavepoint(connection, work).catch((error: unknown) => {
        forget()
        throw error
      })
    },
    discard,
    lastly: (query) => lastly(query.compile()),
  }
}

// Literal SET LOCAL in one message (database.md#settings-are-literal-and-local); the values are ids, checked before they are
// put in.
function prologue(
  backend: Backend,
  { organizationId, userId, credentialId, plansOnce }: TenantContext,
  mode: 'read' | 'write',
): string {
  if (!isId('organization', organizationId)) throw new Error('not an organization id')
  const settings = [`SET LOCAL app.organization_id = '${organizationId}'`]
  if (userId !== undefined) settings.push(`SET LOCAL app.user_id = '${checked(userId)}'`)
  if (credentialId !== undefined) settings.push(`SET LOCAL app.credential_id = '${checked(credentialId)}'`)
  if (plansOnce === true) settings.push(planningOnce)
  return [begin(backend, 'app', mode), ...settings].join('; ')
}

function checked(id: string): string {
  if (!/^[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(id)) throw new Error('not an id')
  return id
}

function begin(backend: Backend, role: RoleName, mode: 'read' | 'write'): string {
  const start = mode === 'read' ? 'BEGIN READ ONLY' : 'BEGIN'
  return isRoleOfLogin(backend) ? start : `${start}; SET LOCAL ROLE masthead_${role}`
}

// On PGlite the session is the superuser and policies bind only after SET LOCAL ROLE; on PostgreSQL the pool's login is the role.
function isRoleOfLogin({ kind }: Backend): boolean {
  return kind === 'postgres'
}
