import { z } from 'zod'

import type { CmsField } from '#kernel/cms-connector.ts'
import { integrationKinds, providers, targetTypes } from '#kernel/connection.ts'
import { iso, timestamp } from '#kernel/schema.ts'

import type { IntegrationRow } from './integration-rows.ts'

export const integrationStates = ['disconnected', 'pending', 'connected', 'degraded', 'auth_expired'] as const
export type IntegrationState = (typeof integrationStates)[number]

const target = z.object({ type: z.enum(targetTypes), externalId: z.string(), name: z.string() })

/** An integration as lists show it: nothing in it is a secret, a part or a hash of one. */
export const listedIntegration = z.object({
  id: z.string(),
  kind: z.enum(integrationKinds),
  provider: z.enum([...providers, 'revalidation']),
  displayName: z.string(),
  state: z.enum(integrationStates),
  connectedAs: z.string().nullable().describe('Account there'),
  host: z.string().nullable(),
  target: target.nullable(),
  capabilities: z.array(z.string()),
  scopesGranted: z.array(z.string()),
  secretSetAt: timestamp().nullable(),
  lastOkAt: timestamp().nullable(),
  lastError: z.object({ code: z.string(), message: z.string(), at: timestamp() }).nullable(),
  version: z.int(),
  createdAt: timestamp().nullable(),
  updatedAt: timestamp().nullable(),
})

/** A whole integration. */
export const integrationOutput = listedIntegration.extend({
  settings: z.looseObject({}),
  mapping: z.record(z.string(), z.string().nullable()).describe('Item field to field of the target'),
})

export type Integration = z.input<typeof integrationOutput>

/** A row as lists show it. */
export function describeListed(row: IntegrationRow): z.input<typeof listedIntegration> {
  return {
    id: row.id,
    kind: row.kind,
    provider: row.provider,
    displayName: row.display_name,
    state: row.state,
    connectedAs: row.connected_as,
    host: hostOfSettings(row.settings),
    target: row.target,
    capabilities: row.capabilities,
    scopesGranted: row.scopes_granted,
    secretSetAt: iso(row.secret_set_at),
    lastOkAt: iso(row.last_ok_at),
    lastError: row.last_error,
    version: row.version,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }
}

/** A row with its settings and the mapping that counts. */
export function describeIntegration(
  row: IntegrationRow,
  mapping: Readonly<Partial<Record<CmsField, string | null>>> = row.mapping,
): Integration {
  return { ...describeListed(row), settings: row.settings, mapping }
}

/** The host that the settings name: all that is shown of an address. */
function hostOfSettings(settings: Readonly<Record<string, string>>): string | null {
  const address = settings['siteUrl'] ?? settings['url'] ?? settings['keyLocation']
  if (address !== undefined) return URL.parse(address)?.host ?? null
  return settings['shop'] ?? settings['host'] ?? null
}

const hostsOfServices: Readonly<Partial<Record<string, string>>> = {
  webflow: 'api.webflow.com',
  slack: 'slack.com',
  discord: 'discord.com',
}

/** Where deliveries go, as lists show it: a host. A chat by a webhook is named by the host of that, which is a secret otherwise. */
export function hostOfDeliveries(
  row: Pick<IntegrationRow, 'settings' | 'provider' | 'connected_as' | 'secret_fields'>,
): string {
  const isHook = row.provider === 'teams' || (row.provider === 'slack' && row.secret_fields.includes('webhookUrl'))
  const host = hostOfSettings(row.settings) ?? (isHook ? row.connected_as : null)
  return host ?? hostsOfServices[row.provider] ?? row.provider
}
