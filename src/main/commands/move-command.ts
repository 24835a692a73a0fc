import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import { Secret } from '#kernel/secret.ts'
import type { Surroundings } from '#main/surroundings.ts'
import type { Config } from '#platform/config/config.ts'
import { databaseUrl } from '#platform/config/secrets.ts'
import { readManifest, writeBackup } from '#platform/database/transfer/backup.ts'

import { asOwner, refuseNodes } from './as-owner.ts'
import { countOf, tableLines } from './backup-command.ts'
import { refuseBesideServer } from './beside-server.ts'
import { restoreTables } from './restore-command.ts'

export const moveUsage = 'masthead move --to <DATABASE_URL|embedded>'

/** Carries the database to the other engine or another server, and leaves the source as it is. */
export async function move(args: string[], surroundings: Surroundings): Promise<number> {
  const { config, say } = surroundings
  const target = targetOf(args, config)
  await refuseBesideServer(config)
  const folder = join(config.dataDir, `move-${process.pid}`)
  try {
    await asOwner(surroundings, async (connection) => {
      if (config.database.url !== null) await refuseNodes(connection)
      await writeBackup(connection, folder, new Date())
    })
    const manifest = await readManifest(folder)
    await restoreTables(folder, manifest, { ...surroundings, config: target })
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
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function targetOf([flag, to, ...more]: string[], config: Config): Config {
  if (flag !== '--to' || to === undefined || more.length > 0) throw new Error(`Usage: ${moveUsage}`)
  const { url } = config.database
  const elsewhere = { directUrl: null, readUrl: null, logins: null, retentionUrl: null }
  if (to === 'embedded') {
    if (url === null) throw new Error('The database is embedded already.')
    return { ...config, database: { ...config.database, ...elsewhere, url: null } }
  }
  const read = databaseUrl(to)
  if ('fault' in read) throw new Error(`The address after --to ${read.fault}.`)
  return { ...config, database: { ...config.database, ...elsewhere, url: new Secret(read.value) } }
}
