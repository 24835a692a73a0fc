import { setTimeout as sleep } from 'node:timers/promises'

import type { SafeFetch } from '#kernel/http.ts'

/** Requests of one integration at once, in this process. */
const mostAtOnce = 2
const minuteMs = 60_000

type Lane = { open: number; waiting: (() => void)[]; begun: number[] }
const lanes = new Map<string, Lane>()

/**
 * The way out of one integration: two requests at once, and no more in a minute than its service takes. A request that has to wait
 * is sent later; what other nodes send is met by the service's own 429.
 */
export function pacedFetch(
  fetch: SafeFetch,
  {
    integrationId,
    perMinute,
    signal,
  }: { integrationId: string; perMinute: number | undefined; signal?: AbortSignal | undefined },
): SafeFetch {
  return async (address, rules) => {
    const lane = lanes.get(integrationId) ?? { open: 0, waiting: [], begun: [] }
    lanes.set(integrationId, lane)
    if (lane.open >= mostAtOnce) await new Promise<void>((resolve) => lane.waiting.push(resolve))
    else lane.open++
    try {
      if (perMinute !== undefined) await turnOf(lane, perMinute, signal)
      return await fetch(address, rules)
    } finally {
      // The place goes to the next one, or is free.
      const next = lane.waiting.shift()
      if (next !== undefined) next()
      else if (--lane.open === 0 && isIdle(lane)) lanes.delete(integrationId)
    }
  }
}

async function turnOf(lane: Lane, perMinute: number, signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    const since = performance.now() - minuteMs
    lane.begun = lane.begun.filter((at) => at > since)
    const [oldest] = lane.begun
    if (oldest === undefined || lane.begun.length < perMinute) break
    await sleep(oldest - since + 1, undefined, signal === undefined ? {} : { signal })
  }
  lane.begun.push(performance.now())
}

const isIdle = ({ begun }: Lane): boolean => (begun.at(-1) ?? -Infinity) < performance.now() - minuteMs
