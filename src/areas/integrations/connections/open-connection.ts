import type { Connection } from '#kernel/connection.ts'
import type { Connector, Connectors } from '#kernel/connector.ts'
import { Refusal } from '#kernel/errors.ts'
import type { SafeFetch } from '#kernel/http.ts'
import type { Log } from '#kernel/log.ts'
import type { Sealing } from '#kernel/sealing.ts'
import { Secret } from '#kernel/secret.ts'

import type { IntegrationRow } from './integration-rows.ts'
import { pacedFetch } from './pace-requests.ts'
import { withoutSecrets, withSecrets } from './settings-with-secrets.ts'

/** What a connection is opened with, in an operation and in a job. */
export type Outside = {
  connectors: Connectors
  sealing: Sealing
  fetch: SafeFetch
  log: Log
  signal?: AbortSignal | undefined
}

/** Where the secret of an integration is sealed: it does not open anywhere else. */
export const placeOfSecret = (organizationId: string, id: string) => ({
  organization: organizationId,
  table: 'integration',
  row: id,
  column: 'sealed',
})

/** The connector of a provider. Errors: `not_found`: this installation has none. */
export function connectorOf(connectors: Connectors, provider: string): Connector {
  const found = connectors.find(provider)
  if (found !== undefined) return found
  throw new Refusal('not_found', `This version of Masthead has no connector for ${provider}.`, { provider })
}

/** A connection that works with a stored secret. Errors: those of `requireUsable`. */
export function openConnection(
  outside: Outside,
  row: IntegrationRow,
): { connector: Connector; connection: Connection } {
  const connector = connectorOf(outside.connectors, row.provider)
  if (row.sealed === null) throw notConnected(row)
  const opened = outside.sealing.decrypt(row.sealed, placeOfSecret(row.organization_id, row.id))
  const { signal, connectors } = outside
  const pace = { integrationId: row.id, perMinute: connector.perMinute, places: connectors.places, signal }
  const fetch = pacedFetch(outside.fetch, pace)
  return { connector, connection: connectionOf({ ...outside, fetch }, { connector, row, secret: secretsIn(opened) }) }
}

/** Settings as they are stored: without what is secret in them. */
export function settingsOf(
  outside: Outside,
  row: IntegrationRow,
  given: Record<string, string>,
): Record<string, string> {
  if (row.sealed === null) return given
  return withoutSecrets(given, revealed(openConnection(outside, row).connection.secret))
}

/** A connection with a secret that is not stored yet. */
export function connectionOf(
  { connectors, fetch, log, signal }: Outside,
  {
    connector,
    row,
    secret,
  }: {
    connector: Connector
    row: Pick<IntegrationRow, 'settings' | 'target' | 'site'>
    secret: Readonly<Record<string, Secret<string>>>
  },
): Connection {
  return {
    settings: withSecrets(row.settings, revealed(secret)),
    secret,
    target: row.target,
    site: row.site,
    fetch,
    baseUrl: connectors.baseUrl(connector.provider),
    client: connectors.client(connector.provider),
    now: () => new Date(),
    log,
    signal,
  }
}

/** Refuses an integration that nothing can be written through: `not_connected`, `auth_expired`. */
export function requireUsable(row: IntegrationRow): void {
  if (row.state === 'auth_expired') throw authExpired(row)
  if (row.state === 'disconnected' || row.state === 'pending') throw notConnected(row)
}

/** Refuses one that nothing can be asked: the same, but a target may still be missing. */
export function requireAskable(row: IntegrationRow): void {
  if (row.state !== 'pending') requireUsable(row)
}

function authExpired({ id, display_name: name }: Pick<IntegrationRow, 'id' | 'display_name'>): Refusal {
  return new Refusal('auth_expired', `${name} refuses the stored credential.`, {
    integrationId: id,
    howToFix: `A person renews it in Settings > Integrations > ${name}. What waits is sent then.`,
  })
}

function notConnected({ id, state, display_name: name }: IntegrationRow): Refusal {
  const howToFix =
    state === 'pending'
      ? 'Select a target with selectIntegrationTarget; listIntegrationTargets names them.'
      : 'A person connects it in Settings > Integrations.'
  return new Refusal('not_connected', `${name} is not connected.`, { integrationId: id, howToFix })
}

const revealed = (secret: Connection['secret']): Record<string, string> =>
  Object.fromEntries(Object.entries(secret).map(([name, value]) => [name, value.reveal()]))

/** Sealed as one JSON text; every value is a secret of its own once it is open. */
function secretsIn(opened: Secret<string>): Record<string, Secret<string>> {
  const values = JSON.parse(opened.reveal()) as Record<string, string>
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, new Secret(value)]))
}
