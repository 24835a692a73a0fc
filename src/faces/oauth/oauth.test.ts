import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { scopes } from '#kernel/scope.ts'
import { callback, openAgent, openBrowser, registerClient } from '#test/oauth-client.ts'
import { openServer, type TestServer } from '#test/server.ts'

// A whole server, next to other tests on a small machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let server: TestServer
beforeAll(async () => {
  server = await openServer({ OAUTH_REGISTRATIONS_PER_MINUTE: '0', OAUTH_REGISTRATIONS_PER_DAY: '0' })
})
afterAll(() => server.close())

const send = (path: string, request?: RequestInit) => server.client.send(path, request)

describe('metadata', () => {
  test('of the authorization server is one document, byte-equal to the address in use', async () => {
    const documents = await Promise.all(
      ['oauth-authorization-server', 'openid-configuration'].map((name) => send(`/.well-known/${name}`)),
    )

    expect(documents[0]?.text).toBe(documents[1]?.text)
    expect(documents[0]?.json).toMatchObject({
      issuer: server.url,
      authorization_endpoint: `${server.url}/oauth/authorize`,
      token_endpoint: `${server.url}/oauth/token`,
      registration_endpoint: `${server.url}/oauth/register`,
      revocation_endpoint: `${server.url}/oauth/revoke`,
      jwks_uri: `${server.url}/oauth/jwks`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: expect.arrayContaining(['none']),
      authorization_response_iss_parameter_supported: true,
      scopes_supported: [...scopes, 'offline_access'],
    })
    expect(documents[0]?.json).not.toHaveProperty('client_id_metadata_document_supported')
  })

  test.each([
    ['/.well-known/oauth-protected-resource', '/mcp'],
    ['/.well-known/oauth-protected-resource/mcp', '/mcp'],
    ['/.well-known/oauth-protected-resource/v2', '/v2'],
  ])('%s names the resource %s', async (path, resource) => {
    const { status, json, headers } = await send(path, { headers: { Origin: 'https://inspector.example.com' } })

    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect(headers.get('cache-control')).toBe('public, max-age=300')
    expect(json).toMatchObject({
      resource: `${server.url}${resource}`,
      authorization_servers: [server.url],
      scopes_supported: scopes,
      bearer_methods_supported: ['header'],
    })
  })

  test('whose issuer would not match is not there, and a browser may find that out', async () => {
    const missing = await send('/.well-known/oauth-authorization-server/mcp')
    const asked = await send('/.well-known/oauth-authorization-server/mcp', { method: 'OPTIONS' })

    expect([missing.status, missing.headers.get('access-control-allow-origin')]).toEqual([404, '*'])
    expect([asked.status, asked.headers.get('access-control-allow-headers')]).toEqual([
      204,
      expect.stringContaining('MCP-Protocol-Version'),
    ])
  })

  test('has one public key, and not its private part', async () => {
    const { json } = await send('/oauth/jwks')

    expect(json.keys).toEqual([
      {
        kty: 'EC',
        crv: 'P-256',
        alg: 'ES256',
        use: 'sig',
        kid: expect.any(String),
        x: expect.any(String),
        y: expect.any(String),
      },
    ])
    const { rows } = await server.database.asIdentity((db) =>
      sql<{ value: string }>`select value from auth.installation where name = 'oauth_keys'`.execute(db),
    )
    expect(rows[0]?.value).toMatch(/^v1:k1:/)
  })
})

