import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

import type { Log } from '#kernel/log.ts'
import type { Config } from '#platform/config/config.ts'

import { type Backlog, type Place, readBacklog, readPlace } from './backlog.ts'
import type { Counters } from './counters.ts'
import type { Installation } from './installation.ts'
import type { RequestMetrics } from './request-metrics.ts'

export type MetricsServer = { close(): Promise<void> }

type Sources = {
  config: Config
  installation: Pick<Installation, 'database'>
  /** None: this process answers no requests. */
  requests?: RequestMetrics
  counters: () => Counters
  /** Bytes of the answers of the Content API that are kept; none where none are. */
  cacheBytes?: () => number
  log: Log
}

/** What the database says is asked for at most once in this time, by however many. In ms. */
const askEvery = 10_000

/**
 * How long it is waited for, in ms. What scrapes gives up after ten seconds, and everything else matters most while the database
 * is silent.
 */
const patience = 2000

/**
 * Serves Prometheus text at `/metrics` of an address of its own (operating.md#metrics-have-their-address), for a server and for
 * `masthead work` alike. Undefined where the configuration names no address.
 */
export async function serveMetrics(sources: Sources): Promise<MetricsServer | undefined> {
  const { metrics: address } = sources.config
  if (address === null) return undefined
  const delay = monitorEventLoopDelay({ resolution: 20 })
  const backlogNow = remembered(() => backlogLines(sources))
  const answer = async (response: ServerResponse) => {
    const backlog = await backlogNow()
    const own = linesOf(sources, delay.percentile(99) / 1e9)
    delay.reset()
    const text = [...(sources.requests?.lines() ?? []), ...own, ...backlog, ''].join('\n')
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text)
  }
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') response.writeHead(404).end()
    else void answer(response)
  })
  await listenAt(server, address)
  delay.enable()
  return {
    async close() {
      delay.disable()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function listenAt(server: ReturnType<typeof createServer>, { host, port }: { host: string; port: number }) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // Without its cause, which is explained as if it were about PORT.
  server.once('error', (error) =>
    reject(
      new Error(
        `Metrics cannot be served at ${host}:${port} (${String(Reflect.get(error, 'code'))}): METRICS needs a free address, a different one for each process on a machine.`,
      ),
    ),
  )
  server.listen(port, host, resolve)
  await promise
}

function linesOf({ installation, counters, cacheBytes }: Sources, delay: number): string[] {
  const { backend } = installation.database
  const pools = Object.entries({ ...backend.pools, ...(backend.replica === null ? {} : { replica: backend.replica }) })
  const ofPools = (value: (load: { total: number; idle: number; waiting: number }) => number) =>
    pools.map(([name, pool]): [string, number] => [`{pool="${name}"}`, value(pool.load())])
  return [
    ...gauge(
      'masthead_database_connections_busy',
      ofPools(({ total, idle }) => total - idle),
    ),
    ...gauge(
      'masthead_database_waiting',
      ofPools(({ waiting }) => waiting),
    ),
    ...gauge('masthead_event_loop_delay_seconds', [['{quantile="0.99"}', Number.isFinite(delay) ? delay : 0]]),
    ...gauge('masthead_resident_memory_bytes', [['', process.memoryUsage.rss()]]),
    ...(cacheBytes === undefined ? [] : gauge('masthead_content_cache_bytes', [['', cacheBytes()]])),
    ...Object.entries(counters()).flatMap(([name, value]) => [
      `# TYPE masthead_${snake(name)}_total counter`,
      `masthead_${snake(name)}_total ${value}`,
    ]),
  ]
}

/** The same from every process of an installation: what is watched is the highest of them. */
async function backlogLines({ config, installation, log }: Sources): Promise<string[]> {
  const [backlog, place] = await Promise.all([
    Promise.race([readBacklog(installation.database), tooLate()]).catch((error: unknown) => {
      log.warn({ err: error }, 'what waits cannot be measured')
      return undefined
    }),
    readPlace(config).catch(() => undefined),
  ])
  return [
    ...(backlog === undefined ? [] : linesOfBacklog(backlog)),
    ...(place === undefined ? [] : linesOfPlace(place)),
  ]
}

async function tooLate(): Promise<never> {
  await pause(patience, undefined, { ref: false })
  throw new Error(`The database did not answer within ${patience} ms.`)
}

function linesOfBacklog({ jobs, outbox, exhausted, audit }: Backlog): string[] {
  return [
    ...gauge(
      'masthead_queue_age_seconds',
      Object.entries(jobs).map(([queue, age]) => [`{queue="${queue}"}`, age]),
    ),
    ...gauge('masthead_outbox_age_seconds', [['', outbox]]),
    ...gauge('masthead_deliveries_exhausted', [['', exhausted]]),
    ...gauge('masthead_audit_unsealed_age_seconds', [['', audit]]),
  ]
}

function linesOfPlace({ freeBytes, snapshotAge }: Place): string[] {
  return [
    ...gauge('masthead_disk_free_bytes', [['', freeBytes]]),
    ...(snapshotAge === undefined ? [] : gauge('masthead_snapshot_age_seconds', [['', snapshotAge]])),
  ]
}

function gauge(name: string, values: readonly (readonly [string, number])[]): string[] {
  return [`# TYPE ${name} gauge`, ...values.map(([labels, value]) => `${name}${labels} ${value}`)]
}

/** What was read last, for a while, however often it is asked for. */
function remembered(read: () => Promise<string[]>): () => Promise<string[]> {
  let [last, askedAt]: [Promise<string[]>, number] = [Promise.resolve([]), -Infinity]
  return () => {
    if (performance.now() - askedAt > askEvery) [last, askedAt] = [read(), performance.now()]
    return last
  }
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
