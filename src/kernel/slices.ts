import { isWantedNow } from './asked.ts'

/** What one slice of long work takes, in ms: others wait that long for what it holds. */
const sliceMs = { alone: 30, wanted: 10 }

const present = () => performance.now()
const longest = () => (isWantedNow() ? sliceMs.wanted : sliceMs.alone)

/** Says whether the time of a slice that begins now is over: sooner once somebody waits who goes first. */
export function slice(now: () => number = present): () => boolean {
  const begun = now()
  return () => now() - begun >= longest()
}

/** How much fits into a slice, by what the last ones took. */
export type SliceSize = {
  /** At least 1, at most the given number. */
  limit(): number
  /** Does so much of it. Measured is only this, not the time in which it waits for its turn. */
  timed<T>(work: () => Promise<T>): Promise<T>
}

/** Begins with one, because nobody knows yet what it takes; grows at most to the double from slice to slice. */
export function sliceSize(most: number, now: () => number = present): SliceSize {
  let size = 1
  return {
    limit: () => size,
    async timed(work) {
      const begun = now()
      const result = await work()
      const fitting = Math.floor((size * longest()) / Math.max(1, now() - begun))
      size = Math.max(1, Math.min(most, size * 2, fitting))
      return result
    },
  }
}
