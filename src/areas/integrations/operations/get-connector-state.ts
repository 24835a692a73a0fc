import { z } from 'zod'

import { connections, connectorStateOutput } from '#areas/integrations/connector-state.ts'
import { getSettings } from '#areas/organizations/index.ts'
import { operation } from '#kernel/operation.ts'

export const getConnectorState = operation({
  name: 'getConnectorState',
  title: 'Get the state of connectors',
  summary: 'Reports the content mode and which integrations, webhooks and model providers are set up.',
  scope: 'org:read',
  risk: 'read',
  examples: [{ title: 'Everything that is connected', input: {} }],
  input: z.strictObject({}),
  output: connectorStateOutput,

  async handle({ db, access, webhooks, models }) {
    const { contentMode } = await getSettings(db)
    return { contentMode, ...(await connections(db, { organizationId: access.organization.id, webhooks, models })) }
  },
})
