import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Files } from '#kernel/files.ts'
import { silentLog } from '#kernel/log.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'
import { localFiles } from '#platform/files/local.ts'
import type { FileStore } from '#platform/files/store.ts'
import { openOutbound, type Outbound } from '#platform/http/safe-fetch.ts'
import { createImages } from '#platform/images/images.ts'
import { createRenderer, type Renderer } from '#platform/render/renderer.ts'
import type { Vault } from '#platform/vault/vault.ts'

import { afterEachFile } from './after-file.ts'
import { openSharedDatabase, openTestDatabase, type TestDatabase, type TestDatabaseOptions } from './database.ts'
import { testVault } from './vault.ts'

/** A database, and the keys that its secrets are sealed with. */
type Stock = { database: Promise<TestDatabase>; vault: Promise<Vault> }

// Of this process, for all of its files: they end with it.
let shared: Stock | undefined
let renderer: Renderer | undefined
let outbound: Outbound | undefined
const images = createImages()

// Of the file that runs.
let ofFile: Stock | undefined
let folder: string | undefined
let serverFiles: Files | undefined

afterEachFile(async () => {
  const ending = { ofFile, folder }
  // Whatever does not close is not part of the next file.
  ofFile = folder = serverFiles = undefined
  if (ending.ofFile !== undefined && ending.ofFile !== shared) await (await ending.ofFile.database).close()
  if (ending.folder !== undefined) rmSync(ending.folder, { recursive: true, force: true })
})

/** What the stages of a test file share, each part opened at first use. */
export async function sharedParts() {
  const { database, vault } = stock()
  return {
    database: await database,
    render: (renderer ??= createRenderer({ log: silentLog })).render,
    files: serverFiles ?? testFiles(),
    images,
    sealing: await vault,
    /** Leads to this machine and, because no name is resolved, nowhere else. */
    outbound: (outbound ??= openOutbound({ opened: ['127.0.0.0/8'], resolve: async () => [] })),
  }
}

/**
 * The database of this file's stages: the one that it asked for with `ownDatabase`, or else the one that all files of a
 * process share. There a test sees what others left, unless it looks at an organization of its own.
 */
export function testDatabase(): Promise<TestDatabase> {
  return stock().database
}

/**
 * Gives the stages of this file a database that nobody else uses, closed after its last test: for work that reaches all
 * organizations, or the installation. Asked for before the first stage.
 */
export function ownDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  if (ofFile !== undefined) throw new Error('the stages of this file have a database already')
  ofFile = { database: openTestDatabase(options), vault: testVault() }
  return ofFile.database
}

/** A folder for the files of this test file, which goes with its last test. */
export function testFiles(): FileStore {
  return localFiles((folder ??= mkdtempSync(join(tmpdir(), 'masthead-files-'))))
}

/** Puts the stages of this file on a server that runs already and that somebody else closes: its database, keys and files. */
export function stageOn(server: { database: TenantDatabase; vault: Vault; files: Files }): void {
  serverFiles = server.files
  const asOwner = () => Promise.reject(new Error('the owner of this database is elsewhere'))
  ofFile = {
    database: Promise.resolve({ ...server.database, asOwner, close: async () => {} }),
    vault: Promise.resolve(server.vault),
  }
}

function stock(): Stock {
  return (ofFile ??= shared ??= { database: openSharedDatabase(), vault: testVault() })
}
