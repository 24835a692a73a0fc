import { z } from 'zod'

import { keySources, keepKey, removeKey, sourceOf } from '#areas/models/keys.ts'
import { proveKey } from '#areas/models/store-key.ts'
import { modelProviders } from '#kernel/model.ts'
import { operation } from '#kernel/operation.ts'
import { secret, url } from '#kernel/schema.ts'

/** The shortest key of which the end may be shown. */
const leastShown = 16

export const setLlmProviderKey = operation({
  name: 'setLlmProviderKey',
  title: 'Set the key of a model provider',
  summary: 'Stores the key of a model provider after asking the provider whether it works; null removes it.',
  excluded: 'credential_secret_creation',
  instead: 'sign in as a person and set it in Settings > Models',
  role: 'admin',
  elevated: true,
  risk: 'external',
  errors: ['url_not_allowed', 'target_rejected', 'upstream_failed', 'unavailable', 'auth_expired'],
  examples: [{ title: 'Remove the key of OpenAI', input: { provider: 'openai', key: null } }],
  input: z.strictObject({
    provider: z.enum(modelProviders),
    key: secret(
      z
        .string()
        .max(1000)
        .regex(/^[\x21-\x7e]+$/, 'Must be printable ASCII without blanks')
        .nullable()
        .describe('Null removes it'),
    ),
    baseUrl: url().optional().describe('Of an openai_compatible server'),
  }),
  output: z.object({
    provider: z.enum(modelProviders),
    configured: z.boolean(),
    source: z.enum(keySources).nullable(),
    last4: z.string().nullable().describe('Null for short keys'),
  }),

  prepare: (ctx, given) => proveKey(ctx, given),

  async handle({ db, access, sealing, models }, { provider, key }, { isRemoved, ...proven }) {
    if (isRemoved) {
      await removeKey(db, provider)
      const source = sourceOf(provider, undefined, models)
      return { provider, configured: source !== null, source, last4: null }
    }
    const last4 = key !== null && key.length >= leastShown ? key.slice(-4) : null
    await keepKey({ db, sealing, organizationId: access.organization.id }, { provider, ...proven, last4 })
    return { provider, configured: true, source: 'stored' as const, last4 }
  },
})
