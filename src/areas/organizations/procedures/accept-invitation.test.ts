import { describe, expect, test } from 'vitest'

import { listApiKeys } from '#areas/account/operations/list-api-keys.ts'
import { listConnectedAgents } from '#areas/agent-audit/operations/list-connected-agents.ts'
import { cancelInvitation } from '#areas/organizations/operations/cancel-invitation.ts'
import { inviteMember } from '#areas/organizations/operations/invite-member.ts'
import { listInvitations } from '#areas/organizations/operations/list-invitations.ts'
import { listMembers } from '#areas/organizations/operations/list-members.ts'
import { resendInvitation } from '#areas/organizations/operations/resend-invitation.ts'
import type { Role } from '#kernel/scope.ts'
import { hashOf } from '#kernel/tokens.ts'
import { mailbox } from '#test/mailbox.ts'
import { addGrant, addKey, addMember, addOrganization, addUser } from '#test/people.ts'
import { procedureStage } from '#test/procedures.ts'
import { stage } from '#test/stage.ts'

const password = 'a horse on a quiet hill'
let made = 0
const newAddress = () => `guest-${++made}-${process.pid}@example.com`

async function invited(email = newAddress(), role: Exclude<Role, 'owner'> = 'author') {
  const on = await stage()
  const { invitation, acceptUrl = '' } = await on.call(
    inviteMember,
    { email, role },
    { ...on.inPerson(), confirm: true },
  )
  const token = acceptUrl.split('#')[1] ?? ''
  const set = (values: { expires_at?: Date; mailed?: boolean }) =>
    on.database.asIdentity((db) =>
      db.updateTable('auth.invitations').set(values).where('id', '=', invitation.id).execute(),
    )
  const user = () =>
    on.database.asIdentity((db) =>
      db.selectFrom('auth.users').selectAll().where('email_key', '=', email.toLowerCase()).executeTakeFirst(),
    )
  return { ...on, ...(await procedureStage()), inOrganization: on.call, token, email, invitation, set, user }
}

/** A person with this address, signed in. */
async function person(on: Awaited<ReturnType<typeof invited>>, { isVerified = false } = {}) {
  const userId = await addUser(on.database)
  await on.database.asIdentity((db) =>
    db
      .updateTable('auth.users')
      .set({ email: on.email, email_key: on.email.toLowerCase(), email_verified_at: isVerified ? new Date() : null })
      .where('id', '=', userId)
      .execute(),
  )
  return { userId, token: await on.signIn(userId) }
}

describe('without an account', () => {
  test('one is made with the role of the row, signed in and elevated', async () => {
    const on = await invited()

    const { result, session } = await on.call('acceptInvitation', { token: on.token, displayName: 'Sam', password })

    expect(result).toEqual({
      organization: {
        id: on.access.organization.id,
        slug: on.access.organization.slug,
        name: 'Organization of the test',
        role: 'author',
      },
      createdAccount: true,
    })
    const { items } = await on.inOrganization(listMembers, { search: on.email })
    expect(items).toMatchObject([{ name: 'Sam', email: on.email, role: 'author', status: 'active' }])
    const stored = await on.database.asIdentity((db) =>
      db
        .selectFrom('auth.sessions')
        .select(['active_organization_id', 'elevated_until'])
        .where('token_hash', '=', hashOf(session ?? ''))
        .executeTakeFirst(),
    )
    expect(stored?.active_organization_id).toBe(on.access.organization.id)
    expect(stored?.elevated_until?.getTime()).toBeGreaterThan(Date.now())
  })

  test.each([
    [true, expect.any(Date)],
    [false, null],
  ])('the address is verified only if the link came by mail: %s', async (mailed, verified) => {
    const on = await invited()
    await on.set({ mailed })

    await on.call('acceptInvitation', { token: on.token, password })

    expect(await on.user()).toMatchObject({ email_verified_at: verified, display_name: on.email.split('@')[0] })
  })

  test.each([
    [undefined, 'required'],
    ['short', 'too_small'],
    ['passwordpassword', 'password_too_common'],
  ])('the password %s is refused, and the link still works', async (weak, code) => {
    const on = await invited()

    const refused = on.call('acceptInvitation', { token: on.token, ...(weak === undefined ? {} : { password: weak }) })

    await expect(refused).rejects.toMatchObject({ details: [{ path: '/input/password', code }] })
    expect(await on.user()).toBeUndefined()
    expect((await on.call('acceptInvitation', { token: on.token, password })).result.createdAccount).toBe(true)
  })

  test('an address that has an account signs in first', async () => {
    const on = await invited()
    await person(on)

    await expect(on.call('acceptInvitation', { token: on.token, password })).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'sign_in_first' },
    })
  })

  test('a rehearsal makes no account', async () => {
    const on = await invited()

    const { session } = await on.call('acceptInvitation', { token: on.token, password }, { dryRun: true })

    expect([session, await on.user()]).toEqual([undefined, undefined])
  })
})

