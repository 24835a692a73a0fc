import { z } from 'zod'

import { noteTest, testConnection } from '#areas/integrations/connections/probe-connection.ts'
import { checksOf, recordTest, sendTest } from '#areas/integrations/probe-revalidation.ts'
import { isRevalidation } from '#areas/integrations/revalidation-integration.ts'
import { bindRecords } from '#kernel/bind-records.ts'
import { operation } from '#kernel/operation.ts'
import { id, text } from '#kernel/schema.ts'

export const testIntegration = operation({
  name: 'testIntegration',
  title: 'Test an integration',
  summary:
    'Contacts the other side and reports what works. id "revalidation" sends a signed test message to the website.',
  scope: 'integrations:write',
  risk: 'external',
  reachesOut: true,
  errors: ['not_found', 'not_connected', 'auth_expired', 'url_not_allowed', 'upstream_failed'],
  examples: [{ title: 'Send a test message', input: { id: 'revalidation' } }],
  input: z.strictObject({
    id: text(200),
    probe: z.enum(['read', 'write']).default('read'),
    itemId: id('item').optional(),
  }),
  output: z.object({
    checks: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string() })),
    httpStatus: z.int().nullable(),
    latencyMs: z.int().nullable(),
    headersSent: z.array(z.string()),
  }),

  async prepare(ctx, input) {
    return isRevalidation(input.id)
      ? { sent: await sendTest(ctx, input.itemId) }
      : { tested: await testConnection(ctx, input) }
  },

  async handle(ctx, input, { sent, tested }) {
    if (tested !== undefined) {
      await bindRecords(ctx.db, 'integration', [input.id])
      await noteTest(ctx, tested)
      return { checks: tested.checks, httpStatus: null, latencyMs: null, headersSent: [] }
    }
    await bindRecords(ctx.db, 'revalidation_setting', [ctx.access.organization.id])
    await recordTest(ctx.db, sent)
    const { outcome, latencyMs = null, headers = [] } = sent.attempt ?? {}
    return { checks: checksOf(sent), httpStatus: outcome?.status ?? null, latencyMs, headersSent: headers }
  },
})
