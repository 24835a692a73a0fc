import { explainFault } from './explain-fault.ts'
import type { Surroundings } from './surroundings.ts'

/** How a process is told to end. */
export const signals = ['SIGTERM', 'SIGINT'] as const
type Signal = (typeof signals)[number]

/** Opens what runs; `onFatal` ends the process. Returns how to close it. */
type Open = (onFatal: (error: Error) => void) => Promise<(signal: Signal) => Promise<void>>

/**
 * Runs until a signal ends it, and returns the exit code. What is still being opened by then is closed once it is open. A
 * second signal, whichever it is, ends at once (operating.md#signals).
 */
export async function runUntilTold({ config, log, warn, flushNow }: Surroundings, open: Open): Promise<number> {
  const ended = Promise.withResolvers<number>()
  const fail = (error: unknown, event: string) => {
    log.error({ err: error }, event)
    flushNow()
    warn(explainFault(error, config))
    process.exit(1)
  }
  // A fault that nobody handles ends the process (operating.md#unhandled-faults-end-the-process).
  process.on('uncaughtException', (error) => fail(error, 'uncaught exception'))
  process.on('unhandledRejection', (error) => fail(error, 'unhandled rejection'))

  const opening = open((error) => fail(error, 'fatal'))
  let isAsked = false
  const ask = (signal: Signal) => {
    if (isAsked) process.exit(1)
    isAsked = true
    log.info({ signal }, 'shutting down')
    opening
      .then((close) => close(signal))
      .then(
        () => ended.resolve(0),
        (error: unknown) => fail(error, 'shutdown failed'),
      )
  }
  for (const signal of signals) process.on(signal, () => ask(signal))
  await opening
  return ended.promise
}
