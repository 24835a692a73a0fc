import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { listAgentAuditLog } from '#areas/agent-audit/operations/list-agent-audit-log.ts'
import { disconnectIntegration } from '#areas/integrations/operations/disconnect-integration.ts'
import { getIntegration } from '#areas/integrations/operations/get-integration.ts'
import { listIntegrationTargets } from '#areas/integrations/operations/list-integration-targets.ts'
import { listIntegrations } from '#areas/integrations/operations/list-integrations.ts'
import {
  googleOAuthCallback,
  shopifyOAuthCallback,
  signInCallbacks,
  webflowOAuthCallback,
} from '#areas/integrations/operations/oauth-callbacks.ts'
import { selectIntegrationTarget } from '#areas/integrations/operations/select-integration-target.ts'
import { setConnectorSecret } from '#areas/integrations/operations/set-connector-secret.ts'
import { setContentMode } from '#areas/integrations/operations/set-content-mode.ts'
import { startOAuthConnection } from '#areas/integrations/operations/start-o-auth-connection.ts'
import { testIntegration } from '#areas/integrations/operations/test-integration.ts'
import { openConnectors } from '#connectors/index.ts'
import { signedInTo } from '#kernel/connection.ts'
import { type IntegrationId, newId } from '#kernel/ids.ts'
import { Secret } from '#kernel/secret.ts'
import { agreeAtGoogle, connectGoogle } from '#test/sample-connections.ts'
import { stage } from '#test/stage.ts'
import { openGoogle } from '#test/standins/google.ts'
import { openShopify } from '#test/standins/shopify.ts'
import { openWebflow } from '#test/standins/webflow.ts'

let google: Awaited<ReturnType<typeof openGoogle>>
let on: Awaited<ReturnType<typeof stage>>
beforeEach(async () => {
  google = await openGoogle()
  on = await stage({ connectors: connectorsAt(google) })
  return () => google.close()
})

const connectorsAt = ({ url, client }: typeof google) =>
  openConnectors(
    { google_search_console: url },
    { google_search_console: { id: client.id, secret: new Secret(client.secret) } },
  )
const start = (more = {}) =>
  on.call(startOAuthConnection, { provider: 'google_search_console', ...more }, on.inPerson({ elevated: true }))
const comeBack = (back: { state: string; code?: string; error?: string }, as = {}) =>
  on.call(googleOAuthCallback, back, { confirm: true, ...on.inPerson({ as }) })

test('Slack is asked for private channels as well', async () => {
  const client = { id: 'slack-client', secret: new Secret('slack-client-secret') }
  on = await stage({ connectors: openConnectors({}, { slack: client }) })

  const { authorizeUrl } = await start({ provider: 'slack' })

  expect(new URL(authorizeUrl).searchParams.get('scope')).toBe('chat:write,channels:read,groups:read')
})

test('a person signs in, comes back, and selects a property', async () => {
  const { authorizeUrl, expiresAt } = await start()
  const asked = new URL(authorizeUrl).searchParams
  expect(Object.fromEntries(asked)).toMatchObject({
    client_id: google.client.id,
    redirect_uri: 'https://masthead.test/app/connect/google_search_console/callback',
    scope: 'https://www.googleapis.com/auth/webmasters.readonly',
    access_type: 'offline',
    prompt: 'consent',
    code_challenge_method: 'S256',
  })
  expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(9 * 60_000)

  const id = await connectGoogle(on)
  expect((await on.call(getIntegration, { id })).integration).toMatchObject({
    provider: 'google_search_console',
    state: 'pending',
    target: null,
    scopesGranted: ['https://www.googleapis.com/auth/webmasters.readonly'],
  })
  expect((await on.call(listIntegrationTargets, { id, type: 'property' })).items).toEqual([
    { externalId: 'https://www.example.com/', name: 'https://www.example.com/' },
    { externalId: 'sc-domain:example.org', name: 'example.org' },
  ])
  await connectGoogle(on, { property: 'sc-domain:example.org' })
  expect((await on.call(listIntegrations, {})).items).toMatchObject([
    { state: 'connected', target: { type: 'property', externalId: 'sc-domain:example.org' } },
  ])
})

test('an attempt works once, for its own person and session, and for ten minutes', async () => {
  const { actor, organization } = on.access
  const back = await agreeAtGoogle(on)
  const otherSession = {
    actor: { ...actor, kind: 'user', credentialType: 'session', credentialId: newId('session') },
  } as const
  expect(await comeBack(back, otherSession)).toEqual({ integrationId: null, error: 'state_invalid' })
  const second = await agreeAtGoogle(on)
  expect(await comeBack(second)).toMatchObject({ error: null })
  expect(await comeBack(second)).toEqual({ integrationId: null, error: 'state_invalid' })
  expect(await comeBack({ state: 'unknown', code: 'x' })).toMatchObject({ error: 'state_invalid' })

  await on.rows(({ db }) => db.deleteFrom('integration').execute())
  const late = await agreeAtGoogle(on)
  await on.database.forOrganization({ organizationId: organization.id, userId: actor.userId }, 'write', ({ db }) =>
    db.deleteFrom('connect_attempt').execute(),
  )
  expect(await comeBack(late)).toMatchObject({ error: 'state_invalid' })
})

