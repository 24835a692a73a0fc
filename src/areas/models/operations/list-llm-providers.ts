import { z } from 'zod'

import { sourceOf, storedKeys } from '#areas/models/keys.ts'
import { modelProviders } from '#kernel/model.ts'
import { operation } from '#kernel/operation.ts'
import { iso, timestamp } from '#kernel/schema.ts'
import { isAtLeast } from '#kernel/scope.ts'

const price = z.object({ inputPerMillion: z.number(), outputPerMillion: z.number(), perSearch: z.number().nullable() })

export const listLlmProviders = operation({
  name: 'listLlmProviders',
  title: 'List model providers',
  summary: 'What the settings show of model providers: by whom each is configured, what it does and what it costs.',
  excluded: 'credential_secret_creation',
  instead: 'call listGenerationOptions, or open Settings > Models in the web application',
  role: 'viewer',
  risk: 'read',
  examples: [{ title: 'All of them', input: {} }],
  input: z.strictObject({}),
  output: z.object({
    mayChange: z.boolean(),
    providers: z.array(
      z.object({
        provider: z.enum(modelProviders),
        label: z.string(),
        configured: z.boolean(),
        source: z.enum(['stored', 'environment']).nullable(),
        last4: z.string().nullable().describe('Of a stored key; to administrators only'),
        baseUrl: z.string().nullable().describe('Of a stored compatible server; to administrators only'),
        setAt: timestamp().nullable(),
        writes: z.boolean(),
        draws: z.boolean(),
        searches: z.boolean(),
        defaultModel: z.string().nullable().describe('Null: the first that the server names'),
        price: price.nullable().describe('In US dollars; null: unknown'),
      }),
    ),
  }),

  async handle({ db, access, models }) {
    const mayChange = isAtLeast(access.role, 'admin')
    const stored = new Map((await storedKeys(db)).map((row) => [row.provider, row]))
    return {
      mayChange,
      providers: modelProviders.map((provider) => {
        const row = stored.get(provider)
        const source = sourceOf(provider, row, models)
        const { label, write, draw, mostSearches, defaultModel } = models.find(provider)
        return {
          provider,
          label,
          configured: source !== null,
          source,
          last4: mayChange ? (row?.last4 ?? null) : null,
          baseUrl: mayChange ? (row?.base_url ?? null) : null,
          setAt: row === undefined ? null : iso(row.set_at),
          writes: write !== undefined,
          draws: draw !== undefined,
          searches: mostSearches !== 0,
          defaultModel,
          price: defaultModel === null ? models.priceOf(provider, '') : models.priceOf(provider, defaultModel),
        }
      }),
    }
  },
})
