import { z } from 'zod'

import type { Reader } from '#kernel/database.ts'
import { modelProviders, type ModelProvider, type Models } from '#kernel/model.ts'
import { recordOf } from '#std/pluck.ts'

import { type KeySource, sourceOf, storedKeys } from './keys.ts'

/** A provider in an answer, wherever providers are listed. */
export const providerState = z.object({ provider: z.enum(modelProviders), configured: z.boolean() })

/** Which providers can be used. */
export async function providerStates(db: Reader, models: Models): Promise<z.input<typeof providerState>[]> {
  const sources = await providerSources(db, models)
  return modelProviders.map((provider) => ({ provider, configured: sources[provider] !== null }))
}

/** Where the access to each provider comes from; null: it has none. */
export async function providerSources(db: Reader, models: Models): Promise<Record<ModelProvider, KeySource>> {
  const stored = new Map((await storedKeys(db)).map((row) => [row.provider, row]))
  return recordOf(modelProviders, (provider) => sourceOf(provider, stored.get(provider), models))
}
