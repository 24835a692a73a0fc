import { type ModelAccess, type ModelPrice, type ModelProvider, modelProviders } from '#kernel/model.ts'

import type { Variables } from './variables.ts'

/** What the operator configured of providers of models, and prices by `<provider>:<model>`. */
export type ModelsConfig = {
  configured: Readonly<Partial<Record<ModelProvider, ModelAccess>>>
  prices: Readonly<Record<string, ModelPrice>>
}

/** Providers with a key; one that is compatible with OpenAI needs its address instead. */
export function modelsOf(values: Variables): ModelsConfig {
  const keyed = {
    openai: [values.OPENAI_API_KEY, values.OPENAI_BASE_URL],
    anthropic: [values.ANTHROPIC_API_KEY, values.ANTHROPIC_BASE_URL],
    google: [values.GOOGLE_API_KEY, values.GOOGLE_BASE_URL],
    perplexity: [values.PERPLEXITY_API_KEY, values.PERPLEXITY_BASE_URL],
    openai_compatible: [values.OPENAI_COMPATIBLE_API_KEY, values.OPENAI_COMPATIBLE_BASE_URL],
  } as const
  const configured = Object.fromEntries(
    modelProviders.map((provider) => {
      const [key, url] = keyed[provider]
      return [provider, { key: key ?? null, baseUrl: url ?? null }]
    }),
  )
  return { configured, prices: values.MODEL_PRICES ?? {} }
}
