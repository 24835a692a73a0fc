/** The ends of a 95 % interval. */
export type Interval = [low: number, high: number]

const z = 1.96
const draws = 1000

/** Wilson's interval of a share, 0 to 1; null without a sample. */
export function wilson(numerator: number, n: number): Interval | null {
  if (n <= 0) return null
  const p = numerator / n
  const centre = (p + (z * z) / (2 * n)) / (1 + (z * z) / n)
  const half = (z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))) / (1 + (z * z) / n)
  // At the ends rounding would leave a trace.
  return [numerator === 0 ? 0 : Math.max(0, centre - half), numerator === n ? 1 : Math.min(1, centre + half)]
}

/** Newcombe's interval of the difference of two shares, from their intervals by Wilson. */
export function newcombe(next: { p: number; ci: Interval }, before: { p: number; ci: Interval }): Interval {
  const d = next.p - before.p
  return [
    d - Math.hypot(next.p - next.ci[0], before.ci[1] - before.p),
    d + Math.hypot(next.ci[1] - next.p, before.p - before.ci[0]),
  ]
}

/**
 * The interval of a figure that is made of prompts, by drawing as many of them with replacement, a thousand times. `figure` gets
 * how often each prompt was drawn; a draw in which it is null is dropped. The same input gives the same interval; fewer than
 * two prompts give none.
 */
export function bootstrap(prompts: number, figure: (times: Uint16Array) => number | null): Interval | null {
  if (prompts < 2) return null
  const values: number[] = []
  for (const times of drawsOf(prompts)) {
    const value = figure(times)
    if (value !== null) values.push(value)
  }
  if (values.length === 0) return null
  values.sort((a, b) => a - b)
  return [percentile(values, 0.025), percentile(values, 0.975)]
}

/** A percentile of ascending values, by linear interpolation. */
export function percentile(values: readonly number[], share: number): number {
  const at = (values.length - 1) * share
  const [low, high] = [values[Math.floor(at)] ?? 0, values[Math.ceil(at)] ?? 0]
  return low + (high - low) * (at - Math.floor(at))
}

const kept = new Map<number, Uint16Array[]>()

/** The same draws for the same number of prompts: intervals of two brands rest on the same prompts. */
function drawsOf(prompts: number): Uint16Array[] {
  const known = kept.get(prompts)
  if (known !== undefined) return known
  const next = seeded(prompts)
  const made = Array.from({ length: draws }, () => {
    const times = new Uint16Array(prompts)
    for (let drawn = 0; drawn < prompts; drawn++) {
      const at = Math.floor(next() * prompts)
      times[at] = (times[at] ?? 0) + 1
    }
    return times
  })
  if (kept.size >= 16) kept.clear()
  kept.set(prompts, made)
  return made
}

/** Numbers from 0 to 1 that look drawn and are the same each time (mulberry32). */
function seeded(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
