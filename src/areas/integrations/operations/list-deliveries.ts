import { z } from 'zod'

import {
  deliveryKinds,
  deliveryOutput,
  deliveryStates,
  listDeliveryRows,
  outputOfDelivery,
} from '#areas/integrations/deliveries.ts'
import { operation } from '#kernel/operation.ts'
import { listInput, listOutput, pageOf } from '#kernel/schema.ts'

export const listDeliveries = operation({
  name: 'listDeliveries',
  title: 'List deliveries',
  summary:
    'Lists the messages sent to websites or waiting to be sent, newest first, with attempts and the last answer.',
  scope: 'integrations:read',
  risk: 'read',
  examples: [{ title: 'Deliveries that were given up', input: { state: 'exhausted' } }],
  input: z.strictObject({
    ...listInput,
    kind: z.enum(deliveryKinds).optional(),
    state: z.enum(deliveryStates).optional(),
  }),
  output: listOutput(deliveryOutput),

  async handle({ db }, input) {
    const { rows, total } = await listDeliveryRows(db, input)
    return pageOf(rows.map(outputOfDelivery), total, input)
  },
})
