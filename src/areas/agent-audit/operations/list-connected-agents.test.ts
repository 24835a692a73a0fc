import { expect, test } from 'vitest'

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
  const { items } = await on.call(listConnectedAgents, { actorUserId: owner.userId }, { ...app, as })

  expect(items.map(({ id }) => id)).toEqual([own])
})

test('the list is filtered and searched', async () => {
  const { on, grant } = await staged()
  const found = await on.call(listConnectedAgents, { search: 'plug-IN' }, app)
  const none = await on.call(listConnectedAgents, { status: 'revoked' }, app)

  expect([found.items.map(({ id }) => id), none.items]).toEqual([[grant], []])
})
