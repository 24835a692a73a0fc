import { once } from 'node:events'
import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'

import { type Face, splitUrl } from '#faces/http.ts'
import type { Counters } from './counters.ts'
import type { Installation } from './installation.ts'

/** Counts requests by what was asked for. */
export type RequestMetrics = {
  /** The same face, counted. */
  counted(face: Face): Face
  lines(): string[]
}

export type MetricsServer = { close(): Promise<void> }

type Sources = { installation: Installation; requests: RequestMetrics; counters: () => Counters }

/** Upper ends of the classes of durations, in seconds. */
const classes = [0.005, 0.025, 0.1, 0.5, 2.5, 10] as const

type Series = { count: number; seconds: number; within: number[] }

/** Rate, errors and duration by face, and by operation where an operation was called. */
export function requestMetrics(): RequestMetrics {
  const all = new Map<string, Series>()
  return {
    counted: (face) => async (request) => {
      const began = performance.now()
      const answer = await face(request)
      const seconds = (performance.now() - began) / 1000
      const labels = `face="${faceOf(request.url)}",operation="${operationOf(request.url, answer.status)}",status="${answer.status}"`
      const series = all.get(labels) ?? { count: 0, seconds: 0, within: classes.map(() => 0) }
      all.set(labels, series)
      series.count++
      series.seconds += seconds
      for (const [at, limit] of classes.entries())
        if (seconds <= limit) series.within[at] = (series.within[at] ?? 0) + 1
      return answer
    },
    lines: () => [
      '# TYPE masthead_request_duration_seconds histogram',
      ...[...all].flatMap(([labels, { count, seconds, within }]) => [
        ...classes.map(
          (limit, at) => `masthead_request_duration_seconds_bucket{${labels},le="${limit}"} ${within[at] ?? 0}`,
        ),
        `masthead_request_duration_seconds_bucket{${labels},le="+Inf"} ${count}`,
        `masthead_request_duration_seconds_sum{${labels}} ${seconds}`,
        `masthead_request_duration_seconds_count{${labels}} ${count}`,
      ]),
    ],
  }
}

/** Serves Prometheus text at `/metrics` of an address of its own (operating.md#metrics-have-their-address). */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  sources: Sources,
): Promise<MetricsServer> {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') return void response.writeHead(404).end()
    const text = [...sources.requests.lines(), ...linesOf(sources, delay.percentile(99) / 1e9), ''].join('\n')
    delay.reset()
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text)
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    async close() {
      delay.disable()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function linesOf({ installation, counters }: Sources, delay: number): string[] {
  const { backend } = installation.database
  const pools = Object.entries({ ...backend.pools, ...(backend.replica === null ? {} : { replica: backend.replica }) })
  const gauge = (name: string, values: [string, number][]) => [
    `# TYPE ${name} gauge`,
    ...values.map(([labels, value]) => `${name}${labels} ${value}`),
  ]
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
    ...Object.entries(counters()).flatMap(([name, value]) => [
      `# TYPE masthead_${snake(name)}_total counter`,
      `masthead_${snake(name)}_total ${value}`,
    ]),
  ]
}

const faces = new Set(['v1', 'v2', 'mcp', 'app', 'oauth', 'media', 'exports', 'healthz', 'readyz'])

function faceOf(url: string): string {
  const [, first = ''] = splitUrl(url).path.split('/')
  return faces.has(first) ? first : 'web'
}

// What does not exist has no name of its own: anybody can make up any number of them.
function operationOf(url: string, status: number): string {
  const [, , kind, name = ''] = splitUrl(url).path.split('/')
  const isCall = kind === 'tools' || kind === 'operations'
  return isCall && status !== 404 && /^[A-Za-z0-9]{1,40}$/.test(name) ? name : ''
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