test.each([
  ['access_denied', async (back: { state: string }) => comeBack({ state: back.state, error: 'access_denied' })],
  ['exchange_failed', async (back: { state: string }) => comeBack({ state: back.state, code: 'made up' })],
])('%s stores nothing', async (error, returning) => {
  const back = await agreeAtGoogle(on)
  expect(await returning(back)).toEqual({ integrationId: null, error })
  expect(await comeBack(back)).toEqual({ integrationId: null, error: 'state_invalid' })
  expect((await on.call(listIntegrations, {})).items).toEqual([])
})

test('less than what is needed is scope_missing', async () => {
  google.grants('https://www.googleapis.com/auth/userinfo.email')
  expect(await comeBack(await agreeAtGoogle(on))).toEqual({ integrationId: null, error: 'scope_missing' })
})

test('a permission that was taken back is auth_expired, and a new one renews the same integration', async () => {
  const id = await connectGoogle(on, { property: 'https://www.example.com/' })
  google.endTokens()
  expect((await on.call(testIntegration, { id }, { confirm: true })).checks).toMatchObject([{ ok: true }, { ok: true }])
  google.takeBack()
  expect((await on.call(testIntegration, { id }, { confirm: true })).checks).toMatchObject([{ ok: false }])
  expect((await on.call(getIntegration, { id })).integration.state).toBe('auth_expired')

  const renewed = await comeBack(await agreeAtGoogle(on, { integrationId: id }))
  expect(renewed).toEqual({ integrationId: id, error: null })
  expect((await on.call(getIntegration, { id })).integration).toMatchObject({
    state: 'connected',
    target: { externalId: 'https://www.example.com/' },
  })
})

test('an account that does not see the selected property has to select another one', async () => {
  const id = await connectGoogle(on, { property: 'https://www.example.com/' })
  google.sites([{ siteUrl: 'https://other.example.com/', permissionLevel: 'siteOwner' }])

  expect(await comeBack(await agreeAtGoogle(on, { integrationId: id }))).toEqual({ integrationId: id, error: null })

  expect((await on.call(getIntegration, { id })).integration).toMatchObject({ state: 'pending', target: null })
})

test('disconnecting gives a grant of Google back', async () => {
  const id = await connectGoogle(on)
  await on.call(disconnectIntegration, { id }, { confirm: true, dryRun: true })
  expect(google.isRevoked()).toBe(false)
  await on.call(disconnectIntegration, { id }, { confirm: true })
  expect(google.isRevoked()).toBe(true)
})

test('it needs the registration of the operator, and no secret is accepted instead', async () => {
  const unregistered = await stage({ connectors: openConnectors({ google_search_console: google.url }) })
  const elevated = unregistered.inPerson({ elevated: true })
  await expect(
    unregistered.call(startOAuthConnection, { provider: 'google_search_console' }, elevated),
  ).rejects.toMatchObject({
    code: 'provider_not_configured',
    details: { howToFix: expect.stringContaining('GOOGLE_CLIENT_ID') },
  })
  await expect(
    unregistered.call(
      setConnectorSecret,
      { provider: 'google_search_console', secret: {} },
      { confirm: true, ...elevated },
    ),
  ).rejects.toMatchObject({ code: 'validation_failed' })
  const offered = async (stageOf: typeof on, more: Parameters<typeof on.call>[2] = {}) =>
    (await stageOf.call(listIntegrations, {}, more)).availableProviders.find(
      ({ provider }) => provider === 'google_search_console',
    )
  expect(await offered(unregistered)).toMatchObject({
    signIn: false,
    registration: {
      variables: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
      redirectUrl: expect.stringMatching(/^https?:.*\/app\/connect\/google_search_console\/callback$/),
    },
  })
  expect(await offered(unregistered, { as: { scopes: ['integrations:read'] } })).toMatchObject({ registration: null })
  expect(await offered(on)).toMatchObject({ signIn: true, registration: null })
  const { availableProviders } = await on.call(listIntegrations, {})
  expect(availableProviders.find(({ provider }) => provider === 'google_search_console')).toMatchObject({
    signIn: true,
    fields: [],
  })
  expect(availableProviders.find(({ provider }) => provider === 'slack')).toMatchObject({ signIn: false })
})

const services = [
  { provider: 'webflow', open: openWebflow, callback: webflowOAuthCallback, settings: {}, path: '/oauth/authorize' },
  {
    provider: 'shopify',
    open: openShopify,
    callback: shopifyOAuthCallback,
    settings: { shop: 'lamps.myshopify.com' },
    path: '/admin/oauth/authorize',
  },
] as const

