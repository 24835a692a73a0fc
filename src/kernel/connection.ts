import type { z } from 'zod'

import type { SafeFetch } from './http.ts'
import type { Log } from './log.ts'
import type { Secret } from './secret.ts'

/** Every service that an organization can connect. */
export const providers = [
  'wordpress',
  'ghost',
  'webflow',
  'shopify',
  'webhook',
  'slack',
  'teams',
  'discord',
  'indexnow',
  'google_search_console',
] as const
export type Provider = (typeof providers)[number]

/** What people call the services. */
export const providerNames: Readonly<Record<Provider, string>> = {
  wordpress: 'WordPress',
  ghost: 'Ghost',
  webflow: 'Webflow',
  shopify: 'Shopify',
  webhook: 'Own endpoint',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  discord: 'Discord',
  indexnow: 'IndexNow',
  google_search_console: 'Google Search Console',
}

/** The services that people sign in to, by the start of the two settings with which an operator registers the installation there. */
export const signedInTo = {
  GOOGLE: 'google_search_console',
  WEBFLOW: 'webflow',
  SHOPIFY: 'shopify',
  SLACK: 'slack',
} as const satisfies Record<string, Provider>

export const integrationKinds = ['cms', 'chat', 'search', 'webhook', 'indexnow'] as const

export const targetTypes = ['site', 'collection', 'blog', 'channel', 'property'] as const
export type TargetType = (typeof targetTypes)[number]

/** A thing of the service that a person selects: a site, a blog, a channel. */
export type Target = { externalId: string; name: string }
export type SelectedTarget = Target & { type: TargetType }

/** The registration of this installation with a service that people sign in to. */
export type OAuthClient = { id: string; secret: Secret<string> }

/** One connected service, as a connector works with it. It holds no transaction, and is not kept. */
export type Connection = {
  settings: Readonly<Record<string, string>>
  secret: Readonly<Record<string, Secret<string>>>
  target: SelectedTarget | null
  /** The site of a target that is part of one. */
  site: SelectedTarget | null
  /** The one way out: addresses are guarded, limits hold. */
  fetch: SafeFetch
  /** Replaces scheme, host and port of every address of the provider, where the operator says so. */
  baseUrl: string | undefined
  /** The operator's registration, where there is one. */
  client?: OAuthClient | undefined
  now(): Date
  log: Log
  signal?: AbortSignal | undefined
}

/** What a person agreed to: what is kept of it, and the scopes that the service names. */
export type Grant = { secret: Readonly<Record<string, string>>; scopes: readonly string[] }

/** The code that a service gave, with what proves that it was asked for here. */
export type GivenCode = { code: string; redirectUri: string; verifier: Secret<string> }

/** How people connect a service by signing in there: the authorization code grant (RFC 6749 4.1), with PKCE (RFC 7636). */
export type OAuth = {
  /** Without these the connection does not work: the callback answers `scope_missing`. */
  scopes: readonly string[]
  /** Settings that must be known before: the shop whose people sign in. */
  needs?: readonly string[]
  /** Where a person signs in. */
  authorizeUrl(
    connection: Connection,
    given: { clientId: string; redirectUri: string; state: string; challenge: string },
  ): string
  /** The grant for a code. Errors: every kind of `ConnectorFault`. */
  exchange(connection: Connection, given: GivenCode): Promise<Grant>
  /** Gives the grant back; one that is gone there already counts as given back. Errors: every kind of `ConnectorFault`. */
  revoke(connection: Connection): Promise<void>
}

/** What a read probe found out. */
export type Probe = {
  /** The account's name there, or null where the service has none. */
  connectedAs: string | null
  /** What the credential may do, in the service's words. */
  capabilities: readonly string[]
  scopesGranted?: readonly string[]
  checks: readonly Check[]
}

export type Check = { name: string; ok: boolean; detail: string }

/** What every connector declares, whatever its kind. */
export type AnyConnector = {
  provider: Provider
  /** Its name, as people know it. */
  label: string
  /** What a person enters that is no secret; each field has a `title` (label) and a `description` (hint) in its metadata. */
  settings: z.ZodObject
  /** What a person enters that is never shown again, in the same way. */
  secret: z.ZodObject
  /** Requests that the service takes in a minute. */
  perMinute?: number
  /** What must be selected, in this order; depends on the credential with a chat. */
  targets(secretFields: readonly string[]): readonly TargetType[]
  /** The addresses in settings and secret that the outbound guard looks at before anything is stored. */
  addresses?(given: {
    settings: Readonly<Record<string, string>>
    secret: Readonly<Record<string, string>>
  }): readonly string[]
  /** Reads something that shows whether the credential works. Writes nothing there. */
  probe(connection: Connection): Promise<Probe>
  /** Where in the service a person ends a credential, in the words of its menus; left out where there is nothing to end. */
  endsAt?: string
  /** How a person signs in to it instead of giving a secret. */
  oauth?: OAuth
  /** All targets of a type, all pages, at most 1,000. `within`: the site whose collections are meant. */
  listTargets?(connection: Connection, type: TargetType, within: SelectedTarget | null): Promise<readonly Target[]>
}
