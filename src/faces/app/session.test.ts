import { Readable } from 'node:stream'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createPasswords, newSetUpToken } from '#areas/account/index.ts'
import { furnishCollections } from '#areas/collections/index.ts'
import { countDecidable } from '#catalog/pending-approvals.ts'
import { newRequestId } from '#catalog/run/call.ts'
import { sessionCookie } from '#faces/session-cookie.ts'
import { Refusal } from '#kernel/errors.ts'
import { noMail } from '#kernel/mail.ts'
import { openTestDatabase } from '#test/database.ts'
import { addOrganization } from '#test/people.ts'
import { testVault } from '#test/vault.ts'

import { createSessionRoutes } from './session.ts'

const baseUrl = 'https://cms.example.com'
const password = 'correct horse battery staple'
const minute = 60_000

let database: Awaited<ReturnType<typeof openTestDatabase>>
let link: string
let time = new Date('2026-05-01T12:00:00.000Z')
let parts: Parameters<typeof createSessionRoutes>[0]
let routes: ReturnType<typeof createSessionRoutes>

beforeAll(async () => {
  database = await openTestDatabase()
  link = (await database.asIdentity(newSetUpToken)) ?? ''
  parts = {
    ...database,
    passwords: createPasswords({ ln: 8, r: 8, p: 1 }),
    sealing: await testVault(),
    mail: noMail,
    furnish: furnishCollections,
    isSignUpOpen: false,
    catalogVersion: 'version-of-the-test',
    pendingApprovals: (organizationId, role) =>
      database.forOrganization({ organizationId }, 'read', ({ db }) => countDecidable(db, role)),
    baseUrl: () => baseUrl,
    now: () => time,
    moment: () => time,
  }
  routes = createSessionRoutes(parts)
})
afterAll(() => database.close())

type Sent = { body?: unknown; cookie?: string | undefined; headers?: Record<string, string> }

async function send(method: string, path: string, { body, cookie, headers = {} }: Sent = {}) {
  const text = body === undefined ? '' : JSON.stringify(body)
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const jar = cookie === undefined ? {} : { cookie: `other=1; __Host-session=${cookie}` }
  const lines = { ...type, ...jar, ...headers }
  try {
    const answer = await routes(
      {
        method,
        url: path,
        headers: lines,
        headersDistinct: Object.fromEntries(Object.entries(lines).map(([name, line]) => [name, [line]])),
        body: Readable.from([Buffer.from(text)]),
        address: '192.0.2.1',
      },
      { requestId: newRequestId() },
      path,
    )
    const set = answer?.headers['Set-Cookie']
    return {
      status: answer?.status,
      body: typeof answer?.body === 'string' ? (JSON.parse(answer.body) as Record<string, unknown>) : undefined,
      setCookie: set,
      cookie: set?.slice('__Host-session='.length).split(';')[0],
      cacheControl: answer?.headers['Cache-Control'],
      allow: answer?.headers['Allow'],
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { status, code, message, details, retryAfter } = error
    return { status, body: { code, message, details }, retryAfter, cookie: undefined, setCookie: undefined }
  }
}

const pair = { email: 'owner@example.com', password, organizationName: 'Example', displayName: 'The owner' }
const signIn = (given = password, headers = {}) =>
  send('POST', '/app/session', { body: { email: pair.email, password: given }, headers })

test('the set-up link makes the first person and signs them in, once', async () => {
  expect((await send('GET', '/app/session')).body).toEqual({ signedIn: false, setUpNeeded: true, isSignUpOpen: false })
  expect(await send('GET', `/app/setup/${link}`)).toMatchObject({ status: 200, body: { valid: true } })
  expect(await send('GET', '/app/setup/nonsense')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await send('POST', `/app/setup/${link}`, { body: { ...pair, password: 'short' } })).toMatchObject({
    status: 422,
    body: { code: 'validation_failed', details: [{ path: '/password' }] },
  })
  expect(await send('POST', `/app/setup/${link}`, { body: { email: pair.email } })).toMatchObject({
    status: 422,
    body: { details: [{ path: '/password' }, { path: '/organizationName' }] },
  })

  const made = await send('POST', `/app/setup/${link}`, { body: pair })

  expect(made).toMatchObject({
    status: 200,
    cacheControl: 'no-store',
    body: {
      user: { email: 'owner@example.com', displayName: 'The owner' },
      organizations: [{ slug: 'example', name: 'Example', role: 'owner', plan: 'authority' }],
      elevatedUntil: new Date(time.getTime() + 10 * minute).toISOString(),
    },
  })
  expect(await send('GET', '/app/session', { cookie: made.cookie })).toMatchObject({
    body: { signedIn: true, ...made.body },
  })
  expect(await send('GET', `/app/setup/${link}`)).toMatchObject({ status: 404 })
  expect(await send('POST', `/app/setup/${link}`, { body: pair })).toMatchObject({ status: 404 })
  expect((await send('GET', '/app/session')).body).toEqual({ signedIn: false, setUpNeeded: false, isSignUpOpen: false })
})

test('where sign-up is open, it takes a mail server, and making another organization takes none', async () => {
  const { cookie } = await signIn()
  const beOperator = (operator: boolean) =>
    database.asIdentity((db) => db.updateTable('auth.users').set({ operator }).execute())
  await beOperator(false)
  routes = createSessionRoutes({ ...parts, isSignUpOpen: true })

  const [signedOut, signedIn] = [await send('GET', '/app/session'), await send('GET', '/app/session', { cookie })]

  routes = createSessionRoutes(parts)
  expect(signedOut.body).toMatchObject({ signedIn: false, isSignUpOpen: false })
  expect(signedIn.body).toMatchObject({ signedIn: true, mayCreateOrganization: true })
  expect(await send('GET', '/app/session', { cookie })).toMatchObject({ body: { mayCreateOrganization: false } })
  await beOperator(true)
})

test.each(['/app/session', '/app/session/elevation', '/app/session/organization', '/app/setup/none'])(
  'a method that is refused at %s learns exactly those that are not',
  async (path) => {
    const { status, allow = '' } = await send('PUT', path)
    const answers = ['GET', 'HEAD', 'POST', 'DELETE'].map(async (method) => [method, (await send(method, path)).status])

    const accepted = (await Promise.all(answers)).flatMap(([method, answer]) => (answer === 405 ? [] : String(method)))

    expect(status).toBe(405)
    expect(allow.split(', ').toSorted()).toEqual(accepted.toSorted())
  },
)

test('signing in sets the cookie that no script reads and no other site sends', async () => {
  const { status, setCookie, body } = await signIn()

  expect(status).toBe(200)
  expect(setCookie).toMatch(/^__Host-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=7776000$/)
  expect(JSON.stringify(body)).not.toContain(setCookie?.slice(15, 58))
})

test('a wrong password and an unknown address get the same answer', async () => {
  const wrong = await signIn('another password')
  const unknown = await send('POST', '/app/session', { body: { email: 'nobody@example.com', password } })

  expect(wrong).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } })
  expect(unknown).toEqual(wrong)
})

