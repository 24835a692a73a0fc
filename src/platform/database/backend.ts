import type { Log } from '#kernel/log.ts'
import type { Statements } from './connection.ts'
import { openEmbeddedPool } from './embedded/embedded-pool.ts'
import { openInProcess } from './embedded/in-process.ts'
import type { DatabasePool } from './pool.ts'

/** What `masthead doctor` and the readiness page tell about the database. */
export type DatabaseFacts = {
  kind: 'pglite' | 'postgres'
  /** As the server says it, for instance `18.6`. */
  version: string
  /** Bytes of the database. */
  size: number
  encoding: string
  ctype: string
  extensions: string[]
  /** The embedded engine only. */
  embedded?: { directory: string | null; fsync: boolean; aborts: number; freeBytes: number | null }
}

/** One open database: every pool of 4.1; on the embedded engine they are one pool of one connection, and roles are set per transaction. */
export type Backend = {
  kind: 'pglite' | 'postgres'
  pools: { app: DatabasePool; auth: DatabasePool; system: DatabasePool }
  /** Whether a statement would be answered now. Never throws. */
  ready(): Promise<boolean>
  facts(): Promise<DatabaseFacts>
  close(): Promise<void>
}

/** An embedded database in the memory of this process, on a packed template (`dumpDataDir` of PGlite) when one is given. */
export async function openMemoryDatabase(options: {
  log: Log
  statements?: Statements
  template?: Blob
}): Promise<Backend & { pack(): Promise<Blob> }> {
  const engine = await openInProcess(options.template ? { template: options.template } : {})
  const pool = openEmbeddedPool({
    connect: engine.connect,
    statements: options.statements ?? 'named',
    log: options.log,
  })

  return {
    kind: 'pglite',
    pools: { app: pool, auth: pool, system: pool },
    ready: async () => engine.alive(),
    facts: () => Promise.reject(new Error('not yet')),
    close: async () => {
      await pool.end()
      await engine.close()
    },
    pack: () => engine.db.dumpDataDir('none'),
  }
}
