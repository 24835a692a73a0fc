import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { consolidateItems } from '#areas/seo/operations/consolidate-items.ts'
import { tenantDatabase } from '#platform/database/tenant.ts'
import { serverUrl } from '#platform/database/test-server.ts'
import { type Cut, cuttingOff } from '#test/cut-off.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { fingerprint } from '#test/fingerprint.ts'
import { stageOn, testFiles } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'
import { testVault } from '#test/vault.ts'

vi.setConfig({ testTimeout: 240_000 })

let database: TestDatabase
let cut: Cut
let admin: pg.Client | undefined
beforeAll(async () => {
  if (serverUrl !== undefined) await (admin = new pg.Client({ connectionString: serverUrl })).connect()
  database = await openTestDatabase()
  cut = cuttingOff(database.backend, end)
  stageOn({ database: tenantDatabase(cut.backend), vault: await testVault(), files: testFiles() })
})
afterAll(async () => {
  await database.close()
  await admin?.end()
})

/** A server ends the process behind the connection; in the embedded engine the connection alone ends. */
async function end(pid: number): Promise<void> {
  await admin?.query('select pg_terminate_backend($1, 5000)', [pid])
}

test('a consolidation whose connection dies after any of its statements is done whole or not at all', async () => {
  const on = await stage()
  const settings = { siteUrl: 'https://acme.example', urlTemplates: { articles: '/blog/{slug}' } }
  await on.call(updateOrganizationSettings, settings as never, { confirm: true })
  const item = async (title: string, content: string) =>
    (
      await on.call(createItem, { collectionId: 'articles', title, content, status: 'published' } as never, {
        confirm: true,
      })
    ).item.id
  const [winnerId, copy, twin] = [await item('Winner', 'W'), await item('Copy', 'C'), await item('Twin', 'T')]
  await item('Refers', '[one](/blog/copy) and [two](/blog/twin)')
  const input = { winnerId, duplicateIds: [copy, twin], rewriteReferences: true, createRedirects: true }
  const consolidate = (idempotencyKey: string) =>
    on.answerOf(consolidateItems, input, { confirm: true, idempotencyKey })
  const records = async () =>
    on.rows(async ({ db }) => {
      const ofCalls = db.selectFrom('audit_record').where('operation', '=', 'consolidateItems').select('id')
      const succeeded = await ofCalls.where('status', '=', 'succeeded').execute()
      const keys = await db.selectFrom('idempotency_key').select('key').execute()
      return { succeeded: succeeded.length, keys: keys.length }
    })
  const [untouched, noRecords] = [await fingerprint(on), await records()]

  const cutAfter: string[] = []
  let isWhole = false
  for (let statement = 1; ; statement++) {
    const key = `cut-${statement}`
    cut.after(statement)
    const answer = await consolidate(key)
    if (!cut.happened()) break
    cutAfter.push(cut.text())
    expect(answer.status, `after ${cut.text()}`).toBe(503)
    if ((await fingerprint(on)) === untouched) {
      expect(await records(), `after ${cut.text()}`).toEqual(noRecords)
      continue
    }
    // Whole: the same call again is the first answer, and nothing happens twice.
    expect(await records()).toEqual({ succeeded: 1, keys: noRecords.keys + 1 })
    const whole = await fingerprint(on)
    const again = await consolidate(key)
    expect([again.status, again.replayed]).toEqual([200, true])
    expect(await fingerprint(on)).toBe(whole)
    isWhole = true
    break
  }
  expect(cutAfter.filter((text) => /^(with|insert|update)/.test(text)).length).toBeGreaterThan(15)
  expect(isWhole).toBe(true)
})
