import { afterEach, beforeEach, expect, test } from 'vitest'

import { grantCredits } from '#areas/account/index.ts'
import { getBillingStatus } from '#areas/account/operations/get-billing-status.ts'
import { exportItems } from '#areas/exchange/operations/export-items.ts'
import { cancelJob } from '#areas/jobs/operations/cancel-job.ts'
import { getJob } from '#areas/jobs/operations/get-job.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { askAsvEnginesJob } from '#areas/visibility/jobs/ask-asv-engines.ts'
import { createAsvAnalysis } from '#areas/visibility/operations/create-asv-analysis.ts'
import { createAsvPrompts } from '#areas/visibility/operations/create-asv-prompts.ts'
import { estimateAsvRun } from '#areas/visibility/operations/estimate-asv-run.ts'
import { getAsvAnswer } from '#areas/visibility/operations/get-asv-answer.ts'
import { getAsvRun } from '#areas/visibility/operations/get-asv-run.ts'
import { listAsvAnswers } from '#areas/visibility/operations/list-asv-answers.ts'
import { listAsvEngines } from '#areas/visibility/operations/list-asv-engines.ts'
import { startAsvRun } from '#areas/visibility/operations/start-asv-run.ts'
import { updateAsvEngine } from '#areas/visibility/operations/update-asv-engine.ts'
import { updateAsvPrompt } from '#areas/visibility/operations/update-asv-prompt.ts'
import { openModels } from '#connectors/models/open-models.ts'
import type { Notice } from '#kernel/notice.ts'
import { connectModel } from '#test/sample-connections.ts'
import { sharedParts } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'
import { openLlm } from '#test/standins/llm.ts'
import { sampleEngine } from '#test/visibility-records.ts'

const confirm = { confirm: true }
let llm: Awaited<ReturnType<typeof openLlm>>
beforeEach(async () => void (llm = await openLlm()))
afterEach(() => llm.close())

/** An organization whose engines ask the stand-in; an answer costs as much as its tokens say. */
async function withEngines(prompts: number, providers: readonly ('openai' | 'anthropic')[] = ['openai']) {
  const configured = Object.fromEntries(providers.map((provider) => [provider, { key: null, baseUrl: llm.url }]))
  const price = { inputPerMillion: 100, outputPerMillion: 100, perSearch: 0 }
  const prices = { 'openai:priced': price, 'anthropic:priced': price }
  const on = await stage({ models: openModels({ configured, prices }) })
  const engineIds: never[] = []
  for (const provider of providers) {
    await connectModel(on, provider)
    const engineId = (await sampleEngine(on, provider)) as never
    await on.call(updateAsvEngine, { engineId, enabled: true, model: 'priced', samplesPerPrompt: 3 })
    engineIds.push(engineId)
  }
  const texts = Array.from({ length: prompts }, (_, at) => ({ text: `Question number ${at}?` }))
  const promptIds = (await on.call(createAsvPrompts, { prompts: texts })).created.map(({ id }) => id as never)
  const { outbound } = await sharedParts()
  const work = () => on.work({ fetch: outbound.fetch })
  const runOf = async (runId: string) => (await on.call(getAsvRun, { runId: runId as never })).run
  return { ...on, work, fetch: outbound.fetch, engineIds, promptIds, runOf }
}

