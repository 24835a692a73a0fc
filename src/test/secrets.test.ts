import { createHash } from 'node:crypto'

import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { openSession } from '#areas/account/index.ts'
import { addApiKey } from '#areas/account/keys/api-keys.ts'
import { addSecret } from '#areas/integrations/webhook-secrets.ts'
import { keepKey } from '#areas/models/keys.ts'
import { catalog } from '#catalog/catalog.ts'
import { showsSecret } from '#catalog/run/check.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import { scopes } from '#kernel/scope.ts'
import { Secret } from '#kernel/secret.ts'
import { serverUrl } from '#platform/database/test-server.ts'

import { type Answer, password } from './client.ts'
import { sampleOf } from './samples.ts'
import { formsOf } from './secret-forms.ts'
import { runCommand } from './server-process.ts'
import { openServer, type TestServer } from './server.ts'
import { stageOn } from './shared-parts.ts'
import { stage } from './stage.ts'

// A whole server, next to other tests on a small machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const operations: AnyOperation[] = Object.values(catalog).flat()
const webhookSecret = `whsec_${Buffer.from('canary of a configured webhook!!').toString('base64')}`
const storedModelKey = 'canary-of-a-stored-model-key'
const configuredModelKey = 'canary-of-a-configured-model-key'
const databasePassword = 'canary-password-of-the-database/+%'

let server: TestServer
let on: Awaited<ReturnType<typeof stage>>
let key: string
let cookie: string
let invitation: string
/** Every secret that the installation holds, by its kind. */
const secrets = new Map<string, Buffer>()
/** Everything that came out of it. */
const out: { where: string; text: string }[] = []

beforeAll(async () => {
  server = await openServer(
    {
      ALLOW_PRIVATE_NETWORK: '127.0.0.0/8',
      GOOGLE_API_KEY: configuredModelKey,
      // It exists, and never shows anything.
      CHROME_PATH: process.execPath,
      CONTENT_REVALIDATION_WEBHOOKS: JSON.stringify({
        org_elsewhere: { webhookUrl: 'https://www.example.com/api', webhookSecret },
      }),
    },
    serverUrl === undefined ? undefined : databasePassword,
  )
  stageOn(server)
  on = await stage()
  const session = await credentialsOf(on)
  ;({ key, cookie } = session)

  const person = await server.addOrganization('Canary Media')
  plant('the secret of a key', key)
  plant('the hash of a key', hash(key))
  plant('the token of a session', session.token)
  plant('the hash of a session', hash(session.token))
  plant('the token of another session', person.cookie.split('=')[1] ?? '')
  plant('the token of the set-up link', server.setUpToken)
  const invited = await server.client.inApp(cookie, 'inviteMember', { email: 'canary@example.com', role: 'author' })
  invitation = invited.json.result.acceptUrl.split('#')[1]
  plant('the link of an invitation', invitation)
  plant('the hash of an invitation', hash(invitation))
  plant('the password of a person', password)
  plant('a password that was wrong', `${password} once more`)
  plant('the master key', Buffer.from(server.env['MASTHEAD_KEYS']?.split(':')[1] ?? '', 'base64'))
  plant('the password of the database', databasePassword)
  plant('the configured secret of a webhook', webhookSecret)
  plant('the configured key of a model', configuredModelKey)
  plant('a stored key of a model', storedModelKey)
  await on.rows(({ db }) =>
    keepKey(
      { db, sealing: on.sealing, organizationId: on.access.organization.id },
      { provider: 'perplexity', key: new Secret(storedModelKey), baseUrl: null, last4: storedModelKey.slice(-4) },
    ),
  )
  const { secret: signing } = await on.rows(({ db }) => addSecret(db, on.access.organization.id, on.sealing))
  plant('the stored secret of a webhook', signing)
  const { password_phc: phc } = await server.database.asIdentity((db) =>
    db.selectFrom('auth.users').select('password_phc').where('id', '=', person.userId).executeTakeFirstOrThrow(),
  )
  plant('the hash of a password', phc ?? '')
  plant('the hash within it', Buffer.from(phc?.split('$').at(-1) ?? '', 'base64'))
})
afterAll(() => server.close())

/** A key may be used so often in a minute: what is refused is called with others than the one that takes back its own. */
const operationsOfKey = 20
let named = 0
let spare: string

async function plantedKey(): Promise<string> {
  const { secret } = await server.client.newKey(cookie)
  plant(`the secret of key ${named}`, secret)
  plant(`the hash of key ${named}`, hash(secret))
  return secret
}

