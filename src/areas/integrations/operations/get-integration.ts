import { z } from 'zod'

import { describeIntegration, integrationOutput } from '#areas/integrations/connections/integration-output.ts'
import { getIntegrationRow } from '#areas/integrations/connections/integration-rows.ts'
import { describeRevalidation, isRevalidation } from '#areas/integrations/revalidation-integration.ts'
import { readRevalidationSettings } from '#areas/integrations/webhook-target.ts'
import { operation } from '#kernel/operation.ts'
import { text } from '#kernel/schema.ts'

export const getIntegration = operation({
  name: 'getIntegration',
  title: 'Get an integration',
  summary: 'Gives one connected service with settings, target, mapping and state; id "revalidation" is the website.',
  scope: 'integrations:read',
  risk: 'read',
  errors: ['not_found'],
  examples: [{ title: 'The website that is notified', input: { id: 'revalidation' } }],
  input: z.strictObject({ id: text(200) }),
  output: z.object({ integration: integrationOutput }),

  async handle({ db, access, webhooks }, { id }) {
    if (!isRevalidation(id)) return { integration: describeIntegration(await getIntegrationRow(db, id)) }
    const way = { organizationId: access.organization.id, webhooks }
    return { integration: await describeRevalidation(db, await readRevalidationSettings(db), way) }
  },
})
