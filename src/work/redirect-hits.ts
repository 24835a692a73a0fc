import { addHits } from '#areas/content/index.ts'
import type { Log } from '#kernel/log.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

/** Counts how often redirects are followed, apart from the requests that follow them. */
export type RedirectHits = {
  /** Returns at once. */
  followed(organizationId: string, redirectId: string): void
  /** Writes what was counted so far. */
  flush(): Promise<void>
  /** Writes the rest; nothing is counted afterwards. */
  stop(): Promise<void>
}

/** How many redirects wait at most until they are written. What exceeds them is not counted: it is only a figure. */
const mostWaiting = 10_000

/**
 * Collects hits for a while and writes them in one statement per organization, so that `/v1` stays a read. A kill loses
 * those of the last seconds; an unreachable database does not: they are written when it is back.
 */
export function countRedirects({
  database,
  log,
  everyMs = 5000,
}: {
  database: TenantDatabase
  log: Log
  everyMs?: number
}): RedirectHits {
  const waiting = new Map<string, Map<string, number>>()
  let size = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  let isStopped = false

  function add(organizationId: string, redirectId: string, n: number): void {
    const hits = waiting.get(organizationId) ?? new Map<string, number>()
    const before = hits.get(redirectId)
    if (before === undefined && size >= mostWaiting) return
    if (before === undefined) size++
    hits.set(redirectId, (before ?? 0) + n)
    waiting.set(organizationId, hits)
  }

  async function write(): Promise<void> {
    const taken = [...waiting]
    waiting.clear()
    size = 0
    for (const [organizationId, hits] of taken) {
      try {
        await database.forOrganization({ organizationId }, 'write', ({ db }) => addHits(db, hits))
      } catch (error) {
        log.warn({ organizationId, err: error }, 'hits of redirects wait')
        for (const [redirectId, n] of hits) add(organizationId, redirectId, n)
      }
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writeBehind(writing)
    return writing
  }

  async function writeBehind(earlier: Promise<void>): Promise<void> {
    await earlier
    await write()
    if (waiting.size > 0) wake()
  }

  function wake(): void {
    if (timer !== undefined || isStopped) return
    timer = setTimeout(() => void flush(), everyMs)
    timer.unref()
  }

  return {
    followed(organizationId, redirectId) {
      if (isStopped) return
      add(organizationId, redirectId, 1)
      wake()
    },
    flush,
    async stop() {
      isStopped = true
      await flush()
    },
  }
}
