import { randomBytes } from 'node:crypto'

import { expect, test } from 'vitest'

import { listMembers } from '#areas/organizations/operations/list-members.ts'
import { newId, type OrganizationId, type UserId } from '#kernel/ids.ts'
import { addKey, addMember } from '#test/people.ts'
import { testDatabase } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'

import { removeMember } from './remove-member.ts'

const yes = { confirm: true }

/** A grant of an agent with one token, as the authorization server stores it. */
async function addGrant(organizationId: OrganizationId, userId: UserId): Promise<string> {
  const database = await testDatabase()
  const id = newId('grant')
  await database.asIdentity(async (db) => {
    await db
      .insertInto('auth.oauth_grants')
      .values({
        id,
        grant_id: `library-${id}`,
        organization_id: organizationId,
        user_id: userId,
        client_id: 'client',
        client_name: 'An agent',
        redirect_host: 'example.com',
        scopes: ['org:read'],
        resource: 'https://masthead.test/v2',
        expires_at: new Date(Date.now() + 86_400_000),
      })
      .execute()
    await db
      .insertInto('auth.oauth_payloads')
      .values({ model: 'RefreshToken', id_hash: randomBytes(32), payload: '{}', grant_id: `library-${id}` })
      .execute()
  })
  return id
}

async function credentialsOf(userId: UserId) {
  const database = await testDatabase()
  return database.asIdentity(async (db) => ({
    keys: await db
      .selectFrom('auth.api_keys')
      .select(['organization_id', 'revoked_reason', 'revoked_by'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    grants: await db
      .selectFrom('auth.oauth_grants')
      .select(['organization_id', 'revoked_reason'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    tokens: await db
      .selectFrom('auth.oauth_payloads as p')
      .innerJoin('auth.oauth_grants as g', 'g.grant_id', 'p.grant_id')
      .select('g.organization_id')
      .where('g.user_id', '=', userId)
      .execute(),
  }))
}

test('keys, grants and tokens of this organization end with the membership, those of others live on', async () => {
  const [on, elsewhere] = [await stage(), await stage()]
  const here = on.access.organization.id
  const there = elsewhere.access.organization.id
  const userId = await addMember(on.database, here, 'editor')
  await on.database.asIdentity((db) =>
    db.insertInto('auth.memberships').values({ organization_id: there, user_id: userId, role: 'author' }).execute(),
  )
  for (const organizationId of [here, there]) {
    await addKey(on.database, { organizationId, userId })
    await addGrant(organizationId, userId)
  }
  await addKey(on.database, { organizationId: here, userId: on.access.actor.userId })

  const result = await on.call(removeMember, { userId }, yes)

  expect(result).toEqual({ removed: true, revokedTokens: 2 })
  const me = on.access.actor.userId
  expect(await credentialsOf(userId)).toEqual({
    keys: [
      { organization_id: here, revoked_reason: 'membership_removed', revoked_by: me },
      { organization_id: there, revoked_reason: null, revoked_by: null },
    ],
    grants: [
      { organization_id: here, revoked_reason: 'membership_removed' },
      { organization_id: there, revoked_reason: null },
    ],
    tokens: [{ organization_id: there }],
  })
  expect((await credentialsOf(me)).keys).toMatchObject([{ revoked_reason: null }])
  expect((await on.call(listMembers, {})).items.map((member) => member.userId)).toEqual([me])
})

test('a key that was revoked before keeps its reason and is not counted', async () => {
  const { call, database, access } = await stage()
  const userId = await addMember(database, access.organization.id, 'editor')
  const { id } = await addKey(database, { organizationId: access.organization.id, userId })
  await database.asIdentity((db) =>
    db
      .updateTable('auth.api_keys')
      .set({ revoked_at: new Date(), revoked_reason: 'leaked' })
      .where('id', '=', id)
      .execute(),
  )

  expect((await call(removeMember, { userId }, yes)).revokedTokens).toBe(0)
  expect((await credentialsOf(userId)).keys).toMatchObject([{ revoked_reason: 'leaked' }])
})

test('a rehearsal counts what would end, and nothing does', async () => {
  const { call, database, access } = await stage()
  const userId = await addMember(database, access.organization.id, 'editor')
  await addKey(database, { organizationId: access.organization.id, userId })

  expect(await call(removeMember, { userId }, { dryRun: true })).toEqual({ removed: true, revokedTokens: 1 })
  expect((await credentialsOf(userId)).keys).toMatchObject([{ revoked_reason: null }])
  expect((await call(listMembers, {})).total).toBe(2)
})

test('the last owner stays, and an administrator removes no owner', async () => {
  const owner = await stage()
  const admin = await stage({ role: 'admin' })
  const above = await addMember(admin.database, admin.access.organization.id, 'owner')

  const own = owner.call(removeMember, { userId: owner.access.actor.userId }, yes)
  await expect(own).rejects.toMatchObject({ code: 'last_owner' })
  await expect(admin.call(removeMember, { userId: above }, yes)).rejects.toMatchObject({ code: 'role_forbidden' })
})

test('the person who takes over must be another member', async () => {
  const { call, database, access } = await stage()
  const userId = await addMember(database, access.organization.id, 'editor')

  for (const [reassignContentTo, code] of [
    [newId('user'), 'not_found'],
    [userId, 'validation_failed'],
  ] as const)
    await expect(call(removeMember, { userId, reassignContentTo }, yes)).rejects.toMatchObject({ code })
  expect((await call(listMembers, {})).total).toBe(2)
})

test('of two owners who remove each other at the same time one stays', async () => {
  const { call, database, access } = await stage()
  const other = await addMember(database, access.organization.id, 'owner')
  const asOther = { ...yes, as: { actor: { ...access.actor, userId: other } } }

  const outcomes = await Promise.allSettled([
    call(removeMember, { userId: other }, yes),
    call(removeMember, { userId: access.actor.userId }, asOther),
  ])

  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect((await call(listMembers, { role: 'owner' })).total).toBe(1)
})
