import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { keepAudit } from '#areas/account/index.ts'
import { earliestId } from '#kernel/ids.ts'
import { silentLog } from '#kernel/log.ts'
import { openServer, type TestServer } from '#test/server.ts'

import { removeOldAudit } from './remove-old-audit.ts'
import { sealAudit } from './seal-audit.ts'
import { verifyAudit } from './verify-audit.ts'

vi.setConfig({ testTimeout: 120_000 })

let server: TestServer
beforeAll(async () => {
  server = await openServer({ WORKER: 'off' })
})
afterAll(() => server.close())

const day = 24 * 3600_000
const inDays = (days: number) => () => new Date(Date.now() + days * day)
const parts = () => ({ database: server.database, signing: server.vault, log: silentLog })

test('records go once their organization keeps them no longer, and verification knows which', async () => {
  const brief = await organizationWithRecords('Brief Media')
  const patient = await organizationWithRecords('Patient Media')
  await keepAudit(server.database, { slug: 'patient-media', days: 800 })
  await sealAudit({ ...parts(), now: inDays(1) })

  const early = await removeOldAudit({ ...parts(), now: inDays(399) })
  const due = await removeOldAudit({ ...parts(), now: inDays(402) })
  const again = await removeOldAudit({ ...parts(), now: inDays(402) })

  // Months to come are empty, and old by then.
  expect(early).toMatchObject({ seals: 0, records: 0 })
  expect(due.seals).toBe(1)
  expect(due.records).toBeGreaterThan(2)
  expect(again).toEqual({ seals: 0, months: 0, records: 0 })
  expect([await countOf(brief), (await countOf(patient)) > 2]).toEqual([0, true])
  const found = await verifyAudit(parts())
  expect(found.flatMap(({ faults }) => faults)).toEqual([])
  expect(found.find(({ organization }) => organization === 'brief-media')?.notes).toEqual([
    expect.stringMatching(/^the records up to seal 1 were removed on .+, because of their age$/),
  ])

  await server.asOwner(
    `set session_replication_role = replica; update app.audit_removal set last_id = last_id || '0' where organization_id = '${brief}'; set session_replication_role = default`,
  )
  const forged = (await verifyAudit(parts())).find(({ organization }) => organization === 'brief-media')
  expect(forged?.faults).toContain('the note of a removal up to seal 1 was not made by Masthead')
})

test('a month that nobody keeps is dropped whole, and one that somebody keeps is not', async () => {
  const organizationId = await organizationWithRecords('Monthly Media')
  const months = [
    ['2020_01', Date.UTC(2020, 0, 5)],
    ['2020_02', Date.UTC(2020, 1, 5)],
  ] as const
  for (const [month, at] of months) {
    const next = new Date(at)
    next.setUTCMonth(next.getUTCMonth() + 1, 1)
    await server.asOwner(
      `create table app.audit_record_${month} partition of app.audit_record for values from ('${month.replace('_', '-')}-01') to ('${next.toISOString().slice(0, 10)}');
      alter table app.audit_record_${month} owner to masthead_owner;
      insert into app.audit_record (organization_id, id, created_at, finished_at, request_id, operation, interface, credential_type, status, row_hash)
      values ('${organizationId}', '${earliestId('auditRecord', at)}', '${new Date(at).toISOString()}', now(), 'req_a', 'listItems', 'rest', 'api_key', 'succeeded', '')`,
    )
  }
  await server.asOwner(`update auth.organizations set audit_days = 100000 where id <> '${organizationId}'`)
  await sealAudit({ ...parts(), now: () => new Date(Date.UTC(2020, 0, 20)) })
  await sealAudit({ ...parts(), now: inDays(1) })

  const removed = await removeOldAudit({ ...parts(), now: () => new Date(Date.UTC(2021, 2, 1)) })

  expect(removed).toMatchObject({ seals: 1, months: 1, records: 0 })
  const { rows } = await server.database.backend.pools.system.use((connection) =>
    connection.query(
      `select to_regclass('app.audit_record_2020_01') is null as gone, to_regclass('app.audit_record_2020_02') is null as kept`,
    ),
  )
  expect(rows).toEqual([{ gone: true, kept: false }])
  const found = (await verifyAudit(parts())).find(({ organization }) => organization === 'monthly-media')
  expect(found?.faults).toEqual([])
})

test('nobody else removes a record: neither background work, nor a month that is kept', async () => {
  await expect(server.database.asSystem((db) => db.deleteFrom('audit_record').execute())).rejects.toMatchObject({
    code: '42501',
  })
})

async function organizationWithRecords(name: string): Promise<string> {
  const { organizationId, cookie } = await server.addOrganization(name)
  const { secret } = await server.client.newKey(cookie)
  for (let calls = 0; calls < 3; calls++) await server.client.call(secret, 'listItems', {})
  return organizationId
}

async function countOf(organizationId: string): Promise<number> {
  const rows = await server.database.asSystem((db) =>
    db.selectFrom('audit_record').select('id').where('organization_id', '=', organizationId).execute(),
  )
  return rows.length
}
