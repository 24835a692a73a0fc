import { z } from 'zod'

import { stepsOutput } from '#areas/onboarding/step-output.ts'
import { isDerived, percentOf, readSteps, saidStates, say, stepKeys } from '#areas/onboarding/steps.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'

export const completeOnboardingStep = operation({
  name: 'completeOnboardingStep',
  title: 'Settle a first step',
  summary:
    'Skips a first step; only contentMode can be set to done. The others are done when what they ask for exists.',
  scope: 'org:write',
  risk: 'write',
  errors: ['invalid_transition'],
  examples: [
    { title: 'Skip a step', input: { step: 'firstTopic', state: 'skipped' } },
    { title: 'Keep the content mode', input: { step: 'contentMode', state: 'done' } },
  ],
  input: z.strictObject({
    step: z.enum(stepKeys).describe('The step'),
    state: z.enum(saidStates).describe('done: only for contentMode'),
  }),
  output: z.object({ steps: stepsOutput, percent: z.int().describe('Steps done or skipped, 0 to 100') }),

  async handle({ db }, { step, state }) {
    const before = (await readSteps(db)).find(({ key }) => key === step)
    if (state === 'done' && isDerived(step)) throw decidedByFacts(step, before?.state)
    if (state === 'skipped' && before?.state === 'done') throw doneAlready(step)

    if (before?.state !== state) await say(db, step, state)

    const steps = await readSteps(db)
    return { steps, percent: percentOf(steps) }
  },
})

function decidedByFacts(step: string, state: string | undefined): Refusal {
  return new Refusal(
    'invalid_transition',
    `The step ${step} is done by doing it, not by saying so. getOnboardingStatus names the operation; otherwise skip it.`,
    { step, state, allowed: state === 'done' ? [] : ['skipped'] },
  )
}

function doneAlready(step: string): Refusal {
  return new Refusal('invalid_transition', `The step ${step} is done, so there is nothing to skip.`, {
    step,
    state: 'done',
    allowed: [],
  })
}
