import { z } from 'zod'

import { defaultModel } from '#areas/models/default-model.ts'
import { keySources, sourceOf, storedKeys } from '#areas/models/keys.ts'
import { type ModelPrice, modelProviders } from '#kernel/model.ts'
import { operation } from '#kernel/operation.ts'
import { iso, timestamp } from '#kernel/schema.ts'
import { isAtLeast } from '#kernel/scope.ts'

const price = z.object({
  inputPerMillion: z.number(),
  outputPerMillion: z.number(),
  perSearch: z.number().nullable(),
  origin: z.enum(['list', 'operator']).describe('Who says so: our list, or the installation'),
  checkedOn: z.string().nullable().describe('When the list was last compared with what the provider publishes'),
})

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
    default: z
      .object({ provider: z.enum(modelProviders), model: z.string().nullable() })
      .nullable()
      .describe('What writes if a call names nothing; null: the first configured'),
    providers: z.array(
      z.object({
        provider: z.enum(modelProviders),
        label: z.string(),
        configured: z.boolean(),
        source: z.enum(keySources).nullable(),
        last4: z.string().nullable().describe('Of a stored key; to administrators only'),
        baseUrl: z.string().nullable().describe('Of a stored compatible server; to administrators only'),
        setAt: timestamp().nullable(),
        writes: z.boolean(),
        draws: z.boolean(),
        searches: z.boolean(),
        model: z.string().nullable().describe('What it writes with here; null: the first that the server names'),
        defaultModel: z.string().nullable().describe('Null: the first that the server names'),
        price: price.nullable().describe('In US dollars; null: unknown'),
      }),
    ),
  }),

  async handle({ db, access, models }) {
    const mayChange = isAtLeast(access.role, 'admin')
    const stored = new Map((await storedKeys(db)).map((row) => [row.provider, row]))
    const chosen = (await defaultModel(db)) ?? null
    return {
      mayChange,
      default: chosen,
      providers: modelProviders.map((provider) => {
        const row = stored.get(provider)
        const source = sourceOf(provider, row, models)
        const { label, write, draw, mostSearches, defaultModel: usual } = models.find(provider)
        const model = (chosen?.provider === provider ? chosen.model : null) ?? usual
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
          model,
          defaultModel: usual,
          price: describePrice(models.priceOf(provider, model ?? '')),
        }
      }),
    }
  },
})

function describePrice(known: ModelPrice | null): z.input<typeof price> | null {
  if (known === null) return null
  const { checkedOn, ...figures } = known
  return { ...figures, origin: checkedOn === undefined ? 'operator' : 'list', checkedOn: checkedOn ?? null }
}
