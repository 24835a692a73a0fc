import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'

import { itemChecks } from '#areas/checks/index.ts'
import { getJob } from '#areas/jobs/operations/get-job.ts'
import { createJobRunner } from '#catalog/run/run-job.ts'
import { startJob } from '#catalog/run/start-job.ts'
import { newId } from '#kernel/ids.ts'
import { type AnyJob, job, type QueueName } from '#kernel/job.ts'
import { silentLog } from '#kernel/log.ts'
import { serverUrl } from '#platform/database/test-server.ts'
import { createWakeUps } from '#platform/jobs/wake-ups.ts'
import { ownDatabase } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'

import { createWorkshop, type Due } from './workshop.ts'

// A worker runs the jobs of all organizations.
beforeAll(async () => void (await ownDatabase()))

// Some wait for what takes seconds; next to other tests on a small machine it takes longer.
vi.setConfig({ testTimeout: 60_000 })

type Stage = Awaited<ReturnType<typeof stage>>

type Opened = { stop(): Promise<void>; wake(): void }

const open: Pick<Opened, 'stop'>[] = []
afterEach(async () => {
  for (const workshop of open.splice(0)) await workshop.stop()
})

async function openWorkshop(on: Stage, jobs: readonly AnyJob[], due: readonly Due[] = []): Promise<Opened> {
  const runner = createJobRunner({
    jobs,
    database: on.database,
    render: on.render,
    fetch: () => Promise.reject(new Error('not used')),
    checks: itemChecks,
    baseUrl: () => 'https://masthead.test',
    log: silentLog,
  })
  const wakeUps = createWakeUps({ backend: on.database.backend, log: silentLog })
  const { start: begin, stop: end } = createWorkshop({
    database: on.database,
    runner,
    due,
    wakeUps,
    log: silentLog,
  })
  const stop = async () => {
    await end()
    await wakeUps.close()
  }
  open.push({ stop })
  await begin()
  return { stop, wake: () => wakeUps.tell('job') }
}

const sample = (queue: QueueName, work: AnyJob['work']) =>
  job({ name: 'sample', title: 'Try something', queue, scope: 'content:read', input: z.strictObject({}), work })

async function start(on: Stage, declared: AnyJob): Promise<{ jobId: `job_${string}` }> {
  return on.rows(({ db }) => startJob(db, declared, { input: {}, actor: on.access.actor, requestId: newId('request') }))
}

test('jobs are run by whichever worker takes them first, once each', async () => {
  const on = await stage()
  const ran: string[] = []
  const declared = sample('quick', async ({ jobId }) => {
    ran.push(jobId)
    return { result: {} }
  })
  const started = await Promise.all(Array.from({ length: 20 }, () => start(on, declared)))

  const [one] = await Promise.all([openWorkshop(on, [declared]), openWorkshop(on, [declared])])
  one.wake()
  for (const { jobId } of started)
    expect(await on.call(getJob, { jobId, waitSeconds: 20 })).toMatchObject({ state: 'succeeded' })

  expect(ran.toSorted()).toEqual(started.map(({ jobId }) => jobId).toSorted())
})

test('a job that fails comes again by itself', async () => {
  const on = await stage()
  const declared = sample('quick', async ({ attempt }) => {
    if (attempt === 1) throw new Error('stumbled')
    return { result: { attempt } }
  })
  const { jobId } = await start(on, declared)

  await openWorkshop(on, [declared])

  expect(await on.call(getJob, { jobId, waitSeconds: 20 })).toMatchObject({
    state: 'succeeded',
    result: { attempt: 2 },
  })
})

test('a worker that stops hands its job to the next one', async () => {
  const on = await stage()
  const begun = Promise.withResolvers<void>()
  const declared = sample('bulk', async ({ attempt, signal }) => {
    if (attempt > 1) return { result: { attempt } }
    begun.resolve()
    await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    return { result: {} }
  })
  const { jobId } = await start(on, declared)
  const first = await openWorkshop(on, [declared])
  await begun.promise

  await first.stop()
  await openWorkshop(on, [declared])

  expect(await on.call(getJob, { jobId, waitSeconds: 20 })).toMatchObject({
    state: 'succeeded',
    result: { attempt: 2 },
  })
})

