import { silentLog } from '#kernel/log.ts'
import { migrations } from '#main/installation.ts'
import { type Backend, openDatabase, openMemoryDatabase } from '#platform/database/backend.ts'
import { createTestDatabase, serverUrl } from '#platform/database/test-server.ts'

/** An empty database of a part: on `DATABASE_URL`, else embedded and in memory. `close` also drops it. */
export async function openBenchDatabase(): Promise<{ backend: Backend; close: () => Promise<void> }> {
  if (serverUrl === undefined) {
    const backend = await openMemoryDatabase({ log: silentLog, migrations })
    return { backend, close: () => backend.close() }
  }
  const { url, drop } = await createTestDatabase(serverUrl)
  const secrets = { encrypt: (plain: string) => plain, decrypt: (sealed: string) => sealed }
  const options = { databaseUrl: url, migrations, statements: 'named', poolMax: 8, secrets } as const
  const backend = await openDatabase({ ...options, log: silentLog })
  return {
    backend,
    async close() {
      await backend.close()
      await drop()
    },
  }
}
