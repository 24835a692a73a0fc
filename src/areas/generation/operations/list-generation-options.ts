import { z } from 'zod'

import { limits } from '#areas/generation/options.ts'
import { creditPrices, providerState, providerStates } from '#areas/models/index.ts'
import { getSettings, presetsOf } from '#areas/organizations/index.ts'
import { operation } from '#kernel/operation.ts'

export const listGenerationOptions = operation({
  name: 'listGenerationOptions',
  title: 'List writing options',
  summary:
    'Lists article types and writing styles, including your own presets, model providers, limits and credit prices.',
  scope: 'content:read',
  risk: 'read',
  examples: [{ title: 'Everything that can be chosen', input: {} }],
  input: z.strictObject({}),
  output: z.object({
    articleTypes: z.array(z.string()),
    writingStyles: z.array(z.string()),
    providers: z.array(providerState.extend({ writes: z.boolean(), draws: z.boolean() })),
    limits: z.object(Object.fromEntries(Object.keys(limits).map((name) => [name, z.int()]))),
    creditPrices: z.array(z.object({ operation: z.string(), credits: z.int(), unit: z.string() })),
  }),

  async handle({ db, models }) {
    const { articleTypes, writingStyles } = presetsOf((await getSettings(db)).presets)
    return {
      articleTypes: [...articleTypes],
      writingStyles: [...writingStyles],
      providers: (await providerStates(db, models)).map((state) => {
        const { write, draw } = models.find(state.provider)
        return { ...state, writes: write !== undefined, draws: draw !== undefined }
      }),
      limits: { ...limits },
      creditPrices: [...creditPrices],
    }
  },
})
