import type { Writable } from 'node:stream'

import type { PoolClient } from 'pg'

const joining = new WeakSet<Writable>()

/**
 * What is sent over a connection before the event loop turns leaves in one write: statements that are started together, the
 * BEGIN before them, the COMMIT behind them (database.md#statements-travel-together). To be called before each of them is sent.
 */
export function joinWrites(client: PoolClient): void {
  const stream = streamOf(client)
  if (joining.has(stream)) return
  joining.add(stream)
  stream.cork()
  // Through a microtask, because a tick of its own would come before the microtasks that are due, and these send more.
  queueMicrotask(() =>
    process.nextTick(() => {
      joining.delete(stream)
      stream.uncork()
    }),
  )
}

/** The driver's types do not show its socket, which changes once when it is encrypted. */
function streamOf(client: PoolClient): Writable {
  return (client as unknown as { connection: { stream: Writable } }).connection.stream
}
