import { Secret } from '#kernel/secret.ts'
import type { Surroundings } from '#main/surroundings.ts'
import type { Config } from '#platform/config/config.ts'
import { databaseUrl } from '#platform/config/secrets.ts'
import { writeTables } from '#platform/database/transfer/backup.ts'
import { makeFolder } from '#platform/files/make-folder.ts'

import { asOwner, refuseNodes } from './as-owner.ts'
import { countOf, tableLines } from './backup-command.ts'
import { refuseBesideServer } from './beside-server.ts'
import { restoreTables } from './restore-command.ts'
import { inScratch } from './scratch.ts'
import { usageError } from './usage-error.ts'

export const moveUsage = 'masthead move --to <DATABASE_URL|embedded>'

/** Carries the database to the other engine or another server, and leaves the source as it is. */
export async function move(args: string[], surroundings: Surroundings): Promise<number> {
  const { config, say } = surroundings
  const target = targetOf(args, config)
  await refuseBesideServer(config)
  const manifest = await inScratch(config.dataDir, async (folder) => {
    await makeFolder(folder, 0o700)
    const tables = await asOwner(surroundings, async (connection) => {
      if (config.database.url !== null) await refuseNodes(connection)
      return writeTables(connection, folder, new Date())
    })
    await restoreTables(folder, tables, { ...surroundings, config: target })
    return tables
  })
  for (const line of tableLines(manifest)) say(line)
  say(
    `Moved ${countOf(manifest)} rows of ${manifest.tables.length} tables: each table was compared. The source is unchanged.`,
  )
  say(
    target.database.url === null
      ? 'Remove DATABASE_URL from the settings and start Masthead: it now uses the embedded database.'
      : 'Set DATABASE_URL to the new address, keep DATA_DIR and its key file or MASTHEAD_KEYS, and start Masthead.',
  )
  return 0
}

function targetOf([flag, to, ...more]: string[], config: Config): Config {
  if (flag !== '--to' || to === undefined || more.length > 0) throw usageError(moveUsage)
  const { url } = config.database
  const elsewhere = { directUrl: null, readUrl: null, logins: null, retentionUrl: null }
  if (to === 'embedded') {
    if (url === null)
      throw new Error(
        'The database is already embedded. To move it to a server, name its address: masthead move --to postgres://...',
      )
    return { ...config, database: { ...config.database, ...elsewhere, url: null } }
  }
  const read = databaseUrl(to)
  if ('fault' in read) throw new Error(`The address after --to ${read.fault}.`)
  return { ...config, database: { ...config.database, ...elsewhere, url: new Secret(read.value) } }
}