test('one organization has all places of a queue but one', async () => {
  const [on, other] = [await stage(), await stage()]
  const done = Promise.withResolvers<void>()
  let running = 0
  const declared = sample('quick', async ({ access }) => {
    if (access.organization.id === other.access.organization.id) return { result: {} }
    running += 1
    await done.promise
    return { result: {} }
  })
  const first = await start(on, declared)
  const workshop = await openWorkshop(on, [declared])
  await expect.poll(() => running).toBe(1)

  const more = await Promise.all([start(on, declared), start(on, declared)])
  workshop.wake()

  await expect.poll(() => running).toBe(2)
  await rounds(other, declared, workshop)
  expect(running).toBe(2)
  done.resolve()
  for (const { jobId } of [first, ...more])
    expect(await on.call(getJob, { jobId, waitSeconds: 20 })).toMatchObject({ state: 'succeeded' })
})

test('a worker that stops gives signs of life for what it waits for', async () => {
  const on = await stage()
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const declared = sample('quick', async () => {
    begun.resolve()
    await goOn.promise
    return { result: {} }
  })
  const { jobId } = await start(on, declared)
  const workshop = await openWorkshop(on, [declared])
  await begun.promise

  const stopped = workshop.stop()
  const since = new Date()
  await expect.poll(() => lastSign(on, jobId), { timeout: 20_000 }).toBeGreaterThan(since.getTime())

  goOn.resolve()
  await stopped
  expect(await on.call(getJob, { jobId })).toMatchObject({ state: 'succeeded' })
})

test('two workers together leave one organization all places of a queue but one', async () => {
  const [on, ...others] = [await stage(), await stage(), await stage()]
  const done = Promise.withResolvers<void>()
  const running = new Map<string, number>()
  const runningOf = ({ access }: { access: Pick<Stage['access'], 'organization'> }) =>
    running.get(access.organization.id) ?? 0
  const declared = sample('quick', async (ctx) => {
    running.set(ctx.access.organization.id, runningOf(ctx) + 1)
    await done.promise
    return { result: {} }
  })
  const started = await Promise.all(Array.from({ length: 6 }, () => start(on, declared)))

  const workers = await Promise.all([openWorkshop(on, [declared]), openWorkshop(on, [declared])])
  await expect.poll(() => runningOf(on)).toBe(2)
  for (const other of others) for (const _ of workers) await start(other, declared)
  for (const { wake } of workers) wake()

  // Others get all the places that both workers have left.
  await expect.poll(() => others.map(runningOf)).toEqual([2, 2])
  expect(runningOf(on)).toBe(2)
  done.resolve()
  for (const { jobId } of started)
    expect(await on.call(getJob, { jobId, waitSeconds: 20 })).toMatchObject({ state: 'succeeded' })
})

test('an organization with thousands of jobs does not hold up the others', async () => {
  const [busy, also, other] = [await stage(), await stage(), await stage()]
  const ran: string[] = []
  const declared = sample('bulk', async ({ access }) => {
    ran.push(access.organization.id)
    return { result: {} }
  })
  for (const on of [busy, also])
    await on.rows(({ db }) =>
      sql`insert into app.job (organization_id, id, kind, queue, scope, input, actor, user_id, request_id, due_at)
        select app.org(), 'job_' || n, 'sample', 'bulk', 'content:read', '{}', ${JSON.stringify(on.access.actor)}::jsonb,
          'usr_1', 'req_1', now() - interval '1 hour'
        from generate_series(1, 5000) n`.execute(db),
    )
  const { jobId } = await start(other, declared)

  const workshop = await openWorkshop(other, [declared])

  expect(await other.call(getJob, { jobId, waitSeconds: 20 })).toMatchObject({ state: 'succeeded' })
  await workshop.stop()
  // Each of the three has its turn before one of them has a third one.
  expect(ran.indexOf(other.access.organization.id)).toBeLessThan(4)
  for (const on of [busy, also]) await on.rows(({ db }) => db.deleteFrom('job').execute())
})

