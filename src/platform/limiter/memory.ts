import type { Hit, Limiter } from '#kernel/access.ts'

/** A limiter that can also forget what it counted for an id: the right password ends the count of wrong ones. */
export type ForgettingLimiter = Limiter & { forget(id: string): Promise<void> }

/** A limiter of this process, which can also say at once what it says. */
export type MemoryLimiter = ForgettingLimiter & {
  hitNow(id: string, limit: number, windowMs: number): Hit
  /** How many ids it counts. */
  size(): number
}

/** The times of the last admissions, oldest at `tail`; grows up to the limit, so that a rare caller costs little. */
type Ring = { limit: number; windowMs: number; times: Float64Array; tail: number; count: number }

const firstCapacity = 8
/** How often rings without an admission in their window are looked for at most, in ms. */
const sweepEvery = 60_000

/**
 * The exact sliding window in this process: request n is admitted if and only if request n - limit was admitted
 * `windowMs` ago or earlier (calls.md#exact-rate-limit). Rings without an admission in their window are dropped.
 * `now` in milliseconds; by default a clock that never steps back.
 */
export function memoryLimiter(now: () => number = () => performance.now()): MemoryLimiter {
  const rings = new Map<string, Ring>()
  let sweepAt = -Infinity

  function hitNow(id: string, limit: number, windowMs: number): Hit {
    const time = now()
    if (time >= sweepAt) {
      sweep(rings, time)
      sweepAt = time + Math.min(windowMs, sweepEvery)
    }
    let ring = rings.get(id)
    if (ring === undefined || ring.limit !== limit) {
      ring = { limit, windowMs, times: new Float64Array(Math.min(limit, firstCapacity)), tail: 0, count: 0 }
      rings.set(id, ring)
    }
    return admit(ring, time)
  }

  return {
    hit: async (...call) => hitNow(...call),
    hitNow,
    async forget(id) {
      rings.delete(id)
    },
    size: () => rings.size,
  }
}

function admit(ring: Ring, time: number) {
  expire(ring, time)
  const allowed = ring.count < ring.limit
  if (allowed) {
    if (ring.count === ring.times.length) grow(ring)
    ring.times[(ring.tail + ring.count) % ring.times.length] = time
    ring.count++
  }
  const oldest = ring.times[ring.tail] ?? time
  return { allowed, remaining: ring.limit - ring.count, resetMs: Math.max(0, Math.ceil(oldest + ring.windowMs - time)) }
}

function expire(ring: Ring, time: number): void {
  while (ring.count > 0 && (ring.times[ring.tail] ?? 0) <= time - ring.windowMs) {
    ring.tail = (ring.tail + 1) % ring.times.length
    ring.count--
  }
}

function grow(ring: Ring): void {
  const larger = new Float64Array(Math.min(ring.limit, ring.times.length * 2))
  larger.set(ring.times.subarray(ring.tail))
  larger.set(ring.times.subarray(0, ring.tail), ring.times.length - ring.tail)
  ring.times = larger
  ring.tail = 0
}

function sweep(rings: Map<string, Ring>, time: number): void {
  for (const [id, ring] of rings) {
    expire(ring, time)
    if (ring.count === 0) rings.delete(id)
  }
}