test('every engine is asked every prompt once per sample, alone, and answers are read', async () => {
  const { call, work, engineIds, promptIds, runOf } = await withEngines(2, ['openai', 'anthropic'])
  llm.says({
    text: 'Take Acme.',
    pages: [{ url: 'https://a.example/x', title: 'X' }],
    cited: [0, 0],
    tokens: [100, 50],
  })

  const { runId, jobId, estimate } = await call(startAsvRun, { promptIds, engineIds, samples: 2 }, confirm)
  await work()

  expect(estimate).toMatchObject({
    calls: 8,
    credits: 8,
    costRange: { currency: 'USD', complete: true },
    notConfigured: [],
  })
  expect(llm.asked.map(({ prompt }) => prompt).toSorted()).toEqual([
    ...Array<string>(4).fill('Question number 0?'),
    ...Array<string>(4).fill('Question number 1?'),
  ])
  const run = await runOf(runId)
  expect(run).toMatchObject({
    state: 'succeeded',
    counts: { planned: 8, ok: 8, refused: 0, error: 0, skipped: 0 },
    attempts: 8,
    unconfirmedCalls: 0,
    costComplete: true,
    credits: 8,
    engineErrors: [],
  })
  expect(run.cost).toBeCloseTo(8 * 0.015, 6)
  expect(run.engineSnapshots.map(({ servedModels }) => servedModels.length)).toEqual([1, 1])
  expect((await call(getJob, { jobId })).state).toBe('succeeded')
  const { items } = await call(listAsvAnswers, { runId })
  expect(items).toHaveLength(8)
  expect(run.engineSnapshots.map(({ model }) => model)).toEqual(['priced', 'priced'])
  expect(await call(getAsvAnswer, { answerId: items[0]?.id as never })).toMatchObject({
    mode: 'search',
    basis: 'api',
    searched: true,
    cost: 0.015,
    citations: [{ domain: 'a.example', kind: 'cited', count: 2 }],
  })
  expect((await call(listAsvEngines, {})).items.find(({ provider }) => provider === 'openai')).toMatchObject({
    status: 'ready',
    pricePerAnswer: 0.015,
    lastOkAt: expect.any(String),
  })
})

test('an engine without a chosen model says which one it asks, and expects what that one costs', async () => {
  const { call, work, engineIds, promptIds, runOf } = await withEngines(1)
  const [engineId] = engineIds
  await call(startAsvRun, { promptIds, engineIds, samples: 1 }, confirm)
  await work()
  const estimated = async () => (await call(estimateAsvRun, { promptIds, engineIds, samples: 1 })).costRange.expected
  expect(await estimated()).toBe(0.015)

  await call(updateAsvEngine, { engineId: engineId as never, model: null })

  const { items } = await call(listAsvEngines, {})
  expect(items.find(({ id }) => id === engineId)).toMatchObject({ model: null, defaultModel: 'gpt-6-sol' })
  expect(await estimated()).toBeGreaterThan(0.03)
  const rehearsed = await call(startAsvRun, { promptIds, engineIds, samples: 1 }, { ...confirm, dryRun: true })
  expect([rehearsed.jobId, rehearsed.runId]).toEqual([null, null])
  const { runId } = await call(startAsvRun, { promptIds, engineIds, samples: 1 }, confirm)
  expect((await runOf(runId)).engineSnapshots).toMatchObject([{ model: 'gpt-6-sol' }])
})

test('an engine without a key or not enabled, and a limit that would not hold, start nothing', async () => {
  const { call, engineIds, promptIds } = await withEngines(2)
  const other = (await sampleEngine({ call } as never, 'google')) as never
  const start = (more: object) => call(startAsvRun, { promptIds, engineIds, ...more } as never, confirm)

  await expect(start({ engineIds: [other] })).rejects.toMatchObject({
    code: 'provider_not_configured',
    details: { engines: [{ engineId: other }], alternative: { operation: 'importAsvAnswers' } },
  })
  await expect(start({ maxCost: 0.001 })).rejects.toMatchObject({
    code: 'cost_limit_exceeded',
    details: { limit: 0.001 },
  })
  await call(updateAsvEngine, { engineId: engineIds[0] as never, model: 'unknown-model' })
  await expect(start({ maxCost: 10 })).rejects.toMatchObject({
    code: 'cost_limit_exceeded',
    details: { reason: 'price_unknown' },
  })
  const { costRange } = await call(estimateAsvRun, { promptIds, engineIds })
  expect(costRange.complete).toBe(false)
  const { notConfigured } = await call(estimateAsvRun, { promptIds, engineIds: [other] })
  expect(notConfigured).toMatchObject([{ engineId: other, provider: 'google' }])
  expect(llm.asked).toEqual([])
})

test('a run asks no more prompts than the plan allows by now, whatever its analysis was allowed', async () => {
  const { call, access, engineIds } = await withEngines(30)
  const named = { name: 'Weekly', engineIds, promptFilter: {}, samples: 1 }
  const { analysis } = await call(createAsvAnalysis, named)
  const as = { organization: { ...access.organization, plan: 'starter' as const } }

  const run = call(startAsvRun, { analysisId: analysis.id }, { ...confirm, as })

  await expect(run).rejects.toMatchObject({ code: 'plan_required', details: { asvPromptsMax: 25, asked: 30 } })
  expect(llm.asked).toEqual([])
})

