import pg from 'pg'
import type { PoolConfig } from 'pg'

import type { Log } from '#kernel/log.ts'
import type { PlaceLocks } from '#kernel/shared-places.ts'

import { checkRequestRole, checkServer, checkTrigrams } from './check-server.ts'
import type { Statements } from './connection.ts'
import { ensureLogins, groups } from './logins.ts'
import type { Group, Login, LoginGroup, Secrets } from './logins.ts'
import { migrate } from './migrate.ts'
import { nodeName } from './node-name.ts'
import { placeLocks } from './place-locks.ts'
import { openPool } from './pool.ts'
import type { DatabasePool } from './pool.ts'
import { limitSessions, leadsToPooler } from './session-limits.ts'
import { upkeep } from './upkeep.ts'

export type PostgresOptions = {
  /** The account that migrates and creates the logins of the pools. */
  databaseUrl: string
  /** The same server without the pooler that `databaseUrl` leads to: for migrations and `LISTEN`. */
  directUrl?: string | undefined
  /** A streaming replica with the same logins. */
  readUrl?: string | undefined
  /** Logins that the operator created, for the groups where Masthead is not to create one. */
  urls?: Partial<Record<LoginGroup, string>>
  secrets: Secrets
  migrations: string
  /** What this node calls itself on its connections (`node-name.ts`). */
  name?: string
  /** Connections for requests. */
  poolMax: number
  statements: Statements
  log: Log
}

/** Connections of the pools other than the one for requests. */
const sidePoolMax = 4

/** How long anybody waits for a statement, in ms: longer than the server lets it run (`session-limits.ts`). */
const silenceMs = 30_000

/**
 * Checks and migrates a server with the owner's account, then opens the pools as the restricted roles and forgets the
 * account.
 */
export async function openPostgres(options: PostgresOptions): Promise<PostgresPools> {
  const configs = await prepare(options)
  const { name = nodeName(), statements, log, directUrl, readUrl } = options
  const plans = { era: 0 }
  const open = (config: PoolConfig, max: number, perParty: number) =>
    openPool({ config: { ...config, application_name: name, max }, perParty, statements, plans, silenceMs, log })
  // In connections of their own: those of the pools begin with their limits.
  const readyLogin = async (group: Group) => {
    const first = open(configs[group], 1, 1)
    try {
      if (group !== 'system') await checkRequestRole(first, group)
      await first.use(limitSessions)
    } finally {
      await first.end()
    }
  }
  await Promise.all(groups.map(readyLogin))

  const pools = {
    app: open(configs.app, options.poolMax, half(options.poolMax)),
    auth: open(configs.auth, sidePoolMax, half(sidePoolMax)),
    system: open(configs.system, sidePoolMax, sidePoolMax),
  }
  const around = directUrl === undefined ? undefined : open(at(directUrl, configs.system), sidePoolMax, sidePoolMax)
  const replica = readUrl === undefined ? null : openReplica(at(readUrl, configs.app), options)
  // Opened for the moment of a removal: an idle connection is closed.
  const retention = configs.retention === undefined ? null : open(configs.retention, 1, 1)
  // Opened while something waits for places of all nodes.
  const locks = open(directUrl === undefined ? configs.system : at(directUrl, configs.system), 1, 1)
  const places = placeLocks({ pool: locks, log })
  const all = [...Object.values(pools), around, replica, retention, locks].filter((pool) => pool != null)
  const end = async () => {
    places.close()
    await Promise.all(all.map((pool) => pool.end()))
  }

  try {
    const isPooled = around === undefined && (await leadsToPooler(pools.system))
    if (isPooled)
      log.info({}, 'a pooler is in front of the database: without DATABASE_DIRECT_URL notices are looked for')
    const listening = isPooled ? null : (around ?? pools.system)
    return { pools, retention, listening, places: isPooled ? undefined : places, replica, end }
  } catch (error) {
    await end()
    throw error
  }
}

export type PostgresPools = {
  pools: Record<Group, DatabasePool>
  /** For the role that removes audit records; null where no login has it. */
  retention: DatabasePool | null
  /** Whose connections hear what other nodes NOTIFY; null behind a pooler, which would not deliver it. */
  listening: DatabasePool | null
  /** What tells nodes of each other's places; undefined behind a pooler, which gives no session of one's own. */
  places: PlaceLocks | undefined
  /** Where there is one; it may be behind, or away. */
  replica: DatabasePool | null
  end(): Promise<void>
}

/** The one that gets no answer there asks the primary: nobody waits long for it. In ms. */
const replicaPatience = 2_000

function openReplica(config: PoolConfig, { poolMax: max, statements, log }: PostgresOptions): DatabasePool {
  return openPool({
    config: { ...config, max, connectionTimeoutMillis: replicaPatience },
    perParty: half(max),
    statements,
    silenceMs: replicaPatience,
    log,
  })
}

/** What one organization or network has of a pool at most (turns.md#nobody-starves). */
function half(max: number): number {
  return Math.max(1, Math.floor(max / 2))
}

type Configs = Record<Group, PoolConfig> & { retention: PoolConfig | undefined }

/** What needs the owner: checks, migrations, logins. Returns how each pool connects. */
async function prepare(options: PostgresOptions): Promise<Configs> {
  const { databaseUrl, directUrl = databaseUrl, urls = {}, log } = options
  const owner = openPool({ config: { connectionString: directUrl, max: 2 }, statements: 'unnamed', log })
  try {
    await owner.use(checkServer)
    await migrate(owner.acquire, { folder: options.migrations, kind: 'postgres', log })
    await owner.use(upkeep)
    await owner.use(checkTrigrams)

    const areGiven = urls.app !== undefined && urls.auth !== undefined && urls.system !== undefined
    const logins = areGiven ? undefined : await owner.use((connection) => ensureLogins(connection, options.secrets))
    const configOf = (group: Group) =>
      logins && urls[group] === undefined ? loginAs(databaseUrl, logins[group]) : fromUrl(urls[group])
    const removing = logins?.retention
    return {
      app: configOf('app'),
      auth: configOf('auth'),
      system: configOf('system'),
      retention: urls.retention === undefined ? removing && loginAs(databaseUrl, removing) : fromUrl(urls.retention),
    }
  } finally {
    await owner.end()
  }
}

function fromUrl(url: string | undefined): PoolConfig {
  if (url === undefined) throw new Error('A pool has no login')
  return { connectionString: url }
}

/** The same login at another address. */
function at(url: string, config: PoolConfig): PoolConfig {
  const { user = '', password } = new pg.Client(config)
  return loginAs(url, { user, password: password ?? '' })
}

/** The same server and database with another user: the driver reads every form of URL, including that of a socket. */
function loginAs(databaseUrl: string, login: Login): PoolConfig {
  const { host, port, database = '', ssl } = new pg.Client({ connectionString: databaseUrl })
  return { host, port, database, ssl, ...login }
}
