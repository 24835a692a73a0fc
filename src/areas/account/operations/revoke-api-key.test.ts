import { expect, test } from 'vitest'

import { newId } from '#kernel/ids.ts'
import type { Role } from '#kernel/scope.ts'
import { mailbox } from '#test/mailbox.ts'
import { addKey, addMember } from '#test/people.ts'
import { testDatabase } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'

import { revokeApiKey } from './revoke-api-key.ts'

const yes = { confirm: true }

async function organization(role: Role = 'owner') {
  const { access, call } = await stage({ role })
  const database = await testDatabase()
  const organizationId = access.organization.id
  const own = await addKey(database, { organizationId, userId: access.actor.userId })
  const otherId = await addMember(database, organizationId, 'admin')
  const other = await addKey(database, { organizationId, userId: otherId })
  const revokedBy = (id: string) =>
    database.asIdentity((db) =>
      db.selectFrom('auth.api_keys').select(['revoked_at', 'revoked_by']).where('id', '=', id).executeTakeFirst(),
    )
  return { access, call, database, own, other, otherId, revokedBy }
}

test('an owner ends any key, and the row says who did', async () => {
  const { access, call, other, revokedBy } = await organization()

  const result = await call(revokeApiKey, { keyId: other.id }, yes)

  const row = await revokedBy(other.id)
  expect(result).toEqual({ id: other.id, status: 'revoked', revokedAt: row?.revoked_at?.toISOString() })
  expect(row?.revoked_by).toBe(access.actor.userId)
})

test('revoking twice answers the same', async () => {
  const { call, own } = await organization()

  const first = await call(revokeApiKey, { keyId: own.id }, yes)

  expect(await call(revokeApiKey, { keyId: own.id }, yes)).toEqual(first)
})

test('nothing happens without confirmation', async () => {
  const { call, own, revokedBy } = await organization()

  await expect(call(revokeApiKey, { keyId: own.id })).rejects.toMatchObject({ code: 'confirmation_required' })
  expect(await revokedBy(own.id)).toMatchObject({ revoked_at: null })
})

test.each(['editor', 'author', 'viewer'] as const)(
  'an %s ends own keys in the web application, not others',
  async (role) => {
    const { call, own, other, revokedBy } = await organization(role)
    const web = { confirm: true, door: 'app' as const }

    await expect(call(revokeApiKey, { keyId: other.id }, web)).rejects.toMatchObject({ code: 'role_forbidden' })
    expect(await call(revokeApiKey, { keyId: own.id }, web)).toMatchObject({ status: 'revoked' })
    expect(await revokedBy(other.id)).toMatchObject({ revoked_at: null })
  },
)

test('an agent without org:write does not even end its own key', async () => {
  const { call, own } = await organization('editor')

  await expect(call(revokeApiKey, { keyId: own.id }, yes)).rejects.toMatchObject({ code: 'role_forbidden' })
})

test('an unknown, a malformed and a foreign id answer the same', async () => {
  const foreign = await organization()
  const { call } = await organization()

  const answers = []
  for (const keyId of [newId('apiKey'), 'nonsense', foreign.own.id])
    answers.push(await call(revokeApiKey, { keyId: keyId as `key_${string}` }, yes).catch((error: unknown) => error))

  for (const answer of answers) expect(answer).toMatchObject({ code: 'not_found' })
  expect(new Set(answers.map(String)).size).toBe(1)
  expect(await foreign.revokedBy(foreign.own.id)).toMatchObject({ revoked_at: null })
})

test('the creator learns who ended the key, once', async () => {
  const { call, other, otherId } = await organization()
  const mail = mailbox()

  await call(revokeApiKey, { keyId: other.id }, { ...yes, mail })
  await call(revokeApiKey, { keyId: other.id }, { ...yes, mail })

  expect(mail.messages).toMatchObject([
    { to: `${otherId}@example.com`, subject: 'Your API key “Test key” was revoked' },
  ])
  expect(mail.messages[0]?.text).toMatch(/^Person of the test revoked your API key/)
})

test('a key revokes itself, and its answer still arrives', async () => {
  const { access, call, own } = await organization()
  const actor = { ...access.actor, credentialId: own.id }

  expect(await call(revokeApiKey, { keyId: own.id }, { ...yes, as: { actor } })).toMatchObject({ status: 'revoked' })
})

test('an expired and a disabled key are revoked like any other', async () => {
  const { call, own, other, database } = await organization()
  const past = new Date(Date.now() - 1000)
  await database.asIdentity(async (db) => {
    await db.updateTable('auth.api_keys').set({ expires_at: past }).where('id', '=', own.id).execute()
    await db.updateTable('auth.api_keys').set({ disabled_at: past }).where('id', '=', other.id).execute()
  })

  for (const { id } of [own, other])
    expect(await call(revokeApiKey, { keyId: id }, yes)).toMatchObject({ status: 'revoked' })
})