test('credits are reserved before and settled by what was answered', async () => {
  const { call, rows, work, engineIds, promptIds, runOf } = await withEngines(4)
  await rows(({ db }) => grantCredits(db, 20))
  const balance = async () => (await call(getBillingStatus, {})).credits.balance
  llm.says(({ prompt }) =>
    prompt.includes('0')
      ? { end: 'refused' }
      : prompt.includes('1')
        ? { end: 'cut off' }
        : prompt.includes('2')
          ? { text: '' }
          : {},
  )

  const { runId } = await call(startAsvRun, { promptIds, engineIds }, confirm)
  expect(await balance()).toBe(8)
  await expect(call(startAsvRun, { promptIds, engineIds }, confirm)).rejects.toMatchObject({
    code: 'insufficient_credits',
  })
  await work()

  expect(await runOf(runId)).toMatchObject({
    state: 'partial',
    counts: { planned: 12, ok: 3, refused: 3, error: 6, skipped: 0 },
    credits: 9,
  })
  expect(await balance()).toBe(11)
  const codes = (await runOf(runId)).engineErrors.map(({ code, count }) => [code, count])
  expect(codes).toEqual([
    ['bad_response', 3],
    ['truncated', 3],
  ])
})

test('a wrong key skips the rest of its engine alone, and shows at the engine', async () => {
  const { call, rows, work, engineIds, promptIds, runOf } = await withEngines(6, ['openai', 'anthropic'])
  const [openai] = engineIds
  await rows(({ db }) => db.deleteFrom('model_key').where('provider', '=', 'openai').execute())
  const { runId } = await call(startAsvRun, { promptIds, engineIds: [engineIds[1] as never] }, confirm)
  llm.changeKey('another-key-of-the-stand-in-01234')
  await work()

  const failed = await runOf(runId)
  expect(failed).toMatchObject({ state: 'failed', cost: 0, credits: 0 })
  expect(failed.counts.error + failed.counts.skipped).toBe(18)
  expect(failed.counts.error).toBeLessThanOrEqual(4)
  const statusOf = async () =>
    (await call(listAsvEngines, {})).items.find(({ provider }) => provider === 'anthropic')?.status
  expect(await statusOf()).toBe('error')
  await rows(({ db }) =>
    db.updateTable('model_key').set({ last4: '0123' }).where('provider', '=', 'anthropic').execute(),
  )
  expect(await statusOf()).toBe('ready')
  await expect(call(startAsvRun, { promptIds, engineIds: [openai as never] }, confirm)).rejects.toMatchObject({
    code: 'provider_not_configured',
  })
})

test('what an answer that cannot be read cost is not known, and counts against the limit with the most that it can be', async () => {
  const { call, rows, work, engineIds, promptIds, runOf } = await withEngines(1)
  llm.fail(({ method }) => method === 'POST', { status: 200, html: true })

  const { runId, estimate } = await call(startAsvRun, { promptIds, engineIds, samples: 3, maxCost: 30 }, confirm)
  await work()

  const run = await runOf(runId)
  expect(run).toMatchObject({ counts: { ok: 2, error: 1 }, costComplete: false, estimate })
  const { lost_cost: lost } = await rows(({ db }) =>
    db.selectFrom('asv_run').select('lost_cost').where('id', '=', runId).executeTakeFirstOrThrow(),
  )
  expect(lost).toBeCloseTo(estimate.costRange.high / 3, 6)
})

test('what timed out before an answer counts against the limit, too', async () => {
  const { call, rows, jobRunner, runJob, fetch, engineIds, promptIds, runOf } = await withEngines(1)
  llm.fail(({ method }) => method === 'POST', 'timeout')
  const { runId, jobId, estimate } = await call(startAsvRun, { promptIds, engineIds, samples: 1, maxCost: 30 }, confirm)
  const impatient: typeof fetch = (address, rules) => fetch(address, { ...rules, timeoutMs: 1000 })

  await runJob(jobRunner([(await import('./jobs/ask-asv-engines.ts')).askAsvEnginesJob], { fetch: impatient }), jobId)

  expect(await runOf(runId)).toMatchObject({ counts: { ok: 1, error: 0 }, attempts: 2, costComplete: false })
  const { lost_cost: lost } = await rows(({ db }) =>
    db.selectFrom('asv_run').select('lost_cost').where('id', '=', runId).executeTakeFirstOrThrow(),
  )
  expect(lost).toBeCloseTo(estimate.costRange.high, 6)
})

