import { createHmac } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import type { Answer } from '#test/client.ts'
import { password } from '#test/client.ts'
import { linkIn, type MailServer, openMailServer } from '#test/mail-server.ts'
import { runCommand } from '#test/server-process.ts'
import { openServer, type TestServer } from '#test/server.ts'

// A whole server, next to other tests on a small machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let server: TestServer
let post: MailServer
/** What must not appear in any log line or audit record. */
const secrets: string[] = []

beforeAll(async () => {
  post = await openMailServer()
  server = await openServer({ SMTP_URL: post.url, MAIL_FROM: 'Masthead <desk@masthead.test>' })
})
afterAll(async () => {
  await server.close()
  await post.close()
})

const newPassword = 'a boat on a silent river'

/** A browser: it keeps the cookie that it is given. */
function browser(cookie = '') {
  let jar = cookie
  const keep = (answer: Answer) => {
    const set = answer.headers.get('set-cookie')?.split(';')[0]
    if (set !== undefined) jar = set
    return answer
  }
  const send = async (path: string, body: unknown) =>
    keep(
      await server.client.send(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(jar === '' ? {} : { Cookie: jar }) },
        body: JSON.stringify(body),
      }),
    )
  return {
    cookie: () => jar,
    signIn: (fields: Record<string, unknown>) => send('/app/session', { password, ...fields }),
    elevate: (fields: Record<string, unknown>) => send('/app/session/elevation', fields),
    call: (name: string, input: Record<string, unknown> = {}, confirm?: true) =>
      send(`/app/operations/${name}`, { input, ...(confirm && { confirm }) }),
    async isSignedIn(): Promise<boolean> {
      const { json } = await server.client.send('/app/session', { headers: { Cookie: jar } })
      return json.signedIn
    },
  }
}

async function person(name: string) {
  const owner = await server.addOrganization(name)
  return { ...owner, here: browser(owner.cookie) }
}

async function otherBrowser(email: string) {
  const there = browser()
  expect((await there.signIn({ email })).status).toBe(200)
  return there
}

const outcome = ({ status, json }: Answer) => [status, json?.error?.code]
const resetWith = (token: string, fields: Record<string, unknown> = {}) =>
  browser().call('resetPassword', { token, newPassword, ...fields })

function tokenIn(link: string): string {
  const token = link.split('#')[1] ?? ''
  secrets.push(token)
  return token
}

async function records(organizationId: string) {
  return server.database.forOrganization({ organizationId }, 'read', ({ db }) =>
    db
      .selectFrom('audit_record')
      .select(['operation', 'status', 'user_id', 'input_summary', 'result_summary'])
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  )
}

