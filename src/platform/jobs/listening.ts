import type { Log } from '#kernel/log.ts'
import type { DatabasePool } from '#platform/database/pool.ts'

import { createLoop } from './loop.ts'

const reconnectAfter = 5000

/** A connection of its own that hears what other processes NOTIFY. */
export type Listening = { start(): void; stop(): Promise<void> }

/**
 * Hears nothing without a pool. Holds a connection of the pool that listens on a channel, and opens it again when it is lost. `listens` is called each time that
 * it begins to: whatever was said before, nobody heard.
 */
export function listenOn(
  { pool, log }: { pool: DatabasePool | null; log: Log },
  channel: string,
  { heard, listens }: { heard: (payload: string) => void; listens: () => void },
): Listening {
  if (pool === null) return { start: () => undefined, stop: async () => undefined }
  const { pg } = pool
  const loop = createLoop({ name: `listening on ${channel}`, everyMs: reconnectAfter, round: hold, log })
  const stopping = new AbortController()

  async function hold(): Promise<'idle'> {
    const client = await pg.connect()
    const lost = Promise.withResolvers<Error | undefined>()
    client.on('notification', ({ payload = '' }) => heard(payload))
    client.once('error', lost.resolve)
    client.once('end', () => lost.resolve(undefined))
    const stop = () => lost.resolve(undefined)
    stopping.signal.addEventListener('abort', stop)
    try {
      await client.query(`LISTEN ${channel}`)
      listens()
      if (!stopping.signal.aborted) await lost.promise
    } finally {
      stopping.signal.removeEventListener('abort', stop)
      // Closed, not returned: nobody else wants its notices.
      client.release(true)
    }
    return 'idle'
  }

  return {
    start: () => loop.start(),
    async stop() {
      stopping.abort()
      await loop.stop()
    },
  }
}
