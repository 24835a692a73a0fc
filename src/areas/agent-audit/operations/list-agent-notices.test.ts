import { expect, test } from 'vitest'

import { type CallRecord, writeRecord } from '#catalog/run/audit.ts'
import { addGrant, addMember } from '#test/people.ts'
import { stage } from '#test/stage.ts'

import { listAgentNotices } from './list-agent-notices.ts'
import { listConnectedAgents } from './list-connected-agents.ts'

const app = { door: 'app' as const }
const day = 86_400_000

async function staged() {
  const on = await stage()
  const { organization, actor } = on.access
  const owner = { organizationId: organization.id, userId: actor.userId }
  const editor = { ...owner, userId: await addMember(on.database, organization.id, 'editor') }
  const grantId = await addGrant(on.database, editor, { clientName: 'Editor plug-in' })
  const record = (more: Partial<CallRecord>, person = owner, grant?: string, ago = 0) => {
    const at = new Date(Date.now() - ago)
    const call: CallRecord = {
      operation: 'token',
      interface: 'rest',
      access: {
        actor: {
          ...actor,
          userId: person.userId,
          credentialType: grant === undefined ? 'session' : 'oauth',
          credentialId: grant ?? actor.credentialId,
          clientName: 'Editor plug-in',
        },
        organization,
      },
      requestId: `req_${at.getTime()}`,
      clientRequestId: undefined,
      startedAt: at,
      finishedAt: at,
      scope: null,
      risk: null,
      effectiveRisk: null,
      status: more.code ? 'rejected' : 'succeeded',
      code: null,
      confirmed: false,
      idempotencyKey: undefined,
      replayOf: null,
      occurrences: 1,
      inputSummary: {},
      resultSummary: {},
      ...more,
    }
    return on.database.forOrganization(person, 'write', ({ db }) => writeRecord(db, call))
  }
  const asEditor = { ...app, as: { role: 'editor', actor: { ...actor, userId: editor.userId } } as never }
  return { on, owner, editor, grantId, record, asEditor }
}

test('a refresh token that came twice is reported with its client and person', async () => {
  const { on, editor, grantId, record } = await staged()
  await record({ code: 'refresh_reuse' }, editor, grantId)

  const { items } = await on.call(listAgentNotices, {}, app)

  expect(items).toEqual([
    {
      id: expect.stringMatching(/^aud_/),
      kind: 'refresh_reuse',
      at: expect.any(String),
      requestId: expect.any(String),
      agentId: grantId,
      agentName: 'Editor plug-in',
      actorUserId: editor.userId,
      actorName: 'An editor',
    },
  ])
})

test('the end of a grant is no call of its client', async () => {
  const { on, editor, grantId, record } = await staged()
  await record({ code: 'refresh_reuse' }, editor, grantId)

  expect((await on.call(listConnectedAgents, { search: grantId }, app)).items).toMatchObject([
    { lastOperation: null, requestsToday: 0 },
  ])
})

test('other refusals and what is older than two weeks are no notice', async () => {
  const { on, editor, grantId, record } = await staged()
  await record({ code: 'refresh_reuse' }, editor, grantId, 15 * day)
  await record({ code: 'access_denied', operation: 'consent' }, editor)
  await record({ operation: 'signIn', inputSummary: { secondFactor: 'totp' } }, editor)

  expect(await on.call(listAgentNotices, {}, app)).toEqual({ items: [] })
})

test('a recovery code that was used is about the person alone', async () => {
  const { on, owner, record } = await staged()
  await record({ operation: 'signIn', inputSummary: { secondFactor: 'recovery_code' } })

  expect((await on.call(listAgentNotices, {}, app)).items).toMatchObject([
    { kind: 'recovery_code_used', agentId: null, agentName: null, actorUserId: owner.userId },
  ])
})

test('who is no administrator hears of the own credentials only', async () => {
  const { on, editor, grantId, record, asEditor } = await staged()
  await record({ code: 'code_replay' }, editor, grantId)
  await record({ operation: 'signIn', inputSummary: { secondFactor: 'recovery_code' } })

  expect((await on.call(listAgentNotices, {}, asEditor)).items.map(({ kind }) => kind)).toEqual(['code_replay'])
  expect((await on.call(listAgentNotices, {}, app)).items).toHaveLength(2)
})
