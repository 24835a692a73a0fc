import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, expect, inject, test, vi } from 'vitest'
import { z } from 'zod'

import { itemChecks } from '#areas/checks/index.ts'
import { createJobRunner } from '#catalog/run/run-job.ts'
import { newId } from '#kernel/ids.ts'
import { job } from '#kernel/job.ts'
import { silentLog } from '#kernel/log.ts'
import { type Backend, openDatabase } from '#platform/database/backend.ts'
import { type DatabasePool, openPool } from '#platform/database/pool.ts'
import { tenantDatabase, type TenantDatabase } from '#platform/database/tenant.ts'
import { createTestDatabase, serverUrl } from '#platform/database/test-server.ts'
import { createWakeUps } from '#platform/jobs/wake-ups.ts'
import { createWorkshop } from '#work/workshop.ts'

import { migrations, noSecrets } from './template.ts'
import { unpack } from './unpack.ts'

// Two starts of a database of its own; next to other tests on a small machine they take many times their second.
vi.setConfig({ testTimeout: 240_000 })

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** The last migration of the releases that kept what waits in an outbox and in the tables of pg-boss. */
const lastOld = '0023'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'masthead-upgrade-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function oldMigrations(): Promise<string> {
  const folder = await newFolder()
  const names = (await readdir(migrations)).filter((name) => name.slice(0, 4) <= lastOld)
  await Promise.all(names.map((name) => cp(join(migrations, name), join(folder, name))))
  return folder
}

/** Opens the same database again and again, each time with the migrations that a release has. */
async function installation() {
  const options = { statements: 'named', log: silentLog, secrets: noSecrets, poolMax: 4 } as const
  if (serverUrl === undefined) {
    const dataDir = await newFolder()
    unpack(inject('emptyTemplate'), join(dataDir, 'database'))
    const open = (folder: string) =>
      openDatabase({ ...options, dataDir, fsync: false, migrations: folder, onFatal: () => {} })
    return { open, owner: ({ pools }: Backend) => pools.system }
  }
  const { url, drop } = await createTestDatabase(serverUrl)
  ends.push(drop)
  const owner = openPool({ config: { connectionString: url, max: 1 }, statements: 'unnamed', log: silentLog })
  ends.push(owner.end)
  return {
    open: (folder: string) => openDatabase({ ...options, databaseUrl: url, migrations: folder }),
    owner: () => owner,
  }
}

type Old = {
  state?: 'queued' | 'running' | 'succeeded' | 'canceled'
  attempt?: number
  outbox?: 'quick' | 'bulk'
  /** Its row in the tables of pg-boss. `at`: when it is due, or when its worker gave its last sign of life; seconds from now. */
  ticket?: { state: 'created' | 'retry' | 'active' | 'completed'; at: number }
}

const old: Record<string, Old> = {
  'in the outbox': { outbox: 'bulk' },
  'in the queue': { ticket: { state: 'created', at: 0 } },
  'waits for a second try': { attempt: 1, ticket: { state: 'retry', at: 4 } },
  'was just taken': { ticket: { state: 'active', at: -10 } },
  'runs on a node that lives': { state: 'running', attempt: 1, ticket: { state: 'active', at: -10 } },
  'ran on a node that is dead': { state: 'running', attempt: 2, ticket: { state: 'active', at: -3600 } },
  'is nowhere but in its row': { attempt: 0 },
  'has ended': { state: 'succeeded', attempt: 1, ticket: { state: 'completed', at: 0 } },
  'was canceled': { state: 'canceled', attempt: 1, ticket: { state: 'retry', at: 0 } },
}

