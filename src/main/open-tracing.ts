import type { Log } from '#kernel/log.ts'
import { readVersion } from '#kernel/release.ts'
import { noTracing, type Tracing } from '#kernel/span.ts'
import type { Config } from '#platform/config/config.ts'
import { openCollector } from '#platform/tracing/collector.ts'
import { createTracer } from '#platform/tracing/tracer.ts'

export type OpenTracing = {
  tracing: Tracing
  /** Spans since the start that were sent, and that were lost; nothing where no traces are made. */
  counts(): Record<string, number>
  /** Sends what waits. */
  close(): Promise<void>
}

/** Traces where the configuration names a collector, else nothing. */
export function openTracing({ traces }: Pick<Config, 'traces'>, log: Log): OpenTracing {
  if (traces === null) return { tracing: noTracing, counts: () => ({}), close: async () => undefined }
  const { share, ...options } = traces
  const { collect, counts, close } = openCollector({ ...options, version: readVersion(), log })
  return { tracing: createTracer({ collect, share }), counts, close }
}
