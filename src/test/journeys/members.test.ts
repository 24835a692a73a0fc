import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { silentLog } from '#kernel/log.ts'
import { serve } from '#main/serve.ts'
import { readConfig } from '#platform/config/config.ts'
import { serverUrl } from '#platform/database/test-server.ts'
import { type Answer, type Client, clientOf, password } from '#test/client.ts'
import { openServer, type TestServer } from '#test/server.ts'

// A whole server, next to other tests on a small machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let server: TestServer
/** Another node on the same database; the embedded database has a single node. */
let other: { client: Client; close(): Promise<void> }
let owner: Awaited<ReturnType<TestServer['addOrganization']>>

beforeAll(async () => {
  server = await openServer()
  other = await anotherNode()
  owner = await server.addOrganization('Northwind Media')
})
afterAll(async () => {
  await other.close()
  await server.close()
})

async function anotherNode(): Promise<typeof other> {
  if (serverUrl === undefined) return { client: server.client, close: async () => {} }
  const { config } = readConfig(server.env)
  const serving = await serve({
    config,
    log: silentLog,
    onFatal: (error) => {
      throw error
    },
  })
  return { client: clientOf(serving.url), close: () => serving.close({ delaySeconds: 0 }) }
}

const yes = { confirm: true }
const outcome = ({ status, json }: Answer) => [status, json?.error?.code]
const ofAnswer = ({ headers }: Answer) => headers.get('set-cookie')?.split(';')[0] ?? ''
const inOrganization = (id: string) => ({ headers: { 'X-Organization-Id': id } })

/** Invites an address, and accepts the link as somebody without an account. Returns the new person's cookie. */
async function join(cookie: string, email: string, role: string): Promise<string> {
  const { client } = server
  const invited = await client.inApp(cookie, 'inviteMember', { email, role }, { confirm: true })
  expect(invited.status, invited.text).toBe(200)
  const [, token] = invited.json.result.acceptUrl.split('/invitation#')
  const accepted = await other.client.inApp('', 'acceptInvitation', { token, displayName: 'Sam', password })
  expect(accepted.status, accepted.text).toBe(200)
  expect(accepted.headers.get('set-cookie')).toMatch(/HttpOnly/)
  return ofAnswer(accepted)
}

test('from the invitation to the removal: every change counts on the very next request, on every node', async () => {
  const { client } = server
  const organizationId = owner.organizationId
  const cookie = await join(owner.cookie, 'sam@example.com', 'editor')

  // The acceptance counts as elevation: a key can be created at once.
  const { secret, id: keyId } = await client.newKey(cookie, {
    scopes: ['org:read', 'content:write', 'content:publish'],
  })
  const write = (node: Client) => node.call(secret, 'createItem', { collectionId: 'articles', title: 'By an agent' })
  expect((await write(client)).status).toBe(200)
  const members = await client.inApp(owner.cookie, 'listMembers', { search: 'sam@' })
  const [{ userId }] = members.json.result.items
  expect(members.json.result.items).toMatchObject([{ name: 'Sam', role: 'editor', status: 'active' }])

  // Demoted: what the role does not allow is refused on both nodes, and the key stays as it is.
  const demoted = await client.inApp(owner.cookie, 'updateMemberRole', { userId, role: 'viewer' }, yes)
  expect(demoted.status, demoted.text).toBe(200)
  for (const node of [other.client, client]) {
    expect(outcome(await write(node))).toEqual([403, 'role_forbidden'])
    expect(outcome(await node.inApp(cookie, 'createItem', { collectionId: 'articles', title: 'T' }))).toEqual([
      403,
      'role_forbidden',
    ])
    expect((await node.call(secret, 'getOrganization', {})).json.result.myRole).toBe('viewer')
  }
  // Promoted: the key is as wide as it was created, not wider.
  await client.inApp(owner.cookie, 'updateMemberRole', { userId, role: 'admin' }, yes)
  expect((await write(other.client)).status).toBe(200)
  expect(outcome(await other.client.call(secret, 'inviteMember', { email: 'x@example.com', role: 'viewer' }))).toEqual([
    403,
    'insufficient_scope',
  ])

  // Removed: the key is refused, the session is in no organization, and the record says why.
  const removed = await client.inApp(owner.cookie, 'removeMember', { userId }, yes)
  expect(removed.json.result).toEqual({ removed: true, revokedTokens: 1 })
  for (const node of [other.client, client]) {
    expect(outcome(await write(node))).toEqual([401, 'api_key_disabled'])
    expect(outcome(await node.inApp(cookie, 'listMembers', {}))).toEqual([404, 'not_found'])
    expect(outcome(await node.inApp(cookie, 'listMembers', {}, inOrganization(organizationId)))).toEqual([
      404,
      'not_found',
    ])
    const session = await node.send('/app/session', { headers: { Cookie: cookie } })
    expect(session.json).toMatchObject({ signedIn: true, organizations: [] })
  }

  // Invited again: the same account joins, and gets no old key back.
  const again = await client.inApp(owner.cookie, 'inviteMember', { email: 'SAM@example.com', role: 'editor' })
  const token = again.json.result.acceptUrl.split('#')[1]
  const looked = await client.inApp(cookie, 'getInvitation', { token })
  expect(looked.json.result).toMatchObject({ next: 'accept', role: 'editor' })
  const accepted = await client.inApp(cookie, 'acceptInvitation', { token })
  expect(accepted.json.result).toMatchObject({ createdAccount: false, organization: { id: organizationId } })
  expect((await other.client.inApp(cookie, 'listMembers', {})).status).toBe(200)
  expect(outcome(await write(other.client))).toEqual([401, 'api_key_disabled'])
  const keys = await client.inApp(cookie, 'listApiKeys', {})
  expect(keys.json.result.items).toMatchObject([{ id: keyId, status: 'revoked' }])
})

