import { expect, test } from 'vitest'

import { revokeKey } from '#areas/account/keys/api-keys.ts'
import { addKey, addMember } from '#test/people.ts'
import { stage } from '#test/stage.ts'

import { listApiKeys } from './list-api-keys.ts'

async function keys() {
  const { access, call, database } = await stage()
  const organizationId = access.organization.id
  const owner = { organizationId, userId: access.actor.userId }
  const member = { organizationId, userId: await addMember(database, organizationId, 'editor') }
  const past = new Date(Date.now() - 10 * 86_400_000)
  const made = {
    expired: await addKey(database, owner, { name: 'Old report', now: past, days: 3 }),
    active: await addKey(database, owner, { name: 'Report', scopes: ['content:read'] }),
    revoked: await addKey(database, owner, { name: 'Leaked' }),
    disabled: await addKey(database, owner, { name: 'Paused' }),
    left: await addKey(database, member, { name: 'Of somebody who left' }),
  }
  await database.asIdentity(async (db) => {
    await db.updateTable('auth.api_keys').set({ revoked_at: new Date() }).where('id', '=', made.revoked.id).execute()
    await db.updateTable('auth.api_keys').set({ disabled_at: new Date() }).where('id', '=', made.disabled.id).execute()
    await db.deleteFrom('auth.memberships').where('user_id', '=', member.userId).execute()
  })
  return { call, made, access }
}

test('keys of every status are listed, newest first, without their secret', async () => {
  const { call, made, access } = await keys()

  const list = await call(listApiKeys, {})

  const statuses = Object.fromEntries(list.items.map(({ id, status }) => [id, status]))
  expect(list.total).toBe(5)
  expect(list.items.at(-1)?.id).toBe(made.expired.id)
  expect(statuses).toEqual({
    [made.expired.id]: 'expired',
    [made.active.id]: 'active',
    [made.revoked.id]: 'revoked',
    [made.disabled.id]: 'disabled',
    [made.left.id]: 'disabled',
  })
  expect(list.items.find(({ id }) => id === made.active.id)).toMatchObject({
    name: 'Report',
    prefix: made.active.prefix,
    last4: made.active.last4,
    scopes: ['content:read'],
    createdBy: { userId: access.actor.userId, name: 'Person of the test' },
    lastUsedAt: null,
    lastUsedFrom: null,
  })
  expect(list.items.find(({ id }) => id === made.left.id)).toMatchObject({ createdBy: { name: null } })
  for (const { secret } of Object.values(made)) expect(JSON.stringify(list)).not.toContain(secret.slice(8, 32))
})

test('a status and a search narrow the list', async () => {
  const { call, made } = await keys()

  const found = async (input: Parameters<typeof call<typeof listApiKeys>>[1]) =>
    (await call(listApiKeys, input)).items.map(({ id }) => id)

  expect(await found({ status: 'revoked' })).toEqual([made.revoked.id])
  expect(await found({ status: 'disabled' })).toHaveLength(2)
  expect(await found({ search: 'REPORT' })).toEqual([made.active.id, made.expired.id])
  expect(await found({ search: 'report', status: 'active' })).toEqual([made.active.id])
  expect(await found({ search: '%' })).toEqual([])
})

test('pages are disjoint and complete', async () => {
  const { call } = await keys()

  const pages = await Promise.all([1, 2, 3].map((page) => call(listApiKeys, { page, pageSize: 2 })))

  expect(pages.map(({ items, hasMore }) => [items.length, hasMore])).toEqual([
    [2, true],
    [2, true],
    [1, false],
  ])
  expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(5)
})

test('the keys of another organization are out of sight', async () => {
  await keys()
  const { call } = await stage()

  expect(await call(listApiKeys, {})).toMatchObject({ items: [], total: 0 })
})

test('creator, scope and expiry narrow the list', async () => {
  const { call, made, access } = await keys()
  const found = async (input: Parameters<typeof call<typeof listApiKeys>>[1]) =>
    (await call(listApiKeys, input)).items.map(({ id }) => id)

  expect(await found({ createdBy: access.actor.userId })).toHaveLength(4)
  expect(await found({ createdBy: access.actor.userId, scope: 'org:write' })).not.toContain(made.active.id)
  expect(await found({ scope: 'content:read', search: 'report', status: 'active' })).toEqual([made.active.id])
  expect(await found({ expiresBefore: new Date().toISOString() })).toEqual([made.expired.id])
  expect(await found({ createdBy: 'nobody' as `usr_${string}` })).toEqual([])
})

test.each(['editor', 'author', 'viewer'] as const)('an %s sees own keys alone', async (role) => {
  const { access, call, database } = await stage({ role })
  const organizationId = access.organization.id
  const own = await addKey(database, { organizationId, userId: access.actor.userId })
  const adminId = await addMember(database, organizationId, 'admin')
  await addKey(database, { organizationId, userId: adminId })

  expect((await call(listApiKeys, {})).items.map(({ id }) => id)).toEqual([own.id])
  expect((await call(listApiKeys, { createdBy: adminId })).total).toBe(0)
})

test('a key that expires within 14, 7 or 1 days says so, unless another follows it', async () => {
  const { access, call, database, rows } = await stage()
  const owner = { organizationId: access.organization.id, userId: access.actor.userId }
  for (const days of [15, 14, 8, 7, 2, 1]) await addKey(database, owner, { days, name: `${days}` })
  const followed = await addKey(database, owner, { days: 3, name: 'followed' })
  const next = await addKey(database, owner, { name: 'next' })
  await database.asIdentity((db) =>
    db.updateTable('auth.api_keys').set({ rotated_from: followed.id }).where('id', '=', next.id).execute(),
  )
  const ended = await addKey(database, owner, { days: 2, name: 'ended' })
  await rows(({ db }) => revokeKey(db, ended.id, 'test'))

  const { items } = await call(listApiKeys, {})

  expect(Object.fromEntries(items.map(({ name, expiryNotice }) => [name, expiryNotice]))).toEqual({
    '15': null,
    '14': 14,
    '8': 14,
    '7': 7,
    '2': 7,
    '1': 1,
    followed: null,
    next: null,
    ended: null,
  })
  expect(items.find(({ id }) => id === followed.id)?.rotatedTo).toBe(next.id)
})

test('who revoked a key is shown with it', async () => {
  const { access, call, database, rows } = await stage()
  const userId = await addMember(database, access.organization.id, 'editor')
  const key = await addKey(database, { organizationId: access.organization.id, userId })
  await rows(({ db }) => revokeKey(db, key.id, 'test'))

  const [shown] = (await call(listApiKeys, {})).items

  expect(shown).toMatchObject({
    status: 'revoked',
    revokedBy: { userId: access.actor.userId, name: 'Person of the test' },
  })
  expect(Date.parse(shown?.revokedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
})
