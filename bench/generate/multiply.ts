import pg from 'pg'

/** How often an id can be changed in its last letter. */
export const mostCopies = 32
const letters = '0123456789abcdefghjkmnpqrstvwxyz'

/** What an item consists of, besides what is counted: the tables and the columns that name it, the item itself first. */
const tables = [
  ['item', 'id'],
  ['item_body', 'item_id'],
  ['item_search', 'item_id'],
  ['item_term', 'item_id'],
  ['item_similarity', 'item_id'],
  ['item_band', 'item_id'],
  ['item_title_token', 'item_id'],
  ['item_key', 'item_id'],
  ['item_check', 'item_id'],
] as const

/**
 * Makes an organization's items `times` as many: copies of each under other ids and slugs, with everything that reads look at; their
 * history stays with the originals. An account that policies do not bind is needed.
 */
export async function multiply(databaseUrl: string, organizationId: string, times: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('begin')
    // The originals fit their references, so the copies do; and nothing is told of what is written here.
    await client.query('set local session_replication_role = replica')
    await client.query(`set local maintenance_work_mem = '512MB'`)
    const { rows: indexes } = await client.query<{ name: string; made: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
        where indrelid = 'app.item_search'::regclass and not indisprimary`,
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    for (const [table, key] of tables) await copyRows(client, { table, key, organizationId, times })
    for (const { made } of indexes) await client.query(made)
    for (const table of ['item_count', 'term_count'])
      await client.query(`update app.${table} set n = n * $2 where organization_id = $1`, [organizationId, times])
    await client.query('commit')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

type Copying = { table: string; key: string; organizationId: string; times: number }

async function copyRows(client: pg.Client, { table, key, organizationId, times }: Copying): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [`app.${table}`],
  )
  const columns = rows.map(({ name }) => name)
  const given = columns.map((name) => {
    if (name === key) return `left(t.${name}, -1) || translate(right(t.${name}, 1), $3, substr($3 || $3, copy + 1, 32))`
    return table === 'item' && name === 'slug' ? `t.slug || '-' || copy` : `t.${name}`
  })
  await client.query(
    `insert into app.${table} (${columns.join(', ')})
      select ${given.join(', ')} from app.${table} as t, generate_series(1, $2::int - 1) as copy where t.organization_id = $1`,
    [organizationId, times, letters],
  )
}
