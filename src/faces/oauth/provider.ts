import { type Configuration, interactionPolicy, type KoaContextWithOIDC, Provider, errors } from 'oidc-provider'

import { isUserEnabled } from '#areas/account/index.ts'
import { accessTokenStart, isGrantAlive, refreshTokenStart, scopesAtConsent } from '#areas/oauth/index.ts'
import { resourceOf } from '#catalog/challenge.ts'
import type { Outgoing } from '#faces/http.ts'
import { scopes } from '#kernel/scope.ts'

import { createAdapter } from './adapter.ts'
import { withBriefError } from './brief-error.ts'
import { documentFetch } from './client-documents.ts'
import { openKeys, type OAuthKeys } from './keys.ts'
import { type LibraryExchange, type LibraryRequest, openExchange } from './library-call.ts'
import { lifetimes } from './lifetimes.ts'
import { errorPage } from './pages.ts'
import { documentFetcher, type OAuthParts } from './parts.ts'
import { forLibrary } from './unavailable.ts'

/** The library with Masthead's rules, on the current base URL of the server. */
export type Library = {
  provider: Provider
  keys: OAuthKeys
  /** Opens a request that the library's helpers can work on. */
  open(request: LibraryRequest): LibraryExchange
  /** Lets the library answer. */
  call(request: LibraryRequest): Promise<Outgoing>
}

/** Creates the library. Defaults that would end logins or reuse consents silently are overridden here. */
export async function openLibrary(given: OAuthParts): Promise<Library> {
  const parts = { ...given, database: forLibrary(given.database) }
  const baseUrl = parts.baseUrl()
  const keys = await openKeys({ asIdentity: parts.database.asIdentity, vault: parts.vault })
  const provider = new Provider(baseUrl, configurationOf(parts, keys))
  markTokens(provider)
  provider.on('grant.error', (ctx, error) => logRefused(parts, ctx, error))
  provider.on('authorization.error', (ctx, error) => logRefused(parts, ctx, error))
  provider.on('server_error', (ctx, error) =>
    parts.log.error({ err: error, requestId: ctx.get('x-request-id') }, 'authorization server failed'),
  )
  const faults: NodeJS.EventEmitter = provider
  faults.on('error', (error: unknown) => parts.log.error({ err: error }, 'authorization server failed'))
  const handle = provider.callback()

  return {
    provider,
    keys,
    open: (request) => openExchange(request, baseUrl),
    async call(given) {
      const { request, response, answer } = openExchange(given, baseUrl)
      await handle(request, response)
      return withBriefError(await answer)
    },
  }
}

function configurationOf(parts: OAuthParts, keys: OAuthKeys): Configuration {
  const baseUrl = parts.baseUrl()
  const resource = resourceOf(baseUrl)
  return {
    adapter: (model) => createAdapter(model, parts),
    jwks: { keys: [keys.jwk] },
    cookies: { keys: [keys.cookieKey] },
    clockTolerance: 0,
    routes: {
      authorization: '/oauth/authorize',
      token: '/oauth/token',
      registration: '/oauth/register',
      revocation: '/oauth/revoke',
      jwks: '/oauth/jwks',
    },
    // Scopes of the API belong to the resource: listed here, they would make consent loop.
    scopes: ['offline_access'],
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    clientDefaults: {
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: 'ES256',
    },
    pkce: { required: () => true },
    // Both requests name the redirect address (oauth.md#codes-name-their-address, RFC 6749 4.1.3).
    allowOmittingSingleRegisteredRedirectUri: false,
    ttl: {
      AuthorizationCode: lifetimes.code,
      AccessToken: lifetimes.accessToken,
      RefreshToken: () => lifetimes.refreshToken,
      Grant: lifetimes.grant,
      Interaction: lifetimes.interaction,
      Session: lifetimes.interaction,
      IdToken: lifetimes.accessToken,
    },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    rotateRefreshToken: () => true,
    revokeGrantPolicy: () => true,
    extraTokenClaims: async (ctx) => ((await isNarrowed(parts, ctx)) ? { narrowed: true } : undefined),
    loadExistingGrant: async ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId
      return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId)
    },
    findAccount: async (_ctx, userId, token) => {
      const grantId = token !== undefined && 'grantId' in token ? token.grantId : undefined
      const isKnown = await parts.database.asIdentity((db) =>
        typeof grantId === 'string' ? isGrantAlive(db, grantId, userId) : isUserEnabled(db, userId),
      )
      return isKnown ? { accountId: userId, claims: async () => ({ sub: userId }) } : undefined
    },
    interactions: {
      policy: policy(),
      url: (_ctx, { uid }) => `${baseUrl}/oauth/consent/${uid}`,
    },
    renderError: (ctx, out) => {
      const page = errorPage(baseUrl, {
        status: ctx.status,
        title: titles[out.error] ?? 'This did not work',
        text: textOf(out),
      })
      for (const [name, value] of Object.entries(page.headers)) ctx.set(name, value)
      ctx.body = page.body
    },
    fetch: documentFetch(documentFetcher(parts)),
    fetchResponseBodyLimits: { 'client_id metadata document': 64 * 1024 },
    features: featuresOf(parts, resource),
  }
}

