import { z } from 'zod'

import { stepKeys, stepStates } from './steps.ts'

/** The steps as every answer shows them. */
export const stepsOutput = z.array(
  z.object({
    key: z.enum(stepKeys),
    state: z.enum(stepStates),
    evidence: z.string().nullable().describe('What shows that it is done: a value, a slug or an id'),
    nextAction: z.string().nullable().describe('Operation that does it; null: done, or nothing does it yet'),
  }),
)
