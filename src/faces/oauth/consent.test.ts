import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { scopes } from '#kernel/scope.ts'
import { type Agent, formOf, openAgent, openBrowser } from '#test/oauth-client.ts'
import { openServer, type TestServer } from '#test/server.ts'

// A whole server, next to other tests on a small machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

type Owner = Awaited<ReturnType<TestServer['addOrganization']>>

let server: TestServer
let owner: Owner
let other: Owner
beforeAll(async () => {
  server = await openServer({ OAUTH_REGISTRATIONS_PER_MINUTE: '0', OAUTH_REGISTRATIONS_PER_DAY: '0' })
  owner = await server.addOrganization('Northwind Media')
  other = await server.addOrganization('Other Media')
})
afterAll(() => server.close())

function browserOf(cookie: string) {
  const browser = openBrowser(server)
  browser.setCookie(cookie)
  return browser
}

/** The boxes of the page: `x` ticked, `-` disabled, otherwise open. */
function boxesOf(page: string): Record<string, string> {
  const boxes = [...page.matchAll(/<input\s+type="checkbox"([^>]*)>/g)].map(([, attributes = '']) => attributes)
  return Object.fromEntries(
    boxes.map((one) => [
      /value="([^"]*)"/.exec(one)?.[1] ?? '',
      /\bchecked\b/.test(one) ? 'x' : /\bdisabled\b/.test(one) ? '-' : '',
    ]),
  )
}

const grantsOf = async ({ clientId }: Agent) => {
  const { rows } = await server.database.asIdentity((db) =>
    sql<{
      id: string
      scopes: string[]
      organization_id: string
      user_id: string
      client_name: string
      redirect_host: string
    }>`
      select id, scopes, organization_id, user_id, client_name, redirect_host from auth.oauth_grants
      where client_id = ${clientId} order by created_at`.execute(db),
  )
  return rows
}

const joined = (owners: Owner, organizationId: string, role: string) =>
  server.database.asIdentity((db) =>
    sql`insert into auth.memberships (organization_id, user_id, role) values (${organizationId}, ${owners.userId}, ${role})`.execute(
      db,
    ),
  )

