import { isatty } from 'node:tty'

import { pino } from 'pino'
import type * as Pretty from 'pino-pretty'

import { requestNow } from '#kernel/asked.ts'
import type { Log } from '#kernel/log.ts'
import { late } from '#std/late.ts'

import { LineWriter } from './line-writer.ts'
import { loggable, logText } from './loggable.ts'

const pretty = late<typeof Pretty>('pino-pretty')

export type LogOptions = {
  level: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** `auto`: pretty on a terminal. */
  format: 'auto' | 'json' | 'pretty'
  /** File descriptor or path; standard output by default. */
  destination?: number | string
}

export type OpenLog = {
  log: Log
  /** Resolves when everything logged so far is written, and after a second at the latest. Never fails: a reader that went away loses its lines. */
  flush(): Promise<void>
  /** The same, synchronously, for a process that ends at once. */
  flushNow(): void
}

/** Opens the log of the process: a JSON object per line, or lines for people. Fields have length caps and no secrets. */
export function openLog({ level, format, destination = 1 }: LogOptions): OpenLog {
  const file = new LineWriter(destination)
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
    isPretty ? prettyLines(file, isTerminal) : file,
  )

  const write = (at: 'debug' | 'info' | 'warn' | 'error') => (fields: Record<string, unknown>, event: string) => {
    if (logger.isLevelEnabled(at)) logger[at](loggable(ofRequest(fields)), logText(event))
  }
  return {
    log: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') },
    flush: () => file.flush(),
    flushNow: () => file.flushNow(),
  }
}

/** The line that a request causes has its id, wherever it is written (operating.md#one-id-per-request). */
function ofRequest(fields: Record<string, unknown>): Record<string, unknown> {
  const requestId = requestNow()
  return requestId === undefined || 'requestId' in fields ? fields : { requestId, ...fields }
}

function prettyLines(file: Pick<LineWriter, 'write'>, isTerminal: boolean): Pick<LineWriter, 'write'> {
  const { isColorSupported, prettyFactory } = pretty()
  const colorize = isTerminal && isColorSupported
  const prettify = prettyFactory({ colorize, translateTime: 'SYS:HH:MM:ss.l', singleLine: true })
  return { write: (line: string) => void file.write(prettify(line)) }
}