test.each(operations.map((op) => [op.name, op] as const))(
  '%s shows no secret, whatever becomes of it',
  async (name, op) => {
    const { client } = server
    if (named++ % operationsOfKey === 0) spare = await plantedKey()
    // What ends a membership or an organization is called in an organization of its own.
    const own = op.excluded === 'cross_organization' ? await stage() : on
    const { input } = await sampleOf(op, own)
    const session = own === on ? cookie : (await credentialsOf(own)).cookie
    const call = (body: unknown, options = {}, by = spare) =>
      op.excluded === undefined ? client.call(by, name, body, options) : client.inApp(session, name, body, options)

    const done = await call(input, { confirm: true, idempotencyKey: `first-${name}` }, key)
    expect(done.status, done.text).toBe(200)
    note(name, showsSecret(op) ? withoutNewSecret(done) : done)
    note(name, await call(input, { confirm: true, idempotencyKey: `first-${name}` }, key).then(withoutNewSecret))
    note(name, await call(input))
    note(name, await call({ ...input, unknown: key }, { confirm: true }))
    for (const field of Object.keys(op.input.shape))
      note(name, await call({ ...input, [field]: [[key]] }, { confirm: true }))
    note(name, await client.inApp(cookie, name, input, { headers: { Origin: 'https://elsewhere.test' } }))
    note(name, await client.call(`${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`, name, input))
  },
)

test('signing in, out and up shows none', async () => {
  const { client, setUpToken } = server
  const person = { email: 'canary-media@example.com', password: `${password} once more` }
  const post = (path: string, body: string, headers = {}) =>
    client.send(path, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body })

  note('sign in', await post('/app/session', JSON.stringify({ ...person, password })))
  note('wrong password', await post('/app/session', JSON.stringify(person)))
  note('nobody', await post('/app/session', JSON.stringify({ ...person, email: 'nobody@example.com' })))
  note('broken body', await post('/app/session', JSON.stringify(person).slice(0, -1)))
  note('unknown field', await post('/app/session', JSON.stringify({ ...person, unknown: password })))
  note('wrong type', await post('/app/session', JSON.stringify({ ...person, password: [password] })))
  note(
    'elevation',
    await post('/app/session/elevation', JSON.stringify({ password: person.password }), { Cookie: cookie }),
  )
  note('session', await client.send('/app/session', { headers: { Cookie: cookie } }))
  note('set-up link', await client.send(`/app/setup/${setUpToken}`))
  note('set-up page', await client.send(`/setup/${setUpToken}`))
  note('set up again', await post(`/app/setup/${setUpToken}`, JSON.stringify({ ...person, organizationName: 'Other' })))
  note(
    'set up badly',
    await post(`/app/setup/${setUpToken}`, JSON.stringify({ ...person, email: '', organizationName: '' })),
  )
})

test('an invitation and its acceptance show none', async () => {
  const { client } = server
  const token = invitation
  const nobody = 'session='
  const newPassword = { password: `${password} once more` }

  note('list', await client.call(key, 'listInvitations', {}))
  note('look', await client.inApp(nobody, 'getInvitation', { token }))
  note('other account', await client.inApp(cookie, 'acceptInvitation', { token }))
  note('no password', await client.inApp(nobody, 'acceptInvitation', { token }))
  note('wrong field', await client.inApp(nobody, 'acceptInvitation', { token, displayName: [token], unknown: token }))
  note('wrong token', await client.inApp(nobody, 'acceptInvitation', { token: `${token}x`, ...newPassword }))
  const accepted = await client.inApp(nobody, 'acceptInvitation', { token, ...newPassword })
  expect(accepted.status, accepted.text).toBe(200)
  note('accepted', accepted)
  note('again', await client.inApp(nobody, 'acceptInvitation', { token, ...newPassword }))
})

test('paths, headers and queries with a secret show none', async () => {
  const { client } = server
  const organizationId = on.access.organization.id
  note(
    'query',
    await client.send(`/v1/${organizationId}/articles?page=${encodeURIComponent(key)}x`).then(withoutDetail),
  )
  note('query', await client.send(`/v2/tools?api_key=${key}`))
  note('bearer', await client.send('/v2/tools', { headers: { Authorization: `Bearer ${key}` } }))
  note('basic', await client.send('/v2/tools', { headers: { Authorization: `Basic ${btoa(key)}` } }))
  note(
    'broken body',
    await client.send('/v2/tools/createItem', {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: `{"input": "${key}`,
    }),
  )
  note('discovery', await client.send('/v2/tools', { headers: { 'X-API-Key': key } }))
  note('documents', await client.send('/v2/openapi.json'))
  note('documents', await client.send('/v1/openapi.json'))
  note('health', await client.send('/readyz'))
})

