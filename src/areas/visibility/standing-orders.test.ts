import { beforeEach, expect, test } from 'vitest'

import { setApprovalPolicy } from '#areas/approvals/operations/set-approval-policy.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import { stage, type Stage } from '#test/stage.ts'
import { askableEngine, newAnalysis, newPrompt } from '#test/visibility-records.ts'

import { createAsvPrompts } from './operations/create-asv-prompts.ts'
import { updateAsvAnalysis } from './operations/update-asv-analysis.ts'
import { updateAsvEngine } from './operations/update-asv-engine.ts'
import { updateAsvPrompt } from './operations/update-asv-prompt.ts'

let on: Stage
let engine: never
let prompt: never
let analysis: never
beforeEach(async () => {
  on = await stage()
  engine = (await askableEngine(on)) as never
  prompt = (await newPrompt(on)) as never
  analysis = (await newAnalysis(on, { engineIds: [engine], promptFilter: { intents: ['discovery'] } })) as never
  await on.call(setApprovalPolicy, { risks: ['external'] }, on.inPerson())
})

const schedule = (more: object = {}) =>
  on.call(updateAsvAnalysis, { id: analysis, schedule: 'weekly', ...more }, { confirm: true, ...on.inPerson() })
const status = async (op: AnyOperation, input: object) => (await on.answerOf(op, input, {})).status

const changes: readonly (readonly [string, () => readonly [AnyOperation, object]])[] = [
  ['another model', () => [updateAsvEngine, { engineId: engine, model: 'dear' }]],
  ['more samples', () => [updateAsvEngine, { engineId: engine, samplesPerPrompt: 10 }]],
  ['one more prompt', () => [createAsvPrompts, { prompts: [{ text: 'What else is there?' }] }]],
]

test.each(changes)(
  'an agent waits for a person with %s of a scheduled analysis, and not without a schedule',
  async (_, make) => {
    const [op, input] = make()
    expect(await status(op, { ...input })).toBe(200)
    on = await stageAgain()

    const [again, raised] = make()

    expect(await status(again, raised)).toBe(428)
  },
)

/** The same records in another organization, with a schedule. */
async function stageAgain(): Promise<Stage> {
  on = await stage()
  engine = (await askableEngine(on)) as never
  prompt = (await newPrompt(on)) as never
  analysis = (await newAnalysis(on, { engineIds: [engine], promptFilter: { intents: ['discovery'] } })) as never
  await on.call(setApprovalPolicy, { risks: ['external'] }, on.inPerson())
  await schedule()
  return on
}

test('a paused prompt that a schedule asks is not taken up by an agent alone, and pausing it is a plain write', async () => {
  await schedule()

  expect(await status(updateAsvPrompt, { id: prompt, state: 'paused' })).toBe(200)
  expect(await status(updateAsvPrompt, { id: prompt, state: 'active' })).toBe(428)
})

test('what a schedule does not ask, asks already, or asks less of is a plain write', async () => {
  await schedule({ samples: 1 })

  expect(await status(createAsvPrompts, { prompts: [{ text: 'What does it cost?', intent: 'pricing' }] })).toBe(200)
  expect(await status(updateAsvEngine, { engineId: engine, samplesPerPrompt: 10 })).toBe(200)
  expect(await status(updateAsvEngine, { engineId: engine, enabled: false })).toBe(200)
  expect(await status(updateAsvPrompt, { id: prompt, tag: 'new' })).toBe(200)
})
