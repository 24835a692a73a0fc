import type * as Undici from 'undici'

import { askedAs } from '#kernel/asked.ts'
import type { Log } from '#kernel/log.ts'
import type { Secret } from '#kernel/secret.ts'
import { late } from '#std/late.ts'

import { otlpOf } from './otlp.ts'
import type { Ended } from './tracer.ts'

const undici = late<typeof Undici>('undici')

export type CollectorOptions = {
  /** The base of the collector's address, such as http://127.0.0.1:4318: the operator's choice, so it is not guarded. */
  endpoint: string
  /** Sent with each request, for a collector that wants a credential. */
  headers: Secret<Readonly<Record<string, string>>> | null
  service: string
  version: string
  log: Log
}

export type Collector = {
  collect(spans: readonly Ended[]): void
  /** Spans since the start that the collector took, and that were lost. */
  counts(): { spansSent: number; spansDropped: number }
  /** Sends what waits, for a few seconds at most. */
  close(): Promise<void>
}

const everyMs = 1000
const most = 4096
const batch = 512
const patienceMs = 5000
const complainEvery = 60_000

/** Sends spans to a collector by OTLP/HTTP, in batches: nobody waits for it, and what it does not take is lost. */
export function openCollector({ endpoint, headers, service, version, log }: CollectorOptions): Collector {
  let waiting: Ended[] = []
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> | undefined
  let complainedAt = -Infinity
  const counts = { spansSent: 0, spansDropped: 0 }

  async function send(spans: readonly Ended[]): Promise<void> {
    try {
      const { statusCode, body } = await undici().request(`${endpoint}/v1/traces`, {
        method: 'POST',
        headers: { ...headers?.reveal(), 'content-type': 'application/json' },
        body: otlpOf(spans, { service, version }),
        headersTimeout: patienceMs,
        bodyTimeout: patienceMs,
        signal: AbortSignal.timeout(patienceMs),
      })
      await body.dump()
      if (statusCode >= 300) throw new Error(`the collector answered ${statusCode}`)
      counts.spansSent += spans.length
    } catch (error) {
      counts.spansDropped += spans.length
      if (performance.now() - complainedAt < complainEvery) return
      complainedAt = performance.now()
      log.warn({ err: error, spans: spans.length }, 'traces cannot be sent')
    }
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const next = waiting.slice(0, batch)
      waiting = waiting.slice(batch)
      await send(next)
    }
  }

  // One request at a time, and not in the name of the call that was the last one.
  function begin(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    sending ??= askedAs({ requestId: undefined, span: undefined }, sendAll).finally(() => {
      sending = undefined
    })
    return sending
  }

  return {
    collect(spans) {
      const room = most - waiting.length
      counts.spansDropped += Math.max(0, spans.length - room)
      waiting.push(...spans.slice(0, room))
      timer ??= setTimeout(() => void begin(), everyMs).unref()
    },
    counts: () => ({ ...counts }),
    async close() {
      await begin()
      await begin()
    },
  }
}
