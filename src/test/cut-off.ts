import type { Backend } from '#platform/database/backend.ts'
import type { Connection } from '#platform/database/connection.ts'
import { DatabaseGone } from '#platform/database/database-gone.ts'

export type Cut = ReturnType<typeof cuttingOff>

/**
 * A database whose connection of requests dies once, after the chosen statement and before its answer arrives. `end` gets the
 * process of the server behind it.
 */
export function cuttingOff(backend: Backend, end: (pid: number) => Promise<void>) {
  let left = 0
  let last: string | undefined
  const cutting = (connection: Connection, pid: number): Connection => {
    let isCut = false
    const after = async <T>(text: string, send: () => Promise<T>): Promise<T> => {
      if (isCut) throw lost()
      if (--left !== 0) return send()
      isCut = true
      last = text
      await send()
      await end(pid)
      throw lost()
    }
    return {
      send: (text) => after(text, () => connection.send(text)),
      query: (text, values) => after(text, () => connection.query(text, values)),
      release: (error) => connection.release(isCut ? lost() : error),
    }
  }
  const { app } = backend.pools
  const acquire: typeof app.acquire = async (asker) => {
    const connection = await app.acquire(asker)
    if (left <= 0) return connection
    const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid')
    return cutting(connection, rows[0]?.pid ?? 0)
  }
  return {
    backend: { ...backend, pools: { ...backend.pools, app: { ...app, acquire } } },
    /** Cuts after so many statements from here on, prologue and COMMIT among them. */
    after(statements: number) {
      left = statements
      last = undefined
    },
    happened: () => last !== undefined,
    text: () => last ?? 'nothing',
  }
}

const lost = () => new DatabaseGone('lost', 'the connection was cut off by a test')
