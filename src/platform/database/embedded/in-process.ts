import type { Duplex } from 'node:stream'

import type { PGlite } from '@electric-sql/pglite'

import { DatabaseGone } from '#platform/database/database-gone.ts'

import { compiledEngine } from './compiled-engine.ts'
import { wireStream } from './duplex.ts'
import { hookFsync } from './fsync.ts'
import { guardEngine } from './guard.ts'
import type { EngineFiles } from './pglite.ts'
import { openPGlite } from './pglite.ts'
import { wireSession } from './wire.ts'

/** PGlite in this process, for tests and short commands: it blocks the event loop during a statement. */
export type InProcessEngine = {
  /** A stream for one more client of the driver. */
  connect(): Duplex
  /** False once the engine has aborted: only a new process helps. */
  alive(): boolean
  db: PGlite
  close(): Promise<void>
}

/**
 * Opens PGlite in this process. The driver talks to it as it does to the worker's engine, not through PGlite's own adapter for
 * `pg`: that is a single connection object whose prepared statements survive when the pool replaces its client.
 */
export async function openInProcess(files: EngineFiles): Promise<InProcessEngine> {
  const db = await openPGlite(files, await compiledEngine())
  if ('directory' in files && files.fsync) hookFsync(db)
  const lost = new Set<(error: Error) => void>()
  const guard = guardEngine(db, (reason) => {
    const error = new DatabaseGone('aborted', `The database engine aborted: ${reason}`)
    for (const tell of lost) tell(error)
  })
  const open = wireSession(db)

  const connect = () =>
    wireStream(async (stream) => {
      if (guard.dead()) throw new DatabaseGone('aborted', 'The database engine aborted')
      lost.add(stream.lost)
      const channel = open(stream.push, (error) =>
        stream.lost(error instanceof Error ? error : new Error(String(error))),
      )
      const close = () => {
        lost.delete(stream.lost)
        channel.close()
      }
      return { send: channel.receive, close }
    })

  return {
    connect,
    alive: () => !guard.dead() && !db.closed,
    db,
    close: async () => {
      if (!guard.dead() && !db.closed) await db.close()
    },
  }
}
