import { DatabaseGone, sqlStateOf } from '#platform/database/database-gone.ts'
import { serverAddress } from '#platform/database/server-address.ts'

/** A fault of a PostgreSQL server, or of the connection to it, in plain words; undefined for one that has plain words already. */
export function explainDatabaseFault(error: Error, databaseUrl: string): string | undefined {
  const { host, port, database, user } = serverAddress(databaseUrl)
  const server = `The database server at ${host}:${port}`
  const { message } = error
  switch (sqlStateOf(error)) {
    case '28P01':
      return `${server} refuses the password: ${message}. Correct it in DATABASE_URL (special characters percent-encoded).`
    case '28000':
      return `${server} does not let this user in: ${message}. Correct the user in DATABASE_URL, or allow it on the server.`
    case '3D000':
      return `${server} has no database ${database}. Create it with: createdb -E UTF8 ${database}, or correct DATABASE_URL.`
    case '25006':
      return `${server} takes no changes: it is a standby, or default_transaction_read_only is on. Name the primary in DATABASE_URL, or switch the setting off.`
    case '53300':
      return `${server} has no connections left. Raise its max_connections, or lower DATABASE_POOL_MAX.`
    case '57P03':
      return `${server} is starting or stopping right now. Start Masthead again in a moment.`
    case '42501':
      return `The account ${user} of DATABASE_URL lacks a right: ${message}. Use an account that may create roles, or have an administrator run what "masthead roles --sql" prints.`
    case '42P05':
    case '26000':
      return `${server} is behind a pooler that keeps no prepared statements. Set DATABASE_STATEMENTS=unnamed, or max_prepared_statements of PgBouncer 1.21 or newer.`
    case undefined:
      return unreachable(error, server)
    default:
      return undefined
  }
}

function unreachable(error: Error, server: string): string | undefined {
  if (/\bSSL\b|certificate/i.test(error.message))
    return `${server} and Masthead do not agree on encryption: ${error.message}. See sslmode and sslrootcert in DATABASE_URL.`
  if (!(error instanceof DatabaseGone)) return undefined
  return `${server} does not answer (${error.message || 'no connection'}). Start it, or correct host and port in DATABASE_URL.`
}
