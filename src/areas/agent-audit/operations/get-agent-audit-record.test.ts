import { expect, test } from 'vitest'

import { getAgentAuditRecord } from '#areas/agent-audit/operations/get-agent-audit-record.ts'
import { listCollections } from '#areas/collections/operations/list-collections.ts'
import { newId, type RequestId } from '#kernel/ids.ts'
import { stage } from '#test/stage.ts'

async function recorded() {
  const staged = await stage()
  const answer = await staged.answerOf(listCollections, { pageSize: 7 })
  const { requestId } = JSON.parse(answer.body) as { requestId: RequestId }
  return { ...staged, requestId }
}

test('a call is found by its request', async () => {
  const { call, requestId } = await recorded()

  const { record } = await call(getAgentAuditRecord, { requestId })

  expect(record).toMatchObject({ requestId, operation: 'listCollections', risk: 'read', inputSummary: { pageSize: 7 } })
})

test('an unknown, malformed or foreign request is not found', async () => {
  const [{ call }, other] = [await recorded(), await recorded()]

  for (const requestId of [newId('request'), 'nonsense', other.requestId]) {
    await expect(call(getAgentAuditRecord, { requestId })).rejects.toMatchObject({ code: 'not_found' })
  }
})

test('it needs the role admin', async () => {
  const { call } = await stage({ role: 'author' })

  const refused = call(getAgentAuditRecord, { requestId: newId('request') })

  await expect(refused).rejects.toMatchObject({ code: 'role_forbidden' })
})
