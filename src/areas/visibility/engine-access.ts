import { sql } from 'kysely'
import type { z } from 'zod'

import { providerStates } from '#areas/models/index.ts'
import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { costOf, type ModelProvider, type Models } from '#kernel/model.ts'

import { describeEngine, type engineOutput, type EngineRow, modeOf } from './engines.ts'

type Ctx = { db: Reader; models: Models }

/** An answer as long as they usually are, for an engine that has not answered yet. */
const typical = { inputTokens: 40, searchedTokens: 6000, outputTokens: 700, searches: 2 }

/** The most text that a call may produce: what it can cost at most follows from it. */
const outputLimit = 4096
/** As many searches as an answer makes where no request limits them. */
const unlimitedSearches = 5

/** The providers that can be asked. */
export async function configuredProviders({ db, models }: Ctx): Promise<ReadonlySet<string>> {
  const states = await providerStates(db, models)
  return new Set(states.filter(({ configured }) => configured).map(({ provider }) => provider))
}

/** Engines as answers have them. `configured`: the providers that can be asked. */
export async function describeEngines(
  ctx: Ctx,
  rows: readonly EngineRow[],
  configured: ReadonlySet<string>,
): Promise<z.input<typeof engineOutput>[]> {
  const prices = await pricePerAnswer(ctx, rows)
  return rows.map((row) => {
    const defaultModel = askedModel({ ...row, model: null }, ctx.models)?.model ?? null
    return describeEngine(row, { configured, price: prices.get(row.id) ?? null, defaultModel })
  })
}

/** The provider of an engine that is asked, and the model where none is chosen. */
export function askedModel(
  { provider, model }: EngineRow,
  models: Models,
): { provider: ModelProvider; model: string | null } | undefined {
  return provider === 'manual' ? undefined : { provider, model: model ?? models.find(provider).defaultModel }
}

/** What an answer of each engine costs in US dollars: as its last 50 did, else by price and typical length; null: not known. */
export async function pricePerAnswer(
  { db, models }: Ctx,
  engines: readonly EngineRow[],
): Promise<Map<string, number | null>> {
  const seen = await lastCosts({ db, models }, engines)
  return new Map(engines.map((engine) => [engine.id, seen.get(engine.id)?.mean ?? typicalCost(engine, models)]))
}

/** How many tokens an answer takes usually. */
export const typicalTokens = (engine: EngineRow) =>
  typical.inputTokens + typical.outputTokens + (modeOf(engine) === 'search' ? typical.searchedTokens : 0)

/** Whether a call failed because the provider has no key. */
export const isNotConfigured = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'provider_not_configured'

/** What an answer can cost: typically, and at most; null where the price is not known. */
export function typicalCost(engine: EngineRow, models: Models): number | null {
  return priced(engine, models, typical)
}

/**
 * The most that a call with this prompt can cost (visibility.md#limits-of-cost): a text has no more tokens than bytes, and searches
 * put in no more than fits in.
 */
export function highestCost(engine: EngineRow, models: Models, prompt: string): number | null {
  const asked = askedModel(engine, models)
  if (asked === undefined) return null
  const { mostSearches, mostSearched } = models.find(asked.provider)
  return priced(engine, models, {
    inputTokens: typical.inputTokens + Buffer.byteLength(prompt),
    searchedTokens: mostSearched,
    outputTokens: outputLimit,
    searches: Math.max(2 * typical.searches, mostSearches ?? unlimitedSearches),
  })
}

type Length = typeof typical

function priced(engine: EngineRow, models: Models, length: Length): number | null {
  const asked = askedModel(engine, models)
  if (asked === undefined) return null
  const { inputTokens, searchedTokens, outputTokens, searches } = length
  const isSearching = modeOf(engine) === 'search'
  return costOf(models.priceOf(asked.provider, asked.model ?? ''), {
    inputTokens: inputTokens + (isSearching ? searchedTokens : 0),
    outputTokens,
    searches: isSearching ? searches : 0,
    reportedCost: null,
  })
}

type SeenCost = { mean: number; least: number; most: number; tokens: number }

/** What the last 50 good answers of each engine by the model that it asks now cost. */
export async function lastCosts({ db, models }: Ctx, engines: readonly EngineRow[]): Promise<Map<string, SeenCost>> {
  const found = new Map<string, SeenCost>()
  for (const engine of engines) {
    const { id } = engine
    const model = askedModel(engine, models)?.model ?? null
    const { rows } = await sql<{
      mean: number | null
      least: number | null
      most: number | null
      tokens: number | null
    }>`
      select avg(cost)::float8 as mean, min(cost)::float8 as least, max(cost)::float8 as most, avg(coalesce(input_tokens, 0) + coalesce(output_tokens, 0))::float8 as tokens
      from (select cost, input_tokens, output_tokens from app.asv_answer
        where organization_id = app.org() and engine_id = ${id} and state = 'ok' and cost is not null
          and (${model}::text is null or model_asked = ${model}) and mode <> 'manual'
        order by observed_at desc limit 50) as last`.execute(db)
    const [row] = rows
    if (row?.mean != null)
      found.set(id, {
        mean: row.mean,
        least: row.least ?? row.mean,
        most: row.most ?? row.mean,
        tokens: row.tokens ?? 0,
      })
  }
  return found
}

/** An engine that cannot be asked; answers can be brought all the same. */
export function notConfigured(engines: readonly Pick<EngineRow, 'id' | 'label' | 'provider'>[]): Refusal {
  return new Refusal(
    'provider_not_configured',
    `${engines.map(({ label }) => label).join(' and ')} cannot be asked: no key is stored, or the engine is not enabled.`,
    {
      engines: engines.map(({ id, provider }) => ({ engineId: id, provider })),
      howToFix: 'A person stores a key in Settings > Models; then updateAsvEngine enables the engine.',
      alternative: { operation: 'importAsvAnswers' },
    },
  )
}
