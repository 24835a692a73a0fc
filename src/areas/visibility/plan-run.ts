import { z } from 'zod'

import type { OrganizationFacts } from '#kernel/access.ts'
import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { storedId } from '#kernel/ids.ts'
import type { Models } from '#kernel/model.ts'
import { id } from '#kernel/schema.ts'

import { type AnalysisRow, getAnalysis, requirePrompts } from './analyses.ts'
import { readBrands } from './brands.ts'
import {
  askedModel,
  configuredProviders,
  highestCost,
  lastCosts,
  notConfigured,
  typicalCost,
  typicalTokens,
} from './engine-access.ts'
import { type EngineRow, getEngines } from './engines.ts'
import { readCells } from './metrics/cells.ts'
import { wilson } from './metrics/intervals.ts'
import { promptsOf } from './prompt-filter.ts'
import { getPrompts, type PromptRow } from './prompts.ts'

/** The fields that say what is asked: an analysis, or prompts and engines. */
export const runInput = {
  analysisId: id('analysis').optional(),
  promptIds: z.array(id('prompt')).min(1).max(100).optional(),
  engineIds: z.array(id('engine')).min(1).max(10).optional(),
  samples: z.int().min(1).max(10).optional().describe('Answers per prompt and engine; default: as the engine says'),
}

type Given = { [K in keyof typeof runInput]?: z.output<(typeof runInput)[K]> | undefined }

/** Either an analysis, or prompts and engines. */
export const namesWhatIsAsked = ({ analysisId, promptIds, engineIds, samples }: Given): boolean =>
  analysisId === undefined
    ? promptIds !== undefined && engineIds !== undefined
    : promptIds === undefined && engineIds === undefined && samples === undefined

export const eitherWay = { path: ['analysisId'], message: 'Give analysisId alone, or promptIds and engineIds' }

export const estimateOutput = z.object({
  calls: z.int(),
  tokens: z.int(),
  costRange: z.object({
    low: z.number(),
    expected: z.number(),
    high: z.number(),
    currency: z.literal('USD'),
    complete: z.boolean().describe('False: a price is not known'),
  }),
  credits: z.int(),
  expectedCiWidth: z.number().describe('Of the own visibility, in percentage points'),
  notConfigured: z.array(z.object({ engineId: id('engine'), provider: z.string(), label: z.string() })),
})
export type Estimate = z.output<typeof estimateOutput>

/** One prompt, engine and number of a sample: a call that is answered once. */
export type PlannedCall = { engineId: string; promptId: string; promptVersion: number; sampleNo: number }

/** What a run asks. */
export type Plan = {
  analysis: AnalysisRow | undefined
  prompts: readonly PromptRow[]
  /** Each with the model that it asks; null: the first that its server names. */
  engines: readonly { engine: EngineRow; samples: number }[]
  notReady: readonly EngineRow[]
  calls: number
}

type Ctx = { db: Reader; models: Models }

/** What an input asks for. Errors: `not_found`, `validation_failed` without any active prompt. */
export async function planRun(ctx: Ctx, given: Given): Promise<Plan> {
  const { db } = ctx
  const analysis = given.analysisId === undefined ? undefined : await getAnalysis(db, given.analysisId)
  const named =
    analysis === undefined
      ? await getPrompts(db, [...new Set(given.promptIds ?? [])])
      : await promptsOf(db, analysis.prompt_filter)
  const prompts = named.filter(({ state }) => state === 'active')
  if (prompts.length === 0)
    throw new Refusal('validation_failed', 'There is no active prompt to ask.', [
      {
        path: analysis === undefined ? '/input/promptIds' : '/input/analysisId',
        message: 'Finds no active prompt',
        code: 'invalid_value',
      },
    ])
  const rows = await getEngines(db, [...new Set(analysis?.engine_ids ?? given.engineIds ?? [])])
  const configured = await configuredProviders(ctx)
  const samples = analysis === undefined ? given.samples : (analysis.samples ?? undefined)
  const engines = rows.map((engine) => ({
    engine: asItIsAsked(engine, ctx.models),
    samples: samples ?? engine.samples_per_prompt,
  }))
  return {
    analysis,
    prompts,
    engines,
    notReady: rows.filter(({ provider, enabled }) => provider === 'manual' || !enabled || !configured.has(provider)),
    calls: prompts.length * engines.reduce((sum, one) => sum + one.samples, 0),
  }
}

