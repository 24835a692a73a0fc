import { readFile } from 'node:fs/promises'

import { inject } from 'vitest'

import { silentLog } from '#kernel/log.ts'
import { openDatabase, openMemoryDatabase } from '#platform/database/backend.ts'
import type { Connection } from '#platform/database/connection.ts'
import { openPool } from '#platform/database/pool.ts'
import { tenantDatabase, type TenantDatabase, type TenantOptions } from '#platform/database/tenant.ts'
import { createTestDatabase, serverUrl } from '#platform/database/test-server.ts'

import { migrations, noSecrets, sharedName } from './template.ts'

export type TestDatabase = TenantDatabase & {
  /** Work that only the owner of the tables may do: statistics, bulk rows of several organizations. */
  asOwner<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** `folder`: other migrations than the product's, which then run for this database alone. */
export type TestDatabaseOptions = TenantOptions & { folder?: string }

/** A migrated, empty database of its own for a test file: embedded, or on PostgreSQL where DATABASE_URL names one. */
export async function openTestDatabase({ folder, ...options }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { backend, asOwner, close } = await (folder === undefined ? openTestBackend() : openMigrated(folder))
  return { ...tenantDatabase(backend, options), asOwner, close }
}

/** The same for all test files of this process, which nobody closes: it ends with the process, on a server with the run. */
export async function openSharedDatabase(): Promise<TestDatabase> {
  const template = inject('template')
  const { backend, asOwner } = await openTestBackend('name' in template ? sharedName(template.name) : undefined)
  const close = () => Promise.reject(new Error('other test files need this database'))
  return { ...tenantDatabase(backend), asOwner, close }
}

type TestBackend = Pick<TestDatabase, 'backend' | 'asOwner' | 'close'>

async function openTestBackend(name?: string): Promise<TestBackend> {
  const template = inject('template')
  if ('file' in template) {
    const backend = await openMemoryDatabase({ log: silentLog, template: await readFile(template.file) })
    return { backend, asOwner: backend.pools.app.use, close: () => backend.close() }
  }
  return openOnServer({ options: `template ${template.name}`, name, folder: migrations })
}

async function openMigrated(folder: string): Promise<TestBackend> {
  if (serverUrl !== undefined) return openOnServer({ folder })
  const template = await readFile(inject('emptyTemplate'))
  const backend = await openMemoryDatabase({ log: silentLog, template, migrations: folder })
  return { backend, asOwner: backend.pools.app.use, close: () => backend.close() }
}

type OnServer = { folder: string; options?: string; name?: string | undefined }

async function openOnServer({ folder, options, name }: OnServer): Promise<TestBackend> {
  if (serverUrl === undefined) throw new Error('the template is on a server that DATABASE_URL does not name')
  const { url, drop } = await createTestDatabase(serverUrl, options, name)
  const backend = await openDatabase({
    databaseUrl: url,
    migrations: folder,
    statements: 'named',
    poolMax: 4,
    secrets: noSecrets,
    log: silentLog,
  })
  const owner = openPool({ config: { connectionString: url, max: 1 }, statements: 'unnamed', log: silentLog })
  return {
    backend,
    asOwner: owner.use,
    async close() {
      await owner.end()
      await backend.close()
      await drop()
    },
  }
}
