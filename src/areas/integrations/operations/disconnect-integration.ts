import { z } from 'zod'

import { getSettings } from '#areas/organizations/index.ts'
import { changeIntegration, lockIntegration } from '#areas/integrations/connections/integration-rows.ts'
import { endWaitingDeliveries } from '#areas/integrations/copies/copy-deliveries.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'

export const disconnectIntegration = operation({
  name: 'disconnectIntegration',
  title: 'Disconnect an integration',
  summary: 'Stops sending to a service and deletes its stored secret. Nothing there is changed.',
  scope: 'integrations:write',
  risk: 'destructive',
  errors: ['not_found', 'wrong_mode'],
  examples: [{ title: 'Disconnect and forget the secret', input: { id: 'int_01jzz0000000000000000000zz' } }],
  input: z.strictObject({ id: id('integration'), deleteSecrets: z.boolean().default(true) }),
  output: z.object({ state: z.literal('disconnected'), endedDeliveries: z.int() }),

  async handle({ db }, { id: integrationId, deleteSecrets }) {
    const row = await lockIntegration(db, integrationId)
    const { contentMode } = await getSettings(db)
    if (contentMode === row.provider)
      throw new Refusal('wrong_mode', `Content goes to ${row.display_name}: switch the mode first (setContentMode).`, {
        contentMode,
      })
    await changeIntegration(db, integrationId, {
      state: 'disconnected',
      ...(deleteSecrets ? { sealed: null, secret_fields: [], secret_set_at: null } : {}),
    })
    return { state: 'disconnected' as const, endedDeliveries: await endWaitingDeliveries(db, integrationId) }
  },
})
