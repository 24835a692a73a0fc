import { expect, test } from 'vitest'

import { listCollections } from '#areas/collections/operations/list-collections.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { addMember, addGrant, addKey } from '#test/people.ts'
import { stage } from '#test/stage.ts'

import { listAgentAuditLog } from './list-agent-audit-log.ts'
import { listConnectedAgents } from './list-connected-agents.ts'

const app = { door: 'app' as const }

async function staged() {
  const on = await stage()
  const owner = { organizationId: on.access.organization.id, userId: on.access.actor.userId }
  const key = await addKey(on.database, owner, { name: 'Reporting', scopes: ['audit:read', 'org:read'] })
  const grant = await addGrant(on.database, owner, { clientName: 'Editor plug-in' })
  return { on, owner, key, grant }
}

test('keys and OAuth clients are one list, without what leads to a secret', async () => {
  const { on, key, grant } = await staged()
  const { items, total } = await on.call(listConnectedAgents, {}, app)

  expect(total).toBe(2)
  expect(items.map(({ id, kind, name, verified }) => [id, kind, name, verified]).toSorted()).toEqual(
    [
      [key.id, 'api_key', 'Reporting', false],
      [grant, 'oauth', 'Editor plug-in', false],
    ].toSorted(),
  )
  expect(JSON.stringify(items)).not.toMatch(/hash|library-/)
})

test('what an agent used stands beside what it was granted', async () => {
  const { on, key } = await staged()
  const asKey = { as: { actor: { ...on.access.actor, credentialId: key.id } } }
  await on.call(listAgentAuditLog, {}, asKey)
  await on.answerOf(listAgentAuditLog, { page: 0 }, asKey)
  const { items } = await on.call(listConnectedAgents, { kind: 'api_key' }, app)

  expect(items[0]).toMatchObject({
    scopes: ['org:read', 'audit:read'],
    usedScopes: ['audit:read'],
    lastOperation: 'listAgentAuditLog',
    requestsToday: 2,
  })
})

test('who is no administrator sees own agents only', async () => {
  const { on, owner } = await staged()
  const userId = await addMember(on.database, owner.organizationId, 'editor')
  const own = await addGrant(on.database, { ...owner, userId })
  const as = { role: 'editor', actor: { ...on.access.actor, userId } } as never
  const idsOf = async (input: { actorUserId?: string }) =>
    (await on.call(listConnectedAgents, input, { ...app, as })).items.map(({ id }) => id)

  expect(await idsOf({})).toEqual([own])
  expect(await idsOf({ actorUserId: userId })).toEqual([own])
  expect(await idsOf({ actorUserId: owner.userId })).toEqual([])
})

test('the list is filtered and searched', async () => {
  const { on, grant } = await staged()
  const found = await on.call(listConnectedAgents, { search: 'plug-IN' }, app)
  const none = await on.call(listConnectedAgents, { status: 'revoked' }, app)

  expect([found.items.map(({ id }) => id), none.items]).toEqual([[grant], []])
})

test('an id finds its agent, and a scope those that have it', async () => {
  const { on, key, grant } = await staged()
  const idsOf = async (input: Parameters<typeof on.call<typeof listConnectedAgents>>[1]) =>
    (await on.call(listConnectedAgents, input, app)).items.map(({ id }) => id)

  expect(await idsOf({ search: key.id })).toEqual([key.id])
  expect(await idsOf({ search: key.id.slice(0, 12) })).toEqual([])
  expect(await idsOf({ scope: 'content:publish' })).toEqual([grant])
})

test('a key says what is shown of its secret, an OAuth client has nothing of that', async () => {
  const { on, key } = await staged()
  const { items } = await on.call(listConnectedAgents, {}, app)

  expect(items.find(({ id }) => id === key.id)?.key).toEqual({
    prefix: key.prefix,
    last4: key.last4,
    disabledAt: null,
    rotatedTo: null,
  })
  expect(items.find(({ kind }) => kind === 'oauth')?.key).toBeNull()
})

test('publishing by an edit counts as a use of the scope to publish', async () => {
  const { on, grant } = await staged()
  const as = { actor: { ...on.access.actor, credentialId: grant, credentialType: 'oauth' as const } }
  const { items: collections } = await on.call(listCollections, {}, { as })
  const draft = { collectionId: collections[0]?.id ?? '', title: 'A title', content: 'Text.' }
  await on.call(createItem, draft, { as })
  const before = await on.call(listConnectedAgents, { kind: 'oauth' }, app)
  await on.call(createItem, { ...draft, title: 'Another', status: 'published' }, { as, confirm: true })
  const after = await on.call(listConnectedAgents, { kind: 'oauth' }, app)

  expect(before.items[0]?.usedScopes).toEqual(['content:read', 'content:write'])
  expect(after.items[0]?.usedScopes).toEqual(['content:read', 'content:write', 'content:publish'])
})

test('what only counts as more than a write is no use of another scope', async () => {
  const { on, grant } = await staged()
  const as = { actor: { ...on.access.actor, credentialId: grant, credentialType: 'oauth' as const } }
  await on.call(updateOrganizationSettings, { siteUrl: 'https://www.example.com' }, { as })
  const before = await on.call(listConnectedAgents, { kind: 'oauth' }, app)
  await on.call(updateOrganizationSettings, { contentMode: 'headless' }, { as, confirm: true })
  const after = await on.call(listConnectedAgents, { kind: 'oauth' }, app)

  expect(before.items[0]?.usedScopes).toEqual(['org:write'])
  expect(after.items[0]?.usedScopes).toEqual(['org:write', 'integrations:write'])
})
