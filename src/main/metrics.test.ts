import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

import { silentLog } from '#kernel/log.ts'
import { readConfig } from '#platform/config/config.ts'
import { freePort } from '#test/listening.ts'
import { newPlace } from '#test/new-place.ts'
import { startWorker } from '#test/server-process.ts'
import { openServer, type TestServer } from '#test/server.ts'
import { sealAudit } from '#work/seal-audit.ts'

import { readBacklog } from './backlog.ts'
import { serveMetrics } from './metrics.ts'

// A process starts in two seconds; next to other tests on a small machine it takes many times that.
vi.setConfig({ testTimeout: 120_000 })

const operating = join(import.meta.dirname, '../../examples/operating')

let server: TestServer
let address: string
beforeAll(async () => {
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  server = await openServer({ METRICS: `127.0.0.1:${port}`, WORKER: 'off' })
})
afterAll(() => server.close())

const read = async (at = address) => (await fetch(`${at}/metrics`)).text()

test('metrics are served on their own address alone, by operation, and name nothing that callers make up', async () => {
  const { cookie } = await server.addOrganization('Northwind Media')
  const { secret } = await server.client.newKey(cookie)
  for (let n = 0; n < 3; n++) await server.client.call(secret, 'listItems', {})
  await server.client.call(secret, 'madeUpByACaller', {})
  for (const path of ['/v2/tools/madeUpByACaller', '/app/operations/madeUpByACaller'])
    for (const method of ['GET', 'POST']) await server.client.send(path, { method })

  await server.client.send('/collect/org_unknown.js')

  const text = await read()

  expect(text).toContain('masthead_request_duration_seconds_count{face="v2",operation="listItems",status="200"} 3')
  expect(text).toContain('masthead_request_duration_seconds_count{face="collect",operation="",status="404"} 1')
  expect(text).toMatch(/masthead_database_connections_busy\{pool="app"\} \d+/)
  expect(text).toMatch(/masthead_event_loop_delay_seconds\{quantile="0.99"\} [\d.e-]+/)
  expect(text).toMatch(/masthead_statements_total \d+/)
  expect(text).toMatch(/masthead_content_cache_bytes \d+/)
  expect(text).toMatch(/masthead_disk_free_bytes \d+/)
  expect(text).not.toContain('madeUpByACaller')
  expect(text).not.toContain(secret)
  expect((await server.client.send('/metrics')).text).not.toContain('masthead_')
  expect((await fetch(`${address}/`)).status).toBe(404)
})

test('what waits shows its age: jobs, messages, audit records that nobody sealed; and what was given up', async () => {
  const { database, vault } = server
  const { cookie, organizationId } = await server.addOrganization('Late Media')
  const { secret } = await server.client.newKey(cookie)
  await server.client.call(secret, 'exportItems', { format: 'markdown_zip' })
  await server.asOwner(`update app.job set due_at = now() - interval '10 minutes'`)
  await server.asOwner(
    `insert into app.delivery (organization_id, id, message_id, endpoint, url, reason, subjects, body, state, created_at, next_attempt_at, finished_at)
     select '${organizationId}', 'dlv_' || n, 'msg_' || n, 'e', 'https://example.com/', 'test', '{}', '',
       case n when 1 then 'queued' else 'exhausted' end, now() - interval '20 minutes',
       case n when 1 then now() end, case n when 1 then null else now() end from generate_series(1, 3) as n`,
  )

  const late = await readBacklog(database)
  await sealAudit({ database, signing: vault, log: silentLog, now: () => new Date(Date.now() + 180_000) })
  const sealed = await readBacklog(database)

  expect(Math.max(late.jobs['quick'] ?? 0, late.jobs['bulk'] ?? 0)).toBeGreaterThan(590)
  expect(late.outbox).toBeGreaterThan(1190)
  expect(late.exhausted).toBe(2)
  expect(late.audit).toBeGreaterThan(0)
  expect(sealed.audit).toBe(0)
})

test('a database that is silent costs its own figures only', async () => {
  const at = { host: '127.0.0.1', port: await freePort() }
  const { config } = readConfig(server.env)
  const { database } = server
  const silent = { ...database, asSystem: () => new Promise<never>(() => {}) }
  const metrics = await serveMetrics({
    config: { ...config, metrics: at },
    installation: { database: silent },
    counters: () => ({}),
    log: silentLog,
  })

  const text = await read(`http://${at.host}:${at.port}`)
  await metrics?.close()

  expect(text).toMatch(/masthead_resident_memory_bytes \d+/)
  expect(text).toMatch(/masthead_disk_free_bytes \d+/)
  expect(text).not.toContain('masthead_outbox_age_seconds')
})

test('masthead work serves the same, and says when its address is taken', async () => {
  const place = await newPlace()
  const at = `127.0.0.1:${await freePort()}`
  try {
    const worker = await startWorker({ ...place.env, METRICS: at, WORKER: 'on' })
    const text = await read(`http://${at}`)
    await worker.stop()

    expect(text).toMatch(/masthead_queue_age_seconds\{queue="quick"\} \d+/)
    expect(text).toMatch(/masthead_outbox_age_seconds \d+/)
    expect(text).toMatch(/masthead_resident_memory_bytes \d+/)
    const taken = new URL(address).host
    await expect(startWorker({ ...place.env, METRICS: taken })).rejects.toThrow(
      `Metrics cannot be served at ${taken} (EADDRINUSE)`,
    )
  } finally {
    await place.drop()
  }
})

test('the board, the alert rules and the guide name metrics that are served', async () => {
  const rule = z.object({ alert: z.string(), expr: z.string(), annotations: z.object({ summary: z.string() }) })
  const alerts = z
    .object({ groups: z.array(z.object({ rules: z.array(rule) })) })
    .parse(parse(readFileSync(join(operating, 'alerts.yml'), 'utf8')))
  const panel = z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })
  const board = z
    .object({ panels: z.array(panel) })
    .parse(JSON.parse(readFileSync(join(operating, 'grafana.json'), 'utf8')))
  const served = new Set(Array.from((await read()).matchAll(/^# TYPE (\w+) /gm), ([, name]) => name))
  const absent = new Set(['masthead_spans_dropped_total', 'masthead_snapshot_age_seconds'])

  const expressions = [
    ...alerts.groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
    ...board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ]
  const guide = readFileSync(join(import.meta.dirname, '../../docs/scaling.md'), 'utf8')
  const named = [...expressions, guide].flatMap((expr) =>
    Array.from(expr.matchAll(/masthead_\w+/g), ([name]) => name.replace(/_(count|sum|bucket)$/, '')),
  )

  expect(expressions.length).toBeGreaterThan(20)
  expect(named.filter((name) => !served.has(name) && !absent.has(name))).toEqual([])
})
