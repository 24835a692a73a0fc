import { z } from 'zod'

import { writers } from '#areas/models/choose-writer.ts'
import { keepDefaultModel, removeDefaultModel } from '#areas/models/default-model.ts'
import { notConfigured } from '#areas/models/open-model.ts'
import { providerSources } from '#areas/models/provider-states.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'

const modelName = z
  .string()
  .max(200)
  .regex(/^[\x21-\x7e]+$/, 'Must be a name without blanks')

export const setDefaultModel = operation({
  name: 'setDefaultModel',
  title: 'Choose the model that writes',
  summary: 'Sets the provider and model that write if a call names none; provider null takes the first configured.',
  scope: 'org:write',
  risk: 'write',
  errors: ['provider_not_configured'],
  examples: [
    { title: 'The usual model of a provider', input: { provider: 'anthropic' } },
    { title: 'No preference', input: { provider: null } },
  ],
  input: z.strictObject({
    provider: z.enum(writers).nullable(),
    model: modelName.nullable().optional().describe('Left out or null: the usual one of the provider'),
  }),
  output: z.object({ provider: z.enum(writers).nullable(), model: z.string().nullable() }),

  async handle({ db, models }, { provider, model = null }) {
    if (provider === null) {
      if (model !== null) throw withoutProvider()
      await removeDefaultModel(db)
      return { provider, model }
    }
    const sources = await providerSources(db, models)
    if (sources[provider] === null) throw notConfigured([provider])
    await keepDefaultModel(db, { provider, model })
    return { provider, model }
  },
})

function withoutProvider(): Refusal {
  const message = 'A model needs its provider'
  return new Refusal('validation_failed', `${message}.`, [{ path: '/input/model', message, code: 'invalid_value' }])
}