test('what a dead worker held is run by another one once its signs of life are missing, and counts for its tries', async () => {
  const on = await stage()
  const declared = sample('quick', async ({ attempt }) => ({ result: { attempt } }))
  const { jobId } = await start(on, declared)
  const held = { state: 'running', attempt: 1, tries: 1 } as const
  const dueAt = (seconds: number) => sql<Date>`clock_timestamp() + ${seconds} * interval '1 second'`
  await on.rows(({ db }) =>
    db
      .updateTable('job')
      .set({ ...held, due_at: dueAt(23) })
      .execute(),
  )

  await rounds(await stage(), declared, await openWorkshop(on, [declared]))
  const before = await on.call(getJob, { jobId })
  await on.rows(({ db }) =>
    db
      .updateTable('job')
      .set({ due_at: dueAt(0.5) })
      .execute(),
  )

  expect(before).toMatchObject({ state: 'running' })
  expect(await on.call(getJob, { jobId, waitSeconds: 20 })).toMatchObject({
    state: 'succeeded',
    result: { attempt: 2 },
  })
})

test.runIf(serverUrl === undefined)('what an earlier process took of an embedded database is run at once', async () => {
  const on = await stage()
  const declared = sample('quick', async ({ attempt }) => ({ result: { attempt } }))
  const { jobId } = await start(on, declared)
  const takenAt = new Date(performance.timeOrigin - 1000)
  await on.rows(({ db }) =>
    db
      .updateTable('job')
      .set({ state: 'running', attempt: 1, tries: 1, due_at: new Date(takenAt.getTime() + 20_000) })
      .execute(),
  )

  await openWorkshop(on, [declared])

  expect(await on.call(getJob, { jobId, waitSeconds: 2 })).toMatchObject({ state: 'succeeded', result: { attempt: 2 } })
})

test('a job that no worker knows waits a day for one that does', async () => {
  const on = await stage()
  const { jobId } = await start(
    on,
    sample('quick', async () => ({ result: {} })),
  )
  const row = () =>
    on.rows(({ db }) => db.selectFrom('job').select(['state', 'attempt', 'tries']).executeTakeFirstOrThrow())

  const known = job({ ...sample('quick', async () => ({ result: {} })), name: 'known' })
  const workshop = await openWorkshop(on, [known])
  await rounds(await stage(), known, workshop)
  expect(await row()).toEqual({ state: 'queued', attempt: 0, tries: 0 })
  const created_at = new Date(Date.now() - 25 * 3600_000)
  await on.rows(({ db }) => db.updateTable('job').set({ created_at }).where('id', '=', jobId).execute())
  workshop.wake()

  expect(await on.call(getJob, { jobId, waitSeconds: 20 })).toMatchObject({
    state: 'failed',
    error: { code: 'internal_error' },
  })
})

test('what comes due is done at its time, although nobody says so', async () => {
  const on = await stage()
  const dueAt = Date.now() + 2500
  const rounds: number[] = []
  const next = sql`select ${new Date(dueAt)}::timestamptz`

  await openWorkshop(on, [], [{ name: 'sample', next, round: async () => (rounds.push(Date.now()), 'idle') }])
  await expect.poll(() => rounds.length, { timeout: 20_000, interval: 20 }).toBeGreaterThan(1)

  // The first round of every loop is at its start.
  expect(rounds[0]).toBeLessThan(dueAt)
  expect(rounds[1]).toBeGreaterThanOrEqual(dueAt)
  expect((rounds[1] ?? Infinity) - dueAt).toBeLessThan(900)
})

/** Returns when a worker has taken all that it may: it runs a job of another organization, and one more after its end. */
async function rounds(other: Stage, declared: AnyJob, { wake }: Opened): Promise<void> {
  for (let n = 0; n < 2; n++) {
    const { jobId } = await start(other, declared)
    wake()
    expect(await other.call(getJob, { jobId, waitSeconds: 20 })).toMatchObject({ state: 'succeeded' })
  }
}

/** When the worker of a job gave its last sign of life. */
async function lastSign(on: Stage, jobId: string): Promise<number> {
  const { due_at } = await on.rows(({ db }) =>
    db.selectFrom('job').select('due_at').where('id', '=', jobId).executeTakeFirstOrThrow(),
  )
  return due_at.getTime() - 20_000
}
