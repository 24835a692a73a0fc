import {
  type ModelAccess,
  type ModelConnector,
  type ModelPrice,
  type ModelProvider,
  type Models,
} from '#kernel/model.ts'

import { anthropic } from './anthropic.ts'
import { google } from './google.ts'
import { openaiCompatible } from './openai-compatible.ts'
import { openai } from './openai.ts'
import { perplexity } from './perplexity.ts'
import { listPrices, type Prices } from './prices.ts'

/** Every provider, one line each. */
const all: Readonly<Record<ModelProvider, ModelConnector>> = {
  openai,
  anthropic,
  google,
  perplexity,
  openai_compatible: openaiCompatible,
}

const free: ModelPrice = { inputPerMillion: 0, outputPerMillion: 0, perSearch: 0 }

/** The providers, with what the operator configured. */
export function openModels({
  configured,
  prices,
}: {
  configured: Readonly<Partial<Record<ModelProvider, ModelAccess>>>
  prices: Prices
}): Models {
  const known: Prices = { ...listPrices, ...prices }
  return {
    find: (provider) => all[provider],
    configured,
    priceOf(provider, ...names) {
      const found = names.flatMap(namesOf).map((name) => known[`${provider}:${name}`])
      return found.find((price) => price !== undefined) ?? (provider === 'openai_compatible' ? free : null)
    },
  }
}

// Providers answer with the dated name of a model: its price is that of the name without the date.
function namesOf(model: string): string[] {
  return [model, model.replace(/-(\d{4}-\d{2}-\d{2}|\d{8})$/, '')]
}
