import pg from 'pg'

/** What a database URL names, without its password. The driver reads every form of it, including that of a socket. */
export type ServerAddress = { host: string; port: number; database: string; user: string }

/** Reads a database URL as the driver does. */
export function serverAddress(databaseUrl: string): ServerAddress {
  const { host, port, database, user } = new pg.Client({ connectionString: databaseUrl })
  return { host, port, database: database ?? '', user: user ?? '' }
}