describe('the page', () => {
  test('has its own policy, which names where the answer goes, and no script', async () => {
    for (const [redirect, source] of [
      ['https://agent.example.com/callback', 'https://agent.example.com'],
      ['https://agent.example.com:8443/callback', 'https://agent.example.com:8443'],
      ['http://localhost:8787/callback', 'http://localhost:8787'],
      ['cursor://anysphere.cursor-mcp/oauth/callback', 'cursor:'],
    ] as const) {
      const agent = await openAgent(server, { redirect_uris: [redirect] })
      const { status, headers, text } = await agent.ask(browserOf(owner.cookie))

      expect(status).toBe(200)
      expect(headers.get('content-security-policy')).toBe(
        `default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${source}`,
      )
      expect([headers.get('x-frame-options'), headers.get('referrer-policy'), headers.get('cache-control')]).toEqual([
        'DENY',
        'no-referrer',
        'no-store',
      ])
      expect(text).not.toMatch(/<script|\son\w+=|style=/i)
    }
    const style = await server.client.send('/oauth/consent.css')
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
  })

  test('shows the client as untrusted text, and where it sends one', async () => {
    const name = `<img src=x onerror=alert(1)>\u202Egnp.exe ${'long '.repeat(40)}`
    const agent = await openAgent(server, { client_name: name, logo_uri: 'https://agent.example.com/logo.png' })
    const { text } = await agent.ask(browserOf(owner.cookie))

    expect(text).toContain('<bdi>&lt;img src=x onerror=alert(1)&gt; gnp.exe long')
    expect(text).not.toContain('<img')
    expect(text).not.toContain('\u202E')
    expect(text).not.toContain('logo.png')
    expect(text).toContain('Not verified')
    expect(text).toContain('<strong class="host">agent.example.com</strong>')
    expect(text).not.toContain('an application on this')
    const shown = /<h1><bdi>(.*?)<\/bdi>/.exec(text)?.[1]?.replaceAll('&lt;', '<').replaceAll('&gt;', '>')
    expect(Array.from(shown ?? '')).toHaveLength(80)
    const local = await openAgent(server, { redirect_uris: ['http://127.0.0.1:1/'], client_name: '\u200B' })
    const page = (await local.ask(browserOf(owner.cookie))).text
    expect(page).toContain('an application on this computer')
    expect(page).toContain('An application without a name')
  })

  test('ticks what was asked, offers the rest, and puts Deny first', async () => {
    const agent = await openAgent(server)
    const { text } = await agent.ask(browserOf(owner.cookie), { scope: 'content:read content:publish offline_access' })

    const boxes = boxesOf(text)
    expect(Object.keys(boxes).toSorted()).toEqual(scopes.toSorted())
    expect(
      Object.entries(boxes)
        .filter(([, mark]) => mark === 'x')
        .map(([scope]) => scope),
    ).toEqual(['content:read', 'content:publish'])
    const [asked = '', more = ''] = text.split('Also allow')
    expect([asked.includes('content:publish'), more.includes('org:write')]).toEqual([true, true])
    expect([...text.matchAll(/name="decision" value="(\w+)"/g)].map(([, value]) => value)).toEqual([
      'deny',
      'allow_read_only',
      'allow',
      'switch_account',
    ])
    expect(text).not.toContain('autofocus')
    expect(text).toContain('<li>Publish an item</li>')
    expect(text).toMatch(/30 days after each use, at most 180 days/)
  })

  test('has the last choice of client and organization, and marks what is asked again', async () => {
    const agent = await openAgent(server)
    await agent.connect(owner.cookie, {
      scope: 'org:read content:read content:write',
      form: { scope: ['content:read', 'analytics:read'] },
    })

    const { text } = await agent.ask(browserOf(owner.cookie), { scope: 'content:read content:write content:publish' })

    expect(
      Object.entries(boxesOf(text))
        .filter(([, mark]) => mark === 'x')
        .map(([scope]) => scope),
    ).toEqual(['content:read', 'analytics:read'])
    expect(text.match(/<span class="pill info">New<\/span>/g)).toHaveLength(2)
  })

  test('shows every organization of the person, closes what cannot be given, and ticks within the role there', async () => {
    const person = await server.addOrganization('Home of a member')
    const suspended = await server.addOrganization('Suspended Media')
    await joined(person, owner.organizationId, 'viewer')
    await joined(person, suspended.organizationId, 'admin')
    await server.database.asIdentity((db) =>
      sql`update auth.organizations set suspended_at = now() where id = ${suspended.organizationId}`.execute(db),
    )
    const agent = await openAgent(server)
    const browser = browserOf(person.cookie)
    const page = await agent.ask(browser, { scope: 'content:read content:write' })

    expect(page.form['organization_id']).toEqual([person.organizationId])
    expect(page.text).toContain('This organization is suspended.')
    expect(page.text).toMatch(new RegExp(`value="${suspended.organizationId}"[^>]*disabled`))
    expect(page.text).not.toContain(other.organizationId)

    const chosen = await browser.go(
      `${page.address}?csrf=${page.form['csrf']?.[0]}&organization_id=${owner.organizationId}&scope=org:write`,
    )
    expect(chosen.location?.search).toBe(`?organization_id=${owner.organizationId}`)
    const again = await browser.go(chosen.location?.href ?? '')
    const boxes = boxesOf(again.text)
    expect([boxes['content:read'], boxes['content:write'], boxes['org:write']]).toEqual(['x', '-', '-'])
    expect(again.text).toContain('Your role here (viewer) does not include this.')
    expect(formOf(again.text)['organization_id']).toEqual([owner.organizationId])
  })

  test('is refused in another browser, when it is over, and under another address', async () => {
    const agent = await openAgent(server)
    const browser = browserOf(owner.cookie)
    const page = await agent.ask(browser)

    expect((await browserOf(owner.cookie).go(page.address)).status).toBe(400)
    expect((await browser.go(page.address.replace(/[\w-]{43}$/, 'x'.repeat(43)))).status).toBe(400)
    await agent.answer(browser, page)
    const over = await browser.go(page.address)
    expect([over.status, over.text.includes('This request has ended')]).toEqual([400, true])
  })
})