function featuresOf(parts: OAuthParts, resource: string): NonNullable<Configuration['features']> {
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    introspection: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
    deviceFlow: { enabled: false },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    // The token's client is the caller; for any other client the answer is the same, and nothing happens.
    revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
    rpMetadataChoices: { enabled: true },
    clientIdMetadataDocument: {
      enabled: documentFetcher(parts) !== undefined,
      ack: 'draft-02',
      // Only https with a path.
      allowFetch: async (_ctx, clientId) => clientId.length <= 2000 && new URL(clientId).pathname !== '/',
      cacheDuration: { min: 30, max: 86_400 },
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: async () => resource,
      useGrantedResource: async () => true,
      getResourceServerInfo: async (_ctx, asked) => {
        if (asked !== resource) throw new errors.InvalidTarget()
        return {
          scope: scopes.join(' '),
          audience: resource,
          accessTokenTTL: lifetimes.accessToken,
          accessTokenFormat: 'opaque',
        }
      },
    },
  }
}

// Consent is always shown: without a page there is nobody who could have signed in or agreed.
function policy() {
  const prompts = interactionPolicy.base()
  const noSession = prompts.get('login')?.checks.get('no_session')
  if (noSession !== undefined) noSession.error = 'interaction_required'
  return prompts
}

/** A scope of its own, smaller than what was given at consent, limits the access token (oauth.md#grants-count-as-they-are). */
async function isNarrowed({ database }: OAuthParts, { oidc }: KoaContextWithOIDC): Promise<boolean> {
  const { grantId } = oidc.entities.RefreshToken ?? {}
  if (oidc.params?.['grant_type'] !== 'refresh_token' || oidc.params['scope'] === undefined || grantId === undefined)
    return false
  const given = await database.asIdentity((db) => scopesAtConsent(db, grantId))
  return given.some((scope) => !oidc.requestParamScopes.has(scope))
}

// Wrapped, not replaced: the library's own function also decides on the format.
function markTokens({ AccessToken, RefreshToken }: Provider): void {
  for (const [model, start] of [
    [AccessToken, accessTokenStart],
    [RefreshToken, refreshTokenStart],
  ] as const) {
    const prototype: { generateTokenId(): string } = model.prototype as unknown as { generateTokenId(): string }
    const generate = prototype.generateTokenId
    prototype.generateTokenId = function generateMarkedTokenId(this: unknown) {
      return start + generate.call(this)
    }
  }
}

function logRefused(parts: OAuthParts, ctx: KoaContextWithOIDC, error: errors.OIDCProviderError): void {
  const { message, error_description: description, error_detail: detail } = error
  parts.log.info({ error: message, description, detail, requestId: ctx.get('x-request-id') }, 'authorization refused')
}

const titles: Record<string, string> = {
  invalid_client: 'This application is not known here',
  invalid_redirect_uri: 'This return address is not registered',
  server_error: 'Something went wrong here',
}

function textOf({
  error,
  error_description: description,
}: {
  error: string
  error_description?: string | undefined
}): string {
  if (error === 'invalid_client')
    return 'The application that sent you here is not registered, or its registration has expired. Connect it again from there.'
  if (error === 'invalid_redirect_uri')
    return 'The application asked to send you to an address that it did not register. For your safety you stay here.'
  if (error === 'server_error') return 'Nothing was granted. Start again in the application that sent you here.'
  return `${description ?? error}. Start again in the application that sent you here.`
}