/** A code of an authenticator app, computed independently of the product. */
function appCode(secret: string, at = Date.now()): string {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = bits.join('').match(/.{8}/g) ?? []
  const key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const hash = createHmac('sha1', key).update(counter).digest()
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** The code of the next step, which is already accepted: those up to the current one may have been used. */
const nextCode = (secret: string) => appCode(secret, Date.now() + 30_000)

/** Enrols an authenticator app. */
async function enrol({ here }: Pick<Awaited<ReturnType<typeof person>>, 'here'>) {
  const begun = await here.call('enrollMfa')
  expect(begun.status, begun.text).toBe(200)
  const { secret, otpauthUri } = begun.json.result as { secret: string; otpauthUri: string }
  const confirmed = await here.call('confirmMfa', { code: appCode(secret) })
  expect(confirmed.status, confirmed.text).toBe(200)
  const { recoveryCodes } = confirmed.json.result as { recoveryCodes: string[] }
  secrets.push(secret, ...recoveryCodes)
  return { secret, otpauthUri, recoveryCodes, confirmed }
}

describe('the password', () => {
  test('is changed with the present one; every other session ends, this one goes on under a new token', async () => {
    const { email, here } = await person('Change House')
    const there = await otherBrowser(email)
    const [before, key] = [here.cookie(), await server.client.newKey(here.cookie())]

    const wrong = await here.call('changePassword', { currentPassword: newPassword, newPassword })
    expect(outcome(wrong)).toEqual([401, 'invalid_credentials'])
    const short = await here.call('changePassword', { currentPassword: password, newPassword: 'short' })
    expect([...outcome(short), short.json.error.details[0].path]).toEqual([
      422,
      'validation_failed',
      '/input/newPassword',
    ])
    const changed = await here.call('changePassword', { currentPassword: password, newPassword })

    expect(changed.json.result).toEqual({ endedSessions: 1 })
    expect([await here.isSignedIn(), await there.isSignedIn(), await browser(before).isSignedIn()]).toEqual([
      true,
      false,
      false,
    ])
    expect(outcome(await browser().signIn({ email }))).toEqual([401, 'invalid_credentials'])
    expect((await browser().signIn({ email, password: newPassword })).status).toBe(200)
    expect((await server.client.call(key.secret, 'getOrganization', {})).status).toBe(200)
    expect((await post.next(email)).text).toContain('Subject: Your password was changed')
  })

  test('is not changed without elevation', async () => {
    const { userId, here } = await person('Late House')
    await server.database.asIdentity((db) =>
      db
        .updateTable('auth.sessions')
        .set({ elevated_until: new Date(0) })
        .where('user_id', '=', userId)
        .execute(),
    )

    const late = await here.call('changePassword', { currentPassword: password, newPassword })
    expect(outcome(late)).toEqual([403, 'elevation_required'])
    expect((await here.elevate({ password })).status).toBe(200)
    expect((await here.call('changePassword', { currentPassword: password, newPassword })).status).toBe(200)
  })

  test('is forgotten: the mail brings a link that works once', async () => {
    const { email, userId, organizationId, here } = await person('Forget House')

    const asked = await browser().call('requestPasswordReset', { email: ` ${email.toUpperCase()}` })
    expect([asked.status, asked.json.result]).toEqual([200, { mailIsConfigured: true }])
    const link = linkIn(await post.next(email))
    expect(link.startsWith(`${server.url}/reset-password#`)).toBe(true)
    const token = tokenIn(link)
    expect(outcome(await resetWith(token, { newPassword: email.padEnd(12, '.').slice(0, 5) }))).toEqual([
      422,
      'validation_failed',
    ])
    expect((await resetWith(token)).json.result).toEqual({ endedSessions: 1, revokedKeys: 0, revokedGrants: 0 })

    expect(await here.isSignedIn()).toBe(false)
    expect(outcome(await resetWith(token))).toEqual([404, 'not_found'])
    expect((await browser().signIn({ email, password: newPassword })).status).toBe(200)
    const user = await server.database.asIdentity((db) =>
      db.selectFrom('auth.users').select('email_verified_at').where('id', '=', userId).executeTakeFirstOrThrow(),
    )
    expect(user.email_verified_at).not.toBeNull()
    expect((await records(organizationId)).map(({ operation, user_id }) => [operation, user_id])).toContainEqual([
      'resetPassword',
      userId,
    ])
  })

  test('of two resets at the same time one wins', async () => {
    const { email } = await person('Race House')
    await browser().call('requestPasswordReset', { email })
    const token = tokenIn(linkIn(await post.next(email)))

    const answers = await Promise.all([resetWith(token), resetWith(token, { newPassword: `${newPassword} two` })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
  })

  test('an hour later the link is over, and so it is when the password changed meanwhile', async () => {
    const { email, here } = await person('Hour House')
    await browser().call('requestPasswordReset', { email })
    const late = tokenIn(linkIn(await post.next(email)))
    await server.database.asIdentity((db) =>
      db
        .updateTable('auth.one_time_tokens')
        .set({ expires_at: new Date(Date.now() - 1000) })
        .where('purpose', '=', 'reset')
        .execute(),
    )
    expect(outcome(await resetWith(late))).toEqual([404, 'not_found'])

    await browser().call('requestPasswordReset', { email })
    const other = tokenIn(linkIn(await post.next(email)))
    await here.call('changePassword', { currentPassword: password, newPassword })
    expect(outcome(await resetWith(other))).toEqual([404, 'not_found'])
    expect(outcome(await resetWith('x'.repeat(43)))).toEqual([404, 'not_found'])
  })

  test('for an unknown, a disabled and a known address the answer and what is written are the same', async () => {
    const [known, disabled] = [await person('Known House'), await person('Disabled House')]
    await server.database.asIdentity((db) =>
      db.updateTable('auth.users').set({ disabled_at: new Date() }).where('id', '=', disabled.userId).execute(),
    )
    const count = () =>
      server.database.asIdentity(
        async (db) => (await db.selectFrom('auth.one_time_tokens').selectAll().execute()).length,
      )

    const seen = []
    for (const email of [known.email, disabled.email, 'nobody@example.com', 'no address']) {
      const before = await count()
      const { status, json, headers } = await browser().call('requestPasswordReset', { email })
      seen.push([status, json.result, headers.get('set-cookie'), (await count()) - before])
    }

    expect(new Set(seen.map((each) => JSON.stringify(each))).size).toBe(1)
    await post.next(known.email)
    expect(post.received.flatMap(({ to }) => to)).not.toContain(disabled.email)
  })

  test('a sixth request within the hour sends nothing and answers the same', async () => {
    const { email } = await person('Often House')
    for (let n = 0; n < 6; n++) {
      const { json } = await browser().call('requestPasswordReset', { email })
      expect(json.result).toEqual({ mailIsConfigured: true })
    }

    const waits = await server.database.asIdentity((db) =>
      db.selectFrom('auth.one_time_tokens').select('email').where('email', '=', email).execute(),
    )
    expect(waits).toHaveLength(5)
  })

  test('a reset that disconnects all agents revokes keys and grants of every organization, and their tokens', async () => {
    const { email, userId, organizationId, here } = await person('Agents House')
    const second = await server.addOrganization('Agents Annex')
    await server.database.asIdentity(async (db) => {
      await db
        .insertInto('auth.memberships')
        .values({ organization_id: second.organizationId, user_id: userId, role: 'admin' })
        .execute()
      await db
        .insertInto('auth.oauth_grants')
        .values({
          id: 'grt_00000000000000000000000001',
          grant_id: 'library-grant',
          organization_id: second.organizationId,
          user_id: userId,
          client_id: 'client',
          client_name: 'Client',
          redirect_host: 'localhost',
          scopes: ['org:read'],
          resource: `${server.url}/mcp`,
          expires_at: new Date(Date.now() + 86_400_000),
        })
        .execute()
      await db
        .insertInto('auth.oauth_payloads')
        .values([
          { model: 'RefreshToken', id_hash: Buffer.alloc(32, 1), payload: '{}', grant_id: 'library-grant' },
          { model: 'AccessToken', id_hash: Buffer.alloc(32, 2), payload: '{}', grant_id: 'grant-of-another' },
        ])
        .execute()
    })
    const key = await server.client.newKey(here.cookie())
    const foreign = await server.client.newKey(second.cookie)
    await browser().call('requestPasswordReset', { email })

    const token = tokenIn(linkIn(await post.next(email)))
    const reset = await resetWith(token, { disconnectAgents: true })

    expect(reset.json.result).toEqual({ endedSessions: 1, revokedKeys: 1, revokedGrants: 1 })
    expect(outcome(await server.client.call(key.secret, 'getOrganization', {}))).toEqual([401, 'api_key_disabled'])
    expect((await server.client.call(foreign.secret, 'getOrganization', {})).status).toBe(200)
    const left = await server.database.asIdentity((db) =>
      db.selectFrom('auth.oauth_payloads').select('grant_id').execute(),
    )
    expect(left).toEqual([{ grant_id: 'grant-of-another' }])
    for (const id of [organizationId, second.organizationId])
      expect((await records(id)).filter(({ operation }) => operation === 'resetPassword')).toHaveLength(1)
  })
})

describe('the address', () => {
  test('changes when the new one is confirmed, and the old one is notified', async () => {
    const { email, here } = await person('Address House')
    const fresh = 'fresh-address@example.com'

    const asked = await here.call('changeEmail', { email: fresh })
    expect(asked.json.result).toEqual({ pendingEmail: fresh, confirmUrl: null })
    expect((await post.next(email)).text).toContain(fresh)
    expect((await here.call('getAccountSecurity')).json.result).toMatchObject({ email, pendingEmail: fresh })
    expect((await browser().signIn({ email })).status).toBe(200)

    const token = tokenIn(linkIn(await post.next(fresh)))
    expect((await browser().call('verifyEmail', { token })).json.result).toEqual({ email: fresh, changed: true })
    expect(outcome(await browser().call('verifyEmail', { token }))).toEqual([404, 'not_found'])
    expect((await post.next(email)).text).toContain('Subject: Your email address was changed')
    expect(outcome(await browser().signIn({ email }))).toEqual([401, 'invalid_credentials'])
    expect((await browser().signIn({ email: fresh })).status).toBe(200)
    const { emailVerifiedAt } = (await here.call('getAccountSecurity')).json.result
    expect(emailVerifiedAt).toMatch(/^\d{4}-/)
  })

  test('of somebody else is not taken, and only they are notified', async () => {
    const [one, other] = [await person('One House'), await person('Other House')]

    const asked = await one.here.call('changeEmail', { email: other.email.toUpperCase() })
    // The domain as mail servers get it.
    const pendingEmail = other.email.toUpperCase().replace('@EXAMPLE.COM', '@example.com')
    expect(asked.json.result).toEqual({ pendingEmail, confirmUrl: null })
    const told = await post.next(pendingEmail)
    expect(told.text).toContain('already has an account')
    expect(() => linkIn(told)).toThrow('There is no link')
  })

  test('that became somebody else’s in between is a conflict', async () => {
    const { here } = await person('Slow House')
    await here.call('changeEmail', { email: 'quick-house@example.com' })
    const token = tokenIn(linkIn(await post.next('quick-house@example.com')))
    await server.addOrganization('Quick House')

    expect(outcome(await browser().call('verifyEmail', { token }))).toEqual([409, 'conflict'])
  })

  test('of the account itself is confirmed by a link too', async () => {
    const { email, here } = await person('Confirm House')
    expect((await here.call('requestEmailVerification')).json.result).toEqual({ sentTo: email })

    const token = tokenIn(linkIn(await post.next(email)))
    expect((await browser().call('verifyEmail', { token })).json.result).toEqual({ email, changed: false })
    expect((await here.call('getAccountSecurity')).json.result.emailVerifiedAt).toMatch(/^\d{4}-/)
  })

  test('is refused when it cannot be one', async () => {
    const { here } = await person('Wrong House')
    for (const email of ['', 'nobody', 'a b@example.com', `${'x'.repeat(250)}@example.com`, 'a@b@c']) {
      const refused = await here.call('changeEmail', { email })
      expect([...outcome(refused), refused.json.error.details[0].path], email).toEqual([
        422,
        'validation_failed',
        '/input/email',
      ])
    }
  })
})

describe('the second factor', () => {
  test('is enrolled, asked for at sign-in, and each code works once', async () => {
    const { email, here } = await person('Factor House')
    const there = await otherBrowser(email)
    const wrong = await here.call('enrollMfa').then(() => here.call('confirmMfa', { code: '12 34' }))
    expect(outcome(wrong)).toEqual([422, 'validation_failed'])

    const { secret, otpauthUri, recoveryCodes, confirmed } = await enrol({ here })
    expect(otpauthUri).toContain(`secret=${secret}`)
    expect(confirmed.json.result.endedSessions).toBe(1)
    expect(confirmed.headers.get('cache-control')).toBe('no-store')
    expect([await here.isSignedIn(), await there.isSignedIn()]).toEqual([true, false])
    expect(outcome(await here.call('enrollMfa'))).toEqual([409, 'invalid_transition'])

    const withoutCode = await browser().signIn({ email })
    expect([...outcome(withoutCode), withoutCode.headers.get('set-cookie')]).toEqual([
      401,
      'second_factor_required',
      null,
    ])
    const code = nextCode(secret)
    const signedIn = browser()
    expect((await signedIn.signIn({ email, code })).json.hasSecondFactor).toBe(true)
    expect(outcome(await browser().signIn({ email, code }))).toEqual([401, 'invalid_credentials'])
    expect((await signedIn.call('createApiKey', { name: 'Key', scopes: ['org:read'] })).status).toBe(200)
    expect((await signedIn.call('getAccountSecurity')).json.result.secondFactor).toMatchObject({
      recoveryCodesLeft: recoveryCodes.length,
      recoveryCodeUsedAt: null,
    })
  })

  test('a recovery code signs in once; that is a record and a mail', async () => {
    const owner = await person('Recovery House')
    const { recoveryCodes } = await enrol(owner)
    await post.next(owner.email)
    const [code = ''] = recoveryCodes

    expect((await browser().signIn({ email: owner.email, code })).status).toBe(200)
    expect(outcome(await browser().signIn({ email: owner.email, code }))).toEqual([401, 'invalid_credentials'])

    expect((await post.next(owner.email)).text).toContain('Subject: A recovery code was used')
    const found = (await records(owner.organizationId)).filter(({ operation }) => operation === 'signIn')
    expect(found).toMatchObject([
      { user_id: owner.userId, status: 'succeeded', result_summary: { recoveryCodesLeft: 9 } },
    ])
  })

  test('new recovery codes end the old ones', async () => {
    const owner = await person('Renew House')
    const { recoveryCodes } = await enrol(owner)
    await post.next(owner.email)

    const renewed = (await owner.here.call('newRecoveryCodes')).json.result.recoveryCodes as string[]
    secrets.push(...renewed)
    expect(renewed).toHaveLength(10)
    expect((await post.next(owner.email)).text).toContain('Subject: Your recovery codes were replaced')
    const old = await browser().signIn({ email: owner.email, code: recoveryCodes[0] })
    expect(outcome(old)).toEqual([401, 'invalid_credentials'])
    expect((await browser().signIn({ email: owner.email, code: renewed[0] })).status).toBe(200)
  })

  test('is switched off with a code and the word of the person', async () => {
    const owner = await person('Off House')
    const { recoveryCodes } = await enrol(owner)
    const [code = ''] = recoveryCodes
    const there = browser()
    await there.signIn({ email: owner.email, code: recoveryCodes[1] })

    expect(outcome(await owner.here.call('disableMfa', { code }))).toEqual([428, 'confirmation_required'])
    expect(outcome(await owner.here.call('disableMfa', { code: '000000' }, true))).toEqual([401, 'invalid_credentials'])
    const off = await owner.here.call('disableMfa', { code }, true)
    expect(off.json.result).toEqual({ endedSessions: 1 })

    expect(await there.isSignedIn()).toBe(false)
    expect((await browser().signIn({ email: owner.email })).status).toBe(200)
    expect(outcome(await owner.here.call('disableMfa', { code }, true))).toEqual([409, 'invalid_transition'])
    expect(outcome(await owner.here.call('newRecoveryCodes'))).toEqual([409, 'invalid_transition'])
  })

  test('stays when the password is reset', async () => {
    const owner = await person('Stay House')
    const { secret } = await enrol(owner)
    await post.next(owner.email)
    await browser().call('requestPasswordReset', { email: owner.email })
    const token = tokenIn(linkIn(await post.next(owner.email)))
    expect((await resetWith(token)).headers.get('set-cookie')).toBeNull()

    const fields = { email: owner.email, password: newPassword }
    expect(outcome(await browser().signIn(fields))).toEqual([401, 'second_factor_required'])
    expect((await browser().signIn({ ...fields, code: nextCode(secret) })).status).toBe(200)
  })

  test('a session that has not passed it makes no key and changes nothing of the account', async () => {
    const owner = await person('Half House')
    const { recoveryCodes, secret } = await enrol(owner)
    const there = browser()
    await there.signIn({ email: owner.email, code: recoveryCodes[0] })
    // As if it had been created while the factor was switched on.
    await server.database.asIdentity((db) =>
      db
        .updateTable('auth.sessions')
        .set({ second_factor_at: null, elevated_until: new Date(Date.now() + 600_000) })
        .where('user_id', '=', owner.userId)
        .execute(),
    )

    for (const [name, input] of [
      ['createApiKey', { name: 'Key', scopes: ['org:read'] }],
      ['changePassword', { currentPassword: password, newPassword }],
      ['newRecoveryCodes', {}],
    ] as const)
      expect(outcome(await there.call(name, input)), name).toEqual([403, 'elevation_required'])
    expect(outcome(await there.elevate({ password }))).toEqual([401, 'second_factor_required'])
    expect((await there.elevate({ code: nextCode(secret) })).status).toBe(200)
    expect((await there.call('createApiKey', { name: 'Key', scopes: ['org:read'] })).status).toBe(200)
  })

  test('elevation asks for a password or a code, and for nothing else', async () => {
    const { here } = await person('Elevate House')

    expect(outcome(await here.elevate({}))).toEqual([422, 'validation_failed'])
    expect(outcome(await here.elevate({ code: '123456' }))).toEqual([401, 'invalid_credentials'])
    expect(outcome(await here.elevate({ password, more: 1 }))).toEqual([422, 'validation_failed'])
  })
})

describe('sessions', () => {
  test('are listed with browser and network, and ended one by one, or all others', async () => {
    const { email, here } = await person('Session House')
    const [second, third] = [await otherBrowser(email), await otherBrowser(email)]

    const list = async () =>
      (await here.call('listSessions')).json.result.sessions as { id: string; isCurrent: boolean; browser: string }[]
    const [current, ...others] = await list()
    expect([current?.isCurrent, others.map(({ isCurrent }) => isCurrent)]).toEqual([true, [false, false]])
    expect(others[0]).toMatchObject({ browser: 'Unknown browser', addressPrefix: '127.0.0.1' })
    expect(JSON.stringify(await list())).not.toContain(here.cookie().split('=')[1])

    expect((await here.call('revokeSession', { sessionId: others[0]?.id })).json.result).toEqual({ endedSessions: 1 })
    expect(outcome(await here.call('revokeSession', { sessionId: others[0]?.id }))).toEqual([404, 'not_found'])
    expect((await here.call('revokeSession', { allOthers: true })).json.result).toEqual({ endedSessions: 1 })
    expect(await Promise.all([here, second, third].map((each) => each.isSignedIn()))).toEqual([true, false, false])
    expect((await here.call('revokeSession', { sessionId: current?.id })).headers.get('set-cookie')).toMatch(
      /Max-Age=0/,
    )
    expect(await here.isSignedIn()).toBe(false)
  })

  test('of another person are unknown', async () => {
    const [one, other] = [await person('Mine House'), await person('Theirs House')]
    const [{ id }] = (await other.here.call('listSessions')).json.result.sessions

    expect(outcome(await one.here.call('revokeSession', { sessionId: id }))).toEqual([404, 'not_found'])
    expect(outcome(await one.here.call('revokeSession', {}))).toEqual([422, 'validation_failed'])
    expect(outcome(await one.here.call('revokeSession', { sessionId: id, allOthers: true }))).toEqual([
      422,
      'validation_failed',
    ])
    expect(await other.here.isSignedIn()).toBe(true)
  })

  test('end everywhere at once, with the agents where the person wants it', async () => {
    const { email, organizationId, here } = await person('Everywhere House')
    const there = await otherBrowser(email)
    const key = await server.client.newKey(here.cookie())

    expect(outcome(await here.call('signOutEverywhere', {}))).toEqual([428, 'confirmation_required'])
    const out = await here.call('signOutEverywhere', { disconnectAgents: true }, true)

    expect(out.json.result).toEqual({ endedSessions: 2, revokedKeys: 1, revokedGrants: 0 })
    expect([await here.isSignedIn(), await there.isSignedIn()]).toEqual([false, false])
    expect(outcome(await server.client.call(key.secret, 'getOrganization', {}))).toEqual([401, 'api_key_disabled'])
    expect((await records(organizationId)).at(-2)).toMatchObject({
      operation: 'signOutEverywhere',
      result_summary: { endedSessions: 2, revokedKeys: 1 },
    })
  })
})

describe('without a mail', () => {
  test('the operator prints a link to a new password, beside the running server', async () => {
    const { email, userId } = await person('Command House')

    const printed = await runCommand(['reset-password', email], server.env)
    const unknown = await runCommand(['reset-password', 'nobody@example.com'], server.env)

    expect([printed.code, unknown.code]).toEqual([0, 1])
    expect(unknown.output).toContain('There is no user with the address nobody@example.com.')
    expect(printed.output).toMatch(/^http:\/\/\S+\/reset-password#[\w-]{43}\n$/)
    expect((await resetWith(tokenIn(printed.output.trim()))).status).toBe(200)
    const user = await server.database.asIdentity((db) =>
      db.selectFrom('auth.users').select('email_verified_at').where('id', '=', userId).executeTakeFirstOrThrow(),
    )
    expect(user.email_verified_at).toBeNull()
  })

  test('server the link to a new address is shown once, and proves no address', async () => {
    const without = await openServer()
    try {
      const { cookie } = await without.addOrganization('Mailless House')
      const inApp = (name: string, input: unknown) => without.client.inApp(cookie, name, input)
      const { confirmUrl } = (await inApp('changeEmail', { email: 'moved@example.com' })).json.result
      const done = await without.client.inApp('', 'verifyEmail', { token: tokenIn(confirmUrl) })

      expect(done.json.result).toEqual({ email: 'moved@example.com', changed: true })
      expect((await inApp('getAccountSecurity', {})).json.result).toMatchObject({
        email: 'moved@example.com',
        emailVerifiedAt: null,
        mailIsConfigured: false,
      })
      expect(outcome(await inApp('requestEmailVerification', {}))).toEqual([424, 'provider_not_configured'])
      const asked = await without.client.inApp('', 'requestPasswordReset', { email: 'moved@example.com' })
      expect(asked.json.result).toEqual({ mailIsConfigured: false })
    } finally {
      await without.close()
    }
  })
})

test('nobody who is not signed in, and no agent, reaches what is a person’s', async () => {
  const { here } = await person('Agent House')
  const { secret } = await server.client.newKey(here.cookie())
  const names = [
    'changePassword',
    'changeEmail',
    'requestEmailVerification',
    'enrollMfa',
    'confirmMfa',
    'disableMfa',
    'newRecoveryCodes',
    'getAccountSecurity',
    'listSessions',
    'revokeSession',
    'signOutEverywhere',
  ]
  for (const name of names) expect(outcome(await browser().call(name)), name).toEqual([401, 'unauthenticated'])
  for (const name of [...names, 'requestPasswordReset', 'resetPassword', 'verifyEmail'])
    expect(outcome(await server.client.call(secret, name, {})), name).toEqual([403, 'operation_excluded'])
})

test('neither the log nor any audit record shows a token, a secret, a code or a password', async () => {
  const log = await server.logged()
  const organizations = await server.database.asIdentity((db) =>
    db.selectFrom('auth.organizations').select('id').execute(),
  )
  const kept = await Promise.all(organizations.map(({ id }) => records(id)))
  const text = log + JSON.stringify(kept)

  expect(secrets.length).toBeGreaterThan(50)
  for (const secret of [...secrets, password, newPassword]) expect(text).not.toContain(secret)
  expect(log).toContain('mail sent')
  expect(log).not.toMatch(/fresh-address|Subject/)
})