describe('the answer', () => {
  test('gives what was ticked, within the ceiling', async () => {
    const agent = await openAgent(server)
    const tokens = await agent.connect(owner.cookie, {
      scope: 'content:read content:write',
      form: { scope: ['content:read', 'content:delete'] },
    })

    expect(tokens.scope).toBe('content:read content:delete')
    expect(await grantsOf(agent)).toEqual([
      {
        id: expect.stringMatching(/^grt_/),
        scopes: ['content:read', 'content:delete'],
        organization_id: owner.organizationId,
        user_id: owner.userId,
        client_name: 'Agent of the test',
        redirect_host: 'agent.example.com',
      },
    ])
  })

  test('can be read only', async () => {
    const agent = await openAgent(server)
    const tokens = await agent.connect(owner.cookie, {
      scope: 'content:read content:write',
      form: { decision: 'allow_read_only' },
    })

    expect(tokens.scope).toBe('content:read')
  })

  test('with prompt=consent and offline_access does not ask again, and does not name it', async () => {
    const agent = await openAgent(server)
    const browser = browserOf(owner.cookie)
    const page = await agent.ask(browser, { scope: 'org:read offline_access', prompt: 'login consent' })
    const back = await agent.answer(browser, page)

    const { json } = await agent.redeem(back.searchParams.get('code') ?? '')
    expect(json.scope).toBe('org:read')
    expect((await agent.refresh(json.refresh_token)).json.scope).toBe('org:read')
  })

  test.each([
    ['Deny', { decision: 'deny' }],
    ['nothing ticked', { scope: [] }],
    ['nothing left to read', { decision: 'allow_read_only', scope: ['content:write'] }],
  ])('%s goes back with access_denied, a record, and no grant', async (_name, form) => {
    const agent = await openAgent(server)
    const browser = browserOf(owner.cookie)
    const page = await agent.ask(browser)

    const back = await agent.answer(browser, page, form)

    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'state-of-the-agent',
      iss: server.url,
    })
    expect(await grantsOf(agent)).toEqual([])
    const records = await server.database.forOrganization({ organizationId: owner.organizationId }, 'read', ({ db }) =>
      db
        .selectFrom('audit_record')
        .select(['operation', 'status', 'code', 'user_id', 'interface'])
        .where(sql`input_summary ->> 'clientId'`, '=', agent.clientId)
        .execute(),
    )
    expect(records).toEqual([
      { operation: 'consent', status: 'rejected', code: 'access_denied', user_id: owner.userId, interface: 'app' },
    ])
  })

  test('counts once, however often the button is pressed', async () => {
    const agent = await openAgent(server)
    const browser = browserOf(owner.cookie)
    const { address, form } = await agent.ask(browser)
    const press = () => browser.go(address, { form: { ...form, decision: 'allow' } })

    const answers = await Promise.all([press(), press(), press()])

    expect(answers.filter(({ status }) => status === 303).length).toBeGreaterThanOrEqual(1)
    expect(answers.every(({ status }) => status === 303 || status === 409)).toBe(true)
    expect(await grantsOf(agent)).toHaveLength(1)
    expect((await press()).location?.pathname).toMatch(/^\/oauth\/authorize\//)
  })

  test('goes to an IPv6 address by a page, since the policy of a form cannot name one', async () => {
    const agent = await openAgent(server, { redirect_uris: ['http://[::1]/callback'] })
    const browser = browserOf(owner.cookie)
    const page = await agent.ask(browser, { redirect_uri: 'http://[::1]:9000/callback' })
    expect(page.headers.get('content-security-policy')).toMatch(/form-action 'self'$/)

    const posted = await browser.go(page.address, { form: { ...page.form, decision: 'allow' } })

    expect(posted.status).toBe(200)
    const next = /<meta http-equiv="refresh" content="0; url=([^"]+)"/.exec(posted.text)?.[1] ?? ''
    expect(posted.text).toContain(`<a href="${next}">`)
    const back = await browser.go(next)
    expect(back.location?.href).toMatch(/^http:\/\/\[::1\]:9000\/callback\?code=/)
  })

  test('lets one sign out and somebody else sign in', async () => {
    const agent = await openAgent(server)
    const browser = browserOf(await server.client.signIn(owner.email))
    const page = await agent.ask(browser)

    const out = await browser.go(page.address, { form: { csrf: page.form['csrf'] ?? '', decision: 'switch_account' } })
    expect([out.status, out.location?.pathname]).toEqual([303, '/sign-in'])
    expect((await browser.go(page.address)).location?.pathname).toBe('/sign-in')
    browser.setCookie(other.cookie)
    const again = await browser.go(page.address)
    await agent.answer(browser, { address: page.address, form: formOf(again.text) })

    expect(await grantsOf(agent)).toMatchObject([{ user_id: other.userId, organization_id: other.organizationId }])
  })

  test('of a person without an organization can only be no', async () => {
    const agent = await openAgent(server)
    const lonely = await server.addOrganization('To be left')
    await server.database.asIdentity((db) =>
      db.deleteFrom('auth.memberships').where('user_id', '=', lonely.userId).execute(),
    )
    const browser = browserOf(lonely.cookie)
    const page = await agent.ask(browser)

    expect(page.text).toContain('You are not a member of any organization')
    expect(page.text).not.toContain('value="allow"')
    expect((await agent.answer(browser, page, { decision: 'deny' })).searchParams.get('error')).toBe('access_denied')
  })
})

