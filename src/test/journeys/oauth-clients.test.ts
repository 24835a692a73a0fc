import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { password } from '#test/client.ts'
import { emptyStore, openSdkClient, type Sdk, type SdkClient, sdks, type Store } from '#test/sdk-clients.ts'
import { openServer, type TestServer } from '#test/server.ts'

// The official client libraries, unmodified, from nothing to a call and beyond: what they cannot do, no agent can.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let server: TestServer
let owner: Awaited<ReturnType<TestServer['addOrganization']>>
beforeAll(async () => {
  server = await openServer({ OAUTH_REGISTRATIONS_PER_MINUTE: '0', OAUTH_REGISTRATIONS_PER_DAY: '0' })
  owner = await server.addOrganization('Northwind Media')
})
afterAll(() => server.close())

describe.each(Object.keys(sdks) as Sdk[])('%s', (sdk) => {
  let email: string
  let userId: string
  let store: Store
  let client: SdkClient
  beforeAll(async () => {
    email = `${sdk.replaceAll(/\W+/g, '-')}@example.com`
    userId = await join(email, 'editor')
    store = emptyStore()
  })

  test('finds its way from the address alone: one consent, then it lists and calls', async () => {
    client = await openSdkClient(sdk, server, { store, email })
    const names = await client.listTools()
    const organization = await client.callTool('getOrganization')

    expect(names).toEqual(expect.arrayContaining(['listOperations', 'createItem', 'publishItem']))
    expect(organization).toMatchObject({ structuredContent: { name: 'Northwind Media', myRole: 'editor' } })
    expect(store.opened).toHaveLength(1)
    expect(Object.fromEntries(new URL(store.opened[0] ?? '').searchParams)).toMatchObject({
      resource: `${server.url}/mcp`,
      code_challenge_method: 'S256',
      client_id: store.information?.client_id,
    })
    expect(await grantsOf(userId)).toEqual([{ scopes: ['org:read', 'content:read'], revoked: false }])
    expect(store.tokens?.refresh_token).toMatch(/^mh_rt_/)
  })

  test('goes on without its person when the access token has expired', async () => {
    const before = store.tokens?.access_token
    await expireAccessTokens()
    const organization = await client.callTool('getOrganization')

    expect(organization.isError).toBeFalsy()
    expect(store.tokens?.access_token).not.toBe(before)
    expect(store.opened).toHaveLength(1)
  })

  test('is started again with its store, and asks nobody', async () => {
    await client.close()
    client = await openSdkClient(sdk, server, { store, email })

    expect((await client.callTool('getOrganization')).isError).toBeFalsy()
    expect(store.opened).toHaveLength(1)
  })

  test('refreshes in two processes at once, and both go on', async () => {
    const stores = [structuredClone(store), structuredClone(store)]
    const clients = await Promise.all(stores.map((copy) => openSdkClient(sdk, server, { store: copy, email })))

    // Also with what each was given the first time.
    for (let turn = 0; turn < 2; turn++) {
      await expireAccessTokens()
      const results = await Promise.all(clients.map((one) => one.callTool('getOrganization')))
      expect(results.map(({ isError }) => isError ?? false)).toEqual([false, false])
    }

    expect(new Set(stores.map(({ tokens }) => tokens?.refresh_token)).size).toBe(2)
    expect(stores.map(({ opened }) => opened.length)).toEqual([1, 1])
    expect(await grantsOf(userId)).toHaveLength(1)
    Object.assign(store, stores[1])
    await Promise.all([client, ...clients].map((one) => one.close()))
    client = await openSdkClient(sdk, server, { store, email })
  })

  const write = () =>
    client.callTool('createTaxonomyTerm', {
      taxonomy: 'tag',
      name: `By ${sdk}`,
      idempotencyKey: sdk.replaceAll(' ', '-'),
    })

  // The older library answers the challenge with a refresh, which cannot widen anything; the page "Connected agents" can.
  if (sdk === 'sdk 1.32.2')
    test('cannot widen its own grant, and needs no new token when its person does', async () => {
      await expect(write()).rejects.toThrow('403')
      expect(store.opened).toHaveLength(1)

      await widen(userId, email, ['org:read', 'content:read', 'content:write'])

      expect((await write()).isError).toBeFalsy()
      expect(store.opened).toHaveLength(1)
    })
  else
    test('steps up: what it may not do is asked for by a second consent', async () => {
      const made = await write()

      expect(made.isError).toBeFalsy()
      expect(store.opened).toHaveLength(2)
      const asked = new URL(store.opened[1] ?? '').searchParams.get('scope') ?? ''
      expect(asked.split(' ').toSorted()).toEqual(['content:read', 'content:write', 'offline_access', 'org:read'])
    })

  test('is locked out with the very next request when its person is removed', async () => {
    const { access_token = '', refresh_token = '' } = store.tokens ?? {}
    const asked = store.opened.length
    const removed = await server.client.inApp(owner.cookie, 'removeMember', { userId }, { confirm: true })
    expect(removed.status, removed.text).toBe(200)

    const next = await server.client.send('/mcp', {
      method: 'POST',
      headers: { Authorization: `Bearer ${access_token}` },
    })
    const refresh = await refreshed(store, refresh_token)
    expect([next.status, next.json.error.code]).toEqual([401, 'invalid_token'])
    expect([refresh.status, refresh.json.error]).toEqual([400, 'invalid_grant'])

    // It forgets its tokens and asks for consent, which its person can no longer give. So does its stream, which was ended,
    // if it has connected again by then.
    await expect(client.callTool('getOrganization')).rejects.toThrow()
    expect(store.opened.length).toBeGreaterThan(asked)
    expect(store.tokens).toBeUndefined()
    await client.close()
  })
})

/** Invites an address, and accepts with a new account. Returns the person's id. */
async function join(email: string, role: string): Promise<string> {
  const invited = await server.client.inApp(owner.cookie, 'inviteMember', { email, role }, { confirm: true })
  const [, token] = invited.json.result.acceptUrl.split('/invitation#')
  const accepted = await server.client.inApp('', 'acceptInvitation', { token, displayName: 'Sam', password })
  if (accepted.status !== 200) throw new Error(accepted.text)
  const members = await server.client.inApp(owner.cookie, 'listMembers', { search: email })
  return members.json.result.items[0].userId
}

async function grantsOf(userId: string) {
  const { rows } = await server.database.asIdentity((db) =>
    sql<{ scopes: string[]; revoked: boolean }>`
      select scopes, revoked_at is not null as revoked from auth.oauth_grants where user_id = ${userId}`.execute(db),
  )
  return rows
}

async function expireAccessTokens(): Promise<void> {
  await server.database.asIdentity((db) =>
    sql`update auth.oauth_payloads set expires_at = now() - interval '1 second' where model = 'AccessToken'`.execute(
      db,
    ),
  )
}

/** What a person does on the page "Connected agents". */
async function widen(userId: string, email: string, scopes: string[]): Promise<void> {
  const { rows } = await server.database.asIdentity((db) =>
    sql<{ id: string }>`select id from auth.oauth_grants where user_id = ${userId}`.execute(db),
  )
  const cookie = await server.client.signIn(email)
  const changed = await server.client.inApp(cookie, 'changeGrantScopes', { grantId: rows[0]?.id, scopes })
  if (changed.status !== 200) throw new Error(changed.text)
}

function refreshed(store: Store, token: string) {
  const { client_id = '' } = store.information ?? {}
  return server.client.send('/oauth/token', {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token, client_id }),
  })
}