test('an answer that costs more than expected is what is set aside for the next ones', async () => {
  const { call, work, engineIds, promptIds, runOf } = await withEngines(30)
  llm.says({ text: 'Acme', tokens: [200_000, 2000] })
  const { costRange } = await call(estimateAsvRun, { promptIds, engineIds, samples: 1 })
  // Four at once would fit as they are estimated, and a fifth would not fit as they turn out.
  const limit = 90
  expect(4 * (costRange.high / 30)).toBeLessThan(limit)

  const { runId } = await call(startAsvRun, { promptIds, engineIds, samples: 1, maxCost: limit }, confirm)
  await work()

  const run = await runOf(runId)
  expect([run.counts.ok, run.counts.skipped]).toEqual([4, 26])
  expect(run.cost).toBeCloseTo(4 * 20.2, 6)
})

test('an answer that is much dearer than expected is asked for once, and the others only as far as the limit goes', async () => {
  const { call, work, engineIds, promptIds, runOf } = await withEngines(4)
  const { estimate } = await call(startAsvRun, { promptIds, engineIds, samples: 1 }, { ...confirm, dryRun: true })
  const maxCost = estimate.costRange.high
  llm.says({ text: 'Acme', tokens: [Math.round((maxCost * 10_000) / 2.5), 0] })

  const { runId } = await call(startAsvRun, { promptIds, engineIds, samples: 1, maxCost }, confirm)
  await work()

  const run = await runOf(runId)
  expect([run.counts.ok, run.counts.skipped]).toEqual([2, 2])
  expect(run.cost).toBeLessThanOrEqual(maxCost)
})

test('a prompt is asked as it is written now, from its own country, and its length counts for what it can cost', async () => {
  const on = await withEngines(2)
  const { call, engineIds, promptIds } = on
  const [promptId] = promptIds
  await call(updateAsvEngine, { engineId: engineIds[0] as never, country: 'DE' })
  await call(updateAsvPrompt, { id: promptId as never, text: 'QUESTION number 0?' })
  const long = '長い質問'.repeat(120)
  const { created } = await call(createAsvPrompts, { prompts: [{ text: long, country: 'JP' }] })
  const high = async (ids: never[]) =>
    (await call(estimateAsvRun, { promptIds: ids, engineIds, samples: 1 })).costRange.high

  await call(startAsvRun, { promptIds: [...promptIds, created[0]?.id as never], engineIds, samples: 1 }, confirm)
  await on.work()

  const countries = llm.asked.map(({ prompt, body }) => [prompt, JSON.stringify(body['tools']).slice(-6, -4)])
  expect(countries.toSorted()).toEqual([
    ['QUESTION number 0?', 'DE'],
    ['Question number 1?', 'DE'],
    [long, 'JP'],
  ])
  // At 100 dollars a million, as many tokens more as the text has bytes more.
  expect((await high([created[0]?.id as never])) - (await high([promptId as never]))).toBeCloseTo(
    (Buffer.byteLength(long) - 18) * 1e-4,
    6,
  )
})

test('the cost of a run never exceeds its limit', async () => {
  const { call, work, engineIds, promptIds, runOf } = await withEngines(30)
  llm.says({ text: 'Acme', tokens: [3000, 2000] })
  const { estimate } = await call(startAsvRun, { promptIds, engineIds, samples: 1 }, { ...confirm, dryRun: true })
  const limit = estimate.costRange.expected * 1.01

  const { runId } = await call(startAsvRun, { promptIds, engineIds, samples: 1, maxCost: limit }, confirm)
  await work()

  const run = await runOf(runId)
  expect(run.cost).toBeGreaterThan(0)
  expect(run.cost).toBeLessThanOrEqual(limit)
  expect(run.counts.ok + run.counts.skipped).toBe(30)
  expect(run.counts.ok).toBe(Math.round(run.cost / 0.5))
})

