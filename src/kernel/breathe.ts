import { setImmediate } from 'node:timers/promises'

import type { Parts } from '#std/parts.ts'

import { Refusal } from './errors.ts'

/** How long work keeps the event loop, in ms: a neighbour's call, which needs several turns of it, waits that long for each. */
const msOfSlice = 5
/** A turn of the loop that took less, in ms, had nothing to do. */
const msOfIdleTurn = 0.2

const present = () => performance.now()

/** Undefined while there is time left, else the pause to await. */
export type Breathe = () => Promise<void> | undefined

/** Long work that waits to go on after a slice. */
type Resting = { now: () => number; goOn: () => void }

/** All of it in this process, in the order in which it came. */
const resting: Resting[] = []
/** How long the latest slice took, in ms. */
let latest = 0
let isPacing = false

/**
 * For long work on the event loop, to be called often: every 5 ms everything else has its turns, and as long as others use them, up
 * to the time that the slice took; of several long works one has a slice at a time (turns.md#long-work-breathes). Once the signal is
 * aborted, the pause refuses with `cancelled`.
 */
export function breather(signal: AbortSignal | undefined, now: () => number = present): Breathe {
  let since = now()
  async function pause(): Promise<void> {
    await rest(now() - since, now)
    if (signal?.aborted === true) throw new Refusal('cancelled', 'The caller went away before the answer was ready.')
    since = now()
  }
  return () => (now() - since < msOfSlice ? undefined : pause())
}

function rest(slice: number, now: () => number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  latest = slice
  resting.push({ now, goOn: resolve })
  if (!isPacing) void pace()
  return promise
}

/** Lets what rests go on, one slice after another, and everything else have its turns before each. */
async function pace(): Promise<void> {
  isPacing = true
  for (let next = resting[0]; next !== undefined; next = resting[0]) {
    await othersHaveTurns(latest, next.now)
    resting.shift()
    next.goOn()
    // Its slice is over with this turn of the loop.
    if (resting.length > 0) await setImmediate()
  }
  isPacing = false
}

/** Ends after a turn of the loop in which nobody had anything to do, or once others have had `most` ms. */
async function othersHaveTurns(most: number, now: () => number): Promise<void> {
  const begun = now()
  for (let turn = begun; ;) {
    await setImmediate()
    const ended = now()
    if (ended - turn < msOfIdleTurn || ended - begun >= most) return
    turn = ended
  }
}

/** Work in parts, with pauses between them: what it returns in the end. */
export async function inTurns<R>(parts: Parts<R>, breathe: Breathe): Promise<R> {
  for (;;) {
    const { done, value } = parts.next()
    if (done === true) return value
    const pause = breathe()
    if (pause !== undefined) await pause
  }
}

/** Each entry in turn, with pauses between them: what `work` returns for them. */
export async function breathing<T, R>(list: readonly T[], breathe: Breathe, work: (entry: T) => R): Promise<R[]> {
  const done: R[] = []
  for (const entry of list) {
    done.push(work(entry))
    const pause = breathe()
    if (pause !== undefined) await pause
  }
  return done
}
