import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import type { OrganizationId } from '#kernel/ids.ts'
import {
  callback,
  callWithToken,
  formOf,
  type HttpAnswer,
  openAgent,
  openBrowser,
  registerClient,
} from '#test/oauth-client.ts'
import { openServer, type TestServer } from '#test/server.ts'

// A whole server, next to other tests on a small machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

type Owner = Awaited<ReturnType<TestServer['addOrganization']>>

let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await openServer({ OAUTH_REGISTRATIONS_PER_MINUTE: '0', OAUTH_REGISTRATIONS_PER_DAY: '0' })
  owner = await server.addOrganization('Northwind Media')
})
afterAll(() => server.close())

const outcome = ({ status, json, headers }: HttpAnswer) => [status, json?.error?.code, headers.get('www-authenticate')]
const challenge = (description: string) =>
  `Bearer resource_metadata="${server.url}/.well-known/oauth-protected-resource/v2", error="invalid_token", error_description="${description}"`
const invalid = (description: string) => [401, 'invalid_token', challenge(description)]

async function change(statement: ReturnType<typeof sql>): Promise<void> {
  await server.database.asIdentity((db) => statement.execute(db))
}

/** The records of credential events and of calls with the grants of a client. */
async function recordsOf({ clientId }: { clientId: string }, { organizationId }: { organizationId: string } = owner) {
  const { rows } = await server.database.forOrganization({ organizationId }, 'read', ({ db }) =>
    sql<{
      operation: string
      status: string
      code: string | null
      credential_type: string
      client_name: string | null
    }>`
      select operation, status, code, credential_type, client_name from app.audit_record
      where organization_id = ${organizationId} and (input_summary ->> 'clientId' = ${clientId}
        or credential_id in (select id from auth.oauth_grants where client_id = ${clientId})) order by id`.execute(db),
  )
  return rows
}

test('an agent registers, its person signs in and allows, and the agent works and renews its token', async () => {
  const agent = await openAgent(server)
  const browser = openBrowser(server)

  const started = await browser.go(agent.authorizeUrl())
  const signedOut = await browser.go(started.location?.href ?? '')
  expect([signedOut.status, signedOut.location?.pathname]).toEqual([303, '/sign-in'])
  const returnTo = signedOut.location?.searchParams.get('returnTo') ?? ''
  expect(returnTo).toBe(started.location?.pathname)
  browser.setCookie(await server.client.signIn(owner.email))
  const page = await browser.go(returnTo)
  expect(page.status, page.text).toBe(200)

  const back = await agent.answer(browser, { address: returnTo, form: formOf(page.text) })
  expect(`${back.origin}${back.pathname}`).toBe(callback)
  expect([...back.searchParams.keys()].toSorted()).toEqual(['code', 'iss', 'state'])
  expect(back.searchParams.get('state')).toBe('state-of-the-agent')
  expect(back.searchParams.get('iss')).toBe(server.url)

  const { status, json, headers } = await agent.redeem(back.searchParams.get('code') ?? '')
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(json).toEqual({
    access_token: expect.stringMatching(/^mh_at_[\w-]{43}$/),
    refresh_token: expect.stringMatching(/^mh_rt_[\w-]{43}$/),
    expires_in: 3600,
    scope: 'org:read content:read content:write',
    token_type: 'Bearer',
  })
  const called = await callWithToken(server, json.access_token)
  expect([called.status, called.headers.get('ratelimit-policy')]).toEqual([200, '"key";q=1200;w=60'])

  const renewed = await agent.refresh(json.refresh_token)
  expect(renewed.status).toBe(200)
  expect(renewed.json.refresh_token).not.toBe(json.refresh_token)
  expect((await callWithToken(server, renewed.json.access_token)).status).toBe(200)
  expect((await callWithToken(server, json.access_token)).status).toBe(200)

  expect(await recordsOf(agent)).toEqual([
    { operation: 'consent', status: 'succeeded', code: null, credential_type: 'session', client_name: null },
    ...Array.from({ length: 3 }, () => ({
      operation: 'listCollections',
      status: 'succeeded',
      code: null,
      credential_type: 'oauth',
      client_name: 'Agent of the test',
    })),
  ])
})