test('a run that is killed twice has each answer once, and pays each once', async () => {
  const on = await withEngines(12, ['openai', 'anthropic'])
  const { call, engineIds, promptIds, runOf } = on
  let answered = 0
  const { runId, jobId } = await call(startAsvRun, { promptIds, engineIds, samples: 3 }, confirm)
  for (const after of [15, 30]) {
    const stop = new AbortController()
    llm.says(() => {
      if (++answered === after) stop.abort()
      return answered % 10 === 0 ? { text: '' } : { text: 'Acme', tokens: [100, 50] }
    })
    const runner = on.jobRunner([(await import('./jobs/ask-asv-engines.ts')).askAsvEnginesJob], { fetch: on.fetch })
    expect(await on.runJob(runner, jobId, stop.signal)).toBe('again')
  }
  llm.says({ text: 'Acme', tokens: [100, 50] })
  await on.work()

  const run = await runOf(runId)
  const { counts } = run
  expect(counts.ok + counts.refused + counts.error + counts.skipped).toBe(counts.planned)
  expect(counts).toMatchObject({ planned: 72, skipped: 0 })
  const rows = await on.rows(({ db }) =>
    db.selectFrom('asv_answer').select(['engine_id', 'prompt_id', 'sample_no', 'cost']).execute(),
  )
  expect(rows).toHaveLength(72)
  expect(new Set(rows.map((row) => `${row.engine_id} ${row.prompt_id} ${row.sample_no}`)).size).toBe(72)
  expect(run.cost).toBeCloseTo(
    rows.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
    6,
  )
  expect(run.unconfirmedCalls).toBeLessThanOrEqual(16)
  expect(run.costComplete).toBe(run.unconfirmedCalls === 0)
  expect(llm.asked.length).toBeLessThanOrEqual(72 + 16)
})

test('a run waits for an earlier one that asks the same engine, and for no other', async () => {
  const on = await withEngines(2, ['openai', 'anthropic'])
  const [openai, anthropic] = on.engineIds
  const start = (engineIds: never[]) =>
    on.call(startAsvRun, { promptIds: on.promptIds, engineIds, samples: 1 }, confirm)
  const first = await start([openai as never])
  const same = await start([openai as never, anthropic as never])
  const other = await start([anthropic as never])
  const runner = on.jobRunner([(await import('./jobs/ask-asv-engines.ts')).askAsvEnginesJob], { fetch: on.fetch })
  const stateAfter = async ({ jobId, runId }: { jobId: string; runId: string }) => {
    await on.runJob(runner, jobId)
    return (await on.runOf(runId)).state
  }
  const takenBy = (state: 'running' | 'queued') =>
    on.rows(({ db }) => db.updateTable('job').set({ state }).where('id', '=', first.jobId).execute())

  await takenBy('running')
  expect([await stateAfter(same), llm.asked.length]).toEqual(['queued', 0])
  expect(await stateAfter(other)).toBe('succeeded')
  await takenBy('queued')
  expect([await stateAfter(same), await stateAfter(first)]).toEqual(['succeeded', 'succeeded'])
})

