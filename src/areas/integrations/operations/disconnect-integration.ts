import { z } from 'zod'

import { codeOfFault } from '#areas/integrations/connections/faults.ts'
import { giveBack, grantEnds, requireOtherMode } from '#areas/integrations/connections/give-back.ts'
import { changeIntegration, lockIntegration } from '#areas/integrations/connections/integration-rows.ts'
import { endWaitingDeliveries } from '#areas/integrations/copies/copy-deliveries.ts'
import { lockSettings } from '#areas/organizations/index.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'

export const disconnectIntegration = operation({
  name: 'disconnectIntegration',
  title: 'Disconnect an integration',
  summary: 'Stops sending to a service, gives a grant back and deletes the stored secret. No content there is changed.',
  scope: 'integrations:write',
  risk: 'destructive',
  reachesOut: true,
  errors: ['not_found', 'wrong_mode', 'conflict'],
  examples: [{ title: 'Disconnect and forget the secret', input: { id: 'int_01jzz0000000000000000000zz' } }],
  input: z.strictObject({ id: id('integration'), deleteSecrets: z.boolean().default(true) }),
  output: z.object({
    state: z.literal('disconnected'),
    endedDeliveries: z.int(),
    grant: z
      .enum(grantEnds)
      .nullable()
      .describe('Whether the service ended what a person agreed to there; null: nothing to give back'),
    leftToDo: z.string().nullable().describe('What a person still has to do in the service'),
  }),

  prepare: (ctx, given) => giveBack(ctx, given),

  async handle({ db, now }, { id: integrationId, deleteSecrets }, { grant, leftToDo, fault, sealed }) {
    // The settings first, as everything that switches the content mode does: one of two waits for the other.
    const settings = await lockSettings(db)
    const before = await lockIntegration(db, integrationId)
    requireOtherMode(before, settings)
    if (grant !== null && before.sealed !== sealed)
      throw new Refusal(
        'conflict',
        'It was connected again while its former access was given back. Call again to end that, too.',
      )
    await changeIntegration(db, integrationId, {
      state: 'disconnected',
      ...(deleteSecrets ? { sealed: null, secret_fields: [], secret_set_at: null, is_grant: false } : {}),
      ...(fault === null || leftToDo === null
        ? {}
        : { last_error: JSON.stringify({ code: codeOfFault[fault.kind], message: leftToDo, at: now.toISOString() }) }),
    })
    const error = { code: 'not_connected', message: 'The integration was disconnected.' } as const
    const endedDeliveries = await endWaitingDeliveries(db, { integrationId }, error)
    return { state: 'disconnected' as const, endedDeliveries, grant, leftToDo }
  },
})
