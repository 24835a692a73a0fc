import type { Connection } from '#platform/database/connection.ts'
import { quoted } from '#platform/database/logins.ts'

/** A table whose rows are carried over. */
export type Table = {
  /** With its schema. */
  name: string
  /** Without those that the database derives. */
  columns: { name: string; type: string }[]
  /** Columns of the primary key. */
  key: string[]
}

/**
 * The tables of an installation. What counts calls of the last minutes is left out (unlogged), and so is what belongs to one database:
 * its history and its logins.
 */
export async function readTables(connection: Connection): Promise<Table[]> {
  const { rows } = await connection.query<Table>(
    `select n.nspname || '.' || c.relname as name,
      (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select jsonb_agg(a.attname order by array_position(i.indkey::int2[], a.attnum))
        from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('app', 'auth') and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
    order by 1`,
  )
  const keyless = rows.find(({ key }) => key === null)
  if (keyless !== undefined) throw new Error(`The table ${keyless.name} has no primary key to be read by`)
  return rows
}

/** A name with its schema as a statement writes it. */
export function identifier(name: string): string {
  return name.split('.').map(quoted).join('.')
}
