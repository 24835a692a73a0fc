import { z } from 'zod'

import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { iso, timestamp } from '#kernel/schema.ts'
import type { ConfiguredWebhooks } from '#kernel/webhook.ts'

import { findEndpoint } from './endpoints.ts'
import { usualPace } from './pace.ts'
import { hostOf, type RevalidationSettings, targetOf } from './webhook-target.ts'

/** The id of the integration that notifies the website of changes. */
const revalidationId = 'revalidation'

/** It, as an integration. */
export const revalidationOutput = z.object({
  id: z.string(),
  kind: z.enum(['webhook']),
  provider: z.string(),
  state: z.enum(['disconnected', 'pending', 'connected', 'degraded']),
  settings: z.object({ webhookUrl: z.string().nullable(), notifySearchEngines: z.boolean() }),
  host: z.string().nullable().describe('Host that is notified; the installation may configure it'),
  lastOkAt: timestamp().nullable(),
  version: z.int(),
})

type Output = z.input<typeof revalidationOutput>

/** The integration with these settings, its state and its last success; `pending`: its address has no secret yet. */
export async function describeRevalidation(
  db: Reader,
  settings: RevalidationSettings,
  way: { organizationId: string; webhooks: ConfiguredWebhooks },
): Promise<Output> {
  const { hasOwnAddress, webhookUrl, notifySearchEngines, version } = settings
  const target = await targetOf(db, settings, way)
  const endpoint = target === undefined ? undefined : await findEndpoint(db, target.endpoint)
  return {
    id: revalidationId,
    kind: 'webhook',
    provider: revalidationId,
    state: stateOf(target, endpoint),
    settings: { webhookUrl: hasOwnAddress ? webhookUrl : null, notifySearchEngines },
    host: target === undefined ? null : hostOf(target.url),
    lastOkAt: iso(endpoint?.lastOkAt ?? null),
    version,
  }
}

export const isRevalidation = (id: string): boolean => id === revalidationId

/** Refuses any other integration: there are no connectors yet. */
export function requireRevalidation(id: string): void {
  if (!isRevalidation(id)) throw new Refusal('not_found', 'There is no such integration.', { id: id.slice(0, 200) })
}

function stateOf(
  target: { isSigned: boolean } | undefined,
  endpoint: { failures: number; disabledAt: Date | null } | undefined,
): Output['state'] {
  if (target === undefined) return 'disconnected'
  if (!target.isSigned) return 'pending'
  if (endpoint === undefined) return 'connected'
  const isDegraded = endpoint.disabledAt !== null || endpoint.failures >= usualPace.failuresUntilOpen
  return isDegraded ? 'degraded' : 'connected'
}
