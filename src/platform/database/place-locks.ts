import type { PoolClient } from 'pg'

import { patienceNow } from '#kernel/asked.ts'
import type { Log } from '#kernel/log.ts'
import type { PlaceLocks } from '#kernel/shared-places.ts'

import type { DatabasePool } from './pool.ts'
import { silenceOf } from './silence.ts'

/** How long the session is kept for the next place, in ms. */
const idleMs = 10_000
/** How long anybody waits for the server: a place is not worth more. In ms. */
const silenceMs = 5_000

/** The locks, and their end. */
export type ServerLocks = PlaceLocks & { close(): void }

/**
 * Places as advisory locks of one session (integrations.md#requests-are-paced): the one that loses its connection or its process gives
 * all of its own back. Where the server cannot be asked a process has what it asks for, as if it were alone.
 */
export function placeLocks({ pool, log }: { pool: DatabasePool; log: Log }): ServerLocks {
  let session: Promise<PoolClient> | undefined
  let idle: NodeJS.Timeout | undefined
  const held = new Set<string>()
  const nameOf = (name: string, place: number) => `${name} ${place}`

  const close = () => {
    clearTimeout(idle)
    const closed = session
    session = undefined
    held.clear()
    // Closed, not returned to the pool: with it all its locks end.
    closed?.then((client) => client.release(true)).catch(() => undefined)
  }
  const open = (): Promise<PoolClient> => {
    const opened = pool.pg.connect()
    // There may be another session by then.
    const lost = () => session === opened && close()
    opened.then((client) => client.once('error', lost)).catch(() => undefined)
    return opened
  }
  const ask = async <Row extends object>(text: string, values: unknown[]): Promise<Row[]> => {
    clearTimeout(idle)
    session ??= open()
    const asked = session.then((client) => client.query<Row>(text, values))
    return (await silenceOf(patienceNow(), silenceMs).during(asked)).rows
  }

  return {
    async lock(name, places) {
      try {
        const [found] = await ask<{ place: number }>(
          'select place from unnest($2::int[]) as place where pg_try_advisory_lock(hashtextextended($1, place)) limit 1',
          [name, places],
        )
        if (found !== undefined) held.add(nameOf(name, found.place))
        return found?.place
      } catch (error) {
        log.warn({ error: String(error) }, 'places are not shared with other processes')
        close()
        return places[0]
      }
    },
    unlock(name, place) {
      if (!held.delete(nameOf(name, place))) return
      ask('select pg_advisory_unlock(hashtextextended($1, $2))', [name, place]).catch(close)
      if (held.size === 0) idle = setTimeout(close, idleMs).unref()
    },
    close,
  }
}
