import { z } from 'zod'

import { configuredProviders, describeEngines, notConfigured } from '#areas/visibility/engine-access.ts'
import { changeEngine, engineOutput, lockEngine } from '#areas/visibility/engines.ts'
import { promptInput } from '#areas/visibility/prompts.ts'
import { engineRaises } from '#areas/visibility/standing-orders.ts'
import { operation } from '#kernel/operation.ts'
import { changes, id, ifVersion, words } from '#kernel/schema.ts'
import { requireVersion } from '#kernel/version.ts'

export const updateAsvEngine = operation({
  name: 'updateAsvEngine',
  title: 'Set up an AI engine',
  summary: 'Changes the given fields of an engine. Enabling it needs the key of its provider, which a person stores.',
  scope: 'asv:write',
  risk: 'write',
  counts: {
    as: 'external',
    whenStored: async (db, { engineId, ...given }) => engineRaises(db, await lockEngine(db, engineId), given),
  },
  errors: ['not_found', 'provider_not_configured'],
  examples: [
    { title: 'Five answers each', input: { engineId: 'eng_01jzz0000000000000000000zz', samplesPerPrompt: 5 } },
  ],
  input: changes(
    {
      engineId: id('engine'),
      enabled: z.boolean().optional(),
      model: words(120).nullable().optional().describe('Null: the default of the provider'),
      webSearch: z.boolean().optional(),
      country: promptInput.country.optional(),
      samplesPerPrompt: z.int().min(1).max(10).optional(),
      ifVersion,
    },
    'engineId',
  ),
  output: z.object({ engine: engineOutput }),

  async handle(ctx, { engineId, ifVersion: expected, ...given }) {
    const stored = await lockEngine(ctx.db, engineId)
    requireVersion(stored.version, expected)
    const configured = await configuredProviders(ctx)
    if (given.enabled === true && stored.provider !== 'manual' && !configured.has(stored.provider))
      throw notConfigured([stored])

    const row = await changeEngine(ctx.db, stored, given)
    const [engine] = await describeEngines(ctx, [row], configured)
    if (engine === undefined) throw new Error('an engine has no description')
    return { engine }
  },
})