test('nothing of a flow is stored or logged in the clear', async () => {
  const agent = await openAgent(server, { token_endpoint_auth_method: undefined })
  const { rows: clients } = await server.database.asIdentity((db) =>
    sql<{
      payload: { client_secret: string }
    }>`select payload from auth.oauth_payloads where payload ->> 'client_id' = ${agent.clientId}`.execute(db),
  )
  expect(clients[0]?.payload.client_secret).toMatch(/^v1:k1:/)

  const open = await openAgent(server)
  const browser = openBrowser(server)
  browser.setCookie(owner.cookie)
  const page = await open.ask(browser)
  const uid = page.address.split('/').at(-1) ?? ''
  const { rows: interactions } = await server.database.asIdentity((db) =>
    sql<{ text: string }>`select payload::text as text from auth.oauth_payloads where model = 'Interaction'`.execute(
      db,
    ),
  )
  expect(interactions.length).toBeGreaterThan(0)
  expect(interactions.filter(({ text }) => text.includes(uid))).toEqual([])
  const back = await open.answer(browser, page)
  const code = back.searchParams.get('code') ?? ''
  const { json } = await open.redeem(code)
  await open.refresh(json.refresh_token)

  const { rows } = await server.database.asIdentity((db) =>
    sql<{ text: string }>`select p::text as text from auth.oauth_payloads p`.execute(db),
  )
  const everything = [...rows.map(({ text }) => text), await server.logged()].join('\n')
  for (const secret of [code, uid, json.access_token, json.refresh_token, page.form['csrf']])
    expect(everything).not.toContain(String(secret))
})