describe('signed in', () => {
  test('the account of the address joins, and the browser shows the organization', async () => {
    const on = await invited()
    const { token, userId } = await person(on)

    const { result, session } = await on.call('acceptInvitation', { token: on.token }, { token })

    expect([result.createdAccount, session]).toEqual([false, undefined])
    const { result: mine } = await on.call('listMyOrganizations', {}, { token })
    expect(mine).toMatchObject({
      activeOrganizationId: on.access.organization.id,
      organizations: [{ role: 'author' }],
    })
    expect((await on.inOrganization(listMembers, { search: on.email })).items[0]?.userId).toBe(userId)
  })

  test('another account is refused', async () => {
    const on = await invited()
    const token = await on.signIn(await addUser(on.database))

    await expect(on.call('acceptInvitation', { token: on.token }, { token })).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'other_account' },
    })
    expect((await on.inOrganization(listMembers, {})).total).toBe(1)
  })

  test('where mail could prove the address, an unproven one is refused unless the link itself came by mail', async () => {
    const on = await invited()
    const { call } = await procedureStage({ mail: mailbox() })
    const { token } = await person(on)

    await expect(call('acceptInvitation', { token: on.token }, { token })).rejects.toMatchObject({
      details: { reason: 'address_not_verified' },
    })
    await on.set({ mailed: true })
    await call('acceptInvitation', { token: on.token }, { token })
    expect(await on.user()).toMatchObject({ email_verified_at: expect.any(Date) })
  })

  test('a verified address joins by any link', async () => {
    const on = await invited()
    const { call } = await procedureStage({ mail: mailbox() })
    const { token } = await person(on, { isVerified: true })

    expect((await call('acceptInvitation', { token: on.token }, { token })).result.createdAccount).toBe(false)
  })

  test('gets no key and no grant of an earlier membership back, however that ended', async () => {
    const on = await invited()
    const { token, userId } = await person(on)
    const earlier = { organizationId: on.access.organization.id, userId }
    const [key, grant] = [await addKey(on.database, earlier), await addGrant(on.database, earlier)]
    const elsewhere = { organizationId: (await addOrganization(on.database)).organizationId, userId }
    const [otherKey, otherGrant] = [await addKey(on.database, elsewhere), await addGrant(on.database, elsewhere)]

    await on.call('acceptInvitation', { token: on.token }, { token })

    const stillAlive = await on.database.asIdentity(async (db) => [
      ...(await db
        .selectFrom('auth.api_keys')
        .select('id')
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .execute()),
      ...(await db
        .selectFrom('auth.oauth_grants')
        .select('id')
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .execute()),
    ])
    expect(stillAlive.map(({ id }) => id)).toEqual([otherKey.id, otherGrant])
    const { items } = await on.inOrganization(listApiKeys, { createdBy: userId })
    expect(items).toMatchObject([{ id: key.id, status: 'revoked' }])
    const agents = await on.inOrganization(listConnectedAgents, { kind: 'oauth' }, { door: 'app' })
    expect(agents.items).toMatchObject([{ id: grant, status: 'revoked' }])
  })

  test('an existing member is informed, and keeps the role', async () => {
    const on = await invited()
    const { token, userId } = await person(on)
    await on.database.asIdentity((db) =>
      db
        .insertInto('auth.memberships')
        .values({ organization_id: on.access.organization.id, user_id: userId, role: 'admin' })
        .execute(),
    )

    await expect(on.call('acceptInvitation', { token: on.token }, { token })).rejects.toMatchObject({
      code: 'already_member',
    })
    expect((await on.inOrganization(listMembers, { role: 'admin' })).total).toBe(1)
  })
})

