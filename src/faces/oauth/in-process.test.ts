import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'

import { describe, expect, test, vi } from 'vitest'

import { catalog } from '#catalog/catalog.ts'
import { buildReference } from '#catalog/derived/reference.ts'
import type { Outgoing } from '#faces/http.ts'
import { maskCredentials } from '#kernel/credential-text.ts'
import { Refusal } from '#kernel/errors.ts'
import { silentLog } from '#kernel/log.ts'
import { memoryLimiter } from '#platform/limiter/memory.ts'
import { readMasterKeys } from '#platform/vault/master-keys.ts'
import { openVault } from '#platform/vault/vault.ts'
import { testDatabase } from '#test/shared-parts.ts'

import { documentFetch } from './client-documents.ts'
import { createOAuth } from './oauth.ts'
import type { OAuthParts } from './parts.ts'

const keys = readMasterKeys(`k1:${randomBytes(32).toString('base64')}`)

/** The face alone, behind any base URL and with any way to fetch documents. */
async function openFace(changes: Partial<OAuthParts>) {
  if (!('value' in keys)) throw new Error(keys.fault)
  const face = createOAuth({
    database: await testDatabase(),
    vault: await openVault({ keys: keys.value, dataDir: '' }),
    reference: buildReference(catalog),
    limiter: memoryLimiter(),
    registrations: { perMinute: 0, perDay: 0 },
    clientDocuments: 'auto',
    baseUrl: () => 'https://cms.example.com',
    log: silentLog,
    ...changes,
  })
  return (url: string, { method = 'GET', headers = {}, body = '' } = {}) =>
    face({ method, url, headers, headersDistinct: {}, body: Readable.from([Buffer.from(body)]), address: '192.0.2.1' })
}

const json = ({ body }: Outgoing) => JSON.parse(String(body))
const challenge = createHash('sha256').update('x'.repeat(43)).digest('base64url')
const request = (fields: Record<string, string>) =>
  `/oauth/authorize?${new URLSearchParams({ response_type: 'code', code_challenge: challenge, code_challenge_method: 'S256', ...fields })}`

describe('a base URL with a path', () => {
  const baseUrl = () => 'https://cms.example.com/masthead'

  test('has its metadata also behind the well-known path of the host', async () => {
    const send = await openFace({ baseUrl })

    expect(json(await send('/.well-known/oauth-authorization-server/masthead'))).toEqual(
      json(await send('/.well-known/oauth-authorization-server')),
    )
    expect(json(await send('/.well-known/oauth-protected-resource/mcp'))).toMatchObject({
      resource: 'https://cms.example.com/masthead/mcp',
      authorization_servers: ['https://cms.example.com/masthead'],
    })
  })

  test('is in front of every address that a browser is sent to, and of its cookies', async () => {
    const send = await openFace({ baseUrl })
    const redirect = 'https://agent.example.com/callback'
    const registered = await send('/oauth/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: [redirect], token_endpoint_auth_method: 'none' }),
    })

    const { status, headers, cookies } = await send(
      request({ client_id: json(registered).client_id, redirect_uri: redirect }),
    )

    expect(status).toBe(303)
    expect(headers['location']).toMatch(/^https:\/\/cms\.example\.com\/masthead\/oauth\/consent\/[\w-]+$/)
    expect(cookies).toHaveLength(4)
    for (const line of cookies ?? [])
      expect(line).toMatch(/; path=\/masthead\/oauth\/(consent|authorize)\/.*; samesite=lax; secure; httponly$/)
  })
})

test('a database that is away for a while costs nobody a connection', async () => {
  const database = await testDatabase()
  let isAway = false
  const asIdentity: typeof database.asIdentity = (work) =>
    isAway ? Promise.reject(new Refusal('unavailable', 'The database is away.')) : database.asIdentity(work)
  const send = await openFace({ database: { ...database, asIdentity } })
  const refresh = () =>
    send('/oauth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=refresh_token&client_id=nobody&refresh_token=x',
    })
  expect((await refresh()).status).toBe(401)

  isAway = true
  const away = await refresh()

  expect([away.status, json(away).error]).toEqual([503, 'temporarily_unavailable'])
  expect(away.headers['Retry-After']).toBe('1')
  isAway = false
  expect((await refresh()).status).toBe(401)
})

