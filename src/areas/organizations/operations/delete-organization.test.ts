import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { inviteMember } from '#areas/organizations/operations/invite-member.ts'
import { listMembers } from '#areas/organizations/operations/list-members.ts'
import { addKey, addMember } from '#test/people.ts'
import { stage } from '#test/stage.ts'

import { deleteOrganization } from './delete-organization.ts'

const name = 'Organization of the test'
const elevated = () => ({ door: 'app', confirm: true, as: { elevatedUntil: new Date(Date.now() + 60_000) } }) as const

async function filled() {
  const staged = await stage()
  const { call, database, access } = staged
  const organizationId = access.organization.id
  const userId = await addMember(database, organizationId, 'author')
  await addKey(database, { organizationId, userId })
  await call(inviteMember, { email: 'sam@example.com', role: 'viewer' })
  await call(createItem, { collectionId: 'articles' as never, title: 'A draft' })
  const auth = () =>
    database.asIdentity(async (db) => ({
      organization: await db
        .selectFrom('auth.organizations')
        .select(['slug', 'deleted_at'])
        .where('id', '=', organizationId)
        .executeTakeFirstOrThrow(),
      members: await db
        .selectFrom('auth.memberships')
        .select('user_id')
        .where('organization_id', '=', organizationId)
        .execute(),
      keys: await db
        .selectFrom('auth.api_keys')
        .select('revoked_reason')
        .where('organization_id', '=', organizationId)
        .execute(),
      invitations: await db
        .selectFrom('auth.invitations')
        .select('canceled_at')
        .where('organization_id', '=', organizationId)
        .execute(),
    }))
  return { ...staged, auth }
}

test('everything that leads to it ends in the one transaction', async () => {
  const { call, auth, access } = await filled()

  const result = await call(deleteOrganization, { name }, elevated())

  expect(result).toEqual({
    deleted: true,
    items: 1,
    media: 0,
    members: 2,
    revokedTokens: 1,
    canceledInvitations: 1,
  })
  const { organization, members, keys, invitations } = await auth()
  expect(organization).toEqual({ slug: access.organization.id, deleted_at: expect.any(Date) })
  expect([members, keys]).toEqual([[], [{ revoked_reason: 'organization_deleted' }]])
  expect(invitations).toEqual([{ canceled_at: expect.any(Date) }])
})

test.each([' ', 'organization of the test', `${name} `, 'Another'])('nothing happens by the name %j', async (given) => {
  const { call, auth } = await filled()

  await expect(call(deleteOrganization, { name: given }, elevated())).rejects.toMatchObject({
    code: 'validation_failed',
    details: [{ path: '/input/name' }],
  })
  expect((await auth()).organization.deleted_at).toBeNull()
})

test('a rehearsal counts what would go', async () => {
  const { call, auth } = await filled()

  const result = await call(deleteOrganization, { name }, { ...elevated(), confirm: false, dryRun: true })

  expect(result).toMatchObject({ items: 1, members: 2, revokedTokens: 1 })
  expect((await auth()).organization.deleted_at).toBeNull()
  expect((await call(listMembers, {})).total).toBe(2)
})

test('it is deleted once, also by two calls at the same time', async () => {
  const { call } = await filled()

  const outcomes = await Promise.allSettled([1, 2].map(() => call(deleteOrganization, { name }, elevated())))

  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'not_found' } })
})

test('an administrator does not delete it, and an owner not without the password', async () => {
  const [owner, admin] = [await stage(), await stage({ role: 'admin' })]

  await expect(admin.call(deleteOrganization, { name }, elevated())).rejects.toMatchObject({ code: 'role_forbidden' })
  await expect(owner.call(deleteOrganization, { name }, { door: 'app', confirm: true })).rejects.toMatchObject({
    code: 'elevation_required',
  })
})
