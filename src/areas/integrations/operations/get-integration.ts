import { z } from 'zod'

import { connectField, connectFields, mayBeSignedInTo } from '#areas/integrations/connections/given-fields.ts'
import { describeIntegration, integrationOutput } from '#areas/integrations/connections/integration-output.ts'
import { getIntegrationRow } from '#areas/integrations/connections/integration-rows.ts'
import { connectorOf } from '#areas/integrations/connections/open-connection.ts'
import { describeRevalidation, isRevalidation } from '#areas/integrations/revalidation-integration.ts'
import { readRevalidationSettings } from '#areas/integrations/webhook-target.ts'
import { targetTypes } from '#kernel/connection.ts'
import { operation } from '#kernel/operation.ts'
import { text } from '#kernel/schema.ts'

export const getIntegration = operation({
  name: 'getIntegration',
  title: 'Get an integration',
  summary: 'Returns one connected service with settings, target, mapping and state; id "revalidation" is the website.',
  scope: 'integrations:read',
  risk: 'read',
  errors: ['not_found'],
  examples: [{ title: 'The website that is notified', input: { id: 'revalidation' } }],
  input: z.strictObject({ id: text(200) }),
  output: z.object({
    integration: integrationOutput,
    fields: z.array(connectField).describe('What a person enters to renew it'),
    signIn: z.boolean().describe('A person can sign in there instead'),
    targetTypes: z.array(z.enum(targetTypes)).describe('What must be selected, in this order'),
  }),

  async handle({ db, access, webhooks, connectors }, { id }) {
    if (!isRevalidation(id)) {
      const row = await getIntegrationRow(db, id)
      const connector = connectorOf(connectors, row.provider)
      return {
        integration: describeIntegration(row),
        fields: connectFields(connector),
        signIn: mayBeSignedInTo(connectors, connector),
        targetTypes: [...connector.targets(row.secret_fields)],
      }
    }
    const way = { organizationId: access.organization.id, webhooks }
    const integration = await describeRevalidation(db, await readRevalidationSettings(db), way)
    return { integration, fields: [], signIn: false, targetTypes: [] }
  },
})