test.each(['/oauth/token', '/oauth/revoke', '/oauth/register', '/oauth/jwks', request({ client_id: 'nobody' })])(
  'a database that is away before the library was loaded is 503 at %s, and forgotten once it is back',
  async (url) => {
    const database = await testDatabase()
    let isAway = true
    const asIdentity: typeof database.asIdentity = (work) =>
      isAway ? Promise.reject(new Refusal('unavailable', 'The database is away.')) : database.asIdentity(work)
    const send = await openFace({ database: { ...database, asIdentity } })
    const ask = () =>
      url.startsWith('/oauth/authorize') || url === '/oauth/jwks'
        ? send(url)
        : send(url, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=b' })

    const away = await ask()

    expect([away.status, away.headers['Retry-After']]).toEqual([503, '1'])
    if (!url.includes('?')) expect(json(away)).toMatchObject({ error: 'temporarily_unavailable' })
    isAway = false
    expect((await ask()).status).toBeLessThan(500)
  },
)

test('the library says nothing on its own', async () => {
  const told = (['info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name))
  const send = await openFace({})

  await send(request({ client_id: 'nobody' }))
  await send('/oauth/token', { method: 'POST' })
  await send('/oauth/jwks')

  for (const spy of told) expect(spy).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

describe('a client metadata document', () => {
  const clientId = 'https://agent.example.com/oauth/client.json'
  const redirect = 'http://localhost/callback'
  const document = {
    client_id: clientId,
    client_name: 'Agent by document',
    redirect_uris: [redirect],
    token_endpoint_auth_method: 'none',
  }
  const answers = (body: unknown, init: ResponseInit = {}) => {
    const asked: { url: string; redirect: string | undefined }[] = []
    const fetchDocument: OAuthParts['fetchDocument'] = async (url, options) => {
      asked.push({ url: String(url), redirect: options?.redirect })
      return new Response(typeof body === 'string' ? body : JSON.stringify(body), init)
    }
    return { asked, fetchDocument }
  }
  const asking = (fields: Record<string, string> = {}) =>
    request({ client_id: clientId, redirect_uri: redirect, ...fields })

  test('is neither advertised nor accepted without a guarded way to fetch it, or when the setting is off', async () => {
    const { asked, fetchDocument } = answers(document)
    for (const changes of [{}, { clientDocuments: 'on' }, { clientDocuments: 'off', fetchDocument }] as const) {
      const send = await openFace(changes)
      expect(json(await send('/.well-known/oauth-authorization-server'))).not.toHaveProperty(
        'client_id_metadata_document_supported',
      )
      expect((await send(asking())).status).toBe(400)
    }
    expect(asked).toEqual([])
  })

  test('names a client where it can be fetched, without following redirects, and is kept for a while', async () => {
    const { asked, fetchDocument } = answers(document)
    const send = await openFace({ fetchDocument })

    expect(json(await send('/.well-known/oauth-authorization-server'))).toMatchObject({
      client_id_metadata_document_supported: true,
    })
    expect((await send(asking())).status).toBe(303)
    // Any port of a loopback address, as with registered clients.
    expect((await send(asking({ redirect_uri: 'http://localhost:49152/callback' }))).status).toBe(303)
    expect((await send(asking({ redirect_uri: 'http://127.0.0.1:49152/callback' }))).status).toBe(400)
    expect(asked).toEqual([{ url: clientId, redirect: 'manual' }])
  })

  test('may prefer another way to authenticate when it allows none', async () => {
    const { fetchDocument } = answers({
      ...document,
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_methods_supported: ['private_key_jwt', 'none'],
      jwks_uri: 'https://agent.example.com/jwks.json',
    })
    const send = await openFace({ fetchDocument })

    expect((await send(asking())).status).toBe(303)
  })

  test('has its name without a credential of ours, as a registered one', async () => {
    const key = `mh_sk_${'a'.repeat(36)}`
    const { fetchDocument } = answers({ ...document, client_name: `Agent ${key}` })

    const read = await documentFetch(fetchDocument)(clientId)

    expect(await read.json()).toMatchObject({ client_id: clientId, client_name: maskCredentials(`Agent ${key}`) })
    expect(maskCredentials(`Agent ${key}`)).not.toContain(key)
  })

  test.each<[string, unknown, ResponseInit?]>([
    ['of another client', { ...document, client_id: 'https://agent.example.com/other.json' }],
    ['with a secret', { ...document, client_secret: 'x' }],
    ['with a shared-secret method', { ...document, token_endpoint_auth_method: 'client_secret_basic' }],
    ['with http elsewhere', { ...document, redirect_uris: ['http://agent.example.com/callback', redirect] }],
    [
      'with a user name in a redirect',
      { ...document, redirect_uris: ['https://a@agent.example.com/callback', redirect] },
    ],
    ['that is no JSON', '<html>'],
    ['that is too large', { ...document, other: 'x'.repeat(70_000) }],
    ['that redirects', document, { status: 302, headers: { Location: 'http://127.0.0.1/' } }],
    ['that is not there', document, { status: 404 }],
  ])('%s is refused with an own page', async (_name, body, init) => {
    const { fetchDocument } = answers(body, init)
    const send = await openFace({ fetchDocument })

    const { status, headers } = await send(asking())

    expect([status, headers['location']]).toEqual([400, undefined])
  })

  test('has an https address with a path', async () => {
    const { asked, fetchDocument } = answers(document)
    const send = await openFace({ fetchDocument })
    for (const id of [
      'https://agent.example.com/',
      'http://agent.example.com/a',
      'https://a@agent.example.com/a',
      'https://agent.example.com/a#b',
      'https://agent.example.com/a/../b',
    ])
      expect((await send(asking({ client_id: id }))).status, id).toBe(400)
    expect(asked).toEqual([])
  })
})
