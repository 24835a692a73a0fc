import { openAsBlob } from 'node:fs'

import { inject } from 'vitest'

import { silentLog } from '#kernel/log.ts'
import { type Backend, openDatabase, openMemoryDatabase } from '#platform/database/backend.ts'
import { createTestDatabase, serverUrl } from '#platform/database/test-server.ts'
import { tenantDatabase, type TenantDatabase, type TenantOptions } from '#platform/database/tenant.ts'

import { migrations, noSecrets } from './template.ts'

/** A migrated, empty database of its own for a test file: embedded, or on PostgreSQL where DATABASE_URL names one. */
export async function openTestDatabase(
  options: TenantOptions = {},
): Promise<TenantDatabase & { close(): Promise<void> }> {
  const { backend, close } = await openTestBackend()
  return { ...tenantDatabase(backend, options), close }
}

/** The same without the tenant layer on top. */
async function openTestBackend(): Promise<{ backend: Backend; close(): Promise<void> }> {
  const template = inject('template')
  if ('file' in template) {
    const backend = await openMemoryDatabase({ log: silentLog, template: await openAsBlob(template.file) })
    return { backend, close: () => backend.close() }
  }
  if (serverUrl === undefined) throw new Error('the template is on a server that DATABASE_URL does not name')
  const { url, drop } = await createTestDatabase(serverUrl, `template ${template.name}`)
  const backend = await openDatabase({
    databaseUrl: url,
    migrations,
    statements: 'named',
    poolMax: 4,
    secrets: noSecrets,
    log: silentLog,
  })
  return {
    backend,
    async close() {
      await backend.close()
      await drop()
    },
  }
}
