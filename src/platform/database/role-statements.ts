import { neededExtensions } from './check-server.ts'
import { loginGroups, loginName, quoted } from './logins.ts'
import { serverAddress } from './server-address.ts'

export type RoleStatements = {
  /** The account that migrates, and the database. Its password is not printed. */
  databaseUrl: string
  /** The text of the migrations that create the group roles, the first one first. */
  rolesMigration: string
}

/**
 * What an administrator runs when the account of DATABASE_URL may not create roles (database.md#roles-are-logins): group roles,
 * logins with a placeholder for each password, grants; then the settings that name the logins. May be run again.
 */
export function roleStatements({ databaseUrl, rolesMigration }: RoleStatements): string[] {
  const { host, port, database, user } = serverAddress(databaseUrl)
  const { names, attributes } = groupRoles(rolesMigration)
  const logins = loginGroups.map((group) => ({ group, login: loginName(group, database) }))
  const place = host.startsWith('/') ? `/${database}?host=${encodeURIComponent(host)}` : `${host}:${port}/${database}`
  const settings = logins.map(
    ({ group, login }) =>
      `--   DATABASE_${group.toUpperCase()}_URL=postgres://${encodeURIComponent(login)}:<password>@${place}`,
  )

  return [
    `-- Run this in the database ${database} as a role that may create roles (psql -d ${database} -f roles.sql).`,
    `-- Replace each <password ...> first. The account that migrates is ${user}; it must exist.`,
    '',
    '-- Group roles, shared by every Masthead database of this server.',
    ...names.map((name) => creation(name, attributes)),
    '',
    '-- The account that migrates creates schemas for them and gives them what they own.',
    `grant ${names.join(', ')} to ${quoted(user)};`,
    `grant create on database ${quoted(database)} to ${quoted(user)};`,
    ...neededExtensions.map((name) => `create extension if not exists ${name};`),
    '',
    '-- Logins of this database.',
    ...logins.flatMap(({ group, login }) => [
      creation(login, `login password '<password of ${login}>'`),
      `grant masthead_${group} to ${quoted(login)};`,
    ]),
    '',
    '-- Then start Masthead with these settings next to DATABASE_URL:',
    ...settings,
  ]
}

/** The group roles of these migrations and the attributes of each, read from their text. */
export function groupRoles(rolesMigration: string): { names: string[]; attributes: string } {
  const lists = [...rolesMigration.matchAll(/foreach name in array array\[([^\]]+)\]/g)].map(([, list]) => list)
  const attributes = /'create role %I ([^']+)'/.exec(rolesMigration)?.[1]
  const names = [...lists.join().matchAll(/'([a-z_]+)'/g)].map(([, name = '']) => name)
  if (attributes === undefined || names.length === 0) throw new Error('The first migration does not name the roles')
  return { names, attributes }
}

function creation(name: string, attributes: string): string {
  const statement = `create role ${quoted(name)} ${attributes};`
  return `do $$ begin if not exists (select from pg_roles where rolname = ${literal(name)}) then ${statement} end if; end $$;`
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
