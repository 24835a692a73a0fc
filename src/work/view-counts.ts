import { addFetched, callerOf, type Fetched, isAiBot } from '#areas/analytics/index.ts'
import type { Log } from '#kernel/log.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'
import { remember } from '#std/remember.ts'

/** Counts views and requests of AI crawlers, apart from the requests themselves. */
export type ViewCounts = {
  /** Returns at once. */
  fetched(fetch: { organizationId: string; itemId: string | undefined; userAgent: string }): void
  /** Writes what was counted so far. */
  flush(): Promise<void>
  /** Writes the rest; nothing is counted afterwards. */
  stop(): Promise<void>
}

/** How many counters wait at most until they are written. What exceeds them is not counted: it is only a figure. */
const mostWaiting = 50_000
/** Every time zone begins its days at a whole quarter of an hour. */
const quarter = 900_000
/** What user agents are told apart by; what comes after it is not looked at. */
const looked = 512

/** Collects for a while and writes in one transaction per organization (analytics.md#views-are-counters). */
export function countViews({
  database,
  log,
  everyMs = 5000,
  now = Date.now,
}: {
  database: Pick<TenantDatabase, 'forOrganization'>
  log: Log
  everyMs?: number
  now?: () => number
}): ViewCounts {
  const who = remember(callerOf)
  const waiting = new Map<string, Map<string, Fetched>>()
  let size = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  let isStopped = false

  function add(organizationId: string, fetched: Fetched): void {
    let counters = waiting.get(organizationId)
    const key = `${fetched.at.getTime()} ${fetched.itemId ?? ''} ${fetched.caller}`
    const counter = counters?.get(key)
    if (counter !== undefined) {
      counter.n += fetched.n
      return
    }
    if (size >= mostWaiting) return
    size++
    if (counters === undefined) waiting.set(organizationId, (counters = new Map()))
    counters.set(key, fetched)
  }

  async function write(): Promise<void> {
    const taken = [...waiting]
    waiting.clear()
    size = 0
    for (const [organizationId, counters] of taken) {
      const fetched = [...counters.values()]
      try {
        await database.forOrganization({ organizationId }, 'write', ({ db }) => addFetched(db, fetched))
      } catch (error) {
        log.warn({ organizationId, err: error }, 'views wait')
        for (const one of fetched) add(organizationId, one)
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
    fetched({ organizationId, itemId, userAgent }) {
      if (isStopped) return
      const caller = who(userAgent.length > looked ? userAgent.slice(0, looked) : userAgent)
      const at = new Date(now() - (now() % quarter))
      if (itemId !== undefined) add(organizationId, { at, itemId, caller, n: 1 })
      if (isAiBot(caller)) add(organizationId, { at, itemId: undefined, caller, n: 1 })
      wake()
    },
    flush,
    async stop() {
      isStopped = true
      await flush()
    },
  }
}
