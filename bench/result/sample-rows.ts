import type { Result, Row } from './result.ts'

/** For tests: a row of the product on PostgreSQL, with the figures that a test is about. */
export function rowWith(figures: Partial<Row>): Row {
  return {
    id: 'list uncached',
    group: 'content',
    workload: 'list of 10',
    engine: 'postgres',
    target: 'product',
    organizations: 1,
    items: 10_000,
    round: 1,
    requests: 100,
    seconds: 1,
    requestsPerSecond: 100,
    p50Ms: 1,
    p99Ms: 2,
    bytes: 1000,
    nodeCpuMs: 1,
    databaseCpuMs: 1,
    totalCpuMs: 2,
    statements: 1,
    messages: 1,
    cacheState: 'miss',
    ratioRequests: 0.5,
    ratioCpu: 40,
    ratioMessages: null,
    cpuMsAbove: null,
    rssMb: 100,
    loadClientCpu: 0.1,
    load1Before: 1,
    load1After: 1,
    errors: 0,
    goal: null,
    met: null,
    note: null,
    ...figures,
  }
}

/** For tests: a run with these rows. */
export function resultWith(rows: readonly Row[], more: Partial<Result> = {}): Result {
  return {
    schema: 1,
    startedAt: '2026-01-02T03:04:05.000Z',
    commit: 'abc123',
    dirty: false,
    node: '24.0.0',
    platform: 'linux',
    cpuModel: 'Model',
    cpus: 2,
    memoryMb: 1000,
    engines: [{ name: 'postgres', version: '15.1' }],
    loadGenerator: 'wrk',
    options: {
      engine: 'postgres',
      only: ['content'],
      seconds: 5,
      warmup: 3,
      connections: 16,
      rounds: 3,
      sizes: [],
      organizations: [],
      quick: false,
      reuse: false,
    },
    rows,
    lifecycle: [],
    ...more,
  }
}