test('faults of the database show none', async () => {
  await server.asOwner('alter table auth.api_keys rename to api_keys_away')
  const refused = await server.client.call(key, 'listItems', {})
  await server.asOwner('alter table auth.api_keys_away rename to api_keys')
  await server.asOwner('alter table app.item_body rename to item_body_away')
  const failed = await server.client.call(
    key,
    'createItem',
    { collectionId: 'articles', title: 'T' },
    { idempotencyKey: 'fault' },
  )
  await server.asOwner('alter table app.item_body_away rename to item_body')

  for (const answer of [refused, failed]) {
    expect([answer.status, answer.json.error.code]).toEqual([500, 'internal_error'])
    expect(answer.json.error.details).toBeUndefined()
    note('fault', answer)
  }
  expect(
    (await server.client.call(key, 'createItem', { collectionId: 'articles', title: 'T' }, { idempotencyKey: 'fault' }))
      .status,
  ).toBe(200)
})

test('what the commands print shows none', async () => {
  const url = `postgres://canary:${encodeURIComponent(databasePassword)}@127.0.0.1:1/nothing`
  const keys = server.env['MASTHEAD_KEYS'] ?? ''
  const shown = await runCommand(['config'], { ...server.env, DATABASE_URL: url })
  const faulty = await runCommand(['start'], {
    ...server.env,
    DATABASE_URL: url.replace('postgres', 'nothing'),
    MASTHEAD_KEYS: `${keys}=x`,
    PORT: 'x',
  })
  const unreachable = await runCommand(['migrate'], { ...server.env, DATABASE_URL: url })

  expect([shown.code, faulty.code, unreachable.code]).toEqual([0, 78, 1])
  for (const name of ['DATABASE_URL', 'MASTHEAD_KEYS', 'PORT']) expect(faulty.output).toContain(name)
  for (const { output } of [shown, faulty, unreachable]) out.push({ where: 'a command', text: output })
})

test('no secret is in any answer, record, stored answer or line of the log', async () => {
  out.push({ where: 'the log', text: await server.logged() })
  const kept = await on.rows(async ({ db }) => ({
    records: await db.selectFrom('audit_record').selectAll().execute(),
    answers: await db.selectFrom('idempotency_key').select(['response', 'key']).execute(),
  }))
  for (const record of kept.records)
    out.push({ where: `the record of ${record.operation}`, text: JSON.stringify(record) })
  for (const { response } of kept.answers) out.push({ where: 'a stored answer', text: String(response) })

  const found = out.flatMap(({ where, text }) =>
    [...secrets].flatMap(([what, secret]) =>
      formsOf(secret).flatMap((form) =>
        text.includes(form)
          ? [`${what} in ${where}: ${text.slice(Math.max(0, text.indexOf(form) - 100), text.indexOf(form) + 20)}`]
          : [],
      ),
    ),
  )
  expect(kept.records.length).toBeGreaterThan(operations.length * 4)
  expect(out.length).toBeGreaterThan(operations.length * 6)
  expect(found).toEqual([])
})

test('a secret would be found in every form', () => {
  const secret = 'canary/+% of the test'
  const forms = [
    secret,
    btoa(secret),
    Buffer.from(secret).toString('hex'),
    encodeURIComponent(secret),
    JSON.stringify(secret),
  ]
  for (const text of forms)
    expect(
      formsOf(secret).some((form) => text.includes(form)),
      text,
    ).toBe(true)
})

/** A key with all scopes and a session that has just begun, of the person of a stage. */
async function credentialsOf({ access, rows }: typeof on): Promise<{ key: string; token: string; cookie: string }> {
  const [userId, organizationId] = [access.actor.userId, access.organization.id]
  const now = new Date()
  const made = await rows(({ db }) =>
    addApiKey(db, { name: 'Canary', scopes, expiresAt: new Date(now.getTime() + 86_400_000), now }),
  )
  // What the samples prepare is done with this key: an agent can take back its own changes only.
  Object.assign(access.actor, { credentialId: made.id })
  const { token } = await server.database.asIdentity((db) =>
    openSession(db, { userId, organizationId, addressPrefix: '127.0.0.1', userAgent: undefined, now }),
  )
  return { key: made.secret, token, cookie: `session=${token}` }
}

function plant(what: string, secret: string | Buffer): void {
  expect(secret.length, what).toBeGreaterThanOrEqual(16)
  secrets.set(what, Buffer.from(secret))
}

function note(where: string, { text, headers }: Answer): void {
  const lines = [...headers].filter(([name]) => name !== 'set-cookie').map((header) => header.join(': '))
  out.push({ where, text: [...lines, text].join('\n') })
}

/** The one answer that shows a secret is of a key that is not planted. */
function withoutNewSecret(answer: Answer): Answer {
  return { ...answer, text: answer.text.replace(/"secret":"mh_sk_[0-9A-Za-z]{36}"/, '') }
}

/** A parameter that is not allowed is repeated to its sender. */
function withoutDetail(answer: Answer): Answer {
  return { ...answer, text: '' }
}

const hash = (text: string) => createHash('sha256').update(text).digest()
