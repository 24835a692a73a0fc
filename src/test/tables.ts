import type { Connection } from '#platform/database/connection.ts'

export type Column = { name: string; type: string; nullable: boolean; filled: boolean; collation: string | null }
export type ForeignKey = { columns: string[]; target: string; targetColumns: string[] }
export type Table = { name: string; columns: Column[]; foreignKeys: ForeignKey[]; checks: string[] }
export type Row = Record<string, unknown>

/** The tables of schema app as the database describes them, each after those that its rows require. */
export async function readTables(connection: Connection): Promise<Table[]> {
  const { rows } = await connection.query<Table>(`
    select c.relname::text as name,
      (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'nullable', not a.attnotnull,
          'filled', a.atthasdef or a.attgenerated <> '', 'collation', l.collname) order by a.attnum)
        from pg_attribute a left join pg_collation l on l.oid = a.attcollation
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select coalesce(jsonb_agg(jsonb_build_object('target', t.relname,
          'columns', (select jsonb_agg(a.attname order by k.n) from unnest(f.conkey) with ordinality k(id, n) join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.id),
          'targetColumns', (select jsonb_agg(a.attname order by k.n) from unnest(f.confkey) with ordinality k(id, n) join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.id))), '[]')
        from pg_constraint f join pg_class t on t.oid = f.confrelid where f.conrelid = c.oid and f.contype = 'f') as "foreignKeys",
      (select coalesce(jsonb_agg(pg_get_constraintdef(k.oid)), '[]') from pg_constraint k where k.conrelid = c.oid and k.contype = 'c') as checks
    from pg_class c where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`)
  return inOrder(rows)
}

let made = 0

/**
 * A row that the table accepts, made from nothing but its description: required columns have a value of their type, references
 * lead to `others`, the rows of the same organization. Throws for a table that this cannot fill.
 */
export function newRow(table: Table, organizationId: string, others: ReadonlyMap<string, Row>): Row {
  made++
  const row: Row = { organization_id: organizationId }
  for (const { columns, target, targetColumns } of table.foreignKeys) {
    const found = others.get(target)
    if (found) columns.forEach((column, at) => (row[column] = found[targetColumns[at] ?? '']))
  }
  for (const column of table.columns) {
    if (column.name in row || column.nullable || column.filled) continue
    if (table.foreignKeys.some(({ columns }) => columns.includes(column.name)))
      throw new Error(`app.${table.name}.${column.name} refers to a row that is not there`)
    row[column.name] = valueOf(column, table)
  }
  return row
}

function valueOf({ name, type }: Column, { name: table, checks }: Table): unknown {
  const allowed = checks
    .map((check) => new RegExp(`\\b${name} = ANY \\(ARRAY\\['([^']*)'`).exec(check)?.[1])
    .find((value) => value !== undefined)
  if (allowed !== undefined) return allowed
  const values: Record<string, unknown> = {
    text: `${name}-${made}`,
    integer: made,
    smallint: made,
    bigint: made,
    'double precision': made,
    boolean: true,
    json: '{}',
    jsonb: '{}',
    bytea: Buffer.from([made]),
    'text[]': [],
  }
  if (type.startsWith('timestamp')) return new Date()
  if (!(type in values)) throw new Error(`app.${table}.${name}: a value of type ${type} cannot be made`)
  return values[type]
}

function inOrder(tables: Table[]): Table[] {
  const sorted: Table[] = []
  const left = new Set(tables)
  const isReady = ({ name, columns, foreignKeys }: Table) =>
    foreignKeys.every(
      ({ target, columns: own }) =>
        target === name ||
        sorted.some((other) => other.name === target) ||
        own.some((column) => columns.find((one) => one.name === column)?.nullable),
    )
  while (left.size > 0) {
    const next = [...left].find(isReady)
    if (next === undefined) throw new Error('The tables refer to each other in a circle')
    left.delete(next)
    sorted.push(next)
  }
  return sorted
}
