import { afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

import { itemChecks } from '#areas/checks/index.ts'
import { getJob } from '#areas/jobs/operations/get-job.ts'
import { createJobRunner } from '#catalog/run/run-job.ts'
import { startJob } from '#catalog/run/start-job.ts'
import { newId } from '#kernel/ids.ts'
import { type AnyJob, job, type QueueName } from '#kernel/job.ts'
import { silentLog } from '#kernel/log.ts'
import { ownDatabase } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'

import { createWorkshop, type Workshop } from './workshop.ts'

// A worker runs the jobs of all organizations.
beforeAll(async () => void (await ownDatabase()))

type Stage = Awaited<ReturnType<typeof stage>>

const open: Workshop[] = []
afterEach(async () => {
  for (const workshop of open.splice(0)) await workshop.stop()
})

async function openWorkshop(on: Stage, jobs: readonly AnyJob[]): Promise<Workshop> {
  const runner = createJobRunner({
    jobs,
    database: on.database,
    render: on.render,
    fetch: () => Promise.reject(new Error('not used')),
    checks: itemChecks,
    baseUrl: () => 'https://masthead.test',
    log: silentLog,
  })
  const workshop = createWorkshop({ database: on.database, runner, due: [], log: silentLog })
  open.push(workshop)
  await workshop.start()
  return workshop
}

const sample = (queue: QueueName, work: AnyJob['work']) =>
  job({ name: 'sample', queue, scope: 'content:read', input: z.strictObject({}), work })

async function start(on: Stage, declared: AnyJob): Promise<{ jobId: `job_${string}` }> {
  return on.rows(({ db }) => startJob(db, declared, { input: {}, access: on.access, requestId: newId('request') }))
}

test('jobs of the outbox are run by whichever worker takes them first, once each', async () => {
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
  const on = await stage()
  const done = Promise.withResolvers<void>()
  let running = 0
  const declared = sample('quick', async () => {
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
  await new Promise((resolve) => setTimeout(resolve, 1500))
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
  await expect.poll(() => lastSign(on, jobId)).toBeGreaterThan(since.getTime())

  goOn.resolve()
  await stopped
  expect(await on.call(getJob, { jobId })).toMatchObject({ state: 'succeeded' })
})

async function lastSign(on: Stage, jobId: string): Promise<number> {
  const { rows } = await on.database.backend.pools.system.pg.query(
    `select heartbeat_on from pgboss.job where data->>'jobId' = $1`,
    [jobId],
  )
  return new Date(rows[0].heartbeat_on).getTime()
}