/** Writes the rows as the old release did, and returns when each may be run from then on. */
async function fill(pool: DatabasePool, organizationId: string): Promise<Record<string, number>> {
  const now = Date.now()
  const dueAt: Record<string, number> = {}
  await pool.use(async ({ send, query }) => {
    await send(`insert into auth.organizations (id, slug, name) values ('${organizationId}', 'northwind', 'Northwind')`)
    for (const queue of ['quick', 'bulk']) await send(`select pgboss.create_queue('${queue}', '{"policy":"standard"}')`)
    for (const [name, { state = 'queued', attempt = 0, outbox, ticket }] of Object.entries(old)) {
      const id = newId('job')
      const actor = { kind: 'system', userId: newId('user') }
      await query(
        `insert into app.job (organization_id, id, kind, state, scope, input, actor, user_id, request_id, attempt, tries)
          values ($1, $2, 'sample', $3, 'content:read', $4, $5, 'usr_1', 'req_1', $6, $6)`,
        [organizationId, id, state, JSON.stringify({ name }), JSON.stringify(actor), attempt],
      )
      if (outbox !== undefined)
        await query(`insert into app.outbox (organization_id, id, queue, payload) values ($1, $2, $3, $4)`, [
          organizationId,
          `out_${id}`,
          outbox,
          JSON.stringify({ jobId: id }),
        ])
      if (ticket === undefined) continue
      const at = now + ticket.at * 1000
      const isActive = ticket.state === 'active'
      // An embedded database belongs to one process: the one that worked on it is gone.
      dueAt[name] = isActive ? (serverUrl === undefined ? 0 : at + 20_000) : at
      await query(
        `insert into pgboss.job (name, data, state, start_after, started_on, heartbeat_on)
          values ('quick', $1, $2, $3, $4, $4)`,
        [JSON.stringify({ organizationId, jobId: id }), ticket.state, new Date(at), isActive ? new Date(at) : null],
      )
    }
  })
  return dueAt
}

test('what waited in the outbox and in pg-boss runs once after the upgrade, and not before its time', async () => {
  const organizationId = newId('organization')
  const { open, owner } = await installation()
  const before = await open(await oldMigrations())
  const dueAt = await fill(owner(before), organizationId)
  await before.close()

  const backend = await open(migrations)
  ends.push(backend.close)
  const { rows: bulk } = await owner(backend).use(({ query }) =>
    query<{ name: string }>(`select input ->> 'name' as name from app.job where queue = 'bulk'`),
  )
  const ran: Ran[] = []
  const database = tenantDatabase(backend)
  const wakeUps = createWakeUps({ backend, log: silentLog })
  const workshop = createWorkshop({ database, runner: runnerOf(database, ran), due: [], wakeUps, log: silentLog })
  await workshop.start()
  ends.push(wakeUps.close, workshop.stop)

  const expected = Object.entries(old)
    .filter(([, { state = 'queued' }]) => state === 'queued' || state === 'running')
    .map(([name, { attempt = 0 }]) => ({ name, attempt: attempt + 1 }))
  await expect.poll(() => ran.length, { timeout: 60_000 }).toBe(expected.length)
  await new Promise((resolve) => setTimeout(resolve, 3000))
  expect(sorted(ran.map(({ name, attempt }) => ({ name, attempt })))).toEqual(sorted(expected))
  expect(ran.filter(({ name, at }) => at < (dueAt[name] ?? 0))).toEqual([])
  expect(bulk).toEqual([{ name: 'in the outbox' }])
})

type Ran = { name: string; attempt: number; at: number }

const sorted = <T extends { name: string }>(all: readonly T[]) => all.toSorted((a, b) => a.name.localeCompare(b.name))

function runnerOf(database: TenantDatabase, ran: Ran[]) {
  const sample = job({
    name: 'sample',
    title: 'Try something',
    queue: 'quick',
    scope: 'content:read',
    input: z.strictObject({ name: z.string() }),
    async work({ attempt }, { name }) {
      ran.push({ name, attempt, at: Date.now() })
      return { result: {} }
    },
  })
  return createJobRunner({
    jobs: [sample],
    database,
    render: () => Promise.reject(new Error('not used')),
    checks: itemChecks,
    baseUrl: () => 'https://masthead.test',
    log: silentLog,
  })
}
