import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Files } from '#kernel/files.ts'
import { silentLog } from '#kernel/log.ts'
import type { TenantDatabase, TenantOptions } from '#platform/database/tenant.ts'
import { localFiles } from '#platform/files/local.ts'
import type { FileStore } from '#platform/files/store.ts'
import { openOutbound, type Outbound } from '#platform/http/safe-fetch.ts'
import { createImages } from '#platform/images/images.ts'
import { createRenderer, type Renderer } from '#platform/render/renderer.ts'
import type { Vault } from '#platform/vault/vault.ts'

import { afterEachFile } from './after-file.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { testVault } from './vault.ts'

let database: Promise<TestDatabase> | undefined
let renderer: Renderer | undefined
let vault: Vault | undefined
let folder: string | undefined
let serverFiles: Files | undefined
let outbound: Outbound | undefined
const images = createImages()

afterEachFile(async () => {
  const opened = { renderer, database, outbound, folder }
  // A part that fails to close is not passed on to the next file.
  database = renderer = vault = outbound = folder = serverFiles = undefined
  await opened.renderer?.close()
  await (await opened.database)?.close()
  await opened.outbound?.close()
  if (opened.folder !== undefined) rmSync(opened.folder, { recursive: true, force: true })
})

/** What the stages of a test file share, each part opened at first use and closed after the last test. */
export async function sharedParts() {
  return {
    database: await testDatabase(),
    render: (renderer ??= createRenderer({ log: silentLog })).render,
    files: serverFiles ?? testFiles(),
    images,
    sealing: (vault ??= await testVault()),
    /** Leads to this machine and, because no name is resolved, nowhere else. */
    outbound: (outbound ??= openOutbound({ opened: ['127.0.0.0/8'], resolve: async () => [] })),
  }
}

/** The database of the test file, opened at first use (only then can options be given) and closed after its last test. */
export function testDatabase(options: TenantOptions = {}): Promise<TestDatabase> {
  return (database ??= openTestDatabase(options))
}

/** A folder for the files of this test file, which goes with its last test. */
export function testFiles(): FileStore {
  return localFiles((folder ??= mkdtempSync(join(tmpdir(), 'masthead-files-'))))
}

/** Puts the stages of this file on a running server that somebody else closes: its database, keys and files. */
export function stageOn(server: { database: TenantDatabase; vault?: Vault; files?: Files }): void {
  vault = server.vault
  serverFiles = server.files
  const asOwner = () => Promise.reject(new Error('the owner of this database is elsewhere'))
  database = Promise.resolve({ ...server.database, asOwner, close: async () => {} })
}
