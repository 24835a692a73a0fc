import type { ModelPrice } from '#kernel/model.ts'

/** A price by the name `<provider>:<model>`. */
export type Prices = Readonly<Record<string, ModelPrice>>

const price = (
  inputPerMillion: number,
  outputPerMillion: number,
  perSearch: number | null,
  checkedOn: string | null = '2026-11-23',
): ModelPrice => ({ inputPerMillion, outputPerMillion, perSearch, checkedOn })

/**
 * List prices in US dollars, promotions left out; `checkedOn` null where no publication of the provider was at hand.
 * `MODEL_PRICES` overrides them (models.md#prices-are-data).
 */
export const listPrices: Prices = {
  'openai:gpt-6-sol': price(2, 10, 0.01),
  'openai:gpt-6.1-sol': price(2, 10, 0.01),
  'openai:gpt-6-luna': price(0.1, 0.5, 0.01),
  // $4 and $20 is a promotion.
  'openai:gpt-5.6-sol': price(5, 30, 0.01),
  'openai:gpt-5.4': price(2.5, 15, 0.01, null),
  'openai:gpt-5.1': price(1.25, 10, 0.01),
  'openai:gpt-5': price(1.25, 10, 0.01),
  'openai:gpt-5-nano': price(0.05, 0.4, 0.01, null),
  'openai:gpt-image-2': price(5, 30, null, null),
  'anthropic:claude-opus-5-5': price(4, 20, 0.01),
  'anthropic:claude-opus-5': price(5, 25, 0.01),
  'anthropic:claude-sonnet-5-5': price(2, 10, 0.01),
  'anthropic:claude-sonnet-5': price(2, 10, 0.01),
  'anthropic:claude-haiku-4-5': price(1, 5, 0.01),
  'google:gemini-3.6-flash': price(1.5, 7.5, 0.014),
  'perplexity:perplexity/sonar': price(0.25, 2.5, 0.0025),
}
