import type { Backend } from '#platform/database/backend.ts'
import type { Connection } from '#platform/database/connection.ts'
import type { DatabasePool } from '#platform/database/pool.ts'
import { tenantDatabase, type TenantDatabase } from '#platform/database/tenant.ts'

/** What work cost: `statements` without BEGIN, COMMIT and settings, `messages` with everything that the client wrote. */
export type Cost = { statements: number; messages: number }

/** What was sent, message by message: of each statement its text, of a prologue and the like its own. */
export type Sent = readonly string[][]

/** The same database, with a count of what is sent to it (database.md#statements-travel-together). */
export function countedDatabase({ backend }: TenantDatabase) {
  let statements = 0
  let messages: string[][] = []
  const counted = (connection: Connection): Connection => {
    let open: string[] | undefined
    const note = (text: string) => {
      if (open === undefined) {
        messages.push((open = []))
        // As long as `joinWrites` keeps a message open.
        queueMicrotask(() => process.nextTick(() => (open = undefined)))
      }
      open.push(text)
    }
    return {
      send(text) {
        note(text)
        return connection.send(text)
      },
      query(text, values) {
        statements++
        note(text)
        return connection.query(text, values)
      },
      release: (error) => connection.release(error),
    }
  }
  const pools = Object.fromEntries(
    Object.entries(backend.pools).map(([group, pool]): [string, DatabasePool] => [
      group,
      { ...pool, acquire: async (asker) => counted(await pool.acquire(asker)) },
    ]),
  ) as Backend['pools']
  return {
    database: tenantDatabase({ ...backend, pools }),
    /** What this work costs, and what it sent. Nothing else may use the database meanwhile. */
    async costOf(work: () => Promise<unknown>): Promise<{ cost: Cost; sent: Sent }> {
      statements = 0
      messages = []
      await work()
      return { cost: { statements, messages: messages.length }, sent: messages }
    },
  }
}
