import { randomBytes } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { silentLog } from '#kernel/log.ts'
import { openServer, type TestServer } from '#test/server.ts'

import { rootOf, sha256 } from './audit-seals.ts'
import { sealAudit } from './seal-audit.ts'
import { verifyAudit } from './verify-audit.ts'

let server: TestServer
beforeAll(async () => {
  server = await openServer()
})
afterAll(() => server.close())

/** Old enough to be sealed. */
const later = () => new Date(Date.now() + 180_000)

test('what is sealed is found as it was; what is new waits; each manipulation is named in its own organization', async () => {
  const { database, vault } = server
  const names = ['Untouched', 'Changed', 'Removed', 'Added', 'Rewritten', 'Forged']
  const ids = new Map<string, string>()
  for (const name of names) ids.set(name, await organizationWithRecords(name))
  const parts = { database, signing: vault, log: silentLog }
  expect(await sealAudit(parts)).toEqual({ seals: 0, records: 0 })
  const sealed = await sealAudit({ ...parts, now: later })
  await organizationCalls('untouched')
  expect(sealed.seals).toBe(names.length)
  expect(await sealAudit(parts)).toEqual({ seals: 0, records: 0 })
  const fine = await verify()
  expect(fine.flatMap(({ faults, notes }) => [...faults, ...notes])).toEqual([])
  expect(fine.find(({ organization }) => organization === 'untouched')).toMatchObject({ seals: 1, unsealed: 1 })

  const victim = await recordOf('Changed')
  await tamper(`update app.audit_record set status = 'rejected' where id = '${victim}'`)
  await tamper(`delete from app.audit_record where id = '${await recordOf('Removed')}'`)
  const copied = await recordOf('Added')
  const inserted = `${copied.slice(0, -1)}${copied.endsWith('0') ? '1' : '0'}`
  await tamper(
    `insert into app.audit_record select (jsonb_populate_record(r, jsonb_build_object('id', '${inserted}'))).* from app.audit_record r where id = '${copied}'`,
  )
  await tamper(`update app.audit_seal set last_id = last_id || '0' where organization_id = '${ids.get('Rewritten')}'`)
  await tamper(
    `update app.audit_seal set mac = split_part(mac, ':', 1) || ':none' where organization_id = '${ids.get('Forged')}'`,
  )

  const faults = new Map((await verify()).map((found) => [found.organization, found.faults]))
  expect(faults.get('untouched')).toEqual([])
  expect(faults.get('changed')).toEqual([
    expect.stringMatching(`record ${victim} .* was changed or added after seal 1`),
  ])
  expect(faults.get('removed')).toEqual(['1 records of seal 1 were removed'])
  // Where the copy sorts behind the newest sealed record it is not among the sealed ones.
  expect(faults.get('added')).toEqual([expect.stringMatching(`record ${inserted} .* was changed or added`)])
  expect(faults.get('rewritten')).toContain('seal 1 was changed')
  expect(faults.get('forged')).toEqual(['seal 1 was not made with the master key that it names'])

  async function verify() {
    return verifyAudit({ database, signing: vault })
  }

  /** The second record: the first ones are those that a set-up writes. */
  async function recordOf(name: string): Promise<string> {
    const rows = await database.asSystem((db) =>
      db
        .selectFrom('audit_record')
        .select('id')
        .where('organization_id', '=', ids.get(name) ?? '')
        .orderBy('id')
        .limit(2)
        .execute(),
    )
    return rows.at(0)?.id ?? ''
  }
})

test('an organization whose records cannot be sealed is named in the log, and keeps no other from its seal', async () => {
  const { database, vault } = server
  const [bad] = [await organizationWithRecords('Unsealable'), await organizationWithRecords('Sealable')]
  await tamper(`create function app.no_seal() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
    create trigger no_seal before insert on app.audit_seal for each row when (new.organization_id = '${bad}') execute function app.no_seal()`)
  const failed: unknown[] = []
  const log = { ...silentLog, error: ({ organizationId }: Record<string, unknown>) => void failed.push(organizationId) }

  const made = await sealAudit({ database, signing: vault, log, now: later })
  await tamper('drop trigger no_seal on app.audit_seal; drop function app.no_seal()')

  expect(failed).toEqual([bad])
  expect(made.seals).toBeGreaterThan(0)
  const found = await verifyAudit({ database, signing: vault })
  expect(found.find(({ organization }) => organization === 'sealable')).toMatchObject({ seals: 1, unsealed: 0 })
})

test('a second seal continues the first one, and two nodes that seal at once make one', async () => {
  const { database, vault } = server
  const organizationId = await organizationWithRecords('Twice')
  const parts = { database, signing: vault, log: silentLog, now: later }
  await sealAudit(parts)
  await organizationCalls('twice')

  await Promise.all([sealAudit(parts), sealAudit(parts)])

  const seals = await database.asSystem((db) =>
    db
      .selectFrom('audit_seal')
      .select(['n', 'count'])
      .where('organization_id', '=', organizationId)
      .orderBy('n')
      .execute(),
  )
  expect(seals.map(({ n }) => n)).toEqual([1, 2])
  const [found] = (await verifyAudit({ database, signing: vault })).filter((one) => one.organization === 'twice')
  expect(found).toMatchObject({ seals: 2, unsealed: 0, faults: [] })
})

test('the root changes with every leaf and with their order', () => {
  const leaves = Array.from({ length: 5 }, () => Buffer.from(randomBytes(32)))

  const roots = [
    leaves,
    leaves.toReversed(),
    leaves.slice(1),
    [...leaves.slice(0, 4), sha256('other')],
    [...leaves, sha256('more')],
  ].map((each) => rootOf(each).toString('hex'))

  expect(new Set(roots).size).toBe(roots.length)
})

const cookies = new Map<string, string>()

async function organizationWithRecords(name: string): Promise<string> {
  const { organizationId, cookie } = await server.addOrganization(name)
  cookies.set(name.toLowerCase(), cookie)
  for (let calls = 0; calls < 3; calls++) await organizationCalls(name.toLowerCase())
  return organizationId
}

async function organizationCalls(slug: string): Promise<void> {
  const { status, text } = await server.client.inApp(cookies.get(slug) ?? '', 'createItem', {
    collectionId: 'articles',
    title: `Item ${randomBytes(4).toString('hex')}`,
  })
  expect(status, text).toBe(200)
}

/** As somebody with all rights to the database. */
async function tamper(statement: string): Promise<void> {
  await server.asOwner(`set session_replication_role = replica; ${statement}; set session_replication_role = default`)
}