test('an agent invites, sees no link, and does what its person may do and no more', async () => {
  const { client } = server
  const admin = await join(owner.cookie, 'admin@example.com', 'admin')
  const { secret } = await client.newKey(admin)
  const members = await client.call(secret, 'listMembers', {})
  const ownerId = members.json.result.items.find(({ role }: { role: string }) => role === 'owner').userId

  const invited = await client.call(secret, 'inviteMember', { email: 'guest@example.com', role: 'author' })
  expect([invited.status, invited.text.includes('mh_inv_')]).toEqual([200, false])
  const { id: invitationId } = invited.json.result.invitation
  expect(outcome(await client.call(secret, 'inviteMember', { email: 'guest@example.com', role: 'author' }))).toEqual([
    409,
    'invitation_pending',
  ])
  expect(outcome(await client.call(secret, 'inviteMember', { email: 'admin@example.com', role: 'author' }))).toEqual([
    409,
    'already_member',
  ])
  expect((await client.call(secret, 'listInvitations', { status: 'pending' })).text).not.toContain('mh_inv_')
  expect((await client.call(secret, 'resendInvitation', { invitationId })).text).not.toContain('mh_inv_')
  expect(outcome(await client.call(secret, 'cancelInvitation', { invitationId }))).toEqual([
    428,
    'confirmation_required',
  ])
  expect((await client.call(secret, 'cancelInvitation', { invitationId }, yes)).json.result.status).toBe('canceled')

  for (const [name, input] of [
    ['updateMemberRole', { userId: ownerId, role: 'viewer' }],
    ['removeMember', { userId: ownerId }],
  ] as const)
    expect(outcome(await client.call(secret, name, input, yes))).toEqual([403, 'role_forbidden'])
  for (const name of [
    'leaveOrganization',
    'transferOwnership',
    'deleteOrganization',
    'createOrganization',
    'acceptInvitation',
    'getInvitation',
    'signUp',
  ])
    expect(outcome(await client.call(secret, name, {}, yes))).toEqual([403, 'operation_excluded'])
})

test('a transfer changes both roles, and a deletion ends everything at once', async () => {
  const { client } = server
  const person = await server.addOrganization('Closing House')
  const next = await join(person.cookie, 'next@example.com', 'author')
  const { secret } = await client.newKey(next, { scopes: ['org:read'] })
  const before = await client.send(`/v1/${person.organizationId}/articles`)
  const members = await client.inApp(person.cookie, 'listMembers', { role: 'author' })
  const [{ userId }] = members.json.result.items

  const transferred = await client.inApp(person.cookie, 'transferOwnership', { userId }, yes)
  expect(transferred.status, transferred.text).toBe(200)
  const name = 'Closing House'
  expect(outcome(await other.client.inApp(person.cookie, 'deleteOrganization', { name }, yes))).toEqual([
    403,
    'role_forbidden',
  ])
  expect(outcome(await client.inApp(next, 'leaveOrganization', {}, yes))).toEqual([409, 'last_owner'])
  const deleted = await client.inApp(next, 'deleteOrganization', { name }, yes)
  expect(deleted.json.result).toMatchObject({ deleted: true, members: 2, revokedTokens: 1 })

  expect(before.status).toBe(200)
  for (const node of [other.client, client]) {
    expect((await node.send(`/v1/${person.organizationId}/articles`)).status).toBe(404)
    expect(outcome(await node.call(secret, 'getOrganization', {}))).toEqual([401, 'api_key_disabled'])
    for (const cookie of [person.cookie, next])
      expect(outcome(await node.inApp(cookie, 'getOrganization', {}, inOrganization(person.organizationId)))).toEqual([
        404,
        'not_found',
      ])
  }
  // Its name and its address are free again.
  const again = await client.inApp(owner.cookie, 'createOrganization', { name })
  expect(again.json.result.organization).toMatchObject({ slug: 'closing-house' })
})

test('two owners who demote each other on two nodes leave one owner', async () => {
  const { client } = server
  const first = await server.addOrganization('Two Owners')
  const second = await join(first.cookie, 'second@example.com', 'admin')
  const list = await client.inApp(first.cookie, 'listMembers', { role: 'admin' })
  const secondId = list.json.result.items[0].userId
  await client.inApp(first.cookie, 'updateMemberRole', { userId: secondId, role: 'owner' }, yes)

  const outcomes = await Promise.all([
    client.inApp(first.cookie, 'updateMemberRole', { userId: secondId, role: 'viewer' }, yes),
    other.client.inApp(second, 'updateMemberRole', { userId: first.userId, role: 'viewer' }, yes),
  ])

  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 403])
  const owners = await Promise.all(
    [first.cookie, second].map((cookie) => client.inApp(cookie, 'listMembers', { role: 'owner' })),
  )
  expect(owners[0]?.json.result.total).toBe(1)
})
