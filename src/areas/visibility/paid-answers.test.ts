import { expect, test } from 'vitest'

import { createAsvAnalysis } from '#areas/visibility/operations/create-asv-analysis.ts'
import { createAsvPrompts } from '#areas/visibility/operations/create-asv-prompts.ts'
import { getAsvRun } from '#areas/visibility/operations/get-asv-run.ts'
import { listAsvAnswers } from '#areas/visibility/operations/list-asv-answers.ts'
import { startAsvRun } from '#areas/visibility/operations/start-asv-run.ts'
import { updateAsvEngine } from '#areas/visibility/operations/update-asv-engine.ts'
import { DatabaseAway, patientWrites } from '#areas/visibility/patient-writes.ts'
import { jobs } from '#catalog/jobs.ts'
import { openModels } from '#connectors/models/open-models.ts'
import { Refusal } from '#kernel/errors.ts'
import type { JobCtx } from '#kernel/job.ts'
import { type ModelAnswer, type Models } from '#kernel/model.ts'
import { connectModel } from '#test/sample-connections.ts'
import { stage } from '#test/stage.ts'
import { sampleEngine } from '#test/visibility-records.ts'

const confirm = { confirm: true }
const usual: ModelAnswer = {
  state: 'ok',
  errorCode: null,
  text: 'Take Acme.',
  servedModel: 'claude-opus-5-5',
  searchQueries: [],
  searches: 2,
  searched: true,
  retrieved: [],
  cited: [],
  usage: { inputTokens: 6000, outputTokens: 700, searches: 2, reportedCost: null },
  rawHash: '',
  tries: 1,
}

/** An organization with prompts, whose engine answers as `say` does. */
async function answering(say: (n: number) => Partial<ModelAnswer>, prompts = 1) {
  let calls = 0
  const opened = openModels({ configured: {}, prices: {} })
  const models: Models = {
    ...opened,
    find: (provider) => ({ ...opened.find(provider), ask: async () => ({ ...usual, ...say(++calls) }) }),
  }
  const on = await stage({ models })
  await connectModel(on, 'anthropic')
  const engineId = (await sampleEngine(on, 'anthropic')) as never
  await on.call(updateAsvEngine, { engineId, enabled: true, model: 'claude-opus-5-5', samplesPerPrompt: 1 })
  const texts = Array.from({ length: prompts }, (_, at) => ({ text: `Question number ${at}?` }))
  const promptIds = (await on.call(createAsvPrompts, { prompts: texts })).created.map(({ id }) => id as never)
  const run = async (more: object = {}) => {
    const { runId } = await on.call(startAsvRun, { promptIds, engineIds: [engineId], ...more }, confirm)
    await on.work()
    return (await on.call(getAsvRun, { runId })).run
  }
  return { ...on, engineIds: [engineId], promptIds, run, calls: () => calls }
}

test('an answer that cannot be stored ends its cell with one call, paid as it was', async () => {
  const { call, run, calls } = await answering(() => ({ text: 'Acme\u0000' }))

  const ended = await run({ maxCost: 2 })

  expect(calls()).toBe(1)
  expect(ended).toMatchObject({ state: 'failed', counts: { planned: 1, error: 1 }, attempts: 1, cost: 0.058 })
  expect((await call(listAsvAnswers, {})).items).toMatchObject([{ state: 'error', errorCode: 'bad_response' }])
})

test('an answer that comes while the database is away is stored once it is back', async () => {
  const { call, rows, engineIds, promptIds, jobRunner, runJob, database } = await answering(() => {
    away = 2
    return {}
  })
  let away = 0
  const sometimes = {
    ...database,
    forOrganization: ((...asked: Parameters<typeof database.forOrganization>) => {
      if (asked[1] === 'write' && away-- > 0) throw new Refusal('unavailable', 'The database is away.')
      return database.forOrganization(...asked)
    }) as typeof database.forOrganization,
  }
  await call(startAsvRun, { promptIds, engineIds }, confirm)
  const { id } = await rows(({ db }) => db.selectFrom('job').select('id').executeTakeFirstOrThrow())

  const end = await runJob(jobRunner(jobs, { database: sometimes }), id)

  expect(end).toBe('ended')
  expect((await call(listAsvAnswers, {})).items).toMatchObject([{ state: 'ok', errorCode: null }])
})

test('a database that stays away is a fault of the job, and other errors pass at once', async () => {
  const signal = new AbortController().signal
  let tries = 0
  const failing = (error: Error) => {
    const write = async () => {
      tries++
      throw error
    }
    return patientWrites({ signal, write } as Partial<JobCtx> as JobCtx, [0, 0])
  }
  const write = (ctx: JobCtx) => ctx.write(async () => undefined)

  await expect(write(failing(new Refusal('unavailable', 'Away.')))).rejects.toBeInstanceOf(DatabaseAway)
  expect(tries).toBe(3)
  await expect(write(failing(new Refusal('conflict', 'Taken.')))).rejects.toMatchObject({ code: 'conflict' })
  expect(tries).toBe(4)
})

test('an answer with more sources than a statement has values for is stored', async () => {
  const retrieved = Array.from({ length: 8000 }, (_, at) => ({
    url: `https://a.example/${at}`,
    domain: 'a.example',
    title: 'A page',
  }))
  const { rows, run } = await answering(() => ({ retrieved }))

  expect(await run()).toMatchObject({ state: 'succeeded', attempts: 1 })
  const stored = await rows(({ db }) => db.selectFrom('asv_citation').select('position').execute())
  expect(stored).toHaveLength(8000)
})

test('a search that brings as many tokens as fit in is within the limit', async () => {
  const dear = { inputTokens: 200_000, outputTokens: 4096, searches: 2, reportedCost: null }
  const { run, calls } = await answering((n) => (n < 3 ? {} : { usage: dear }), 8)

  const short = await run({ maxCost: 0.5 })
  expect([short.cost, short.counts.skipped, calls()]).toEqual([0, 8, 0])

  const ended = await run({ maxCost: 2 })
  expect(ended.cost).toBeGreaterThan(0.9)
  expect(ended.cost).toBeLessThanOrEqual(2)
  expect(ended.counts.skipped).toBeGreaterThan(0)
})

test('an answer that does not say what it used can have cost the most, and nobody knows', async () => {
  const unknown = { inputTokens: null, outputTokens: null, searches: 2, reportedCost: null }
  const { call, run, calls } = await answering(() => ({ usage: unknown }), 8)

  const ended = await run({ maxCost: 2.5 })

  expect(ended).toMatchObject({ cost: 0, costComplete: false, counts: { ok: 2, skipped: 6 } })
  expect(calls()).toBe(2)
  expect((await call(listAsvAnswers, { state: 'ok' })).items[0]).toMatchObject({
    cost: null,
    tokens: { input: null, output: null },
  })
})

test('of runs of one analysis that are started at once, one starts', async () => {
  const { call, engineIds } = await answering(() => ({}))
  const { analysis } = await call(createAsvAnalysis, { name: 'Weekly', promptFilter: {}, engineIds } as never, confirm)

  const starts = await Promise.allSettled(
    Array.from({ length: 12 }, () => call(startAsvRun, { analysisId: analysis.id }, confirm)),
  )

  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const start of starts)
    if (start.status === 'rejected') expect(start.reason).toMatchObject({ code: 'job_running' })
})
