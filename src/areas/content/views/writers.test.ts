import { afterAll, beforeAll, expect, test } from 'vitest'

import { ask } from '#kernel/ask.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { explain, planModes, stepsOf } from '#test/plans.ts'
import { listeningTo } from '#test/statements.ts'

import { workAsked } from './writers.ts'

const organizationId = 'org_00000000000000000000000001'
let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await database.asOwner(async ({ send }) => {
    for (const statement of filling) await send(statement)
  })
}, 120_000)
afterAll(() => database.close())

const item = (n: string) => `'itm_0' || lpad(${n}::text, 25, '0')`
const filling = [
  `insert into auth.organizations (id, slug, name, plan) values ('${organizationId}', 'acme', 'Acme', 'authority')`,
  `insert into app.organization_setting (organization_id) values ('${organizationId}')`,
  `insert into app.collection (organization_id, id, slug, name, kind, enabled, built_in, url_template)
    values ('${organizationId}', 'col_00000000000000000000000001', 'articles', 'Articles', 'articles', true, true, '/{slug}')`,
  `insert into app.item (organization_id, id, collection_id, slug, title, title_key, status)
    select '${organizationId}', ${item('n')}, 'col_00000000000000000000000001', 'slug-' || n, 'Title', 'title', 'draft' from generate_series(1, 4000) n`,
  `insert into app.item_revision (organization_id, item_id, n, snapshot, author_type)
    select '${organizationId}', ${item('n')}, r, '{}', 'agent' from generate_series(1, 4000) n, generate_series(1, 5) r`,
  `insert into app.call_approval (organization_id, id, state, principal, user_id, operation, risk, scopes, role, input_hash, input, effect, request_id, expires_at)
    select '${organizationId}', 'apr_' || n, case when n <= 3 then 'pending' else 'used' end, 'p', 'u', 'publishItem', 'publish', '{}', 'owner',
      decode(lpad(n::text, 8, '0'), 'hex'), '{}', '{}', 'req', now() + interval '1 day' from generate_series(1, 4000) n`,
  'VACUUM ANALYZE',
]

test.each(planModes)(
  'who wrote twenty items, and which of them wait, is looked up in indexes, with %s',
  async (mode) => {
    const ids = Array.from({ length: 20 }, (_, n) => `itm_0${String(n * 151 + 1).padStart(25, '0')}`)
    const listening = listeningTo(database)
    await listening.database.forOrganization({ organizationId }, 'read', ({ db }) => ask(db, workAsked(ids)))
    const [statement] = listening.statements.filter(({ text }) => text.includes('"item_revision"'))

    const steps = stepsOf(await explain(database, { statement, organizationId, mode }))

    const read = (table: string) => steps.filter((step) => step['Relation Name'] === table)
    for (const table of ['item_revision', 'call_approval', 'audit_record'])
      expect(
        read(table).map((step) => step['Node Type']),
        table,
      ).not.toContain('Seq Scan')
    expect(read('item_revision').filter((step) => step['Actual Rows'] > 20)).toEqual([])
  },
)
