import { findRole, readServer } from './check-server.ts'
import type { Connection } from './connection.ts'
import { pendingOf } from './migrate.ts'
import { readMigrations } from './migration-files.ts'

/** What a database shows to an observer. All values are JSON: a running server reports them to another process. */
export type Inspection = {
  /** As `server_version_num`, and as the server reports it. */
  version: number
  versionName: string
  /** Whether it takes no changes: it is a standby, or was told so. */
  isReadOnly: boolean
  encoding: string
  ctype: string
  collation: string
  /** Installed extensions. */
  extensions: string[]
  /** Whether search covers letters outside ASCII; null without the extension. */
  knowsLetters: boolean | null
  /** Names of the pending migrations, or why the history does not fit this code. */
  migrations: { pending: string[]; hasHistory: boolean } | { fault: string }
  /** Roles that serve requests; `fault` begins with a verb. Without `name` the role does not exist. */
  roles: { name: string; exists: boolean; fault: string | null }[]
  tables: number
  /** Tables whose rows row-level security does not keep apart, and partitions that can be read past their parent. */
  openTables: string[]
  /** Views that show the rows of every organization. */
  openViews: string[]
  /** How far the database's clock is ahead of this process, in milliseconds. */
  clockAhead: number
  /** The sealed key probe. */
  probe: string | null
}

export type InspectOptions = {
  /** Folder of `NNNN_name.sql`. */
  migrations: string
  /** The roles that serve requests. */
  roles: Readonly<Record<'app' | 'auth', string>>
}

/** Looks at a database in one read-only transaction. The connection is the owner's. */
export async function inspect(connection: Connection, { migrations, roles }: InspectOptions): Promise<Inspection> {
  const files = await readMigrations(migrations)
  await connection.send('BEGIN READ ONLY')
  try {
    const server = await readServer(connection)
    const { collation, extensions, isReadOnly, clockAhead } = await readRest(connection)
    return {
      version: server.version,
      versionName: server.name,
      isReadOnly,
      encoding: server.encoding,
      ctype: server.ctype,
      collation,
      extensions,
      knowsLetters: extensions.includes('pg_trgm') ? await knowsLetters(connection) : null,
      migrations: await historyOf(connection, files),
      roles: [await roleOf(connection, 'app', roles.app), await roleOf(connection, 'auth', roles.auth)],
      ...(await readRelations(connection)),
      clockAhead,
      probe: await readProbe(connection),
    }
  } finally {
    await connection.send('ROLLBACK')
  }
}

async function readRest(connection: Connection) {
  const sent = Date.now()
  const { rows } = await connection.query<{
    collation: string
    extensions: string[]
    isReadOnly: boolean
    now: number
  }>(
    `select d.datcollate::text as collation, array(select extname::text from pg_extension order by 1) as extensions,
      pg_is_in_recovery() or current_setting('default_transaction_read_only')::bool as "isReadOnly",
      (extract(epoch from clock_timestamp()) * 1000)::float8 as now
    from pg_database d where d.datname = current_database()`,
  )
  const received = Date.now()
  const [found] = rows
  if (!found) throw new Error('The server does not describe its database')
  // Anything between the two readings is indistinguishable from network delay.
  const ahead = Math.max(found.now - received, 0) + Math.min(found.now - sent, 0)
  return { ...found, clockAhead: Math.round(ahead) }
}

async function knowsLetters(connection: Connection): Promise<boolean> {
  const { rows } = await connection.query<{ count: number }>("select cardinality(show_trgm('привет')) as count")
  return (rows[0]?.count ?? 0) > 0
}

async function historyOf(
  connection: Connection,
  files: Awaited<ReturnType<typeof readMigrations>>,
): Promise<Inspection['migrations']> {
  try {
    const { pending, hasHistory } = await pendingOf(connection, files)
    return { pending: pending.map(({ name }) => name), hasHistory }
  } catch (error) {
    if (error instanceof Error && error.constructor === Error) return { fault: error.message }
    throw error
  }
}

async function roleOf(connection: Connection, group: 'app' | 'auth', name: string): Promise<Inspection['roles'][0]> {
  const found = await findRole(connection, group, name)
  return { name, exists: found !== undefined, fault: found?.fault ?? null }
}

// Whether every relation, in its current state, is closed to other tenants (database.md#tenancy-is-the-databases).
async function readRelations(connection: Connection) {
  const { rows } = await connection.query<{ name: string; kind: string; isClosed: boolean }>(
    `select c.oid::regclass::text as name, c.relkind::text as kind, case
        when c.relkind = 'v' then coalesce(c.reloptions, '{}') && array['security_invoker=true', 'security_invoker=on']
        when c.relkind = 'm' then false
        when c.relispartition then not exists (
          select from aclexplode(c.relacl) a join pg_roles g on g.oid = a.grantee where g.rolname = 'masthead_app')
        when not exists (select from pg_attribute where attrelid = c.oid and attname = 'organization_id') then true
        else c.relrowsecurity and c.relforcerowsecurity and exists (
          select from pg_policy p join pg_roles g on g.oid = any (p.polroles)
          where p.polrelid = c.oid and g.rolname = 'masthead_app' and not p.polpermissive
            and pg_get_expr(p.polqual, p.polrelid) like '%app.org()%' and pg_get_expr(p.polwithcheck, p.polrelid) like '%app.org()%')
      end as "isClosed"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'app' and c.relkind in ('r', 'p', 'v', 'm') order by 1`,
  )
  const open = rows.filter(({ isClosed }) => !isClosed)
  return {
    tables: rows.filter((row) => !isView(row)).length,
    openTables: open.filter((row) => !isView(row)).map(({ name }) => name),
    openViews: open.filter(isView).map(({ name }) => name),
  }
}

const isView = ({ kind }: { kind: string }) => kind === 'v' || kind === 'm'

/** The probe that the master keys must be able to open; null: none is stored. */
export async function readProbe(connection: Connection): Promise<string | null> {
  const { rows } = await connection.query<{ exists: boolean }>(
    `select to_regclass('auth.installation') is not null as exists`,
  )
  if (rows[0]?.exists !== true) return null
  const probe = await connection.query<{ value: string }>(
    `select value from auth.installation where name = 'key_probe'`,
  )
  return probe.rows[0]?.value ?? null
}
