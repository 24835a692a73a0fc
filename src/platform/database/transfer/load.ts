import type { Connection } from '#platform/database/connection.ts'

import { differenceOf, type Manifest, newestMigration, rowsOf } from './backup.ts'
import { portableText, tallyOf, writeRows } from './rows.ts'
import { identifier } from './tables.ts'

/**
 * Fills an empty database, migrated as far as that of the backup, from it, in one transaction: all of it or nothing. References and policies are set aside
 * meanwhile and are there again before the end; then every table is read back and compared. The connection is the owner's.
 */
export async function loadBackup(connection: Connection, folder: string, manifest: Manifest): Promise<void> {
  const migration = await newestMigration(connection)
  if (migration !== manifest.migration) throw otherMigration(migration, manifest)
  await connection.send(`BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0;
    SET LOCAL idle_in_transaction_session_timeout = 0; ${portableText}; SET LOCAL ROLE masthead_owner`)
  try {
    const tables = manifest.tables.map(({ name }) => identifier(name))
    const forced = await readForced(connection, tables)
    for (const table of tables)
      await connection.send(
        `alter table ${table} no force row level security; alter table ${table} disable trigger user`,
      )
    await refuseFull(connection)
    const references = await readReferences(connection)
    for (const { table, name } of references) await connection.send(`alter table ${table} drop constraint ${name}`)
    for (const table of tables) await connection.send(`delete from ${table}`)
    for (const table of manifest.tables)
      for await (const rows of rowsOf(folder, table)) await writeRows(connection, table, rows)
    for (const { table, name, definition } of references)
      await connection.send(`alter table ${table} add constraint ${name} ${definition}`)
    await compare(connection, manifest)
    for (const table of tables) await connection.send(`alter table ${table} enable trigger user`)
    for (const table of forced) await connection.send(`alter table ${table} force row level security`)
    await connection.send('COMMIT')
  } catch (error) {
    await connection.send('ROLLBACK').catch(() => undefined)
    throw error
  }
  await connection.send('ANALYZE')
}

/** Refuses a database that somebody uses, or that is newer than the backup, before anything is done to it. */
export async function refuseOther(connection: Connection, manifest: Manifest): Promise<void> {
  const { rows } = await connection.query<{ isMade: boolean }>(
    `select to_regclass('auth.organizations') is not null as "isMade"`,
  )
  if (rows[0]?.isMade === true) await refuseFull(connection)
  const migration = await newestMigration(connection)
  if (migration > manifest.migration) throw otherMigration(migration, manifest)
}

function otherMigration(migration: string, backup: Manifest): Error {
  return new Error(
    `The backup is of a database with the migration ${backup.migration}, and this one has ${migration}: restore it into a new one, with another DATA_DIR or DATABASE_URL.`,
  )
}

/** Refuses a database that somebody uses. */
export async function refuseFull(connection: Connection): Promise<void> {
  const { rows } = await connection.query<{ full: boolean }>(
    'select exists (select from auth.users) or exists (select from auth.organizations) as full',
  )
  if (rows[0]?.full !== false)
    throw new Error('The database is not empty: name an empty one, with another DATA_DIR or DATABASE_URL.')
}

type Reference = { table: string; name: string; definition: string }

async function readReferences(connection: Connection): Promise<Reference[]> {
  const { rows } = await connection.query<Reference>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
    where c.contype = 'f' and c.conparentid = 0 and n.nspname in ('app', 'auth') order by 1, 2`,
  )
  return rows
}

/** Tables whose policies bind their owner, too. */
async function readForced(connection: Connection, tables: readonly string[]): Promise<string[]> {
  const { rows } = await connection.query<{ name: string }>(
    'select oid::regclass::text as name from pg_class where relforcerowsecurity and oid = any ($1::text[]::regclass[])',
    [tables],
  )
  return rows.map(({ name }) => name)
}

async function compare(connection: Connection, { tables }: Manifest): Promise<void> {
  const differences: string[] = []
  for (const table of tables) {
    const difference = differenceOf(table, await tallyOf(connection, table))
    if (difference !== undefined) differences.push(`${table.name} ${difference}`)
  }
  if (differences.length === 0) return
  throw new Error(`Nothing was restored, because what arrived is not what was sent: ${differences.join('; ')}.`)
}