/** With the model that it asks, and the country that its search is told. */
function asItIsAsked(engine: EngineRow, models: Models): EngineRow {
  const asked = askedModel(engine, models)
  if (asked === undefined) return engine
  const { hasLocation } = models.find(asked.provider)
  return { ...engine, model: asked.model, country: hasLocation ? engine.country : null }
}

/** What a run would cost and tell. Nothing is spent. */
export async function estimateOf(ctx: Ctx, plan: Plan, organization: OrganizationFacts): Promise<Estimate> {
  const seen = await lastCosts(
    ctx,
    plan.engines.map(({ engine }) => engine),
  )
  let [low, expected, high, tokens, complete] = [0, 0, 0, 0, true]
  for (const { engine, samples } of plan.engines) {
    const calls = samples * plan.prompts.length
    const known = seen.get(engine.id)
    const usual = known?.mean ?? typicalCost(engine, ctx.models)
    const most = (prompt: PromptRow) =>
      Math.max(highestCost(engine, ctx.models, prompt.text) ?? usual ?? 0, known?.most ?? 0)
    tokens += calls * (known?.tokens ?? typicalTokens(engine))
    if (usual === null) complete = false
    low += calls * (known?.least ?? (usual ?? 0) / 2)
    expected += calls * (usual ?? 0)
    high += samples * plan.prompts.reduce((sum, prompt) => sum + most(prompt), 0)
  }
  const [from, to] = wilson(plan.calls * (await lastVisibility(ctx.db, plan, organization)), plan.calls) ?? [0, 1]
  return {
    calls: plan.calls,
    tokens: Math.round(tokens),
    costRange: { low: rounded(low), expected: rounded(expected), high: rounded(high), currency: 'USD', complete },
    credits: plan.calls,
    expectedCiWidth: 100 * (to - from),
    notConfigured: plan.notReady.map(({ id: engineId, provider, label }) => ({
      engineId: storedId('engine', engineId),
      provider,
      label,
    })),
  }
}

type Bounds = { limit: number | null; organization: Pick<OrganizationFacts, 'plan'> }

/**
 * Refuses a run that cannot be asked, that asks more than the organization's plan allows by now, or that would cost more than the
 * limit.
 */
export function requireRunnable(plan: Plan, { costRange }: Estimate, { limit, organization }: Bounds): void {
  if (plan.notReady.length > 0) throw notConfigured(plan.notReady)
  requirePrompts(organization.plan, plan.prompts.length)
  if (limit === null) return
  if (!costRange.complete)
    throw new Refusal(
      'cost_limit_exceeded',
      'The price of a model is not known, so the limit could not be kept. Leave it out, or ask the operator for MODEL_PRICES.',
      {
        reason: 'price_unknown',
        limit,
      },
    )
  if (costRange.expected > limit)
    throw new Refusal(
      'cost_limit_exceeded',
      `The run would cost about ${costRange.expected} USD, the limit is ${limit} USD. Ask fewer prompts, engines or samples.`,
      {
        limit,
        expected: costRange.expected,
      },
    )
}

/** The share of answers of these engines to these prompts that named the organization's own brand; half, where there are none. */
async function lastVisibility(
  db: Reader,
  { prompts, engines }: Plan,
  organization: OrganizationFacts,
): Promise<number> {
  const { own } = await readBrands(db, organization)
  const cells = await readCells(db, {
    promptIds: prompts.map((prompt) => prompt.id),
    engineIds: engines.map(({ engine }) => engine.id),
  })
  const n = cells.reduce((sum, cell) => sum + cell.n, 0)
  return n === 0 ? 0.5 : cells.reduce((sum, { brands }) => sum + (brands.get(own.id)?.mentioning ?? 0), 0) / n
}

const rounded = (value: number) => Math.round(value * 1e6) / 1e6
