import { cpus } from 'node:os'
import { gunzipSync } from 'node:zlib'

import type { Ask, LoadGenerator, Outcome } from './load/plan.ts'
import { type Received, send } from './load/send.ts'
import { type Metered, metered } from './meter/meter.ts'
import { loadAverage, memoryOf, processTree } from './meter/process-tree.ts'
import { between, cacheCounts, type Counts } from './product/counters.ts'
import type { Options, Row } from './result/result.ts'

/** What is measured: a server, its processes, and what it counts. */
export type Target = {
  url: string
  meter: Metered
  counters?: () => Promise<Counts>
  /** What does the work itself, for so many seconds, where nothing is sent to an address. */
  own?: (work: Work, seconds: number) => Promise<Outcome>
}

/** What is sent, and what must come back. */
export type Work = {
  /** In turns. */
  asks: readonly Ask[]
  /** Each of them once: a row takes as many as it needs. */
  takes?: (count: number) => readonly Ask[]
  status: number
  /** What the answer to the first request contains. */
  contains: string
  /** What the cache of `/v1` has to do with it. */
  cache: 'hit' | 'miss' | 'none'
  /** Whether equal requests have answers of equal length. */
  isSteady: boolean
}

/** The figures of one target in one round. */
export type Figures = Pick<
  Row,
  | 'requests'
  | 'seconds'
  | 'requestsPerSecond'
  | 'p50Ms'
  | 'p99Ms'
  | 'bytes'
  | 'nodeCpuMs'
  | 'databaseCpuMs'
  | 'totalCpuMs'
  | 'statements'
  | 'messages'
  | 'cacheState'
  | 'rssMb'
  | 'loadClientCpu'
  | 'load1Before'
  | 'load1After'
  | 'errors'
  | 'note'
> & {
  /** Why its requests per second say nothing; null: they do. */
  speedIsVoid: string | null
}

/** Processor time that a row must have used in all its rounds, in ms. */
const leastCpu = 1000
/** Part of the warm-up before each round but the first: what it warms is warm already. */
const rewarm = 0.25
const longestSeconds = 60
/** Equal requests that happen to meet are answered together: at most so few that the figure does not show it. */
const leastAsked = 0.95

/** Warms up, measures and checks. A row that fails a check has a note and no figure. */
export async function measure(
  target: Target,
  work: Work,
  { load, options, round }: { load: LoadGenerator; options: Options; round: number },
): Promise<Figures> {
  const before = target.own === undefined ? await check(target, work) : { bytes: null, fault: undefined }
  if (before.fault !== undefined) return failed(before.fault)
  const { connections } = options
  const plan = { url: target.url, connections, asks: work.asks }
  const drive = (rate: number | undefined, seconds: number) =>
    target.own?.(work, seconds) ??
    load.run(planFor({ ...plan, ...(rate === undefined ? {} : { rate }) }, work, seconds))
  const warmup = round === 1 ? options.warmup : options.warmup * rewarm
  const warm = await metered(target.meter, () => drive(undefined, warmup))
  const rate = warm.result.requestsPerSecond
  const perRequest = totalOf(warm.cpu) / Math.max(1, warm.result.requests)
  const seconds = Math.min(
    longestSeconds,
    Math.max(options.seconds, options.quick ? 0 : (leastCpu * 1.1) / perRequest / rate) / options.rounds,
  )

  const [load1Before, counted] = [loadAverage(), await target.counters?.()]
  const { cpu, result } = await metered(target.meter, () => drive(rate, seconds))
  const counts = counted === undefined ? undefined : between(counted, (await target.counters?.()) ?? {})
  const { rssMb } = memoryOf(processTree(target.meter.pid))
  const after = target.own === undefined ? await check(target, work) : before
  const fault =
    after.fault ??
    faultOf(result, work, counts) ??
    (work.isSteady && after.bytes !== before.bytes ? 'answers changed their length' : undefined)
  if (fault !== undefined) return failed(fault)

  const { requests } = result
  const per = (value: number | undefined) => (value === undefined ? null : value / requests)
  return {
    requests,
    seconds: result.seconds,
    requestsPerSecond: result.requestsPerSecond,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    bytes: before.bytes,
    nodeCpuMs: cpu.node / requests,
    databaseCpuMs: cpu.database === null ? null : cpu.database / requests,
    totalCpuMs: totalOf(cpu) / requests,
    statements: per(counts?.statements),
    messages: per(counts?.messages),
    cacheState: target.counters === undefined ? 'none' : work.cache,
    rssMb,
    loadClientCpu: result.clientCpu,
    load1Before,
    load1After: loadAverage(),
    errors: result.errors,
    note: null,
    speedIsVoid: reasonAgainstSpeed({
      load1Before,
      clientCpu: result.clientCpu,
      serverCpu: cpu.node / 1000 / result.seconds,
    }),
  }
}

