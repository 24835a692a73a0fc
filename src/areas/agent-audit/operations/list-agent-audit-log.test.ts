import { expect, test } from 'vitest'

import { getAgentAuditRecord } from '#areas/agent-audit/operations/get-agent-audit-record.ts'
import { listAgentAuditLog } from '#areas/agent-audit/operations/list-agent-audit-log.ts'
import { setApprovalPolicy } from '#areas/approvals/operations/set-approval-policy.ts'
import { createCollection } from '#areas/collections/operations/create-collection.ts'
import { listCollections } from '#areas/collections/operations/list-collections.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { disconnectIntegration } from '#areas/integrations/operations/disconnect-integration.ts'
import { setConnectorSecret } from '#areas/integrations/operations/set-connector-secret.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { openConnectors } from '#connectors/index.ts'
import { credentialStarts } from '#kernel/credential-text.ts'
import { type IntegrationId, newId } from '#kernel/ids.ts'
import { ceilingOf } from '#kernel/scope.ts'
import { addMember } from '#test/people.ts'
import { type Stage, stage } from '#test/stage.ts'
import { openChat } from '#test/standins/chat.ts'

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
    sentence: 'Created a collection: “Stories” (kind custom)',
    object: { type: 'collection', title: 'Stories' },
    actorUserId: access.actor.userId,
    clientName: 'key of the test',
    interface: 'rest',
    occurrences: 1,
    inputSummary: { name: 'Stories', kind: 'custom' },
  })
  expect(made).not.toHaveProperty('code')
  expect(JSON.stringify(made)).not.toContain(':null')
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
  expect(await names({ status: ['rejected', 'succeeded'] })).toEqual(['rejected', 'succeeded'])
  expect(await names({ risk: ['write', 'read'], changesOnly: true })).toEqual([])
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
  const [named] = (await call(listAgentAuditLog, { credentialId: other.as.actor.credentialId })).items
  expect(named?.credentialId).toBe(other.as.actor.credentialId)
})

test('what changed last night: changes and waiting calls, each with its record and a sentence', async () => {
  const on = await stage()
  const { item } = await on.call(createItem, { collectionId: 'articles', title: 'On CRM' })
  await on.call(deleteItem, { id: item.id }, { dryRun: true })
  await on.answerOf(deleteItem, { id: item.id })
  await on.call(setApprovalPolicy, { risks: ['destructive'] }, on.inPerson({ elevated: true }))
  const policy = { ...on.access.organization, approvalRisks: ['destructive' as const] }
  const agent = { as: { organization: policy } }
  await on.answerOf(deleteItem, { id: item.id }, { ...agent, confirm: true })
  await on.answerOf(deleteItem, { id: item.id }, { ...agent, confirm: true })
  await on.call(listCollections, {})

  const { items } = await on.call(listAgentAuditLog, { changesOnly: true })

  const object = { type: 'item', id: item.id, title: 'On CRM' }
  const waiting = { status: 'waiting', sentence: "Waits for a person's approval to delete an item: “On CRM”", object }
  expect(items).toMatchObject([
    waiting,
    waiting,
    { sentence: expect.stringMatching(/^Set which calls of agents need a person/), object: { type: 'organization' } },
    { sentence: 'Created an item: “On CRM”', object },
  ])
  expect(items).toHaveLength(4)
})

test('a person below admin reads the own calls in the web application, and no others', async () => {
  const on = await stage()
  await on.call(createCollection, stories)
  const { person, as } = await editorOf(on)
  const { item } = await on.call(createItem, { collectionId: 'articles', title: 'Mine' }, as)

  const { items } = await on.call(listAgentAuditLog, {}, as)

  expect(items).toMatchObject([{ operation: 'createItem', actorUserId: person, object: { id: item.id } }])
  const others = await on.call(listAgentAuditLog, { operation: 'createCollection' })
  const requestId = others.items[0]?.requestId ?? newId('request')
  await expect(on.call(getAgentAuditRecord, { requestId }, as)).rejects.toMatchObject({ code: 'not_found' })
  expect((await on.call(listAgentAuditLog, { actorUserId: on.access.actor.userId }, as)).total).toBe(0)
})

test('a credential of ours is nowhere in a record, whatever field it was sent in', async () => {
  const on = await stage()
  const secrets = Object.values(credentialStarts).map((start) => `${start}${'Ab1'.repeat(12)}`)
  for (const secret of secrets) {
    await on.answerOf(createCollection, { ...stories, name: secret, [secret]: secret })
    await on.answerOf({ ...createCollection, name: secret }, stories)
    await on.answerOf(createItem, { collectionId: 'articles', title: `Key ${secret}`, slug: secret })
    const refused = await on.answerOf(createCollection, { ...stories, slug: 'other', [secret]: 1 })
    expect(refused.body).not.toContain(secret)
  }

  const log = JSON.stringify(await on.call(listAgentAuditLog, { pageSize: 100 }))

  for (const secret of secrets) expect(log).not.toContain(secret.slice(0, 16))
  expect(log).toContain('mh_sk_[redacted]')
})

async function editorOf(on: Stage) {
  const userId = await addMember(on.database, on.access.organization.id, 'editor')
  return {
    person: userId,
    as: on.inPerson({
      as: {
        role: 'editor',
        scopes: ceilingOf.editor,
        grantedScopes: ceilingOf.editor,
        actor: { kind: 'user', userId, credentialType: 'session', credentialId: newId('session'), clientName: null },
      },
    }),
  }
}

test('a sentence about an integration names it as people know it', async () => {
  const chat = await openChat()
  const on = await stage({ connectors: openConnectors({ discord: chat.url }) })
  const inPerson = { confirm: true, ...on.inPerson({ elevated: true }) }
  const { integration } = await on.call(setConnectorSecret, { ...chat.discord, displayName: 'Newsroom chat' }, inPerson)
  await on.call(disconnectIntegration, { id: integration.id as IntegrationId }, { confirm: true })
  await chat.close()

  const { items } = await on.call(listAgentAuditLog, {})

  expect(items.map(({ sentence }) => sentence).slice(0, 2)).toEqual([
    'Disconnected an integration: “Newsroom chat”',
    expect.stringMatching(/^Connected a service: “Newsroom chat”/),
  ])
})
