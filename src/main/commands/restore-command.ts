import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { migrations, openFiles } from '#main/installation.ts'
import type { Surroundings } from '#main/surroundings.ts'
import type { Config } from '#platform/config/config.ts'
import { listSnapshots, putSnapshot } from '#platform/database/embedded/snapshot.ts'
import { lockDirectory } from '#platform/database/lock.ts'
import { readMigrations } from '#platform/database/migration-files.ts'
import { type Manifest, readManifest } from '#platform/database/transfer/backup.ts'
import { loadBackup, refuseFull, refuseOther } from '#platform/database/transfer/load.ts'
import { keyFilePath } from '#platform/vault/key-file.ts'
import { VaultError } from '#platform/vault/vault-error.ts'
import { openVault } from '#platform/vault/vault.ts'

import { asOwner, asOwnerIfAny, refuseNodesOf } from './as-owner.ts'
import { countOf, faultsOfBackup, onlyFolder, tableLines } from './backup-command.ts'
import { restoreFiles } from './backup-files.ts'
import { refuseBesideServer, withInstallation } from './beside-server.ts'
import { usageError } from './usage-error.ts'

export const restoreUsage = 'masthead restore <folder> | --snapshot <latest|name>'

/** Fills an empty database from a backup, or puts a snapshot in place of the embedded database. */
export async function restore(args: string[], surroundings: Surroundings): Promise<number> {
  const { config, say } = surroundings
  await refuseBesideServer(config)
  const [flag, name, ...more] = args
  if (flag === '--snapshot') {
    if (name === undefined || more.length > 0) throw usageError(restoreUsage)
    return restoreSnapshot(name, surroundings)
  }
  const folder = onlyFolder(args, restoreUsage)
  const manifest = await readManifest(folder)
  const faults = await faultsOfBackup(folder, manifest)
  if (faults.length > 0) throw new Error(`The backup is damaged: ${faults.join('; ')}. Nothing was restored.`)
  let files = 0
  // Before the rows, which come all at once: after an interruption one restores again, into what is still an empty database.
  await restoreTables(folder, manifest, surroundings, async () => {
    const store = openFiles(config)
    files = await restoreFiles(folder, store, manifest.files).finally(() => store.close())
  })
  for (const line of tableLines(manifest)) say(line)
  say(
    `Restored ${countOf(manifest)} rows of ${manifest.tables.length} tables and ${files} files: each table was compared.`,
  )
  return 0
}

/**
 * Prepares the database that the configuration names, fills it after `first`, and compares each table. What an older version wrote is
 * loaded into the tables of that version, and migrated then (database.md#backups-fit-both-engines).
 */
export async function restoreTables(
  folder: string,
  manifest: Manifest,
  surroundings: Surroundings,
  first?: () => Promise<void>,
): Promise<void> {
  await requireKeys(surroundings.config, manifest)
  await refuseNodesOf(surroundings)
  await asOwnerIfAny(surroundings, (connection) => refuseOther(connection, manifest))
  const prepare = (migrations?: string) => withInstallation(surroundings, async () => undefined, migrations)
  const isOlder = await withMigrationsUpTo(manifest.migration, prepare)
  if (first !== undefined) {
    await asOwner(surroundings, refuseFull)
    await first()
  }
  await asOwner(surroundings, (connection) => loadBackup(connection, folder, manifest))
  if (isOlder) await prepare()
}

/**
 * Hands over a folder with the migrations that a database of an older version has had, nothing where that is all of them. Returns
 * whether there are later ones.
 */
async function withMigrationsUpTo(name: string, work: (folder?: string) => Promise<void>): Promise<boolean> {
  const all = await readMigrations(migrations)
  const last = all.findIndex((one) => one.name === name)
  if (last === -1)
    throw new Error(
      `The backup was made by a newer Masthead: its database has the migration ${name}, which this version does not know. Install the version that made it, or a later one.`,
    )
  if (last === all.length - 1) {
    await work()
    return false
  }
  const folder = await mkdtemp(join(tmpdir(), 'masthead-migrations-'))
  try {
    for (const { name: file } of all.slice(0, last + 1)) await copyFile(join(migrations, file), join(folder, file))
    await work(folder)
    return true
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Refuses before anything is made that the keys of the backup could not open. */
async function requireKeys({ masterKeys, dataDir }: Config, { probe }: Manifest): Promise<void> {
  if (probe === null) return
  if (masterKeys === null && !existsSync(keyFilePath(dataDir)))
    throw new VaultError(
      `The key file ${keyFilePath(dataDir)} is missing, and the backup has secrets that it sealed. Put the file there first, or set MASTHEAD_KEYS.`,
    )
  const vault = await openVault({ keys: masterKeys, dataDir })
  vault.checkProbe(probe)
}

async function restoreSnapshot(name: string, { config, say }: Surroundings): Promise<number> {
  const { dataDir, database } = config
  if (database.url !== null)
    throw new Error(
      'Snapshots belong to the embedded database, but DATABASE_URL names a server: restore a backup, or run without DATABASE_URL.',
    )
  const snapshots = join(dataDir, 'snapshots')
  const all = await listSnapshots(snapshots)
  const chosen = name === 'latest' ? all.at(-1) : all.find((one) => one.name === name)
  if (chosen === undefined)
    throw new Error(
      all.length === 0
        ? `There is no snapshot in ${snapshots}: restore a backup instead, or correct DATA_DIR.`
        : `There is no snapshot ${name}. There are: ${all.map((one) => one.name).join(', ')}`,
    )
  const lock = await lockDirectory({ dataDir, onLost: () => process.exit(1) })
  try {
    const directory = join(dataDir, 'database')
    const aside = `${directory}.before-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
    const hadOne = await putSnapshot(join(snapshots, chosen.name), { directory, aside })
    say(`The snapshot of ${chosen.takenAt.toISOString()} has replaced the database. Start Masthead again.`)
    if (hadOne) say(`The previous database is in ${aside}: remove it when it is no longer needed.`)
    return 0
  } finally {
    await lock.release()
  }
}