describe('a forged answer is a page of its own, and no grant:', () => {
  test.each<[string, number, Record<string, string | readonly string[]>, Record<string, string>?]>([
    ['no token', 403, { csrf: [] }],
    ['a wrong token', 403, { csrf: 'x'.repeat(43) }],
    ['two tokens', 400, { csrf: ['a', 'b'] }],
    ['another origin', 403, {}, { Origin: 'https://evil.example.com' }],
    ['another site', 403, {}, { 'Sec-Fetch-Site': 'cross-site' }],
    ['a sibling site', 403, {}, { 'Sec-Fetch-Site': 'same-site' }],
    ['an organization of somebody else', 403, { organization_id: 'OTHER' }],
    ['an organization that does not exist', 403, { organization_id: 'org_00000000000000000000000000' }],
    ['no organization', 403, { organization_id: [] }],
    ['two organizations', 400, { organization_id: ['OTHER', 'OTHER'] }],
    ['an unknown scope', 400, { scope: ['content:read', 'everything'] }],
    ['a scope twice', 400, { scope: ['content:read', 'content:read'] }],
    ['an unknown decision', 400, { decision: 'always' }],
    ['no decision', 400, { decision: [] }],
    ['an unknown field', 400, { redirect_uri: 'https://evil.example.com' }],
    ['a body that is no form', 415, {}, { 'Content-Type': 'text/plain' }],
    ['a very long body', 413, { scope: 'x'.repeat(20_000) }],
  ])('%s', async (_name, status, changes, headers = {}) => {
    const agent = await openAgent(server)
    const browser = browserOf(owner.cookie)
    const page = await agent.ask(browser)
    const form = { ...page.form, decision: 'allow', ...changes }
    const named = JSON.parse(JSON.stringify(form).replaceAll('OTHER', other.organizationId))

    const refused = await browser.go(page.address, { form: named, headers })

    expect([refused.status, refused.location]).toEqual([status, undefined])
    expect(refused.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(refused.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(await grantsOf(agent)).toEqual([])
    // The page itself still works.
    expect((await agent.answer(browser, page)).searchParams.has('code')).toBe(true)
  })

  test('another person than the one who opened it', async () => {
    const agent = await openAgent(server)
    const browser = browserOf(owner.cookie)
    const page = await agent.ask(browser)
    browser.setCookie(other.cookie)

    const seen = await browser.go(page.address)
    const refused = await browser.go(page.address, {
      form: { ...page.form, decision: 'allow', organization_id: other.organizationId },
    })

    expect([seen.status, refused.status]).toEqual([403, 403])
    expect(await grantsOf(agent)).toEqual([])
  })

  test('the form of another request', async () => {
    const agent = await openAgent(server)
    const browser = browserOf(owner.cookie)
    const [first, second] = [await agent.ask(browser), await agent.ask(browser)]

    const refused = await browser.go(first.address, { form: { ...second.form, decision: 'allow' } })

    expect(refused.status).toBe(403)
    expect(await grantsOf(agent)).toEqual([])
  })

  test('a person who left the organization, or is signed out, in the meantime', async () => {
    const leaving = await server.addOrganization('Left in between')
    const agent = await openAgent(server)
    const browser = browserOf(leaving.cookie)
    const page = await agent.ask(browser)
    await server.database.asIdentity((db) =>
      db.deleteFrom('auth.memberships').where('user_id', '=', leaving.userId).execute(),
    )
    const form = { ...page.form, decision: 'allow' }

    expect((await browser.go(page.address, { form })).status).toBe(403)
    await server.database.asIdentity((db) =>
      db.deleteFrom('auth.sessions').where('user_id', '=', leaving.userId).execute(),
    )
    expect((await browser.go(page.address, { form })).location?.pathname).toBe('/sign-in')
    expect(await grantsOf(agent)).toEqual([])
  })
})

test('a form whose browser names no origin is refused, whatever its token is', async () => {
  const agent = await openAgent(server)
  const browser = browserOf(owner.cookie)
  const page = await agent.ask(browser)

  const posted = await browser.go(page.address, {
    form: { ...page.form, decision: 'allow' },
    headers: { Origin: 'null' },
  })

  expect(posted.status).toBe(403)
  expect(await grantsOf(agent)).toEqual([])
})
