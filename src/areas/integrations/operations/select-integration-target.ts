import { z } from 'zod'

import { forgetSite } from '#areas/integrations/connections/connect.ts'
import { askService } from '#areas/integrations/connections/faults.ts'
import { describeIntegration, integrationOutput } from '#areas/integrations/connections/integration-output.ts'
import {
  changeIntegration,
  getIntegrationRow,
  lockIntegration,
} from '#areas/integrations/connections/integration-rows.ts'
import { openConnection, requireAskable } from '#areas/integrations/connections/open-connection.ts'
import { resumeWork } from '#areas/integrations/connections/resume-work.ts'
import { findTarget, isLastType } from '#areas/integrations/connections/targets.ts'
import { targetTypes } from '#kernel/connection.ts'
import { operation } from '#kernel/operation.ts'
import { id, ifVersion, text } from '#kernel/schema.ts'
import { requireVersion } from '#kernel/version.ts'

export const selectIntegrationTarget = operation({
  name: 'selectIntegrationTarget',
  title: 'Select the target of an integration',
  summary: 'Selects the site, collection, blog, channel or property that a connected service works with.',
  scope: 'integrations:write',
  risk: 'write',
  errors: ['not_found', 'target_rejected', 'not_connected', 'auth_expired', 'upstream_failed', 'unavailable'],
  examples: [
    { title: 'A channel', input: { id: 'int_01jzz0000000000000000000zz', type: 'channel', externalId: 'C012AB3CD' } },
  ],
  input: z.strictObject({
    id: id('integration'),
    type: z.enum(targetTypes),
    externalId: text(400, { min: 1 }),
    ifVersion,
  }),
  output: z.object({ integration: integrationOutput }),

  async prepare(ctx, { id: integrationId, type, externalId }) {
    const row = await ctx.read((db) => getIntegrationRow(db, integrationId))
    requireAskable(row)
    const opened = openConnection(ctx, row)
    const target = await askService(ctx, row, () => findTarget(opened, { type, externalId }))
    return { target, isLast: isLastType(opened, type) }
  },

  async handle({ db }, { id: integrationId, type, ifVersion: version }, { target, isLast }) {
    const before = await lockIntegration(db, integrationId)
    requireVersion(before.version, version)
    requireAskable(before)
    const selected = JSON.stringify(target)
    const isSameSite = before.site?.externalId === target.externalId
    const isMoved = isLast ? type === 'collection' && before.target?.externalId !== target.externalId : !isSameSite
    if (isMoved) await forgetSite(db, integrationId)
    // Another site has other collections.
    const changes = isLast
      ? { target: selected, state: 'connected' as const }
      : { site: selected, ...(isSameSite ? {} : { target: null, mapping: '{}', state: 'pending' as const }) }
    const after = await changeIntegration(db, integrationId, changes)
    await resumeWork(db, integrationId)
    return { integration: describeIntegration(after) }
  },
})
