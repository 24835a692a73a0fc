import type { Share } from '../profile/shares.ts'

export const groups = ['content', 'agent', 'mcp', 'growth', 'analytics', 'lifecycle'] as const
export type Group = (typeof groups)[number]
export type Engine = 'pglite' | 'postgres'

/** Round numbers count from 1; the row `median` has the medians of all rounds. */
export type Row = {
  id: string
  group: Group
  workload: string
  engine: Engine
  target: 'product' | 'baseline'
  organizations: number
  items: number
  round: number | 'median'
  requests: number | null
  seconds: number | null
  requestsPerSecond: number | null
  p50Ms: number | null
  p99Ms: number | null
  bytes: number | null
  /** CPU ms per request; `databaseCpuMs` is null where the database is part of the process or cannot be read. */
  nodeCpuMs: number | null
  databaseCpuMs: number | null
  totalCpuMs: number | null
  /** Per request, background work included; `messages`: writes to the database. */
  statements: number | null
  messages: number | null
  cacheState: 'hit' | 'miss' | 'none' | 'unknown'
  /** Product divided by baseline; of requests null where the client was the limit or the machine had other work. */
  ratioRequests: number | null
  ratioCpu: number | null
  ratioMessages: number | null
  /** CPU ms of the product less those of the baseline. */
  cpuMsAbove: number | null
  rssMb: number | null
  /** Part of a core. */
  loadClientCpu: number | null
  load1Before: number | null
  load1After: number | null
  errors: number | null
  goal: string | null
  met: boolean | null
  note: string | null
  /** Of a median: the smallest and largest value of the rounds that its goal is judged by. */
  spread?: { ratioRequests: Range; ratioCpu: Range; totalCpuMs: Range }
}

export type Range = readonly [number, number] | null

/** A figure that is not one of a row: of the lifecycle, or what one of the parts found. */
export type Fact = {
  id: string
  group: Group
  engine: Engine | null
  value: number | null
  unit: string
  goal: string | null
  met: boolean | null
  note: string | null
}

/** Where the main thread of the product spends its processor time on a row that misses its goal. */
export type Profile = { id: string; group: Group; engine: Engine; shares: readonly Share[] }

export type Options = {
  engine: Engine | 'both'
  only: readonly string[]
  seconds: number
  warmup: number
  connections: number
  rounds: number
  /** Of growth: articles of one organization, and organizations. */
  sizes: readonly number[]
  organizations: readonly number[]
  quick: boolean
  reuse: boolean
}

/** One run, as it is written to a file. */
export type Result = {
  schema: 1
  startedAt: string
  commit: string
  dirty: boolean
  node: string
  platform: string
  cpuModel: string
  cpus: number
  memoryMb: number
  engines: readonly { name: Engine; version: string }[]
  loadGenerator: string
  options: Options
  rows: readonly Row[]
  lifecycle: readonly Fact[]
  profiles?: readonly Profile[]
}
