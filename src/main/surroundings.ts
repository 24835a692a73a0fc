import type { Log } from '#kernel/log.ts'
import type { Config } from '#platform/config/config.ts'

/** What a command gets: settings, log, and two ways to print. */
export type Surroundings = {
  config: Config
  log: Log
  /** Resolves when everything logged is written, so that lines of `say` come after it. */
  flush: () => Promise<void>
  flushNow: () => void
  say: (line: string) => void
  warn: (line: string) => void
}
