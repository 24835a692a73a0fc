import { z } from 'zod'

import { refusalOf } from '#areas/models/faults.ts'
import { openModel } from '#areas/models/open-model.ts'
import { askWhetherItWorks } from '#areas/models/store-key.ts'
import type { PrepareCtx } from '#kernel/context.ts'
import { ModelFault, modelProviders, type ModelProvider } from '#kernel/model.ts'
import { operation } from '#kernel/operation.ts'

/** So many names of models are shown. */
const mostModels = 500

export const testLlmProvider = operation({
  name: 'testLlmProvider',
  title: 'Test a model provider',
  summary: 'Asks a provider whether the configured key works, and which models it has. Writes nothing.',
  scope: 'integrations:write',
  risk: 'external',
  reachesOut: true,
  errors: ['provider_not_configured'],
  examples: [{ title: 'Does the key still work', input: { provider: 'openai' } }],
  input: z.strictObject({ provider: z.enum(modelProviders) }),
  output: z.object({
    provider: z.enum(modelProviders),
    works: z.boolean().nullable().describe('Null in a dry run, which asks nothing'),
    reason: z.string().nullable().describe('Why it does not'),
    detail: z.string().nullable(),
    latencyMs: z.int().nullable(),
    models: z.array(z.string()).describe('Names, at most 500; empty where the provider has no list'),
  }),

  prepare: (ctx, { provider }) => tested(ctx, provider),

  async handle(_ctx, { provider }, found) {
    return { provider, ...found }
  },
})

type Found = {
  works: boolean | null
  reason: string | null
  detail: string | null
  latencyMs: number | null
  models: string[]
}
const nothing: Found = { works: null, reason: null, detail: null, latencyMs: null, models: [] }

async function tested(ctx: PrepareCtx, provider: ModelProvider): Promise<Found> {
  const { connector, connection } = await openModel(ctx, provider)
  if (ctx.isRehearsal) return nothing
  const begun = performance.now()
  const latencyMs = () => Math.round(performance.now() - begun)
  try {
    const models = await askWhetherItWorks(connector, connection)
    return { ...nothing, works: true, latencyMs: latencyMs(), models: models.slice(0, mostModels) }
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error
    const { message, details } = refusalOf(error)
    const { reason } = details as { reason: string }
    return { ...nothing, works: false, reason, detail: message, latencyMs: latencyMs() }
  }
}
