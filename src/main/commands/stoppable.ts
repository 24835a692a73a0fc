import { Refusal } from '#kernel/errors.ts'
import { signals } from '#main/run-until-told.ts'

/**
 * Runs work that the first signal to end stops where it can be continued (exchange.md#imports-stop-between-batches); the next one ends
 * the process at once.
 */
export async function stoppable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController()
  const stop = () =>
    stopping.abort(
      new Refusal('cancelled', 'Stopped. What the command had done until then is kept: run it again to continue.'),
    )
  for (const signal of signals) process.once(signal, stop)
  try {
    return await work(stopping.signal)
  } finally {
    for (const signal of signals) process.off(signal, stop)
  }
}
