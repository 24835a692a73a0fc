const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** When and how much is sent (integrations.md#pace-of-deliveries). Times in milliseconds. */
export type Pace = {
  /** How long a change waits for further ones of the same item. */
  debounceMs: number
  /** The pause before each attempt; there are as many attempts as pauses. */
  pausesMs: readonly number[]
  /** By what share of itself a pause varies. */
  jitter: number
  timeoutMs: number
  /** After this a worker that has not reported back loses its delivery; longer than any attempt takes. */
  leaseMs: number
  /** Failures in a row after which an endpoint is only probed. */
  failuresUntilOpen: number
  probeEveryMs: number
  /** Deliveries of one organization at once. */
  perOrganization: number
  /** Deliveries of this process at once, not counting slow ones. */
  slots: number
  /** The most deliveries at once that have been under way for longer than a second. */
  slowSlots: number
}

export const usualPace: Pace = {
  debounceMs: 2 * second,
  pausesMs: [0, 5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
  jitter: 0.2,
  timeoutMs: 10 * second,
  leaseMs: 30 * second,
  failuresUntilOpen: 10,
  probeEveryMs: 10 * minute,
  perOrganization: 2,
  slots: 64,
  slowSlots: 448,
}

const longestRetryAfter = hour
/** How long a used up quota is waited for where nobody says: its windows are of ten minutes. */
const quotaPauseMs = 15 * minute

/**
 * The pause after the attempt with this number, from 1; undefined after the last. A receiver that names a time is not tried
 * before it, up to an hour; naming a short one does not use the attempts up.
 */
export function pauseAfter(
  { pausesMs, jitter }: Pick<Pace, 'pausesMs' | 'jitter'>,
  tries: number,
  { retryAfterMs = 0, random = Math.random }: { retryAfterMs?: number | undefined; random?: () => number } = {},
): number | undefined {
  const pause = pausesMs[tries]
  if (pause === undefined) return undefined
  const varied = pause * (1 + jitter * (2 * random() - 1))
  return Math.round(Math.max(varied, Math.min(retryAfterMs, longestRetryAfter)))
}

/** How long a job waits for a service that wants fewer requests: as long as it asks for, a second at least and a day at most. */
export function pauseForQuota({ retryAfterMs = quotaPauseMs }: { retryAfterMs?: number | undefined }): number {
  return Math.min(Math.max(retryAfterMs, second), 24 * hour)
}

/** `Retry-After` in milliseconds: seconds or a date. Undefined where it says neither. */
export function readRetryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * second
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}