test('a confidential client authenticates with its secret, and only so', async () => {
  const { json: registered } = await registerClient(server, { redirect_uris: [callback] })
  expect(registered).toMatchObject({
    token_endpoint_auth_method: 'client_secret_basic',
    client_secret: expect.any(String),
  })
  const withSecret = (secret: string) =>
    server.client.send('/oauth/token', {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from(`${registered.client_id}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'unknown' }),
    })

  const right = await withSecret(registered.client_secret)
  const wrong = await withSecret('wrong')

  expect([right.status, right.json.error]).toEqual([400, 'invalid_grant'])
  expect([wrong.status, wrong.json.error]).toEqual([401, 'invalid_client'])
})

describe('a refresh token', () => {
  test('works again for 30 seconds after its first use, in parallel too, and both successors work', async () => {
    const agent = await openAgent(server)
    const first = await agent.connect(owner.cookie)

    const answers = await Promise.all(Array.from({ length: 6 }, () => agent.refresh(first.refresh_token)))

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    for (const { json } of answers) expect((await callWithToken(server, json.access_token)).status).toBe(200)
    expect((await agent.refresh(answers[0]?.json.refresh_token)).status).toBe(200)
    expect((await agent.refresh(answers[5]?.json.refresh_token)).status).toBe(200)
  })

  test('that is used again later ends the whole grant, with a record', async () => {
    const agent = await openAgent(server)
    const first = await agent.connect(owner.cookie)
    const second = (await agent.refresh(first.refresh_token)).json
    await change(
      sql`update auth.oauth_payloads set consumed_at = consumed_at - interval '31 seconds' where consumed_at is not null`,
    )

    const reused = await agent.refresh(first.refresh_token)

    expect([reused.status, reused.json.error]).toEqual([400, 'invalid_grant'])
    expect(outcome(await callWithToken(server, second.access_token))).toEqual(invalid('The access token is not valid'))
    const after = await agent.refresh(second.refresh_token)
    expect([after.status, after.json.error]).toEqual([400, 'invalid_grant'])
    const records = await recordsOf(agent)
    expect(records.filter(({ operation }) => operation === 'token')).toEqual([
      {
        operation: 'token',
        status: 'rejected',
        code: 'refresh_reuse',
        credential_type: 'oauth',
        client_name: 'Agent of the test',
      },
    ])
    const { rows } = await server.database.asIdentity((db) =>
      sql`select revoked_reason, revoked_by, (select count(*) from auth.oauth_payloads p where p.grant_id = g.grant_id) as left
        from auth.oauth_grants g where client_id = ${agent.clientId}`.execute(db),
    )
    expect(rows).toEqual([{ revoked_reason: 'refresh_reuse', revoked_by: null, left: 0 }])
  })

  test('that was used ends the whole grant also after it has expired', async () => {
    const agent = await openAgent(server)
    const first = await agent.connect(owner.cookie)
    const second = (await agent.refresh(first.refresh_token)).json
    await change(
      sql`update auth.oauth_payloads set consumed_at = consumed_at - interval '31 days', expires_at = now() - interval '1 day'
        where consumed_at is not null and model = 'RefreshToken'`,
    )

    const reused = await agent.refresh(first.refresh_token)

    expect([reused.status, reused.json.error]).toEqual([400, 'invalid_grant'])
    expect(outcome(await callWithToken(server, second.access_token))).toEqual(invalid('The access token is not valid'))
    expect((await recordsOf(agent)).filter(({ operation }) => operation === 'token')).toMatchObject([
      { status: 'rejected', code: 'refresh_reuse' },
    ])
  })

  test('of another client, an expired one and a wider scope are refused', async () => {
    const [agent, other] = [await openAgent(server), await openAgent(server)]
    const tokens = await agent.connect(owner.cookie, { scope: 'org:read content:read' })

    expect((await other.refresh(tokens.refresh_token)).json.error).toBe('invalid_grant')
    const wider = await agent.refresh(tokens.refresh_token, { scope: 'org:read content:delete' })
    expect([wider.status, wider.json.error]).toEqual([400, 'invalid_scope'])
    const foreign = await agent.refresh(tokens.refresh_token, { resource: 'https://elsewhere.example.com/mcp' })
    expect([foreign.status, foreign.json.error]).toEqual([400, 'invalid_target'])
    const repeated = await agent.refresh(tokens.refresh_token, {
      scope: 'org:read content:read offline_access',
      resource: server.url,
    })
    expect([repeated.status, repeated.json.scope]).toEqual([200, 'org:read content:read'])

    await change(
      sql`update auth.oauth_payloads set expires_at = now() - interval '1 second' where model = 'RefreshToken'`,
    )
    expect((await agent.refresh(repeated.json.refresh_token)).json.error).toBe('invalid_grant')
  })

  test('repeats of the scopes that it refuses little, and no credential', async () => {
    const agent = await openAgent(server)
    const tokens = await agent.connect(owner.cookie, { scope: 'org:read' })

    const secret = await agent.refresh(tokens.refresh_token, { scope: `org:read ${tokens.access_token}` })
    const long = await agent.refresh(tokens.refresh_token, { scope: 'x'.repeat(5000) })

    expect(secret.json).toMatchObject({ error: 'invalid_scope', scope: 'mh_at_[redacted]' })
    expect([long.status, long.json.error]).toEqual([400, 'invalid_scope'])
    expect(long.text.length).toBeLessThan(500)
  })

  test('that is narrowed narrows the access token alone', async () => {
    const agent = await openAgent(server)
    const tokens = await agent.connect(owner.cookie, { scope: 'org:read content:read' })

    const narrow = (await agent.refresh(tokens.refresh_token, { scope: 'org:read' })).json
    const wide = (await agent.refresh(narrow.refresh_token)).json

    expect([narrow.scope, wide.scope]).toEqual(['org:read', 'org:read content:read'])
    const refused = (await callWithToken(server, narrow.access_token)).json.error
    expect(refused.code).toBe('insufficient_scope')
    expect(refused.details.howToFix).toMatch(
      /^The connection has content:read, but .* Refresh the token without naming/,
    )
    expect((await callWithToken(server, narrow.access_token, 'getOrganization')).status).toBe(200)
    expect((await callWithToken(server, wide.access_token)).status).toBe(200)
  })

  test('names the scopes of its grant as a person has changed it, and what it names can be asked for', async () => {
    const agent = await openAgent(server)
    const tokens = await agent.connect(owner.cookie, { scope: 'org:read content:read content:write' })
    const changeTo = async (...scopes: string[]) => {
      const { rows } = await server.database.asIdentity((db) =>
        sql<{ id: string }>`select id from auth.oauth_grants where client_id = ${agent.clientId}`.execute(db),
      )
      const input = { grantId: rows[0]?.id, scopes }
      expect((await server.client.inApp(owner.cookie, 'changeGrantScopes', input)).status).toBe(200)
    }
    const asked = { scope: 'org:read content:read content:write' }

    await changeTo('org:read')
    const narrow = (await agent.refresh(tokens.refresh_token)).json
    const repeated = (await agent.refresh(narrow.refresh_token, asked)).json
    await changeTo('org:read', 'content:read', 'content:write', 'content:publish')
    const wide = (await agent.refresh(repeated.refresh_token)).json
    const again = (await agent.refresh(wide.refresh_token, { scope: wide.scope })).json
    const asBefore = (await agent.refresh(again.refresh_token, asked)).json

    expect([narrow.scope, repeated.scope]).toEqual(['org:read', 'org:read'])
    expect([wide.scope, again.scope]).toEqual([
      'org:read content:read content:write content:publish',
      'org:read content:read content:write content:publish',
    ])
    // The one that repeats what was once asked does not mean to have less than was given since.
    const publishing = await callWithToken(server, asBefore.access_token, 'publishItem', { id: 'itm_none' })
    expect(outcome(publishing)[1]).toBe('confirmation_required')
    expect((await agent.refresh(asBefore.refresh_token, { scope: 'org:read asv:read' })).json.error).toBe(
      'invalid_scope',
    )
  })

  test('ends with the whole connection after 180 days', async () => {
    const agent = await openAgent(server)
    const tokens = await agent.connect(owner.cookie)
    const { rows } = await server.database.asIdentity((db) =>
      sql<{ days: number }>`select round(extract(epoch from expires_at - created_at) / 86400)::integer as days
        from auth.oauth_grants where client_id = ${agent.clientId}`.execute(db),
    )
    expect(rows).toEqual([{ days: 180 }])

    await change(sql`update auth.oauth_payloads set expires_at = now() - interval '1 second' where model = 'Grant'`)
    await change(
      sql`update auth.oauth_grants set expires_at = now() - interval '1 second' where client_id = ${agent.clientId}`,
    )

    expect((await agent.refresh(tokens.refresh_token)).json.error).toBe('invalid_grant')
    expect(outcome(await callWithToken(server, tokens.access_token))).toEqual(invalid('The access token expired'))
  })
})

describe('a code', () => {
  async function newCode(changes?: Record<string, string | null>) {
    const agent = await openAgent(server)
    const browser = openBrowser(server)
    browser.setCookie(owner.cookie)
    const page = await agent.ask(browser, changes)
    const back = await agent.answer(browser, page)
    return { agent, code: back.searchParams.get('code') ?? '' }
  }

  test.each([
    ['at once', sql`select 1`],
    [
      'an hour later',
      sql`update auth.oauth_payloads set expires_at = now() - interval '1 hour' where model = 'AuthorizationCode'`,
    ],
  ])('that is used again %s ends the grant and every token of it', async (_when, later) => {
    const { agent, code } = await newCode()
    const tokens = (await agent.redeem(code)).json
    await change(later)

    const again = await agent.redeem(code)

    expect([again.status, again.json.error]).toEqual([400, 'invalid_grant'])
    expect(outcome(await callWithToken(server, tokens.access_token))).toEqual(invalid('The access token is not valid'))
    expect((await agent.refresh(tokens.refresh_token)).json.error).toBe('invalid_grant')
    expect((await recordsOf(agent)).map(({ code: reason }) => reason)).toContain('code_replay')
  })

  test('that two use at the same time gives nobody a lasting connection', async () => {
    const { agent, code } = await newCode()

    const answers = await Promise.all([agent.redeem(code), agent.redeem(code), agent.redeem(code)])

    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    expect(answers.filter(({ status }) => status === 400).length).toBeGreaterThanOrEqual(2)
    for (const { status, json } of answers)
      if (status === 200) expect((await callWithToken(server, json.access_token)).status).toBe(401)
  })

  test('works with its own verifier, redirect and client, for a minute', async () => {
    const { agent, code } = await newCode()
    const other = await openAgent(server)

    for (const refused of [
      await agent.redeem(code, { code_verifier: 'x'.repeat(43) }),
      await agent.redeem(code, { redirect_uri: 'https://agent.example.com/other' }),
      await agent.redeem(code, { client_id: other.clientId }),
      await agent.redeem(`${code.slice(0, -1)}-`),
    ])
      expect([refused.status, refused.json.error]).toEqual([400, 'invalid_grant'])
    const foreign = await agent.redeem(code, { resource: `${server.url}/other` })
    expect([foreign.status, foreign.json.error]).toEqual([400, 'invalid_target'])

    const late = await newCode()
    await change(sql`update auth.oauth_payloads set expires_at = now() where model = 'AuthorizationCode'`)
    expect((await late.agent.redeem(late.code)).json.error).toBe('invalid_grant')
  })

  test('can be redeemed for any name of the resource', async () => {
    for (const resource of ['', '/', '/mcp', '/mcp/', '/mcp?areas=content', '/v2', '/v2/']) {
      const { agent, code } = await newCode({ resource: `${server.url}${resource}` })
      const { status, json } = await agent.redeem(code, { resource: `${server.url}${resource}` })
      expect(status, resource).toBe(200)
      expect((await callWithToken(server, json.access_token)).status, resource).toBe(200)
    }
    const { agent, code } = await newCode({ resource: null })
    expect((await agent.redeem(code)).status).toBe(200)
  })
})

describe('an access token', () => {
  test('that is revoked ends the whole grant, and unknown ones are answered alike', async () => {
    const agent = await openAgent(server)
    const other = await openAgent(server)
    const tokens = await agent.connect(owner.cookie)

    expect((await other.revoke(tokens.access_token)).status).toBe(200)
    expect((await callWithToken(server, tokens.access_token)).status).toBe(200)
    const revoked = await agent.revoke(tokens.access_token)
    const unknown = await agent.revoke('mh_at_unknown')

    expect([revoked.status, revoked.text]).toEqual([unknown.status, unknown.text])
    expect(revoked.status).toBe(200)
    expect(outcome(await callWithToken(server, tokens.access_token))).toEqual(invalid('The access token is not valid'))
    expect((await agent.refresh(tokens.refresh_token)).json.error).toBe('invalid_grant')
    expect((await recordsOf(agent)).filter(({ operation }) => operation === 'revoke')).toMatchObject([
      { status: 'succeeded', code: null },
    ])
  })

  test('that expired says so, and its call is recorded', async () => {
    const agent = await openAgent(server)
    const tokens = await agent.connect(owner.cookie)
    await change(
      sql`update auth.oauth_payloads set expires_at = now() - interval '1 second' where model = 'AccessToken'`,
    )

    const refused = await callWithToken(server, tokens.access_token)

    expect(outcome(refused)).toEqual(invalid('The access token expired'))
    expect((await recordsOf(agent)).at(-1)).toMatchObject({
      operation: 'listCollections',
      status: 'rejected',
      code: 'invalid_token',
    })
    expect((await agent.refresh(tokens.refresh_token)).status).toBe(200)
  })

  test('for something else is none here', async () => {
    const agent = await openAgent(server)
    const tokens = await agent.connect(owner.cookie)
    await change(sql`update auth.oauth_payloads set payload = jsonb_set(payload, '{aud}', '"https://elsewhere.example.com/mcp"')
      where model = 'AccessToken' and grant_id in (select grant_id from auth.oauth_grants where client_id = ${agent.clientId})`)

    expect(outcome(await callWithToken(server, tokens.access_token))).toEqual(invalid('The access token is not valid'))
    expect(outcome(await callWithToken(server, `mh_at_${'x'.repeat(43)}`))).toEqual(
      invalid('The access token is not valid'),
    )
    expect(outcome(await callWithToken(server, 'x'))).toEqual(invalid('The access token is not valid'))
  })

  test.each([
    ['a removed member', (id: string) => sql`delete from auth.memberships where user_id = ${id}`],
    ['a suspended member', (id: string) => sql`update auth.memberships set suspended_at = now() where user_id = ${id}`],
    ['a disabled person', (id: string) => sql`update auth.users set disabled_at = now() where id = ${id}`],
  ])('of %s ends with the next request, a replay too, and so does the refresh', async (name, end) => {
    const gone = await server.addOrganization(`Owner to be ${name}`)
    const agent = await openAgent(server)
    const tokens = await agent.connect(gone.cookie)
    const write = () =>
      callWithToken(
        server,
        tokens.access_token,
        'createItem',
        { collectionId: 'articles', title: 'Before' },
        { 'Idempotency-Key': 'once' },
      )
    expect((await write()).status).toBe(200)

    await change(end(gone.userId))

    expect(outcome(await write())).toEqual(invalid('Access to this organization has ended'))
    const refreshed = await agent.refresh(tokens.refresh_token)
    expect([refreshed.status, refreshed.json.error]).toEqual([400, 'invalid_grant'])
  })

  test('holds the role as it is now, and the grant as it is now', async () => {
    const demoted = await server.addOrganization('Demoted Media')
    const agent = await openAgent(server)
    const tokens = await agent.connect(demoted.cookie, { scope: 'org:read content:read content:write' })
    const write = () =>
      callWithToken(server, tokens.access_token, 'createItem', { collectionId: 'articles', title: 'Now' })
    expect((await write()).status).toBe(200)

    await change(sql`update auth.memberships set role = 'viewer' where user_id = ${demoted.userId}`)
    expect(outcome(await write())).toEqual([403, 'role_forbidden', null])

    await change(sql`update auth.memberships set role = 'owner' where user_id = ${demoted.userId}`)
    await change(sql`update auth.oauth_grants set scopes = '{org:read}' where client_id = ${agent.clientId}`)
    const refused = await write()
    expect(outcome(refused)).toEqual([
      403,
      'insufficient_scope',
      `Bearer resource_metadata="${server.url}/.well-known/oauth-protected-resource/v2", error="insufficient_scope", scope="org:read content:write"`,
    ])
    expect(refused.json.error.details).toEqual({
      requiredScopes: ['content:write'],
      grantedScopes: ['org:read'],
      scope: 'org:read content:write',
      howToFix: expect.stringContaining('Connected agents'),
    })

    await change(
      sql`update auth.oauth_grants set scopes = '{org:read,content:write}' where client_id = ${agent.clientId}`,
    )
    expect((await write()).status).toBe(200)
  })

  test('of a suspended organization is refused without a challenge', async () => {
    const suspended = await server.addOrganization('Suspended Media')
    const agent = await openAgent(server)
    const tokens = await agent.connect(suspended.cookie)

    await change(sql`update auth.organizations set suspended_at = now() where id = ${suspended.organizationId}`)

    expect(outcome(await callWithToken(server, tokens.access_token))).toEqual([403, 'organization_suspended', null])
  })

  test('of one person and client shares its idempotency keys over grants and refreshes', async () => {
    const agent = await openAgent(server)
    const first = await agent.connect(owner.cookie)
    const second = await agent.connect(owner.cookie)
    const third = (await agent.refresh(first.refresh_token)).json
    const write = (token: string) =>
      callWithToken(
        server,
        token,
        'createItem',
        { collectionId: 'articles', title: 'Once' },
        { 'Idempotency-Key': 'shared' },
      )

    const answers = [await write(first.access_token), await write(second.access_token), await write(third.access_token)]

    expect(answers.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true', 'true'])
    expect(new Set(answers.map(({ json }) => json.result.item.id)).size).toBe(1)
  })

  test('is counted per grant, and its last use is noted', async () => {
    const agent = await openAgent(server)
    const tokens = await agent.connect(owner.cookie)
    await change(sql`update auth.oauth_grants set rate_per_min = 3 where client_id = ${agent.clientId}`)

    const first = await callWithToken(server, tokens.access_token)
    const renewed = (await agent.refresh(tokens.refresh_token)).json
    await callWithToken(server, renewed.access_token)
    await callWithToken(server, renewed.access_token)
    const over = await callWithToken(server, tokens.access_token)

    expect(first.headers.get('ratelimit')).toMatch(/^"key";r=2;t=\d+$/)
    expect(outcome(over)).toEqual([429, 'rate_limited', null])
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    const { rows } = await server.database.asIdentity((db) =>
      sql<{ last: Date | null; prefix: string | null }>`select last_used_at as last, last_used_ip_prefix as prefix
        from auth.oauth_grants where client_id = ${agent.clientId}`.execute(db),
    )
    expect(rows).toEqual([{ last: expect.any(Date), prefix: '127.0.0.1' }])
  })
})

test('a person gives an organization with the role that they have there', async () => {
  const organizationId = owner.organizationId as OrganizationId
  const author = await server.addOrganization('Author Studio')
  await server.database.asIdentity((db) =>
    db
      .insertInto('auth.memberships')
      .values({ organization_id: organizationId, user_id: author.userId, role: 'author' })
      .execute(),
  )
  const agent = await openAgent(server)
  const tokens = await agent.connect(author.cookie, {
    scope: 'content:read content:write content:publish org:write',
    form: { organization_id: organizationId, scope: ['content:read', 'content:write', 'content:publish', 'org:write'] },
  })

  expect(tokens.scope).toBe('content:read content:write')
  const { json } = await callWithToken(server, tokens.access_token, 'createItem', {
    collectionId: 'articles',
    title: 'By an author',
  })
  expect(json.result.item).toMatchObject({ title: 'By an author' })
  const refused = await callWithToken(server, tokens.access_token, 'publishItem', { id: json.result.item.id })
  expect(outcome(refused)).toEqual([403, 'role_forbidden', null])
})
