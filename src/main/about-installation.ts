import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { sql } from 'kysely'

import type { InstallationFacts } from '#catalog/installation-facts.ts'
import { readVersion } from '#kernel/release.ts'
import type { Config } from '#platform/config/config.ts'

import type { Installation } from './installation.ts'

const migrations = join(import.meta.dirname, '../../migrations')

/** What runs here. A server has applied every migration of its release before it listens. */
export async function aboutInstallation(
  { database }: Pick<Installation, 'database'>,
  config: Pick<Config, 'database'>,
): Promise<InstallationFacts> {
  const { rows } = await database.asSystem((db) => sql<{ server_version: string }>`show server_version`.execute(db))
  const names = (await readdir(migrations)).filter((name) => name.endsWith('.sql')).toSorted()
  return {
    version: readVersion(),
    database: config.database.url === null ? 'embedded' : 'server',
    databaseVersion: rows[0]?.server_version ?? '',
    migration: names.at(-1)?.replace(/\.sql$/, '') ?? '',
  }
}
