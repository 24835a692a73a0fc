import { expect, test } from 'vitest'
import { z } from 'zod'

import { itemChecks } from '#areas/checks/index.ts'
import { cancelJob } from '#areas/jobs/operations/cancel-job.ts'
import { getJob } from '#areas/jobs/operations/get-job.ts'
import { Refusal } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { type AnyJob, job, type JobCtx } from '#kernel/job.ts'
import { type Log, silentLog } from '#kernel/log.ts'
import { stage } from '#test/stage.ts'

import { createJobRunner } from './run-job.ts'
import { startJob } from './start-job.ts'

type Stage = Awaited<ReturnType<typeof stage>>

const never = new AbortController().signal

function sample(work: (ctx: JobCtx, input: { word: string }) => ReturnType<AnyJob['work']>, attempts = 5): AnyJob {
  return job({
    name: 'sample',
    title: 'Try something',
    queue: 'quick',
    scope: 'content:read',
    attempts,
    input: z.strictObject({ word: z.string() }),
    work: (ctx, input) => work(ctx, input),
  })
}

const partsOf = (on: Stage, log: Log = silentLog) => ({
  database: on.database,
  render: on.render,
  fetch: () => Promise.reject(new Error('not used')),
  checks: itemChecks,
  baseUrl: () => 'https://masthead.test',
  log,
})

async function start(on: Stage, declared: AnyJob, log?: Log) {
  const { jobId } = await on.rows(({ db }) =>
    startJob(db, declared, { input: { word: 'hello' }, actor: on.access.actor, requestId: newId('request') }),
  )
  const runner = createJobRunner({ jobs: [declared], ...partsOf(on, log) })
  return {
    jobId,
    run: (stopping = never) => on.runJob(runner, jobId, stopping),
    read: () => on.call(getJob, { jobId }),
  }
}

test('a job runs in its tenant, with its input, as the person who started it', async () => {
  const on = await stage()
  const { run, read } = await start(
    on,
    sample(async (ctx, { word }) => {
      const collections = await ctx.read((db) => db.selectFrom('collection').select('slug').execute())
      return { result: { word, collections: collections.length, user: ctx.actor.userId } }
    }),
  )

  expect(await run()).toBe('ended')

  expect(await read()).toMatchObject({
    state: 'succeeded',
    progress: 1,
    error: null,
    result: { word: 'hello', collections: 5, user: on.access.actor.userId },
  })
})

test('a job that is handed out twice runs once', async () => {
  let runs = 0
  const { run } = await start(
    await stage(),
    sample(async () => ({ result: { n: ++runs } })),
  )

  expect([await run(), await run()]).toEqual(['ended', 'ended'])
  expect(runs).toBe(1)
})

test('a worker that wakes up after another one has its job changes nothing', async () => {
  const on = await stage()
  const [slow, fast] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let attempt = 0
  const { run, read } = await start(
    on,
    sample(async (ctx) => {
      const own = ++attempt
      if (own === 1) {
        slow.resolve()
        await fast.promise
      }
      await ctx.write(({ db }) =>
        db
          .updateTable('organization_setting')
          .set({ locale: `x-${own}` })
          .execute(),
      )
      return { result: { own } }
    }),
  )

  const first = run()
  await slow.promise
  await run()
  fast.resolve()
  await first

  expect(await read()).toMatchObject({ state: 'succeeded', result: { own: 2 } })
  const { locale } = await on.rows(({ db }) =>
    db.selectFrom('organization_setting').select('locale').executeTakeFirstOrThrow(),
  )
  expect(locale).toBe('x-2')
})

test('steps that are done are not repeated by the next attempt', async () => {
  const done: string[] = []
  let attempt = 0
  const { run, read } = await start(
    await stage(),
    sample(async (ctx) => {
      attempt += 1
      const first = await ctx.step('first', async () => (done.push('first'), { n: 1 }))
      if (attempt === 1) throw new Error('the machine stumbled')
      await ctx.step('second', async () => (done.push('second'), null))
      return { result: first }
    }),
  )

  expect([await run(), await run()]).toEqual(['again', 'ended'])

  expect(done).toEqual(['first', 'second'])
  expect(await read()).toMatchObject({
    result: { n: 1 },
    steps: [
      { name: 'first', state: 'succeeded' },
      { name: 'second', state: 'succeeded' },
    ],
  })
})

