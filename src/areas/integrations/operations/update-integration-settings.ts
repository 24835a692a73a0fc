import { z } from 'zod'

import { revalidationInput, saveRevalidationSettings } from '#areas/integrations/change-revalidation.ts'
import { changeConnectorSettings, connectorSettings } from '#areas/integrations/connections/change-settings.ts'
import { describeIntegration, integrationOutput } from '#areas/integrations/connections/integration-output.ts'
import { describeRevalidation, isRevalidation } from '#areas/integrations/revalidation-integration.ts'
import { requireNoSecrets, secretIn } from '#areas/integrations/secret-looking.ts'
import { lockRevalidationSettings } from '#areas/integrations/webhook-target.ts'
import { inPlainWords, problemsOf } from '#kernel/input-problems.ts'
import { operation } from '#kernel/operation.ts'
import { ifVersion, jsonObject, text } from '#kernel/schema.ts'
import { requireVersion } from '#kernel/version.ts'

export const updateIntegrationSettings = operation({
  name: 'updateIntegrationSettings',
  title: 'Change the settings of an integration',
  summary:
    'Changes the given settings. id "revalidation": webhookUrl that is notified of changes (null: none), notifySearchEngines.',
  scope: 'integrations:write',
  risk: 'write',
  errors: ['not_found', 'secret_not_accepted', 'url_not_allowed'],
  examples: [
    {
      title: 'Notify a website of changes',
      input: { id: 'revalidation', settings: { webhookUrl: 'https://www.example.com/api/revalidate' } },
    },
  ],
  input: z
    .strictObject({ id: text(200), settings: jsonObject(), ifVersion })
    .superRefine(({ id, settings }, context) => {
      if (!isRevalidation(id) || secretIn(settings) !== undefined) return
      const { error } = revalidationInput.safeParse(settings, inPlainWords)
      for (const { path, message } of problemsOf(revalidationInput, error?.issues ?? [], []))
        context.addIssue({ code: 'custom', path: ['settings', ...path.split('/').slice(1)], message })
    }),
  output: z.object({ integration: integrationOutput }),

  async prepare(ctx, { id, settings }) {
    requireNoSecrets(settings)
    if (!isRevalidation(id)) return connectorSettings(ctx, { id, settings })
    const { checkUrl } = ctx
    const given = revalidationInput.parse(settings)
    if (typeof given.webhookUrl === 'string') checkUrl(given.webhookUrl)
    return { revalidation: given }
  },

  async handle({ db, access, webhooks }, { id, ifVersion: version }, given) {
    if ('connector' in given)
      return { integration: describeIntegration(await changeConnectorSettings(db, { id, version, ...given })) }
    const way = { organizationId: access.organization.id, webhooks }
    const before = await lockRevalidationSettings(db)
    requireVersion(before.version, version)
    const after = await saveRevalidationSettings(db, before, given.revalidation)
    return { integration: await describeRevalidation(db, after, way) }
  },
})
