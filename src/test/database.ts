import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { silentLog } from '#kernel/log.ts'
import { openMemoryDatabase } from '#platform/database/backend.ts'
import { tenantDatabase, type TenantDatabase, type TenantOptions } from '#platform/database/tenant.ts'

const migrations = join(import.meta.dirname, '../../migrations')

/** A migrated, empty database of its own for a test file. */
export async function openTestDatabase(
  options: TenantOptions = {},
): Promise<TenantDatabase & { close(): Promise<void> }> {
  const backend = await openMemoryDatabase({ log: silentLog })
  await backend.pools.app.use(async (connection) => {
    for (const file of readdirSync(migrations).toSorted()) {
      await connection.send(`BEGIN; ${readFileSync(join(migrations, file), 'utf8')}; COMMIT`)
    }
  })
  return { ...tenantDatabase(backend, options), close: () => backend.close() }
}
