import { z } from 'zod'

import { askService } from '#areas/integrations/connections/faults.ts'
import { getIntegrationRow } from '#areas/integrations/connections/integration-rows.ts'
import { openConnection, requireAskable } from '#areas/integrations/connections/open-connection.ts'
import { readTargets } from '#areas/integrations/connections/targets.ts'
import { targetTypes } from '#kernel/connection.ts'
import { operation } from '#kernel/operation.ts'
import { id, listInput, listOutput, pageOf } from '#kernel/schema.ts'

export const listIntegrationTargets = operation({
  name: 'listIntegrationTargets',
  title: 'List targets of an integration',
  summary: 'Asks a connected service for its sites, collections, blogs, channels or properties, to select one.',
  scope: 'integrations:read',
  risk: 'read',
  errors: ['not_found', 'not_connected', 'auth_expired', 'upstream_failed', 'unavailable'],
  examples: [{ title: 'Channels of a Slack', input: { id: 'int_01jzz0000000000000000000zz', type: 'channel' } }],
  input: z.strictObject({ ...listInput, id: id('integration'), type: z.enum(targetTypes) }),
  output: listOutput(z.object({ externalId: z.string(), name: z.string() })),

  async prepare(ctx, { id: integrationId, type }) {
    const row = await ctx.read((db) => getIntegrationRow(db, integrationId))
    requireAskable(row)
    const opened = openConnection(ctx, row)
    return askService(ctx, row, () => readTargets(opened, type))
  },

  async handle(_ctx, input, targets) {
    const term = (input.search ?? '').trim().toLowerCase()
    const found = targets.filter(({ name }) => name.toLowerCase().includes(term))
    const { page, pageSize } = input
    return pageOf(found.slice((page - 1) * pageSize, page * pageSize), found.length, input)
  },
})
