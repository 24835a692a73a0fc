import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import type { SafeFetch } from '#kernel/http.ts'
import {
  costOf,
  type ModelAnswer,
  type ModelConnection,
  type ModelConnector,
  type ModelProvider,
  type Models,
  type ModelUsage,
  type Question,
} from '#kernel/model.ts'
import type { Sealing } from '#kernel/sealing.ts'

import { accessTo, storedKey } from './keys.ts'

/** What a provider is opened with, in a job and in `prepare`. */
export type Outside = {
  models: Models
  sealing: Sealing
  fetch: SafeFetch
  signal?: AbortSignal | undefined
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>
}

/** A provider with its key, for one piece of work. */
export type OpenModel = {
  connector: ModelConnector
  connection: ModelConnection
  /** In US dollars, by the model that the provider named, else the one that was asked for. Null: unknown. */
  costOf(usage: ModelUsage, asked: string, served: string | null): number | null
}

/** A provider that can be worked with. Errors: `provider_not_configured`. */
export async function openModel(outside: Outside, provider: ModelProvider): Promise<OpenModel> {
  const { models, fetch, signal } = outside
  const access = accessTo(outside, provider, await outside.read((db) => storedKey(db, provider)))
  if (access === undefined) throw notConfigured([provider])
  const connector = models.find(provider)
  return {
    connector,
    connection: { ...access, fetch, signal },
    costOf: (usage, asked, served) =>
      costOf(models.priceOf(provider, ...(served === null ? [] : [served]), asked), usage),
  }
}

/**
 * Asks a provider one question, alone. `cost` in US dollars, null where the price is unknown. A refusal and a cut-off text are
 * answers; everything else that keeps the provider from answering is a `ModelFault`. `onLost` is called for what may
 * have been paid although nothing of it is returned.
 * Errors: `provider_not_configured`.
 *
 * @public for runs over engines
 */
export async function askModel(
  outside: Outside,
  { provider, onLost, ...question }: Question & { provider: ModelProvider; onLost?: () => void },
): Promise<ModelAnswer & { cost: number | null; latencyMs: number }> {
  const { connector, connection, costOf: priced } = await openModel(outside, provider)
  const begun = performance.now()
  const answer = await connector.ask({ ...connection, onLost }, question)
  const cost = priced(answer.usage, question.model, answer.servedModel)
  return { ...answer, cost, latencyMs: Math.round(performance.now() - begun) }
}

/** What helps where no provider is configured (generation.md#nothing-is-faked). */
export function notConfigured(providers: readonly ModelProvider[], alternative?: { operation: string }): Refusal {
  return new Refusal('provider_not_configured', 'No configured model provider can do this.', {
    providers: [...providers],
    howToFix: 'A person stores a key in Settings > Models, or the operator sets one (OPENAI_API_KEY and the like).',
    ...(alternative === undefined ? {} : { alternative }),
  })
}
