import { expect, test } from 'vitest'

import { itemChecks } from '#areas/checks/index.ts'
import type { Access } from '#kernel/access.ts'
import { Refusal } from '#kernel/errors.ts'
import { silentLog } from '#kernel/log.ts'
import { newOrganization } from '#test/people.ts'
import { testDatabase } from '#test/shared-parts.ts'

import { newRequestId } from './call.ts'
import { createRunner } from './run.ts'
import { throttledCalls } from './throttled.ts'

async function ledger() {
  const database = await testDatabase()
  const runner = createRunner({
    operations: new Map(),
    database,
    render: () => Promise.reject(new Error('nothing is rendered here')),
    checks: itemChecks,
    baseUrl: () => 'https://masthead.test',
    log: silentLog,
  })
  const throttled = throttledCalls({ record: runner.record, log: silentLog })
  const count = (access: Access, operation: string) =>
    throttled.count({
      door: 'rest',
      operation,
      access,
      requestId: newRequestId(),
      clientRequestId: undefined,
      startedAt: new Date(),
      refusal: new Refusal('rate_limited', 'Too many requests.'),
    })
  const records = ({ organization }: Access) =>
    database.forOrganization({ organizationId: organization.id }, 'read', ({ db }) =>
      db.selectFrom('audit_record').select(['operation', 'status', 'code', 'occurrences', 'credential_id']).execute(),
    )
  return { database, throttled, count, records }
}

test('the throttled calls of a key become one record with their count, each in its organization', async () => {
  const { database, throttled, count, records } = await ledger()
  const [first, second] = [await newOrganization(database), await newOrganization(database)]
  for (let n = 0; n < 25; n++) count(first, n === 0 ? 'listItems' : 'getItem')
  count(second, 'listItems')

  expect(await records(first)).toEqual([])
  await throttled.close()

  const record = { operation: 'listItems', status: 'rejected', code: 'rate_limited' }
  expect(await records(first)).toEqual([{ ...record, occurrences: 25, credential_id: first.actor.credentialId }])
  expect(await records(second)).toEqual([{ ...record, occurrences: 1, credential_id: second.actor.credentialId }])
})

test('a call after a minute has been written begins a new record', async () => {
  const { database, throttled, count, records } = await ledger()
  const access = await newOrganization(database)
  count(access, 'listItems')
  await throttled.flush()
  count(access, 'listItems')
  count(access, 'listItems')
  await throttled.flush()
  await throttled.flush()

  expect((await records(access)).map(({ occurrences }) => occurrences).toSorted()).toEqual([1, 2])
})

test('the throttled calls of one session in two organizations are a record in each', async () => {
  const { database, throttled, count, records } = await ledger()
  const first = await newOrganization(database)
  const second = { ...(await newOrganization(database)), actor: first.actor }
  count(first, 'listItems')
  count(second, 'listItems')
  count(second, 'listItems')
  await throttled.close()

  expect(await records(first)).toMatchObject([{ occurrences: 1 }])
  expect(await records(second)).toMatchObject([{ occurrences: 2 }])
})
