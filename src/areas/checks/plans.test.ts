import { afterAll, beforeAll, expect, test } from 'vitest'

import { ask } from '#kernel/ask.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { explain, planModes, stepsOf } from '#test/plans.ts'
import { listeningTo } from '#test/statements.ts'

import { takeMarks } from './marks.ts'
import { candidatesAsked, mostOfOne } from './similarity/similar-items.ts'
import { standingsAsked } from './standings.ts'
import { countWarnings, listWarnings } from './warning-lists.ts'

const organizationId = 'org_00000000000000000000000001'
const items = 4000
let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await database.asOwner(async ({ send }) => {
    for (const statement of filling) await send(statement)
  })
}, 120_000)
afterAll(() => database.close())

const item = (n: string) => `'itm_0' || lpad(${n}::text, 25, '0')`
const warningsOf = (from: number, to: number) =>
  `insert into app.item_warning (organization_id, item_id, code, rank, warning)
    select '${organizationId}', ${item('n')}, 'code_' || k, least(k / 2, 2), '{}' from generate_series(${from}, ${to}) n, generate_series(1, 9) k`
const filling = [
  `insert into auth.organizations (id, slug, name, plan) values ('${organizationId}', 'acme', 'Acme', 'authority')`,
  `insert into app.organization_setting (organization_id) values ('${organizationId}')`,
  `insert into app.collection (organization_id, id, slug, name, kind, enabled, built_in, url_template)
    values ('${organizationId}', 'col_00000000000000000000000001', 'articles', 'Articles', 'articles', true, true, '/{slug}')`,
  `insert into app.item (organization_id, id, collection_id, slug, title, title_key, status)
    select '${organizationId}', ${item('n')}, 'col_00000000000000000000000001', 'slug-' || n, 'Title', 'title', 'draft' from generate_series(1, ${items}) n`,
  warningsOf(1, 150),
  // Drafts of one template: their bodies and titles are alike.
  `insert into app.item_band (organization_id, item_id, band, hash)
    select '${organizationId}', ${item('n')}, band, band from generate_series(1, ${items}) n, generate_series(0, 15) band`,
  `insert into app.item_title_token (organization_id, item_id, token) select '${organizationId}', ${item('n')}, token
    from generate_series(1, ${items}) n, unnest(array['amber', 'bronze', 'copper', '=amber bronze copper']) token`,
  'VACUUM ANALYZE',
  // As an import leaves it: the database knows of a few warnings only.
  warningsOf(151, items),
]

async function statementsOf(
  work: Parameters<TestDatabase['forOrganization']>[2],
  about = '"item_warning"',
  mode: 'read' | 'write' = 'read',
) {
  const listening = listeningTo(database)
  await listening.database.forOrganization({ organizationId }, mode, work)
  return listening.statements.filter(({ text }) => text.includes(about))
}

const named = Array.from({ length: 20 }, (_, n) => `itm_0${String(n * 151 + 1).padStart(25, '0')}`)
const nothing = { found: new Map(), faults: [] }
const every = { codes: undefined, severity: undefined, status: undefined, search: undefined }

test.each(planModes)('warnings are counted with one look at the items, with %s', async (mode) => {
  const statements = [
    ...(await statementsOf(({ db }) => countWarnings(db, nothing))),
    ...(await statementsOf(({ db }) => listWarnings(db, nothing, every, { page: 1, pageSize: 20 }))).slice(0, 1),
  ]
  expect(statements).toHaveLength(2)
  for (const statement of statements) {
    const steps = stepsOf(await explain(database, { statement, organizationId, mode }))
    expect(steps.filter((step) => step['Node Type'] === 'Nested Loop')).toEqual([])
  }
})

test('how twenty items stand is never looked up by gravity, which nearly all warnings of an organization have', async () => {
  const [statement] = await statementsOf(({ db }) => ask(db, standingsAsked(named)))
  const conditions = async () => {
    const plans = await Promise.all(planModes.map((mode) => explain(database, { statement, organizationId, mode })))
    return plans.flatMap(stepsOf).flatMap((step) => step['Index Cond'] ?? [])
  }
  expect((await conditions()).filter((one) => one.includes('item_id'))).not.toEqual([])

  // Whatever it believes about the numbers of rows: the index by gravity is the only one that is left.
  await database.asOwner(({ send }) => send('ALTER TABLE app.item_warning DROP CONSTRAINT item_warning_pkey'))
  expect((await conditions()).filter((one) => one.includes('rank'))).toEqual([])
})

test.each(planModes)('however many notes wait, those of an item are locked in one look, with %s', async (mode) => {
  const [statement] = await statementsOf(({ db }) => takeMarks(db, named.slice(0, 1)), '"item_recheck"', 'write')

  const steps = stepsOf(await explain(database, { statement, organizationId, mode }))

  const locking = (among: typeof steps) => among.filter((step) => step['Node Type'] === 'LockRows').length
  expect(locking(steps)).toBe(1)
  // What is below such a step is done once for each row beside it.
  expect(locking(steps.filter((step) => step['Node Type'] === 'Nested Loop').flatMap(stepsOf))).toBe(0)
})

test.each(planModes)(
  'however many items are alike, few of them are looked up for each band and word, with %s',
  async (mode) => {
    const asked = candidatesAsked({ title: 'Amber bronze copper', bands: { of: named[0] ?? '' }, locale: 'en' })
    const [statement] = await statementsOf(({ db }) => ask(db, asked), '"item_band"')

    const steps = stepsOf(await explain(database, { statement, organizationId, mode }))

    const looks = steps.filter((step) => /^item_(?:band|title_token)$/.test(step['Relation Name'] ?? ''))
    expect(looks.length).toBeGreaterThanOrEqual(4)
    expect(looks.filter((step) => step['Actual Rows'] > mostOfOne)).toEqual([])
  },
)
