import type { Connection } from '#platform/database/connection.ts'
import type { DatabasePool } from '#platform/database/pool.ts'
import { tenantDatabase, type TenantDatabase } from '#platform/database/tenant.ts'

export type Statement = { text: string; values: readonly unknown[] }

/** The same database, with every statement of requests written down; prologue, COMMIT and ROLLBACK are `messages`. */
export function listeningTo(database: TenantDatabase) {
  const statements: Statement[] = []
  const messages: string[] = []
  const heard = (connection: Connection): Connection => ({
    send(text) {
      messages.push(text)
      return connection.send(text)
    },
    query(text, values = []) {
      statements.push({ text, values })
      return connection.query(text, values)
    },
    release: (error) => connection.release(error),
  })
  const { backend } = database
  const app: DatabasePool = {
    ...backend.pools.app,
    acquire: async (asker) => heard(await backend.pools.app.acquire(asker)),
  }
  return { database: tenantDatabase({ ...backend, pools: { ...backend.pools, app } }), statements, messages }
}
