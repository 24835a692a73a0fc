import { setImmediate } from 'node:timers/promises'

import { Refusal } from './errors.ts'

const msOfTurn = 15

/** Undefined while there is time left, else the pause to await. */
export type Breathe = () => Promise<void> | undefined

/**
 * For long work on the event loop, to be called often: every 15 ms everything else gets its turn. Once the signal is aborted,
 * the pause refuses with `cancelled`.
 */
export function breather(signal: AbortSignal | undefined): Breathe {
  let since = performance.now()
  async function pause(): Promise<void> {
    await setImmediate()
    if (signal?.aborted === true) throw new Refusal('cancelled', 'The caller went away before the answer was ready.')
    since = performance.now()
  }
  return () => (performance.now() - since < msOfTurn ? undefined : pause())
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
