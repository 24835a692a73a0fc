import { existsSync } from 'node:fs'
import { join } from 'node:path'

import type { RevisionsRaised } from '#kernel/content-revision.ts'
import type { SharedImages } from '#kernel/images.ts'
import type { Log } from '#kernel/log.ts'
import { Secret } from '#kernel/secret.ts'
import type { Config } from '#platform/config/config.ts'
import { openDatabase } from '#platform/database/backend.ts'
import { readProbe } from '#platform/database/inspect.ts'
import { lookAtDirectory, lookAtServer } from '#platform/database/look.ts'
import { nodeName } from '#platform/database/node-name.ts'
import { tenantDatabase, type TenantDatabase } from '#platform/database/tenant.ts'
import { localFiles } from '#platform/files/local.ts'
import { makeFolder } from '#platform/files/make-folder.ts'
import { s3Files } from '#platform/files/s3.ts'
import { unfinishedOf } from '#platform/files/spool.ts'
import type { FileStore } from '#platform/files/store.ts'
import { createImages } from '#platform/images/images.ts'
import { createRenderer, type Renderer } from '#platform/render/renderer.ts'
import { keyFilePath } from '#platform/vault/key-file.ts'
import { VaultError } from '#platform/vault/vault-error.ts'
import { openVault, type Vault } from '#platform/vault/vault.ts'
import { passSealedIds } from '#work/ids-ahead.ts'

import { watchReadiness } from './readiness.ts'

/** What every command works with: the database, open and migrated, the keys, and the renderer. */
export type Installation = {
  database: TenantDatabase
  vault: Vault
  renderer: Renderer
  files: FileStore
  images: SharedImages
  ready(): Promise<boolean>
  close(): Promise<void>
}

export const migrations = join(import.meta.dirname, '../../migrations')
/** Packed databases that new installations begin with; the build makes them. */
export const templates = join(import.meta.dirname, '../../dist/templates')
/** The row of auth.installation that the keys must be able to open. */
const probe = 'key_probe'

/** Opens the installation that the configuration names. Throws in plain words when it cannot be used. */
export async function openInstallation({
  config,
  log,
  onFatal,
  onRaised,
  folder = migrations,
}: {
  config: Config
  log: Log
  onFatal: (error: Error) => void
  onRaised?: RevisionsRaised
  /** Migrations to run instead of all, for what an older version left. */
  folder?: string | undefined
}): Promise<Installation> {
  if (config.database.url === null) await makeFolder(config.dataDir)
  await requireKeys(config, log)
  const vault = await openVault({ keys: config.masterKeys, dataDir: config.dataDir })
  if (vault.created)
    log.info({ keyFile: vault.keyFile }, 'master key created: keep a copy of it, because no backup contains it')
  const backend = await openDatabase(databaseOptions(config, vault, { log, onFatal, folder }))
  const database = tenantDatabase(backend, onRaised === undefined ? {} : { onRaised })
  const renderer = createRenderer({ log })
  const files = openFiles(config)
  try {
    await checkProbe(database, vault)
    await database.asSystem(passSealedIds)
  } catch (error) {
    await backend.close()
    throw error
  }
  const readiness = watchReadiness({ config, backend, log })
  return {
    database,
    vault,
    renderer,
    files,
    images: createImages(),
    ready: readiness.ready,
    async close() {
      readiness.close()
      await renderer.close()
      await files.close()
      await backend.close()
    },
  }
}

/** Refuses to make a key file for a database whose secrets another one sealed (operating.md#master-keys). */
async function requireKeys({ masterKeys, dataDir, database: { url, fsync } }: Config, log: Log): Promise<void> {
  const keyFile = keyFilePath(dataDir)
  if (masterKeys !== null || existsSync(keyFile)) return
  const stored =
    url === null
      ? await lookAtDirectory({ dataDir, fsync, log }, readProbe)
      : await lookAtServer(url.reveal(), log, readProbe)
  if (stored == null) return
  throw new VaultError(
    `The key file ${keyFile} is missing, and the database has secrets that it sealed. Put the file back, or set MASTHEAD_KEYS.`,
  )
}

/** Where the configuration stores files. Nothing is written or asked before they are used. */
export function openFiles({ s3, dataDir }: Config): FileStore {
  const folder = mediaFolder({ dataDir })
  return s3 === null ? localFiles(folder) : s3Files(s3, unfinishedOf(folder))
}

/** The folder of media files where there is no bucket. */
export function mediaFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'media')
}

function databaseOptions(
  config: Config,
  vault: Vault,
  { log, onFatal, folder }: { log: Log; onFatal: (error: Error) => void; folder: string },
): Parameters<typeof openDatabase>[0] {
  const { url, directUrl, readUrl, logins, retentionUrl, statements, poolMax, fsync } = config.database
  const common = { migrations: folder, statements, log }
  if (url === null) return { ...common, templates, dataDir: config.dataDir, fsync, onFatal }
  const place = { organization: null, table: 'database_logins', row: 'login', column: 'password' }
  return {
    ...common,
    databaseUrl: url.reveal(),
    directUrl: directUrl?.reveal(),
    readUrl: readUrl?.reveal(),
    name: nodeName(vault.currentKid),
    poolMax,
    secrets: {
      encrypt: (plain) => vault.encrypt(new Secret(plain), place),
      decrypt: (sealed) => vault.decrypt(sealed, place).reveal(),
    },
    urls: {
      ...(logins === null
        ? {}
        : { app: logins.app.reveal(), auth: logins.auth.reveal(), system: logins.system.reveal() }),
      ...(retentionUrl === null ? {} : { retention: retentionUrl.reveal() }),
    },
  }
}

// Keys that do not open what they sealed are refused before anything is written with them (operating.md#master-keys).
async function checkProbe(database: TenantDatabase, vault: Vault): Promise<void> {
  const stored = await database.asIdentity(async (db) => {
    await db
      .insertInto('auth.installation')
      .values({ name: probe, value: vault.makeProbe() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return db.selectFrom('auth.installation').select('value').where('name', '=', probe).executeTakeFirstOrThrow()
  })
  vault.checkProbe(stored.value)
}
