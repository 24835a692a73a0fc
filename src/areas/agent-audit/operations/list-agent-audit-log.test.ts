import { expect, test } from 'vitest'

import { listAgentAuditLog } from '#areas/agent-audit/operations/list-agent-audit-log.ts'
import { createCollection } from '#areas/collections/operations/create-collection.ts'
import { listCollections } from '#areas/collections/operations/list-collections.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { newId } from '#kernel/ids.ts'
import { stage } from '#test/stage.ts'

const stories = { name: 'Stories', slug: 'stories', kind: 'custom' } as const

test('calls are listed newest first, with what they did and why they were refused', async () => {
  const { call, answerOf, access } = await stage()
  await call(createCollection, stories, { idempotencyKey: 'once' })
  await answerOf(createCollection, stories, { idempotencyKey: 'once' })
  await answerOf(updateOrganizationSettings, { contentMode: 'ghost' })

  const { items, total } = await call(listAgentAuditLog, {})

  expect(total).toBe(3)
  const [refused, replayed, made] = items
  expect(refused).toMatchObject({
    operation: 'updateOrganizationSettings',
    requiredScope: 'org:write',
    risk: 'write',
    effectiveRisk: 'publish',
    status: 'rejected',
    code: 'confirmation_required',
    confirmed: false,
    inputSummary: { contentMode: 'ghost' },
  })
  expect(replayed).toMatchObject({ status: 'replayed', replayOf: made?.requestId })
  expect(made).toMatchObject({
    operation: 'createCollection',
    credentialType: 'api_key',
    status: 'succeeded',
    code: null,
    actorUserId: access.actor.userId,
    clientName: 'key of the test',
    interface: 'rest',
    occurrences: 1,
    inputSummary: { name: 'Stories', kind: 'custom' },
  })
  expect(made?.idempotencyKeyHash).toMatch(/^[0-9a-f]{64}$/)
  expect(made?.durationMs).toBe(Date.parse(made?.finishedAt ?? '') - Date.parse(made?.startedAt ?? ''))
  expect((await call(listAgentAuditLog, { pageSize: 1 })).items).toMatchObject([{ operation: 'listAgentAuditLog' }])
})

test('filters narrow the list', async () => {
  const { call, answerOf, access } = await stage()
  await call(listCollections, {})
  await answerOf(listCollections, { page: 0 })
  await call(createCollection, stories)
  const names = async (input: Parameters<typeof call<typeof listAgentAuditLog>>[1]) =>
    (await call(listAgentAuditLog, { operation: 'listCollections', ...input })).items.map(({ status }) => status)

  expect(await names({})).toEqual(['rejected', 'succeeded'])
  expect(await names({ status: 'rejected' })).toEqual(['rejected'])
  expect(await names({ search: 'VALIDATION' })).toEqual(['rejected'])
  expect(await names({ risk: 'write' })).toEqual([])
  expect(await names({ credentialType: 'oauth' })).toEqual([])
  expect(await names({ actorKind: 'agent' })).toHaveLength(2)
  expect(await names({ actorKind: 'agent', credentialType: 'session' })).toEqual([])
  expect(await names({ actorKind: 'person' })).toEqual([])
  expect(await names({ actorUserId: access.actor.userId })).toHaveLength(2)
  expect(await names({ actorUserId: newId('user') })).toEqual([])
  expect(await names({ from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' })).toEqual([])
  const [newest] = (await call(listAgentAuditLog, { operation: 'createCollection' })).items
  const at = newest?.startedAt ?? ''
  expect((await call(listAgentAuditLog, { from: at, to: at, operation: 'createCollection' })).total).toBe(1)
  expect((await call(listAgentAuditLog, { search: newest?.requestId ?? '' })).total).toBe(1)
})

test('another organization sees nothing of it', async () => {
  const [{ call }, other] = [await stage(), await stage()]
  await call(listCollections, {})

  expect((await other.call(listAgentAuditLog, {})).total).toBe(0)
})

test.each(['editor', 'viewer'] as const)('the role %s may not read it', async (role) => {
  const { call } = await stage({ role })

  await expect(call(listAgentAuditLog, {})).rejects.toMatchObject({ code: 'role_forbidden' })
})

test('the calls of one credential stand alone, whatever its name', async () => {
  const { call, access } = await stage()
  const other = { as: { actor: { ...access.actor, credentialId: newId('apiKey') } } }
  await call(listCollections, {})
  await call(createCollection, stories, other)
  const calls = async (credentialId: string) =>
    (await call(listAgentAuditLog, { credentialId })).items.map(({ operation }) => operation)

  expect(await calls(other.as.actor.credentialId)).toEqual(['createCollection'])
  expect(await calls(newId('apiKey'))).toEqual([])
})
