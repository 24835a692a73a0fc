import pg from 'pg'

/**
 * Copies a whole organization until there are `times` of it: every row that names it, under other ids of organizations, with equal ids inside,
 * which nothing forbids. Neither triggers nor policies see it; an account that policies do not bind is needed.
 */
export async function multiplyOrganization(
  databaseUrl: string,
  { slug, times }: { slug: string; times: number },
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    // Ids end in letters of which the digits of hexadecimal numbers are a part.
    await client.query(
      `create temporary table copy on commit drop as
        select id as from_id, left(id, -6) || lpad(to_hex(n), 6, '0') as id, n
          from auth.organizations, generate_series(2, $2::int) as n where slug = $1`,
      [slug, times],
    )
    for (const table of await tablesOfOrganizations(client)) await copyRows(client, table)
    await client.query('commit')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

type Table = { name: string; columns: { name: string; given: string }[]; key: string }

/** Every table with a row of an organization, and how each of its columns is copied. */
async function tablesOfOrganizations(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select attrelid::regclass::text as table, attname as column
       from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace in ('app'::regnamespace, 'auth'::regnamespace) and relkind in ('r', 'p') and not relispartition
        and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
      order by attrelid, attnum`,
  )
  const tables = Map.groupBy(rows, ({ table }) => table)
  return [...tables].flatMap(([name, columns]) => {
    const isOrganizations = name === 'auth.organizations'
    const key = isOrganizations ? 'id' : 'organization_id'
    if (!columns.some(({ column }) => column === key)) return []
    const given = (column: string) => {
      if (column === key) return 'copy.id'
      return isOrganizations && column === 'slug' ? `'small-' || copy.n` : `t."${column}"`
    }
    return [{ name, key, columns: columns.map(({ column }) => ({ name: `"${column}"`, given: given(column) })) }]
  })
}

async function copyRows(client: pg.Client, { name, key, columns }: Table): Promise<void> {
  await client.query(
    `insert into ${name} (${columns.map((each) => each.name).join(', ')})
      select ${columns.map((each) => each.given).join(', ')} from ${name} as t join copy on t.${key} = copy.from_id`,
  )
}
