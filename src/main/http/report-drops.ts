import type { Server } from 'node:http'

import type { Log } from '#kernel/log.ts'

/** Logs that connections over the limit were closed: one line a second with their number. */
export function reportDrops(server: Server, { maxConnections, log }: { maxConnections: number; log: Log }): void {
  let dropped = 0
  server.on('drop', () => {
    if (dropped++ > 0) return
    setTimeout(() => {
      log.warn({ dropped, maxConnections }, 'connections refused')
      dropped = 0
    }, 1000).unref()
  })
}