test('the eleventh attempt learns when to come back', async () => {
  for (let n = 0; n < 10; n++) await send('POST', '/app/session', { body: { email: 'b@example.com', password } })

  expect(await send('POST', '/app/session', { body: { email: 'b@example.com', password } })).toMatchObject({
    status: 429,
    retryAfter: 900,
    body: { code: 'rate_limited' },
  })
})

test('signing out ends the session and removes the cookie', async () => {
  const { cookie } = await signIn()

  expect(await send('DELETE', '/app/session', { cookie })).toMatchObject({
    status: 204,
    setCookie: '__Host-session=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0',
  })
  expect((await send('GET', '/app/session', { cookie })).body).toMatchObject({ signedIn: false })
  expect(await send('DELETE', '/app/session', { cookie })).toMatchObject({ status: 204 })
})

test('the password entered again elevates under a new cookie', async () => {
  const { cookie } = await signIn()
  time = new Date(time.getTime() + 11 * minute)
  expect((await send('GET', '/app/session', { cookie })).body).toMatchObject({ elevatedUntil: null })

  const wrong = await send('POST', '/app/session/elevation', { cookie, body: { password: 'wrong' } })
  const right = await send('POST', '/app/session/elevation', { cookie, body: { password } })

  expect(wrong).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } })
  expect(right).toMatchObject({
    status: 200,
    body: { elevatedUntil: new Date(time.getTime() + 10 * minute).toISOString() },
  })
  expect((await send('GET', '/app/session', { cookie })).body).toMatchObject({ signedIn: false })
  expect((await send('GET', '/app/session', { cookie: right.cookie })).body).toMatchObject(right.body ?? {})
  expect(await send('POST', '/app/session/elevation', { body: { password } })).toMatchObject({ status: 401 })
})

test('another organization can be made the active one by its members only', async () => {
  const { cookie } = await signIn()
  const { organizationId } = await addOrganization(database)
  const { id: userId } = await database.asIdentity((db) =>
    db.selectFrom('auth.users').select('id').where('email', '=', pair.email).executeTakeFirstOrThrow(),
  )
  const choose = () => send('POST', '/app/session/organization', { cookie, body: { organizationId } })
  expect(await choose()).toMatchObject({ status: 404 })

  await database.asIdentity((db) =>
    db
      .insertInto('auth.memberships')
      .values({ organization_id: organizationId, user_id: userId, role: 'viewer' })
      .execute(),
  )

  expect(await choose()).toMatchObject({ status: 200, body: { activeOrganizationId: organizationId } })
  expect((await send('GET', '/app/session', { cookie })).body).toMatchObject({ activeOrganizationId: organizationId })
})

test.each([
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ 'sec-fetch-site': 'same-site', origin: baseUrl }, 403],
  [{ origin: 'https://evil.example' }, 403],
  [{ 'sec-fetch-site': 'same-origin' }, 200],
  [{ origin: baseUrl }, 200],
  [{}, 200],
])('signing in with %j answers %i', async (headers, status) => {
  expect(await signIn(password, headers)).toMatchObject({ status })
})

test('a body that is not JSON, or has unknown fields, is refused; so is another method', async () => {
  expect(await signIn(password, { 'content-type': 'text/plain' })).toMatchObject({ status: 415 })
  expect(await send('POST', '/app/session', { body: { email: 'a@b', password, admin: true } })).toMatchObject({
    status: 422,
    body: { details: [{ path: '/admin' }] },
  })
  expect(await send('PUT', '/app/session', { body: {} })).toMatchObject({ status: 405 })
  expect(await send('GET', '/app/elsewhere')).toMatchObject({ status: undefined })
})

test('on loopback without TLS the cookie is a plain one, elsewhere never', () => {
  expect(sessionCookie('http://127.0.0.1:3000').set('x')).toBe(
    'session=x; Path=/; HttpOnly; SameSite=Lax; Max-Age=7776000',
  )
  expect(sessionCookie('http://localhost:3000').set('x')).toMatch(/^session=x; (?!.*Secure)/)
  for (const url of ['https://localhost', 'http://cms.example.com', 'http://127.0.0.1.example.com'])
    expect(sessionCookie(url).set('x')).toMatch(/^__Host-session=x; .*Secure/)
})
