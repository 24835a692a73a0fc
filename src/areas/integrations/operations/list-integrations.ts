import { z } from 'zod'

import {
  connectField,
  connectFields,
  isUnregistered,
  mayBeSignedInTo,
  registration,
  registrationOf,
} from '#areas/integrations/connections/given-fields.ts'
import { describeListed, listedIntegration } from '#areas/integrations/connections/integration-output.ts'
import { mostChats } from '#areas/integrations/connections/integration-rows.ts'
import { integrationKinds, providers } from '#kernel/connection.ts'
import { operation } from '#kernel/operation.ts'
import { listInput, listOutput, pageOf } from '#kernel/schema.ts'

export const listIntegrations = operation({
  name: 'listIntegrations',
  title: 'List integrations',
  summary: 'Lists the connected services with their state, and those that can be connected by a person.',
  scope: 'integrations:read',
  risk: 'read',
  examples: [{ title: 'Every connected chat', input: { kind: 'chat' } }],
  input: z.strictObject({ ...listInput, kind: z.enum(integrationKinds).optional() }),
  output: listOutput(listedIntegration).extend({
    availableProviders: z.array(
      z.object({
        provider: z.enum(providers),
        kind: z.enum(integrationKinds),
        label: z.string(),
        connectUrl: z.string(),
        fields: z.array(connectField),
        signIn: z.boolean().describe('A person can sign in there instead (startOAuthConnection)'),
        registration: registration
          .nullable()
          .describe(
            'Environment variables that the operator sets before anybody can sign in; null: set, or not needed',
          ),
      }),
    ),
  }),

  async handle({ db, connectors, baseUrl, access }, input) {
    const mayConnect = access.scopes.includes('integrations:write')
    const { kind, search, page, pageSize } = input
    const rows = await db.selectFrom('integration').selectAll().orderBy('created_at').orderBy('id').execute()
    const taken = new Set<string>(rows.filter(({ state }) => state !== 'disconnected').map(({ provider }) => provider))
    const chats = rows.filter((row) => row.kind === 'chat' && row.state !== 'disconnected').length
    const term = (search ?? '').trim().toLowerCase()
    const found = rows.filter(
      (row) =>
        (kind === undefined || row.kind === kind) &&
        `${row.id} ${row.provider} ${row.display_name}`.toLowerCase().includes(term),
    )
    const shown = found.slice((page - 1) * pageSize, page * pageSize)
    return {
      ...pageOf(shown.map(describeListed), found.length, input),
      availableProviders: connectors.all
        .filter(
          (one) =>
            (kind === undefined || one.kind === kind) &&
            (one.kind === 'chat' ? chats < mostChats : !taken.has(one.provider)),
        )
        .map((one) => ({
          provider: one.provider,
          kind: one.kind,
          label: one.label,
          connectUrl: `${baseUrl}/settings/integrations/new/${one.provider}`,
          fields: connectFields(one),
          signIn: mayBeSignedInTo(connectors, one),
          // For those who connect services: to others the settings of the installation say nothing.
          registration: mayConnect && isUnregistered(connectors, one) ? registrationOf(baseUrl, one.provider) : null,
        })),
    }
  },
})