test('a canceled run keeps and pays what arrived; one of the same analysis runs at a time', async () => {
  const on = await withEngines(4)
  const { call, engineIds, runOf } = on
  await on.rows(({ db }) => grantCredits(db, 100))
  const { analysis } = await call(createAsvAnalysis, { name: 'All', promptFilter: {}, engineIds, samples: 2 })
  const analysisId = analysis.id as never
  const { runId, jobId } = await call(startAsvRun, { analysisId }, confirm)
  await expect(call(startAsvRun, { analysisId }, confirm)).rejects.toMatchObject({
    code: 'job_running',
    details: { runId },
  })
  const stop = new AbortController()
  let answered = 0
  llm.says(() => {
    if (++answered === 5) stop.abort()
    return { text: 'Acme' }
  })
  await on.runJob(
    on.jobRunner([(await import('./jobs/ask-asv-engines.ts')).askAsvEnginesJob], { fetch: on.fetch }),
    jobId,
    stop.signal,
  )

  const { refundedCredits } = await call(cancelJob, { jobId })

  const run = await runOf(runId)
  expect(run.state).toBe('canceled')
  expect(run.counts.ok).toBeGreaterThan(0)
  expect(run.counts.ok + run.counts.skipped).toBe(8)
  const skipped = await call(listAsvAnswers, { runId, state: 'skipped' })
  expect(skipped.items.map(({ errorCode }) => errorCode)).toEqual(Array(run.counts.skipped).fill('canceled'))
  expect(run.engineErrors).toEqual([{ engineId: engineIds[0], code: 'canceled', count: run.counts.skipped }])
  expect(run.engineSnapshots[0]?.servedModels).toHaveLength(1)
  // The answer that was under way was asked for, and may have been paid.
  expect(run.attempts).toBe(run.counts.ok + run.unconfirmedCalls)
  expect([run.unconfirmedCalls > 0, run.costComplete]).toEqual([true, false])
  expect(refundedCredits).toBe(8 - run.counts.ok)
  expect((await call(getBillingStatus, {})).credits.balance).toBe(100 - run.counts.ok)
})

test('a run in which the own brand is named less often than before is told, if that is more than chance', async () => {
  const on = await withEngines(12)
  await on.call(updateOrganizationSettings, { brand: { name: 'Acme' } })
  const { analysis } = await on.call(createAsvAnalysis, {
    name: 'All',
    promptFilter: {},
    engineIds: on.engineIds,
    samples: 3,
  })
  const { askAsvEnginesJob } = await import('./jobs/ask-asv-engines.ts')
  const told = async (isNamed: (at: number) => boolean, of: object = { analysisId: analysis.id }) => {
    let at = 0
    llm.says(() => ({ text: isNamed(at++) ? 'Acme' : 'Nobody' }))
    const { jobId } = await on.call(startAsvRun, of as never, confirm)
    const notices: Notice[] = []
    const notify = async (_db: unknown, notice: Notice) => void notices.push(notice)
    await on.runJob(on.jobRunner([askAsvEnginesJob], { fetch: on.fetch, notify }), jobId)
    return notices.flatMap(({ event, text }) => (event === 'asvDrop' ? [text] : []))
  }

  expect(await told((at) => at % 4 !== 0)).toEqual([])
  expect(await told((at) => at % 4 !== 1 && at !== 0)).toEqual([])
  expect(await told((at) => at % 6 === 0, { promptIds: on.promptIds, engineIds: on.engineIds })).toEqual([])
  expect(await told((at) => at % 6 === 0)).toEqual([
    'Acme is named less often in AI answers.\nIn answers that search the web: from 72 % to 17 %, more than chance explains.',
  ])
  expect(await told((at) => at % 4 !== 0)).toEqual([])
})

test('a run gives its place back while others wait, and asks nothing twice', async () => {
  const { call, runJob, jobRunner, fetch, engineIds, promptIds, runOf } = await withEngines(9)
  const other = await stage()
  await other.call(exportItems, { format: 'csv' })
  const { runId, jobId } = await call(startAsvRun, { promptIds, engineIds, samples: 1 }, confirm)
  const runner = jobRunner([askAsvEnginesJob], { fetch, turnMs: 0 })

  const ends = []
  while (ends.at(-1) !== 'ended') ends.push(await runJob(runner, jobId))

  expect(ends).toContain('again')
  expect(llm.asked.map(({ prompt }) => prompt).toSorted()).toEqual(
    Array.from({ length: 9 }, (_, at) => `Question number ${at}?`),
  )
  expect(await runOf(runId)).toMatchObject({ state: 'succeeded', counts: { ok: 9 }, unconfirmedCalls: 0 })

  // A key that is refused ends the calls at its engine, also where the turn of the run ends with it.
  llm.changeKey('another-key-of-the-stand-in-01234')
  const refused = await call(startAsvRun, { promptIds, engineIds, samples: 1 }, confirm)
  while ((await runJob(runner, refused.jobId)) !== 'ended');
  const { counts } = await runOf(refused.runId)
  expect(counts.error + counts.skipped).toBe(9)
  expect(counts.error).toBeLessThanOrEqual(4)
})
