import { expect, test } from 'vitest'

import type { UserId } from '#kernel/ids.ts'
import { addGrant, addMember } from '#test/people.ts'
import { stage } from '#test/stage.ts'

import { revokeGrant } from './revoke-grant.ts'

async function staged() {
  const on = await stage()
  const { organization, actor } = on.access
  const owner = { organizationId: organization.id, userId: actor.userId }
  const asMember = async (role: 'viewer' | 'admin') => {
    const userId = await addMember(on.database, organization.id, role)
    const as = { role, actor: { ...actor, userId }, scopes: role === 'admin' ? on.access.scopes : [] }
    return { userId, options: { door: 'app' as const, confirm: true, as: as as never } }
  }
  const payloads = (grantId: string) =>
    on.database.asIdentity(async (db) => {
      const rows = await db
        .selectFrom('auth.oauth_payloads')
        .select('model')
        .where('grant_id', '=', `library-${grantId}`)
        .execute()
      return rows.length
    })
  const addTokens = (grantId: string) =>
    on.database.asIdentity((db) =>
      db
        .insertInto('auth.oauth_payloads')
        .values(
          ['AccessToken', 'RefreshToken', 'Grant'].map((model) => ({
            model,
            id_hash: Buffer.from(`${model} ${grantId}`),
            payload: '{}',
            grant_id: `library-${grantId}`,
          })),
        )
        .execute(),
    )
  return { on, owner, asMember, payloads, addTokens }
}

test('every token goes with the grant, and those of other grants stay', async () => {
  const { on, owner, payloads, addTokens } = await staged()
  const [grantId, other] = [await addGrant(on.database, owner), await addGrant(on.database, owner)]
  await addTokens(grantId)
  await addTokens(other)
  const { status, revokedAt } = await on.call(revokeGrant, { grantId }, { door: 'app', confirm: true })
  const again = await on.call(revokeGrant, { grantId }, { door: 'app', confirm: true })

  expect([status, again.revokedAt]).toEqual(['revoked', revokedAt])
  expect([await payloads(grantId), await payloads(other)]).toEqual([0, 3])
})

test('a member ends own grants only, an administrator any', async () => {
  const { on, owner, asMember } = await staged()
  const [viewer, admin] = [await asMember('viewer'), await asMember('admin')]
  const own = await addGrant(on.database, { ...owner, userId: viewer.userId as UserId })
  const foreign = await addGrant(on.database, owner)

  await expect(on.call(revokeGrant, { grantId: foreign }, viewer.options)).rejects.toMatchObject({
    code: 'role_forbidden',
  })
  expect((await on.call(revokeGrant, { grantId: own }, viewer.options)).status).toBe('revoked')
  expect((await on.call(revokeGrant, { grantId: foreign }, admin.options)).status).toBe('revoked')
})