describe('another origin', () => {
  test.each(['/oauth/token', '/oauth/register', '/oauth/revoke'])('may use %s from a browser', async (path) => {
    const asked = await send(path, {
      method: 'OPTIONS',
      headers: { Origin: 'https://inspector.example.com', 'Access-Control-Request-Method': 'POST' },
    })
    expect(asked.status).toBe(204)
    expect(asked.headers.get('access-control-allow-methods')).toContain('POST')
    const answer = await send(path, { method: 'POST', headers: { Origin: 'https://inspector.example.com' } })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  })

  test('gets nothing of the pages', async () => {
    const { headers } = await send('/oauth/authorize', { headers: { Origin: 'https://inspector.example.com' } })

    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  test('finds other methods refused', async () => {
    for (const [method, path] of [
      ['GET', '/oauth/token'],
      ['POST', '/oauth/authorize'],
      ['DELETE', '/oauth/register'],
      ['PUT', '/.well-known/openid-configuration'],
    ] as const) {
      const { status, headers } = await send(path, { method })
      expect([status, headers.get('allow') !== null], path).toEqual([405, true])
    }
    expect((await send('/oauth/device')).status).toBe(404)
  })
})

describe('registration', () => {
  const base = { redirect_uris: [callback], token_endpoint_auth_method: 'none' }

  test('gives a public client no secret, and both grants unless it names one', async () => {
    const { status, json } = await registerClient(server, {
      ...base,
      scope: 'openid everything',
      application_type: 'web',
    })

    expect([status, json.client_secret, json.application_type]).toEqual([201, undefined, 'native'])
    expect(json.grant_types).toEqual(['authorization_code', 'refresh_token'])
    expect(json).not.toHaveProperty('registration_access_token')
    const codeOnly = await registerClient(server, { ...base, grant_types: ['authorization_code'] })
    expect(codeOnly.json.grant_types).toEqual(['authorization_code'])
    const none = await registerClient(server, { ...base, grant_types: [] })
    expect(none.json.grant_types).toEqual(['authorization_code', 'refresh_token'])
    const device = 'urn:ietf:params:oauth:grant-type:device_code'
    const more = await registerClient(server, { ...base, grant_types: ['authorization_code', 'refresh_token', device] })
    expect(more.json.grant_types).toEqual(['authorization_code', 'refresh_token'])
  })

  test.each([
    ['Claude', ['https://claude.ai/api/mcp/auth_callback']],
    ['Claude Code', ['http://localhost/callback', 'http://127.0.0.1/callback']],
    [
      'Cursor',
      [
        'cursor://anysphere.cursor-mcp/oauth/callback',
        'https://www.cursor.com/agents/mcp/oauth/callback',
        'http://localhost:8787/callback',
      ],
    ],
    ['VS Code', ['http://127.0.0.1/', 'http://127.0.0.1:33418/', 'https://vscode.dev/redirect']],
    ['an application on IPv6', ['http://[::1]:9000/callback']],
  ])('takes the redirects of %s', async (_name, redirects) => {
    const { status, json } = await registerClient(server, { ...base, redirect_uris: redirects })

    expect([status, json.redirect_uris]).toEqual([201, redirects])
  })

  test.each([
    ['no list', undefined],
    ['an empty list', []],
    ['eleven', Array.from({ length: 11 }, (_, n) => `https://agent.example.com/${n}`)],
    ['a long one', [`https://agent.example.com/${'x'.repeat(2000)}`]],
    ['a user name', ['https://user@agent.example.com/']],
    ['a password', ['https://user:secret@agent.example.com/']],
    ['a wildcard', ['https://*.example.com/callback']],
    ['a fragment', ['https://agent.example.com/#here']],
    ['an empty fragment', ['https://agent.example.com/#']],
    ['white space', ['https://agent.example.com/ callback']],
    ['a relative one', ['/callback']],
    ['http elsewhere', ['http://agent.example.com/callback']],
    ['https on this machine', ['https://localhost/callback']],
    ['javascript:', ['javascript:alert(1)']],
    ['vbscript:', ['vbscript:x']],
    ['data:', ['data:text/html,x']],
    ['blob:', ['blob:https://agent.example.com/x']],
    ['file:', ['file:///etc/passwd']],
    ['about:', ['about:blank']],
    ['ftp:', ['ftp://evil.example/cb']],
    ['ws:', ['ws://evil.example/cb']],
    ['mailto:', ['mailto:x@evil.example']],
    ['sms:', ['sms:+15550100']],
    ['view-source:', ['view-source:https://evil.example/']],
    ['intent:', ['intent://evil.example/#Intent;end'.split('#')[0]]],
    ['a number', [7]],
  ])('refuses redirects: %s', async (_name, redirects) => {
    const { status, json } = await registerClient(server, { ...base, redirect_uris: redirects })

    expect([status, json.error]).toEqual([400, 'invalid_redirect_uri'])
  })

  test.each<[string, unknown]>([
    ['a list', []],
    ['a name that is no text', { ...base, client_name: 7 }],
    ['a NUL', { ...base, client_name: 'a\0b' }],
    ['half of a pair', { ...base, client_name: '\ud800' }],
    ['an unknown method of authentication', { ...base, token_endpoint_auth_method: 'private_key_jwt' }],
    ['another response type', { ...base, response_types: ['token'] }],
    ['no usable grant', { ...base, grant_types: ['client_credentials'] }],
  ])('refuses metadata: %s', async (_name, metadata) => {
    const { status, json } = await registerClient(server, metadata)

    expect([status, json.error]).toEqual([400, 'invalid_client_metadata'])
  })

  test('refuses what is no JSON, and more than 8 KB', async () => {
    const post = (body: string, type = 'application/json') =>
      send('/oauth/register', { method: 'POST', headers: { 'Content-Type': type }, body })

    expect((await post('{')).status).toBe(400)
    expect((await post(JSON.stringify(base), 'text/plain')).status).toBe(400)
    expect((await post(JSON.stringify({ ...base, other: 'x'.repeat(8200) }))).status).toBe(413)
    expect((await post('['.repeat(8000))).status).toBe(400)
  })

  test('fetches nothing that a client names', async () => {
    const { status, json } = await registerClient(server, {
      ...base,
      jwks_uri: 'http://127.0.0.1:1/jwks',
      sector_identifier_uri: 'https://127.0.0.1:1/sector',
      require_auth_time: true,
      default_max_age: 1,
    })

    expect([status, json.jwks_uri, json.sector_identifier_uri, json.default_max_age]).toEqual([
      201,
      undefined,
      undefined,
      undefined,
    ])
  })

  test('is bounded per network by the minute and by the day', async () => {
    for (const [env, seconds] of [
      [{ OAUTH_REGISTRATIONS_PER_MINUTE: '2' }, 60],
      [{ OAUTH_REGISTRATIONS_PER_MINUTE: '0', OAUTH_REGISTRATIONS_PER_DAY: '2' }, 86_400],
    ] as const) {
      const bounded = await openServer(env)
      try {
        const statuses = [await registerClient(bounded, base), await registerClient(bounded, base)].map(
          ({ status }) => status,
        )
        const over = await registerClient(bounded, base)

        expect([...statuses, over.status]).toEqual([201, 201, 429])
        const wait = Number(over.headers.get('retry-after'))
        expect(wait).toBeGreaterThan(seconds - 60)
        expect(wait).toBeLessThanOrEqual(seconds)
      } finally {
        await bounded.close()
      }
    }
  })
})

test('a network may begin 120 authorization requests a minute', async () => {
  const bounded = await openServer()
  const begin = () => bounded.client.send('/oauth/authorize?client_id=nobody')
  try {
    const statuses = new Set<number>()
    for (let n = 0; n < 120; n++) statuses.add((await begin()).status)
    const over = await begin()

    expect([...statuses]).toEqual([400])
    expect([over.status, over.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8'])
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
  } finally {
    await bounded.close()
  }
})

describe('an authorization request', () => {
  test.each([
    ['an unknown client', { client_id: 'nobody' }],
    ['no client', { client_id: null }],
    ['no redirect address', { redirect_uri: null }],
    ['a client named by a URL', { client_id: 'https://agent.example.com/client.json' }],
    ['a very long client', { client_id: `https://agent.example.com/${'x'.repeat(3000)}` }],
    ['another path', { redirect_uri: 'https://agent.example.com/callback/more' }],
    ['an added query', { redirect_uri: `${callback}?more=1` }],
    ['another host', { redirect_uri: 'https://agent.example.com.evil.example.net/callback' }],
    ['another scheme', { redirect_uri: 'http://agent.example.com/callback' }],
  ])('with %s is an own page, never a redirect', async (_name, changes) => {
    const agent = await openAgent(server)

    const { status, headers, location, text } = await openBrowser(server).go(agent.authorizeUrl(changes))

    expect([status, location]).toEqual([400, undefined])
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
    )
    expect([headers.get('x-frame-options'), headers.get('referrer-policy'), headers.get('cache-control')]).toEqual([
      'DENY',
      'no-referrer',
      'no-store',
    ])
    expect(text).toMatch(/<h1>This /)
    expect(text).not.toContain('<script')
  })

  test.each([
    ['no PKCE', { code_challenge: null, code_challenge_method: null }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['PKCE without its method', { code_challenge_method: null }, 'invalid_request'],
    ['a response type other than code', { response_type: 'password' }, 'unsupported_response_type'],
    ['a foreign resource', { resource: 'https://elsewhere.example.com/mcp' }, 'invalid_target'],
    ['a resource below ours', { resource: 'BASE/mcp/other' }, 'invalid_target'],
    ['a form as answer', { response_mode: 'form_post' }, 'unsupported_response_mode'],
    ['no page to show', { prompt: 'none' }, 'interaction_required'],
    ['a request object', { request: 'e30.e30.' }, 'request_not_supported'],
  ])('with %s goes back with the error, the state and the issuer', async (_name, changes, error) => {
    const agent = await openAgent(server)
    const given = Object.fromEntries(
      Object.entries(changes).map(([name, value]) => [name, value?.replace('BASE', server.url) ?? null]),
    )

    const { status, location } = await openBrowser(server).go(agent.authorizeUrl(given))

    expect(status).toBe(303)
    expect(`${location?.origin}${location?.pathname}`).toBe(callback)
    expect(location?.searchParams.get('error')).toBe(error)
    expect(location?.searchParams.get('state')).toBe('state-of-the-agent')
    expect(location?.searchParams.get('iss')).toBe(server.url)
  })

  // What is kept of a request could not be stored, and nothing else comes of it.
  test.each(['state', 'login_hint', 'ui_locales', 'display'])('with a NUL in %s goes back as invalid', async (name) => {
    const agent = await openAgent(server)
    const text = 'a\0b'

    const { status, location } = await openBrowser(server).go(agent.authorizeUrl({ [name]: text }))

    expect([status, location?.searchParams.get('error')]).toEqual([303, 'invalid_request'])
    expect(location?.searchParams.get('state')).toBe(name === 'state' ? text : 'state-of-the-agent')
    expect(location?.searchParams.get('iss')).toBe(server.url)
  })

  const texts = ['\0', 'a\0b', '%ED%A0%80', '\uFFFF']
  const asked = [
    'response_type',
    'client_id',
    'redirect_uri',
    'scope',
    'code_challenge',
    'code_challenge_method',
    'resource',
    'prompt',
    'response_mode',
    'request',
    'request_uri',
    'claims',
    'id_token_hint',
    'unknown',
  ]
  test.each(asked)('with hostile characters in %s is no fault of ours', async (name) => {
    const agent = await openAgent(server)

    for (const text of texts)
      expect((await openBrowser(server).go(agent.authorizeUrl({ [name]: text }))).status, text).toBeLessThan(500)
  })

  test.each([
    ['/oauth/token', ['grant_type', 'client_id', 'client_secret', 'code', 'code_verifier', 'redirect_uri', 'resource']],
    ['/oauth/token', ['grant_type', 'client_id', 'refresh_token', 'scope', 'resource']],
    ['/oauth/revoke', ['token', 'token_type_hint', 'client_id', 'client_secret']],
  ])('nor are those of %s in %s', async (path, names) => {
    const { clientId } = await openAgent(server)
    const good: Record<string, string> = {
      client_id: clientId,
      token: 'x',
      grant_type: names.includes('code') ? 'authorization_code' : 'refresh_token',
      code: 'x',
      code_verifier: 'x'.repeat(43),
      redirect_uri: callback,
      refresh_token: 'x',
    }
    for (const name of names)
      for (const text of texts) {
        const fields = {
          ...Object.fromEntries(Object.entries(good).filter(([field]) => names.includes(field))),
          [name]: text,
        }
        const { status } = await send(path, { method: 'POST', body: new URLSearchParams(fields) })
        expect(status, `${name} ${text}`).toBeLessThan(500)
      }
    const basic = Buffer.from('\0:%00').toString('base64')
    const request = { method: 'POST', headers: { Authorization: `Basic ${basic}` }, body: new URLSearchParams(good) }
    expect((await send(path, request)).status).toBeLessThan(500)
  })

  test.each([
    ['http://localhost/callback', 'http://localhost:49152/callback', 303],
    ['http://127.0.0.1:33418/', 'http://127.0.0.1:33419/', 303],
    ['http://[::1]/callback', 'http://[::1]:5000/callback', 303],
    ['http://localhost/callback', 'http://127.0.0.1:49152/callback', 400],
    ['http://localhost/callback', 'https://localhost:49152/callback', 400],
    ['http://localhost/callback', 'http://localhost:49152/callback/more', 400],
    ['http://localhost/callback', 'http://localhost:49152/callback?a=1', 400],
    ['http://localhost/callback', 'http://localhost:49152@evil.example.com/callback', 400],
    ['https://agent.example.com/callback', 'https://agent.example.com:444/callback', 400],
    ['cursor://anysphere.cursor-mcp/oauth/callback', 'cursor://anysphere.cursor-mcp/oauth/callback', 303],
  ])('of a client with %s may ask for %s: %s', async (registered, asked, status) => {
    const agent = await openAgent(server, { redirect_uris: [registered] })

    expect((await openBrowser(server).go(agent.authorizeUrl({ redirect_uri: asked }))).status).toBe(status)
  })

  test('is not moved by forwarded headers, and its answer sets no session of the library', async () => {
    const agent = await openAgent(server)

    const { location, headers } = await openBrowser(server).go(agent.authorizeUrl(), {
      headers: {
        'X-Forwarded-Host': 'evil.example.com',
        'X-Forwarded-Proto': 'https',
        Cookie: '_session=x; _session.sig=y',
      },
    })

    expect(location?.href).toMatch(new RegExp(`^${server.url}/oauth/consent/`))
    expect(headers.getSetCookie().map((line) => line.split('=')[0])).toEqual([
      '_interaction',
      '_interaction.sig',
      '_interaction_resume',
      '_interaction_resume.sig',
    ])
  })
})

test('housekeeping removes what expired a week ago, requests that nobody answered and clients that nobody uses, and nothing else', async () => {
  const { removeExcessClients, removeExpiredPayloads, removeUnusedClients } = await import('#areas/oauth/index.ts')
  const other = await openServer({ OAUTH_REGISTRATIONS_PER_MINUTE: '0' })
  try {
    const owner = await other.addOrganization('Northwind Media')
    const used = await openAgent(other)
    await used.connect(owner.cookie)
    const [unused, young] = [await openAgent(other), await openAgent(other)]
    const age = (clientId: string, days: number) =>
      other.database.asIdentity((db) =>
        sql`update auth.oauth_payloads set created_at = now() - make_interval(days => ${days}) where payload ->> 'client_id' = ${clientId}`.execute(
          db,
        ),
      )
    const clients = async () => {
      const { rows } = await other.database.asIdentity((db) =>
        sql<{
          id: string
        }>`select payload ->> 'client_id' as id from auth.oauth_payloads where model = 'Client' order by created_at`.execute(
          db,
        ),
      )
      return rows.map(({ id }) => id)
    }
    const requests = () =>
      other.database.asIdentity((db) =>
        sql`select from auth.oauth_payloads where model = 'Interaction'`.execute(db).then(({ rows }) => rows.length),
      )
    const expired = (ago: string) =>
      other.database.asIdentity((db) =>
        sql`update auth.oauth_payloads set expires_at = now() - ${ago}::interval where model = 'Interaction'`.execute(
          db,
        ),
      )
    await openBrowser(other).go(young.authorizeUrl())
    expect(await requests()).toBe(1)
    await expired('50 minutes')
    expect(await other.database.asIdentity((db) => removeExpiredPayloads(db, 100))).toBe(0)
    await expired('70 minutes')
    expect(await other.database.asIdentity((db) => removeExpiredPayloads(db, 100))).toBe(1)
    expect(await requests()).toBe(0)

    await age(used.clientId, 20)
    await age(unused.clientId, 2)

    expect(await other.database.asIdentity((db) => removeUnusedClients(db, 100))).toBe(1)
    expect(await clients()).toEqual([used.clientId, young.clientId])

    await age(used.clientId, 200)
    await other.database.asIdentity((db) =>
      sql`update auth.oauth_grants set created_at = now() - interval '181 days', last_used_at = null`.execute(db),
    )
    await other.database.asIdentity((db) => removeUnusedClients(db, 100))
    expect(await clients()).toEqual([young.clientId])

    await other.database.asIdentity((db) =>
      sql`insert into auth.oauth_payloads (model, id_hash, payload, created_at)
        select 'Client', sha256(n::text::bytea), jsonb_build_object('client_id', n::text), now() + make_interval(secs => n)
        from generate_series(1, 1000) n`.execute(db),
    )
    await other.database.asIdentity(removeExcessClients)
    expect(await clients()).toHaveLength(1000)
    expect(await clients()).not.toContain(young.clientId)

    await other.database.asIdentity((db) =>
      sql`update auth.oauth_payloads set expires_at = now() - interval '6 days' where model = 'RefreshToken'`.execute(
        db,
      ),
    )
    await other.database.asIdentity((db) =>
      sql`update auth.oauth_payloads set expires_at = now() - interval '8 days' where model = 'AccessToken'`.execute(
        db,
      ),
    )
    expect(await other.database.asIdentity((db) => removeExpiredPayloads(db, 100))).toBe(1)
  } finally {
    await other.close()
  }
})
