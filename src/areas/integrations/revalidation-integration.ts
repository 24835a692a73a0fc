import type { Reader } from '#kernel/database.ts'
import { iso } from '#kernel/schema.ts'
import type { ConfiguredWebhooks } from '#kernel/webhook.ts'

import type { Integration } from './connections/integration-output.ts'
import { findEndpoint } from './endpoints.ts'
import { usualPace } from './pace.ts'
import { hostOf, type RevalidationSettings, targetOf } from './webhook-target.ts'

/** The id of the integration that notifies the website of changes. */
const revalidationId = 'revalidation'

/** The integration with these settings, its state and its last success; `pending`: its address has no secret yet. */
export async function describeRevalidation(
  db: Reader,
  settings: RevalidationSettings,
  way: { organizationId: string; webhooks: ConfiguredWebhooks },
): Promise<Integration> {
  const { hasOwnAddress, webhookUrl, notifySearchEngines, version } = settings
  const target = await targetOf(db, settings, way)
  const endpoint = target === undefined ? undefined : await findEndpoint(db, target.endpoint)
  return {
    id: revalidationId,
    kind: 'webhook',
    provider: revalidationId,
    displayName: 'Website',
    state: stateOf(target, endpoint),
    settings: { webhookUrl: hasOwnAddress ? webhookUrl : null, notifySearchEngines },
    host: target === undefined ? null : hostOf(target.url),
    lastOkAt: iso(endpoint?.lastOkAt ?? null),
    version,
    ...ofNoAccount,
  }
}

export const isRevalidation = (id: string): boolean => id === revalidationId

// A website has no account, no target and no fields.
const ofNoAccount = {
  connectedAs: null,
  target: null,
  capabilities: [],
  mapping: {},
  scopesGranted: [],
  secretSetAt: null,
  lastError: null,
  createdAt: null,
  updatedAt: null,
}

function stateOf(
  target: { isSigned: boolean } | undefined,
  endpoint: { failures: number; disabledAt: Date | null } | undefined,
): Integration['state'] {
  if (target === undefined) return 'disconnected'
  if (!target.isSigned) return 'pending'
  if (endpoint === undefined) return 'connected'
  const isDegraded = endpoint.disabledAt !== null || endpoint.failures >= usualPace.failuresUntilOpen
  return isDegraded ? 'degraded' : 'connected'
}
