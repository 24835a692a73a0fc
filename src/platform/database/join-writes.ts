import type { Writable } from 'node:stream'

import type { PoolClient } from 'pg'

const joining = new WeakSet<Writable>()

/**
 * What is sent over a connection before the next turn of the event loop leaves in one write: statements started together, the
 * BEGIN before them, the COMMIT after them (database.md#statements-travel-together). Call it before each of them is sent; returns
 * whether what is sent next begins a message.
 */
export function joinWrites(client: PoolClient): boolean {
  const stream = streamOf(client)
  if (joining.has(stream)) return false
  joining.add(stream)
  stream.cork()
  // Through a microtask, because a separate tick would come before the microtasks that are due, and those send more.
  queueMicrotask(() =>
    process.nextTick(() => {
      joining.delete(stream)
      stream.uncork()
    }),
  )
  return true
}

/** The driver's types do not show its socket, which changes once when it is encrypted. */
function streamOf(client: PoolClient): Writable {
  return (client as unknown as { connection: { stream: Writable } }).connection.stream
}
