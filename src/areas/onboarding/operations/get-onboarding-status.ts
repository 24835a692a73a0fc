import { z } from 'zod'

import { stepsOutput } from '#areas/onboarding/step-output.ts'
import { percentOf, readSteps } from '#areas/onboarding/steps.ts'
import { operation } from '#kernel/operation.ts'

export const getOnboardingStatus = operation({
  name: 'getOnboardingStatus',
  title: 'Get the first steps',
  summary: 'Reports which of the first steps are done, what shows it, and which operation does the next one.',
  scope: 'org:read',
  risk: 'read',
  examples: [{ title: 'What is left to do', input: {} }],
  input: z.strictObject({}),
  output: z.object({ steps: stepsOutput, percent: z.int().describe('Steps done or skipped, 0 to 100') }),

  async handle({ db }) {
    const steps = await readSteps(db)
    return { steps, percent: percentOf(steps) }
  },
})
