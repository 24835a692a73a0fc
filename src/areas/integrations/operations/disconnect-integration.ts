import { z } from 'zod'

import {
  changeIntegration,
  getIntegrationRow,
  type IntegrationRow,
  lockIntegration,
} from '#areas/integrations/connections/integration-rows.ts'
import { openConnection } from '#areas/integrations/connections/open-connection.ts'
import { endWaitingDeliveries } from '#areas/integrations/copies/copy-deliveries.ts'
import { getSettings } from '#areas/organizations/index.ts'
import { ConnectorFault } from '#kernel/connector-fault.ts'
import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'

export const disconnectIntegration = operation({
  name: 'disconnectIntegration',
  title: 'Disconnect an integration',
  summary: 'Stops sending to a service and deletes its stored secret. Nothing there is changed.',
  scope: 'integrations:write',
  risk: 'destructive',
  reachesOut: true,
  errors: ['not_found', 'wrong_mode'],
  examples: [{ title: 'Disconnect and forget the secret', input: { id: 'int_01jzz0000000000000000000zz' } }],
  input: z.strictObject({ id: id('integration'), deleteSecrets: z.boolean().default(true) }),
  output: z.object({ state: z.literal('disconnected'), endedDeliveries: z.int() }),

  async prepare(ctx, { id: integrationId, deleteSecrets }) {
    const row = await ctx.read(async (db) => {
      const found = await getIntegrationRow(db, integrationId)
      await requireOtherMode(db, found)
      return found
    })
    // What a person entered was granted to them, and may serve others as well.
    const isGrant = row.scopes_granted.length > 0
    if (row.sealed === null || !isGrant || !deleteSecrets || ctx.isRehearsal) return
    const { connector, connection } = openConnection(ctx, row)
    // What the service does not take back ends there by itself, or by a person: it must not keep the secret here.
    await connector.oauth?.revoke?.(connection).catch((error: unknown) => {
      if (!(error instanceof ConnectorFault)) throw error
      ctx.log.warn({ provider: row.provider, fault: error.kind }, 'a grant was not given back')
    })
  },

  async handle({ db }, { id: integrationId, deleteSecrets }) {
    await requireOtherMode(db, await lockIntegration(db, integrationId))
    await changeIntegration(db, integrationId, {
      state: 'disconnected',
      ...(deleteSecrets ? { sealed: null, secret_fields: [], secret_set_at: null } : {}),
    })
    const error = { code: 'not_connected', message: 'The integration was disconnected.' } as const
    return {
      state: 'disconnected' as const,
      endedDeliveries: await endWaitingDeliveries(db, { integrationId }, error),
    }
  },
})

async function requireOtherMode(db: Reader, row: IntegrationRow): Promise<void> {
  const { contentMode } = await getSettings(db)
  if (contentMode !== row.provider) return
  throw new Refusal('wrong_mode', `Content goes to ${row.display_name}: switch the mode first (setContentMode).`, {
    contentMode,
  })
}
