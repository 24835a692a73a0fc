import type { Connection } from './connection.ts'
import type { DatabasePool } from './pool.ts'

/** Extensions that the migrations create. */
export const neededExtensions = ['pg_trgm', 'btree_gin'] as const

type Server = {
  version: number
  name: string
  encoding: string
  ctype: string
  isPlainC: boolean
  extensions: string[]
}

/** Refuses a server on which Masthead cannot work, before anything is changed there. */
export async function checkServer(connection: Connection): Promise<void> {
  const server = await readServer(connection)
  if (server.version < 150_000) throw new Error(`PostgreSQL ${server.name} is too old: Masthead needs 15 or later.`)
  if (server.encoding !== 'UTF8') {
    throw new Error(`The database has the encoding ${server.encoding}: create it with ENCODING 'UTF8'.`)
  }
  if (server.isPlainC) {
    throw new Error(
      `The database has the character type ${server.ctype}, so that search would not cover letters outside of ASCII: ` +
        "create it with LC_CTYPE 'C.UTF-8' or another UTF-8 locale.",
    )
  }
  const missing = neededExtensions.filter((name) => !server.extensions.includes(name))
  if (missing.length > 0)
    throw new Error(`The server lacks the extensions ${missing.join(', ')}: install the contrib package of PostgreSQL.`)
}

/** Once the extension exists: whether trigrams know letters outside ASCII, whatever the locale is called. */
export async function checkTrigrams(connection: Connection): Promise<void> {
  const { rows } = await connection.query("select 1 from pg_extension where extname = 'pg_trgm'")
  if (rows.length === 0) return
  const trigrams = await connection.query<{ count: number }>("select cardinality(show_trgm('привет')) as count")
  if (trigrams.rows[0]?.count) return
  throw new Error(
    "Search would not cover letters outside of ASCII: create the database with LC_CTYPE 'C.UTF-8' or another UTF-8 locale.",
  )
}

/** Refuses a request pool whose role could bypass row-level security, and names the role. */
export async function checkRequestRole(pool: DatabasePool, group: 'app' | 'auth'): Promise<void> {
  const role = await pool.use((connection) => findRole(connection, group))
  if (!role) throw new Error(`The role of the ${group} pool cannot be read`)
  if (role.fault) throw new Error(`The database role ${role.name} must not serve requests: it ${role.fault}.`)
}

/**
 * The role that serves requests of a group, by default the current one, and what is wrong with it; undefined when there is
 * none.
 */
export async function findRole(
  connection: Connection,
  group: 'app' | 'auth',
  name: string | null = null,
): Promise<{ name: string; fault: string | undefined } | undefined> {
  const { rows } = await connection.query<Role>(
    `select r.rolname::text as role, r.rolsuper as super, r.rolbypassrls as bypass,
      (select min(c.oid::regclass::text) from pg_class c where c.relowner = r.oid and c.relkind in ('r', 'p')) as owned,
      exists (select 1 from pg_roles g where g.rolname = $1 and pg_has_role(r.oid, g.oid, 'USAGE')) as member
    from pg_roles r where r.rolname = coalesce($2::text, current_user)`,
    [`masthead_${group}`, name],
  )
  const [role] = rows
  return role && { name: role.role, fault: forbidden(role, group) }
}

type Role = { role: string; super: boolean; bypass: boolean; owned: string | null; member: boolean }

function forbidden(role: Role, group: string): string | undefined {
  if (role.super) return 'is a superuser'
  if (role.bypass) return 'has BYPASSRLS'
  if (role.owned !== null) return `owns the table ${role.owned}`
  if (!role.member) return `is not a member of masthead_${group}`
  return undefined
}

/** What the checks and `masthead doctor` look at. */
export async function readServer(connection: Connection): Promise<Server> {
  const { rows } = await connection.query<Server>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
      pg_encoding_to_char(d.encoding)::text as encoding, d.datctype::text as ctype,
      d.datlocprovider = 'c' and d.datctype in ('C', 'POSIX') as "isPlainC",
      array(select e.name::text from pg_available_extensions e) as extensions
    from pg_database d where d.datname = current_database()`,
  )
  const [server] = rows
  if (!server) throw new Error('The server does not describe its database')
  return server
}
