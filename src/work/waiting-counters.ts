import type { Log } from '#kernel/log.ts'

/** Counters that wait in memory until they are written. */
export type WaitingCounters<T> = {
  /** Adds to the counter of this key. Returns at once. */
  add(organizationId: string, key: string, counter: T): void
  /** Writes what was counted so far. */
  flush(): Promise<void>
  /** Writes the rest; nothing is counted afterwards. */
  stop(): Promise<void>
}

type Options<T> = {
  /** What the log calls them. */
  name: string
  /** How many counters wait at most, in all and of one organization. What exceeds them is not counted: it is only a figure. */
  most: number
  mostOfOne?: number
  everyMs?: number
  /** Writes the counters of one organization. */
  write(organizationId: string, counters: readonly T[]): Promise<void>
  log: Log
}

/**
 * Collects for a while and writes in one transaction per organization, so that reading stays reading. A kill loses the last seconds;
 * an unreachable database does not: what could not be written waits for it.
 */
export function waitingCounters<T extends { n: number }>(options: Options<T>): WaitingCounters<T> {
  const { name, most, mostOfOne = most, everyMs = 5000, log } = options
  const waiting = new Map<string, Map<string, T>>()
  let size = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  let isStopped = false

  function put(organizationId: string, key: string, added: T): void {
    let counters = waiting.get(organizationId)
    const counter = counters?.get(key)
    if (counter !== undefined) {
      counter.n += added.n
      return
    }
    if (size >= most || (counters !== undefined && counters.size >= mostOfOne)) return
    size++
    if (counters === undefined) waiting.set(organizationId, (counters = new Map()))
    counters.set(key, added)
  }

  async function write(): Promise<void> {
    const taken = [...waiting]
    waiting.clear()
    size = 0
    for (const [organizationId, counters] of taken) {
      try {
        await options.write(organizationId, [...counters.values()])
      } catch (error) {
        log.warn({ organizationId, err: error }, `${name} wait`)
        for (const [key, counter] of counters) put(organizationId, key, counter)
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
    add(organizationId, key, counter) {
      if (isStopped) return
      put(organizationId, key, counter)
      wake()
    },
    flush,
    async stop() {
      isStopped = true
      await flush()
    },
  }
}
