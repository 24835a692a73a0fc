import type { Duplex } from 'node:stream'

import type { Log } from '#kernel/log.ts'
import type { Statements } from '#platform/database/connection.ts'
import { openPool } from '#platform/database/pool.ts'
import type { DatabasePool } from '#platform/database/pool.ts'

/**
 * After a crash the engine repairs itself first, which takes long beside other work; nothing is lost on the way to a thread, and one
 * that stands still is ended by the watchdog. In ms.
 */
const connectMs = 120_000

export type EmbeddedPoolOptions = {
  connect: () => Duplex
  statements: Statements
  log: Log
  onUntagged?: () => void
}

/**
 * The pool over an embedded engine, with exactly one connection (database.md#embedded-engine-is-one-session). Every new client
 * clears what a lost one may have left: an open transaction and prepared statements.
 */
export function openEmbeddedPool({ connect, ...options }: EmbeddedPoolOptions): DatabasePool {
  return openPool({
    ...options,
    config: {
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: connectMs,
      stream: connect,
      host: 'embedded',
      port: 5432,
      user: 'postgres',
      password: '',
      database: 'postgres',
      ssl: false,
    },
    begin: ['ROLLBACK', 'DISCARD ALL'],
  })
}