/** The plan of a row that is driven for so long. */
function planFor<P extends { asks: readonly Ask[]; rate?: number }>(
  plan: P,
  { takes }: Pick<Work, 'takes'>,
  seconds: number,
) {
  if (takes === undefined) return { ...plan, seconds }
  // What can be sent only once is not known to last: few for the warm-up, as many as fit the time afterwards.
  const count = plan.rate === undefined ? 32 : Math.ceil(plan.rate * seconds)
  return { ...plan, seconds, asks: takes(count), once: true }
}

async function check(
  { url }: Target,
  { asks, takes, status, contains }: Work,
): Promise<{ bytes: number; fault?: string }> {
  const [ask] = takes === undefined ? asks : takes(1)
  if (ask === undefined) return { bytes: 0, fault: 'nothing left to send' }
  const answer = await send(url, ask)
  const bytes = answer.body.length
  if (answer.status !== status)
    return { bytes, fault: `status ${answer.status}: ${answer.body.toString().slice(0, 200)}` }
  if (!plainOf(answer).includes(contains)) return { bytes, fault: `the answer does not contain ${contains}` }
  return { bytes }
}

/** Load above which a machine does other work, as a multiple of its cores: client and server alone fill two. */
const busyFrom = 1.5

function reasonAgainstSpeed(of: { load1Before: number; clientCpu: number; serverCpu: number }): string | null {
  if (of.clientCpu > 0.9 && of.serverCpu < 0.9) return 'the client was the limit'
  return of.load1Before > Math.max(2, cpus().length) * busyFrom ? 'the machine was busy' : null
}

function plainOf({ headers, body }: Received): Buffer {
  return headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
}

/** What is wrong with the answers, or with what the server did for them. */
function faultOf(
  { statuses, errors, requests }: Outcome,
  { status, cache }: Work,
  counts: Counts | undefined,
): string | undefined {
  const others = Object.keys(statuses).filter((code) => Number(code) !== status)
  if (others.length > 0) return `answers with status ${others.join(', ')}`
  if (errors > 0) return `${errors} requests without an answer`
  if (requests === 0) return 'no request ended'
  if (counts === undefined || cache === 'none') return undefined
  const cached = cacheCounts(counts)
  if (cache === 'hit') {
    if (cached === undefined) return 'no cache counter'
    const { hits, misses } = cached
    return hits >= requests && misses === 0 ? undefined : `not all were hits: ${hits} hits, ${misses} misses`
  }
  if (cached !== undefined && cached.hits > 0) return `${cached.hits} hits of the cache`
  return (counts.statements ?? 0) >= requests * leastAsked ? undefined : 'the database was not asked for each request'
}

function failed(note: string): Figures {
  const none = { requests: null, seconds: null, requestsPerSecond: null, p50Ms: null, p99Ms: null, bytes: null }
  const noCpu = {
    nodeCpuMs: null,
    databaseCpuMs: null,
    totalCpuMs: null,
    statements: null,
    messages: null,
    rssMb: null,
  }
  const noLoad = { loadClientCpu: null, load1Before: null, load1After: null, errors: null }
  return { ...none, ...noCpu, ...noLoad, cacheState: 'unknown', note, speedIsVoid: null }
}

function totalOf({ node, database }: { node: number; database: number | null }): number {
  return node + (database ?? 0)
}