test('a refusal ends a job with its code; a fault is tried again until the attempts are used up', async () => {
  const refusing = await start(
    await stage(),
    sample(async () => {
      throw new Refusal('collection_disabled', 'It is disabled.')
    }),
  )
  const failing = await start(
    await stage(),
    sample(async () => {
      throw new Error('a detail that nobody must see')
    }, 2),
  )

  expect(await refusing.run()).toBe('ended')
  expect(await refusing.read()).toMatchObject({ state: 'failed', error: { code: 'collection_disabled' } })
  expect([await failing.run(), await failing.run()]).toEqual(['again', 'ended'])
  const { error } = await failing.read()
  expect(error?.code).toBe('internal_error')
  expect(JSON.stringify(error)).not.toContain('nobody must see')
})

test('a canceled job keeps nothing of what it does afterwards', async () => {
  const on = await stage()
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let wasAborted = false
  const { jobId, run, read } = await start(
    on,
    sample(async (ctx) => {
      begun.resolve()
      await goOn.promise
      await ctx.progress(0.5).catch(() => undefined)
      wasAborted = ctx.signal.aborted
      return { result: {} }
    }),
  )

  const running = run()
  await begun.promise
  await on.call(cancelJob, { jobId })
  goOn.resolve()
  await running

  expect(wasAborted).toBe(true)
  expect(await read()).toMatchObject({ state: 'canceled', progress: 0, result: null })
})

test('a worker that stops gives its job back', async () => {
  const stopping = new AbortController()
  const { run, read } = await start(
    await stage(),
    sample(async (ctx) => {
      if (ctx.attempt > 1) return { result: { attempt: ctx.attempt } }
      stopping.abort()
      throw ctx.signal.reason
    }, 1),
  )

  expect(await run(stopping.signal)).toBe('again')
  expect(await read()).toMatchObject({ state: 'queued', error: null })
  await run()
  expect(await read()).toMatchObject({ state: 'succeeded', result: { attempt: 2 } })
})

test('a job whose worker dies each time fails once its tries are used up', async () => {
  const begun: number[] = []
  const { run, read } = await start(
    await stage(),
    sample(async ({ attempt }) => {
      begun.push(attempt)
      return new Promise(() => {})
    }, 2),
  )

  for (const n of [1, 2]) {
    void run()
    await expect.poll(() => begun).toHaveLength(n)
  }

  expect(await run()).toBe('ended')
  expect(begun).toEqual([1, 2])
  expect(await read()).toMatchObject({ state: 'failed', error: { code: 'internal_error' } })
  expect((await read()).error?.message).toContain('tried 2 times')
})

test('stops use up none of the tries', async () => {
  const last: boolean[] = []
  let stopping = new AbortController()
  const { run, read } = await start(
    await stage(),
    sample(async ({ attempt, isLastTry, signal }) => {
      last.push(isLastTry)
      if (attempt > 3) throw new Error('the first fault')
      stopping.abort()
      throw signal.reason
    }, 2),
  )

  for (let i = 0; i < 3; i++) {
    stopping = new AbortController()
    expect(await run(stopping.signal)).toBe('again')
  }

  expect([await run(), await run()]).toEqual(['again', 'ended'])
  expect(last).toEqual([false, false, false, false, true])
  expect((await read()).state).toBe('failed')
})

test('only what fails is logged as failed, not what stops or was canceled', async () => {
  const on = await stage()
  const logged: string[] = []
  const log = { ...silentLog, error: (_fields: object, event: string) => void logged.push(event) }
  const stopping = new AbortController()
  const told = [
    () => stopping.abort(),
    () => on.call(cancelJob, { jobId: canceled.jobId }),
    () => Promise.reject(new Error('a fault')),
  ]
  const declared = sample(async ({ signal }) => {
    await told.shift()?.()
    throw signal.reason ?? new Error('interrupted')
  })
  const stopped = await start(on, declared, log)
  const canceled = await start(on, declared, log)
  const failing = await start(on, declared, log)

  await stopped.run(stopping.signal)
  await canceled.run()
  expect(logged).toEqual([])
  await failing.run()
  expect(logged).toEqual(['job failed'])
})
