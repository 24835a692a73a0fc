import { isatty } from 'node:tty'

import { pino } from 'pino'
import { isColorSupported, prettyFactory } from 'pino-pretty'

import { requestNow } from '#kernel/asked.ts'
import type { Log } from '#kernel/log.ts'

import { loggable, logText } from './loggable.ts'

export type LogOptions = {
  level: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** `auto`: pretty on a terminal. */
  format: 'auto' | 'json' | 'pretty'
  /** File descriptor or path; standard output by default. */
  destination?: number | string
}

export type OpenLog = {
  log: Log
  /** Resolves when everything logged so far is written. Never fails: a reader that went away loses its lines. */
  flush(): Promise<void>
  /** The same, synchronously, for a process that ends at once. */
  flushNow(): void
}

/** How many bytes may wait for a slow reader; lines beyond them are dropped rather than held in memory. */
const backlog = 8 * 1024 * 1024

/** How long a line waits for others that are written with it, in ms, and how many bytes do not wait. */
const gathering = { ms: 20, bytes: 8 * 1024 }

/** Opens the log of the process: a JSON object per line, or lines for people. Fields have length caps and no secrets. */
export function openLog({ level, format, destination = 1 }: LogOptions): OpenLog {
  const file = pino.destination({ dest: destination, sync: false, minLength: gathering.bytes, maxLength: backlog })
  const isTerminal = typeof destination === 'number' && isatty(destination)
  const isPretty = format === 'pretty' || (format === 'auto' && isTerminal)
  const logger = pino(
    {
      level,
      base: null,
      // `loggable` has already reduced errors to what may be written.
      serializers: { err: (error: unknown) => error },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    isPretty ? prettyLines(gathered(file), isTerminal && isColorSupported) : gathered(file),
  )

  const write = (at: 'debug' | 'info' | 'warn' | 'error') => (fields: Record<string, unknown>, event: string) => {
    if (logger.isLevelEnabled(at)) logger[at](loggable(ofRequest(fields)), logText(event))
  }
  return {
    log: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') },
    flush: () => new Promise((resolve) => file.flush(() => resolve())),
    flushNow() {
      try {
        file.flushSync()
      } catch {
        // The destination is gone or was never opened: nobody is left to notify.
      }
    },
  }
}

/** The line that a request causes has its id, wherever it is written (operating.md#one-id-per-request). */
function ofRequest(fields: Record<string, unknown>): Record<string, unknown> {
  const requestId = requestNow()
  return requestId === undefined || 'requestId' in fields ? fields : { requestId, ...fields }
}

type Lines = { write(line: string): unknown }

/** Lines of the same moment in one write: each costs a request more than its text does (operating.md#lines-are-written-together). */
function gathered(file: Lines & { flush(): void }): Lines {
  let due: NodeJS.Timeout | undefined
  const flush = () => {
    due = undefined
    file.flush()
  }
  return {
    write(line) {
      file.write(line)
      due ??= setTimeout(flush, gathering.ms)
    },
  }
}

function prettyLines(file: Lines, colorize: boolean): Lines {
  const prettify = prettyFactory({ colorize, translateTime: 'SYS:HH:MM:ss.l', singleLine: true })
  return { write: (line: string) => void file.write(prettify(line)) }
}
