import { createHash, randomBytes } from 'node:crypto'

import type { Connection } from './connection.ts'
import { sqlStateOf } from './database-gone.ts'
import { advisoryLocks } from './own-schema.ts'
import { scramVerifier } from './scram.ts'

/** Keeps passwords unreadable in the table that holds them. */
export type Secrets = { encrypt(plain: string): string; decrypt(sealed: string): string }

/** The roles that pools log in as. */
export const groups = ['app', 'auth', 'system'] as const

export type Group = (typeof groups)[number]

/** The logins of a database, with the one that removes audit records (audit.md#removed-by-one-role). */
export const loginGroups = [...groups, 'retention'] as const

export type LoginGroup = (typeof loginGroups)[number]

/** Without the one for retention where the tables are older than its role. */
export type Logins = Record<Group, Login> & { retention: Login | undefined }

export type Login = { user: string; password: string }

/**
 * Creates the login roles of this database, or finds the existing ones: members of the group roles with random passwords, which
 * are kept encrypted where only the owner can read them. Of several nodes, one creates them. The connection is the owner's.
 */
export async function ensureLogins(connection: Connection, secrets: Secrets): Promise<Logins> {
  try {
    await connection.send(`BEGIN; SET LOCAL lock_timeout = '10s'; select pg_advisory_xact_lock(${advisoryLocks.owner})`)
    const database = await databaseName(connection)
    const logins = {
      app: await ensureLogin(connection, loginName('app', database), 'app', secrets),
      auth: await ensureLogin(connection, loginName('auth', database), 'auth', secrets),
      system: await ensureLogin(connection, loginName('system', database), 'system', secrets),
      retention: (await hasRetention(connection))
        ? await ensureLogin(connection, loginName('retention', database), 'retention', secrets)
        : undefined,
    }
    await connection.send('COMMIT')
    return logins
  } catch (cause) {
    await connection.send('ROLLBACK').catch(() => undefined)
    if (sqlStateOf(cause) !== '42501') throw cause
    throw new Error(
      'The account of DATABASE_URL may not create roles. Create the logins yourself and name them in DATABASE_APP_URL, ' +
        'DATABASE_AUTH_URL and DATABASE_SYSTEM_URL.',
      { cause },
    )
  }
}

/** Roles belong to the whole cluster, hence the database in their names; a name has at most 63 bytes. */
export function loginName(group: LoginGroup, database: string): string {
  const name = `masthead_${group}__${database}`
  if (Buffer.byteLength(name) <= 63) return name
  const hash = createHash('sha256').update(database).digest('hex').slice(0, 16)
  return `masthead_${group}__${hash}`
}

async function hasRetention(connection: Connection): Promise<boolean> {
  const { rows } = await connection.query<{ known: boolean }>(
    `select to_regclass('app.audit_removal') is not null as known`,
  )
  return rows[0]?.known === true
}

async function ensureLogin(connection: Connection, user: string, group: LoginGroup, secrets: Secrets): Promise<Login> {
  const kept = await connection.query<{ secret: string }>('select secret from masthead.login where role = $1', [user])
  const { rows } = await connection.query('select 1 from pg_roles where rolname = $1', [user])
  const exists = rows.length > 0
  const sealed = kept.rows[0]?.secret
  if (sealed !== undefined && exists) return { user, password: open(sealed, secrets) }

  const password = randomBytes(24).toString('base64url')
  const verb = exists ? 'alter' : 'create'
  const role = quoted(user)
  await connection.send(
    `${verb} role ${role} login password '${scramVerifier(password)}'; grant masthead_${group} to ${role}`,
  )
  await connection.query(
    'insert into masthead.login (role, secret) values ($1, $2) on conflict (role) do update set secret = excluded.secret',
    [user, secrets.encrypt(password)],
  )
  return { user, password }
}

function open(sealed: string, secrets: Secrets): string {
  try {
    return secrets.decrypt(sealed)
  } catch (cause) {
    throw new Error(
      'The passwords of the database logins cannot be read: this node needs the same MASTHEAD_KEYS as the one that made them.',
      {
        cause,
      },
    )
  }
}

async function databaseName(connection: Connection): Promise<string> {
  const { rows } = await connection.query<{ name: string }>('select current_database()::text as name')
  return rows[0]?.name ?? ''
}

/** A quoted identifier. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
