import { expect, test } from 'vitest'

import { addGrant, addMember } from '#test/people.ts'
import { stage } from '#test/stage.ts'

import { changeGrantScopes } from './change-grant-scopes.ts'
import { revokeGrant } from './revoke-grant.ts'

const app = { door: 'app' as const }

test('its person narrows and widens a grant, in the order of the contract', async () => {
  const on = await stage()
  const owner = { organizationId: on.access.organization.id, userId: on.access.actor.userId }
  const grantId = await addGrant(on.database, owner, { scopes: ['content:read'] })
  const { scopes } = await on.call(
    changeGrantScopes,
    { grantId, scopes: ['content:write', 'org:read', 'org:read'] },
    app,
  )

  expect(scopes).toEqual(['org:read', 'content:write'])
})

test('a session that has passed the password only narrows a grant, and does not widen it', async () => {
  const on = await stage()
  const owner = { organizationId: on.access.organization.id, userId: on.access.actor.userId }
  const grantId = await addGrant(on.database, owner, { scopes: ['org:read', 'content:read'] })
  const half = { ...app, as: { lacksSecondFactor: true } }

  expect((await on.call(changeGrantScopes, { grantId, scopes: ['content:read'] }, half)).scopes).toEqual([
    'content:read',
  ])
  await expect(
    on.call(changeGrantScopes, { grantId, scopes: ['content:read', 'content:publish'] }, half),
  ).rejects.toMatchObject({ code: 'elevation_required' })
})

test('a grant never goes beyond the role of its person', async () => {
  const on = await stage({ role: 'author' })
  const owner = { organizationId: on.access.organization.id, userId: on.access.actor.userId }
  const grantId = await addGrant(on.database, owner, { scopes: ['content:read'] })

  await expect(
    on.call(changeGrantScopes, { grantId, scopes: ['content:read', 'content:delete'] }, app),
  ).rejects.toMatchObject({ code: 'validation_failed', details: [{ path: '/input/scopes/1' }] })
})

test('an administrator narrows the grant of another person, and cannot widen it', async () => {
  const on = await stage()
  const { organization } = on.access
  const userId = await addMember(on.database, organization.id, 'editor')
  const grantId = await addGrant(
    on.database,
    { organizationId: organization.id, userId },
    { scopes: ['content:read', 'content:write'] },
  )

  expect((await on.call(changeGrantScopes, { grantId, scopes: ['content:read'] }, app)).scopes).toEqual([
    'content:read',
  ])
  await expect(
    on.call(changeGrantScopes, { grantId, scopes: ['content:read', 'org:read'] }, app),
  ).rejects.toMatchObject({
    code: 'role_forbidden',
  })
})

test('a grant that ended is not brought back', async () => {
  const on = await stage()
  const owner = { organizationId: on.access.organization.id, userId: on.access.actor.userId }
  const grantId = await addGrant(on.database, owner)
  await on.call(revokeGrant, { grantId }, { ...app, confirm: true })

  await expect(on.call(changeGrantScopes, { grantId, scopes: ['org:read'] }, app)).rejects.toMatchObject({
    code: 'invalid_transition',
    details: { state: 'revoked' },
  })
})
