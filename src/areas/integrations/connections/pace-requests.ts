import type { SafeFetch } from '#kernel/http.ts'
import type { SharedPlaces } from '#kernel/shared-places.ts'

/** Requests of one integration at once. */
const mostAtOnce = 2
const minuteMs = 60_000

type Pace = {
  integrationId: string
  /** What its service takes in a minute; undefined: as much as it is sent. */
  perMinute: number | undefined
  places: SharedPlaces
  signal?: AbortSignal | undefined
}

/**
 * The way out of one integration: two requests at once, and no more in a minute than its service takes, over all nodes
 * (integrations.md#requests-are-paced). A request that has to wait is sent later.
 */
export function pacedFetch(fetch: SafeFetch, { integrationId, perMinute, places, signal }: Pace): SafeFetch {
  return async (address, rules) => {
    const giveBack = await places.take(integrationId, mostAtOnce, signal)
    try {
      if (perMinute !== undefined) {
        const minute = await places.take(`${integrationId} in a minute`, perMinute, signal)
        setTimeout(minute, minuteMs).unref()
      }
      return await fetch(address, rules)
    } finally {
      giveBack()
    }
  }
}
