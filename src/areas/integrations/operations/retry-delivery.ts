import { z } from 'zod'

import { requeueDeliveries } from '#areas/integrations/requeue-deliveries.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'

export const retryDelivery = operation({
  name: 'retryDelivery',
  title: 'Send deliveries again',
  summary: 'Queues deliveries that failed or were given up: each is sent again now, under its old message id.',
  scope: 'integrations:write',
  risk: 'external',
  errors: ['not_found', 'invalid_transition'],
  examples: [{ title: 'Send again', input: { deliveryIds: ['dlv_01jzz0000000000000000000zz'] } }],
  input: z.strictObject({ deliveryIds: z.array(id('delivery')).min(1).max(50) }),
  output: z.object({ requeued: z.int(), to: z.array(z.string()).describe('The websites and services they go to') }),

  async handle({ db, access, webhooks, start }, { deliveryIds }) {
    return requeueDeliveries(db, deliveryIds, { organizationId: access.organization.id, webhooks, start })
  },
})