describe('a link', () => {
  test('works once', async () => {
    const on = await invited()
    await on.call('acceptInvitation', { token: on.token, password })

    await expect(on.call('acceptInvitation', { token: on.token, password })).rejects.toMatchObject({
      code: 'invalid_transition',
      details: { state: 'accepted' },
    })
  })

  test('works once for two at the same time', async () => {
    const on = await invited()
    const accept = () => on.call('acceptInvitation', { token: on.token, password })

    const outcomes = await Promise.allSettled([accept(), accept()])

    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await on.inOrganization(listMembers, {})).total).toBe(2)
  })

  test('that expired, was canceled or replaced opens nothing', async () => {
    const [expired, canceled, replaced] = [await invited(), await invited(), await invited()]
    await expired.set({ expires_at: new Date(Date.now() - 1000) })
    await canceled.inOrganization(cancelInvitation, { invitationId: canceled.invitation.id }, { confirm: true })
    await replaced.inOrganization(resendInvitation, { invitationId: replaced.invitation.id })

    for (const [on, refusal] of [
      [expired, { code: 'invalid_transition', details: { state: 'expired' } }],
      [canceled, { code: 'invalid_transition', details: { state: 'canceled' } }],
      [replaced, { code: 'not_found' }],
    ] as const) {
      await expect(on.call('acceptInvitation', { token: on.token, password })).rejects.toMatchObject(refusal)
      expect(await on.user()).toBeUndefined()
    }
  })

  test('gives the role only while the one who invited may give it', async () => {
    for (const change of [{ role: 'editor' as const }, { suspended_at: new Date() }]) {
      const on = await invited(newAddress(), 'admin')
      const { organization, actor } = on.access
      await addMember(on.database, organization.id, 'owner')
      await on.database.asIdentity((db) =>
        db.updateTable('auth.memberships').set(change).where('user_id', '=', actor.userId).execute(),
      )

      await expect(on.call('acceptInvitation', { token: on.token, password })).rejects.toMatchObject({
        code: 'role_forbidden',
      })
      expect(await on.user()).toBeUndefined()
      // Nobody types a password first, and the members see it.
      expect((await on.call('getInvitation', { token: on.token })).result.next).toBe('ask_again')
      const { items } = await on.inOrganization(listInvitations, {})
      expect(items).toMatchObject([{ status: 'pending', needsNewLink: true }])
    }
  })

  test.each(['', 'mh_inv_', `mh_inv_${'x'.repeat(43)}`, `mh_inv_${'x'.repeat(44)}`, "' or 1=1 --"])(
    '%j is none',
    async (token) => {
      const { call } = await procedureStage()

      await expect(call('acceptInvitation', { token, password })).rejects.toMatchObject({ code: 'not_found' })
    },
  )

  test('is tried ten times in a quarter of an hour from one network, and others are not held up', async () => {
    const on = await invited()
    const guess = () => on.call('acceptInvitation', { token: `mh_inv_${'x'.repeat(43)}` }, { from: '198.51.100.7' })
    for (let n = 0; n < 10; n++) await expect(guess()).rejects.toMatchObject({ code: 'not_found' })

    await expect(guess()).rejects.toMatchObject({ code: 'rate_limited' })
    expect((await on.call('acceptInvitation', { token: on.token, password })).result.createdAccount).toBe(true)
  })
})

test('the acceptance is a record of the organization, without the link and the password', async () => {
  const on = await invited()
  await on.call('acceptInvitation', { token: on.token, password })

  const records = await on.rows(({ db }) =>
    db.selectFrom('audit_record').selectAll().where('operation', '=', 'acceptInvitation').execute(),
  )
  expect(records).toMatchObject([{ status: 'succeeded', user_id: (await on.user())?.id }])
  expect(JSON.stringify(records)).not.toMatch(/mh_inv_|quiet hill/)
})
