import { expect, test } from 'vitest'

import { identifyApiKey } from '#areas/account/credentials.ts'
import { hashOfApiKey } from '#areas/account/keys/api-key-secret.ts'
import { newId } from '#kernel/ids.ts'
import type { Role } from '#kernel/scope.ts'
import { mailbox } from '#test/mailbox.ts'
import { addKey, addMember } from '#test/people.ts'
import { stage } from '#test/stage.ts'

import { setApiKeyDisabled } from './set-api-key-disabled.ts'

/** A person with this role and a key of their own, and an administrator of the same organization with another key. */
async function people(role: Role = 'owner') {
  const { access, call, database } = await stage({ role })
  const organizationId = access.organization.id
  const own = await addKey(database, { organizationId, userId: access.actor.userId })
  const adminId = await addMember(database, organizationId, 'admin')
  const other = await addKey(database, { organizationId, userId: adminId })
  const adminAccess = (await stage()).access
  const mail = mailbox()
  const switchIt = (keyId: `key_${string}`, disabled: boolean, as: { lacksSecondFactor?: boolean } = {}) =>
    call(setApiKeyDisabled, { keyId, disabled }, { door: 'app', mail, as })
  const asAdmin = (keyId: `key_${string}`, disabled: boolean) =>
    call(
      setApiKeyDisabled,
      { keyId, disabled },
      {
        door: 'app',
        as: { actor: { ...access.actor, userId: adminId }, role: 'admin', scopes: adminAccess.scopes },
      },
    )
  const refusalOf = async (secret: string) =>
    (
      await database.asIdentity((db) =>
        identifyApiKey(db, hashOfApiKey(secret) ?? Buffer.alloc(0), { now: new Date() }),
      )
    )?.refusal?.code
  return { access, adminId, database, own, other, switchIt, asAdmin, refusalOf, mails: mail.messages }
}

test('a key that is switched off is refused from the next request on, and works again when it is on', async () => {
  const { own, switchIt, refusalOf } = await people()

  expect((await switchIt(own.id, true)).key).toMatchObject({ id: own.id, status: 'disabled' })
  expect(await refusalOf(own.secret)).toBe('api_key_disabled')

  expect((await switchIt(own.id, false)).key.status).toBe('active')
  expect(await refusalOf(own.secret)).toBeUndefined()
})

test('a session that has passed the password only switches a key off, and not on again', async () => {
  const { own, switchIt } = await people()
  await switchIt(own.id, true, { lacksSecondFactor: true })

  await expect(switchIt(own.id, false, { lacksSecondFactor: true })).rejects.toMatchObject({
    code: 'elevation_required',
  })
  expect((await switchIt(own.id, false)).key.status).toBe('active')
})

test('repeating it answers the same and tells nothing twice', async () => {
  const { other, switchIt, mails } = await people()

  const first = await switchIt(other.id, true)

  expect(await switchIt(other.id, true)).toEqual(first)
  expect(mails).toHaveLength(1)
})

test('the owner of a key learns who switched it', async () => {
  const { other, adminId, switchIt, mails } = await people()

  await switchIt(other.id, true)

  expect(mails).toMatchObject([{ to: `${adminId}@example.com`, subject: 'Your API key “Test key” was disabled' }])
  expect(mails[0]?.text).toMatch(/^Person of the test disabled your API key/)
})

test.each(['editor', 'author', 'viewer'] as const)('an %s switches own keys, not others', async (role) => {
  const { own, other, switchIt, refusalOf } = await people(role)

  await expect(switchIt(other.id, true)).rejects.toMatchObject({ code: 'role_forbidden' })
  expect((await switchIt(own.id, true)).key.status).toBe('disabled')
  expect((await switchIt(own.id, false)).key.status).toBe('active')
  expect(await refusalOf(other.secret)).toBeUndefined()
})

test('what an administrator switched off, its creator does not switch on', async () => {
  const { own, switchIt, asAdmin, refusalOf } = await people('author')
  await asAdmin(own.id, true)

  await expect(switchIt(own.id, false)).rejects.toMatchObject({ code: 'role_forbidden' })
  expect(await refusalOf(own.secret)).toBe('api_key_disabled')
  expect((await asAdmin(own.id, false)).key.status).toBe('active')
})

test('a creator does not take over the switch of an administrator by switching off again', async () => {
  const { own, switchIt, asAdmin } = await people('author')
  await asAdmin(own.id, true)
  await switchIt(own.id, true)

  await expect(switchIt(own.id, false)).rejects.toMatchObject({ code: 'role_forbidden' })
})

test('an administrator switches off what its creator has switched off already', async () => {
  const { own, switchIt, asAdmin, refusalOf } = await people('editor')
  const first = await switchIt(own.id, true)

  expect(await asAdmin(own.id, true)).toEqual(first)
  await switchIt(own.id, true)

  await expect(switchIt(own.id, false)).rejects.toMatchObject({ code: 'role_forbidden' })
  expect(await refusalOf(own.secret)).toBe('api_key_disabled')
  expect((await asAdmin(own.id, false)).key.status).toBe('active')
})

test('a key that has expired or was revoked is not switched', async () => {
  const { own, switchIt, database } = await people()
  const past = new Date(Date.now() - 1000)
  for (const [state, columns] of [
    ['expired', { expires_at: past }],
    ['revoked', { revoked_at: past }],
  ] as const) {
    await database.asIdentity((db) => db.updateTable('auth.api_keys').set(columns).where('id', '=', own.id).execute())

    for (const disabled of [true, false])
      await expect(switchIt(own.id, disabled)).rejects.toMatchObject({
        code: 'invalid_transition',
        details: { state },
      })
  }
})

test('an agent switches no key, not even its own', async () => {
  const { access, call, database } = await stage()
  const key = await addKey(database, { organizationId: access.organization.id, userId: access.actor.userId })

  await expect(call(setApiKeyDisabled, { keyId: key.id, disabled: true })).rejects.toMatchObject({
    code: 'operation_excluded',
    details: { category: 'auth_internals' },
  })
})

test('an unknown and a foreign key answer the same', async () => {
  const [here, there] = [await people(), await people()]

  const answers = []
  for (const keyId of [newId('apiKey'), there.own.id])
    answers.push(await here.switchIt(keyId, true).catch((error: unknown) => error))

  for (const answer of answers) expect(answer).toMatchObject({ code: 'not_found' })
  expect(new Set(answers.map(String)).size).toBe(1)
  expect(await there.refusalOf(there.own.secret)).toBeUndefined()
})
