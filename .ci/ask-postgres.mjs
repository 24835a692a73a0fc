// Whether a PostgreSQL answers on which the tests can create databases and roles: node .ci/ask-postgres.mjs <url>
import pg from 'pg'

const client = new pg.Client({ connectionString: process.argv[2], connectionTimeoutMillis: 5000 })
client.on('error', () => {})
try {
  await client.connect()
  const { rows } = await client.query(
    "select version() as version, current_setting('server_version_num')::int >= 150000 as is_new, rolsuper from pg_roles where rolname = current_user",
  )
  const [{ version, is_new: isNew, rolsuper: isSuperuser }] = rows
  await client.end()
  if (isNew && isSuperuser) console.log(`Testing on ${version}`)
  else process.exitCode = 1
} catch {
  process.exitCode = 1
}