/** A stage where a person signed in to a service, and what the service is. */
async function signedIn({ provider, open, callback, settings, path }: (typeof services)[number]) {
  const site = await open()
  onTestFinished(site.close)
  const registered = { [provider]: { id: 'app', secret: new Secret('secret-of-the-app') } }
  const here = await stage({ connectors: openConnectors({ [provider]: site.url }, registered) })
  const inPerson = here.inPerson({ elevated: true })
  const begin = (given: object) => here.call(startOAuthConnection, { provider, ...given }, inPerson)
  if (provider === 'shopify')
    await expect(begin({})).rejects.toMatchObject({ details: [{ path: '/input/settings/shop' }] })
  const address = new URL((await begin({ settings })).authorizeUrl)
  expect(address.pathname).toBe(path)
  const state = address.searchParams.get('state') ?? ''
  const back = await here.call(callback, { state, code: 'agreed' }, { confirm: true, ...here.inPerson() })
  expect(back.error).toBeNull()
  return { here, site, id: back.integrationId as IntegrationId }
}

describe.each(services)('$provider', (service) => {
  test('people sign in to it, too', async () => {
    const { here } = await signedIn(service)

    expect((await here.call(listIntegrations, {})).items).toMatchObject([
      { provider: service.provider, state: 'pending' },
    ])
  })

  test('disconnecting gives the grant back', async () => {
    const { here, site, id } = await signedIn(service)

    const rehearsed = await here.call(disconnectIntegration, { id }, { confirm: true, dryRun: true })
    expect([rehearsed.grant, site.isRevoked()]).toEqual(['revoked', false])
    const done = await here.call(disconnectIntegration, { id }, { confirm: true })

    expect(done).toMatchObject({ state: 'disconnected', grant: 'revoked', leftToDo: null })
    expect(site.isRevoked()).toBe(true)
  })

  test('a grant that is not taken back is said, in the answer, the integration and the record', async () => {
    const { here, site, id } = await signedIn(service)
    site.fail(site.isRevoke, { status: 502, html: true })

    const done = await here.call(disconnectIntegration, { id }, { confirm: true })

    expect(done).toMatchObject({ state: 'disconnected', grant: 'failed' })
    expect(done.leftToDo).toMatch(
      /^(Webflow|Shopify) did not end the access that was granted to Masthead\. End it there: /,
    )
    expect((await here.call(getIntegration, { id })).integration).toMatchObject({
      state: 'disconnected',
      secretSetAt: null,
      lastError: { code: 'upstream_failed', message: done.leftToDo },
    })
    expect((await here.call(listAgentAuditLog, { operation: 'disconnectIntegration' })).items).toMatchObject([
      { resultSummary: { state: 'disconnected', grant: 'failed' } },
    ])
  })

  test('one that a person kept is not given back, and neither is a token that somebody entered', async () => {
    const { here, site, id } = await signedIn(service)
    await here.call(disconnectIntegration, { id, deleteSecrets: false }, { confirm: true })

    await here.call(setConnectorSecret, site.given, { confirm: true, ...here.inPerson({ elevated: true }) })
    const done = await here.call(disconnectIntegration, { id }, { confirm: true })

    expect(site.isRevoked()).toBe(false)
    expect(done).toMatchObject({ grant: null, leftToDo: expect.stringContaining('stays valid') })
  })
})

test('a grant that somebody ended in the service already counts as given back', async () => {
  const { here, site, id } = await signedIn(services[1])
  if ('revoke' in site) site.revoke()

  expect(await here.call(disconnectIntegration, { id }, { confirm: true })).toMatchObject({ grant: 'revoked' })
})

test('while a grant is given back nothing is switched to the service', async () => {
  const { here, site, id } = await signedIn(services[0])
  const confirm = { confirm: true }
  await here.call(selectIntegrationTarget, { id, type: 'site', externalId: 'site1' }, confirm)
  await here.call(selectIntegrationTarget, { id, type: 'collection', externalId: 'posts' }, confirm)
  const switching = Promise.withResolvers<unknown>()
  site.meanwhile(
    (request) => site.isRevoke(request),
    async () =>
      switching.resolve(await here.call(setContentMode, { mode: 'webflow' }, confirm).catch((error: unknown) => error)),
  )

  await here.call(disconnectIntegration, { id }, confirm)

  expect(await switching.promise).toMatchObject({ code: 'auth_expired' })
})

test('a service that is connected again while its grant is given back stays connected', async () => {
  const { here, site, id } = await signedIn(services[0])
  site.meanwhile(
    (request) => site.isRevoke(request),
    async () => {
      await here.call(
        setConnectorSecret,
        { ...site.given, integrationId: id },
        { confirm: true, ...here.inPerson({ elevated: true }) },
      )
    },
  )

  const disconnecting = here.call(disconnectIntegration, { id }, { confirm: true })

  await expect(disconnecting).rejects.toMatchObject({ code: 'conflict' })
  expect((await here.call(getIntegration, { id })).integration).toMatchObject({ secretSetAt: expect.any(String) })
})

test('every service that people sign in to has settings of the operator, and an operation that ends it', () => {
  const withSignIn = openConnectors({})
    .all.filter(({ oauth }) => oauth !== undefined)
    .map(({ provider }) => provider)
    .toSorted()
  expect(Object.values(signedInTo).toSorted()).toEqual(withSignIn)
  expect([...signInCallbacks.keys()].toSorted()).toEqual(withSignIn)
})
