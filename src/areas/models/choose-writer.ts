import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import type { ModelProvider, Models } from '#kernel/model.ts'

import { defaultModel } from './default-model.ts'
import { type OpenModel, openModel, notConfigured, type Outside } from './open-model.ts'
import { providerSources } from './provider-states.ts'

/** The providers that write, the preferred one first; those that draw. Perplexity answers only (models.md#one-file-per-provider). */
export const writers = ['openai', 'anthropic', 'google', 'openai_compatible'] as const
export const painters = ['openai', 'google'] as const

type Choice<P extends ModelProvider> = {
  among: readonly P[]
  /** The one that the caller wants. */
  given?: P | undefined
  /** What helps without a provider. */
  alternative?: { operation: string }
}

/** The provider that is given, else the chosen default, else the first one that can be used. Errors: `provider_not_configured`. */
export async function chooseProvider<P extends ModelProvider>(
  { db, models }: { db: Reader; models: Models },
  { among, given, alternative }: Choice<P>,
): Promise<P> {
  const sources = await providerSources(db, models)
  const chosen = given === undefined ? (await defaultModel(db))?.provider : undefined
  const preferred = among.filter((provider) => provider === chosen)
  const wanted = given === undefined ? [...preferred, ...among] : [given]
  const found = wanted.find((provider) => sources[provider] !== null)
  if (found === undefined) throw notConfigured(given === undefined ? among : [given], alternative)
  return found
}

/** A provider with the model that is asked for: the given one, else what was chosen, else its usual one, else the first that it names. */
export async function openNamed(
  outside: Outside,
  { provider, model }: { provider: ModelProvider; model: string | null },
): Promise<OpenModel & { model: string }> {
  const open = await openModel(outside, provider)
  const { connector, connection } = open
  const chosen = model === null ? await outside.read(defaultModel) : undefined
  const own = chosen?.provider === provider ? chosen.model : null
  const name = model ?? own ?? connector.defaultModel ?? (await connector.listModels(connection))[0]
  if (name !== undefined) return { ...open, model: name }
  throw new Refusal('upstream_failed', `${connector.label} names no model.`, { reason: 'bad_response' })
}
