import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { contentApi } from '#test/content-stage.ts'
import { openTestDatabase } from '#test/database.ts'
import { explain, literal, type Plan, type PlanMode, planModes as modes, stepsOf } from '#test/plans.ts'
import { listeningTo } from '#test/statements.ts'

const items = 4_000
const organizationId = idOf('org', 1)
const term = (kind: string, n: number) => idOf(kind, n)
let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase()
  await fill([organizationId, idOf('org', 2)])
}, 240_000)
afterAll(() => database.close())

const orders = ['date', 'publish_at', 'created_at', 'updated_at', 'title', 'slug', 'id']
const lists = [
  ...orders.flatMap((orderby) =>
    ['asc', 'desc'].flatMap((order) =>
      ['published', 'draft', 'scheduled', 'all'].map(
        (status) => `/articles?orderby=${orderby}&order=${order}&status=${status}`,
      ),
    ),
  ),
  '/articles?offset=2500',
  '/articles?_fields=all&per_page=100',
  '/articles?page=200&orderby=title',
  '/articles?include=categories,tags,authors&per_page=100',
  ...['published', 'all'].flatMap((status) =>
    [
      `tags=${term('tag', 7)}`,
      `categories=${term('cat', 3)}`,
      `authors=${term('aut', 5)}`,
      `tags=${term('tag', 7)}&orderby=title`,
      `tags=${term('tag', 7)},${term('tag', 8)}`,
      `tags=${term('tag', 7)}&categories=${term('cat', 7)}&authors=${term('aut', 2)}`,
      'search=needle',
      'search=word',
      'search=needle%20word',
      `search=needle%20slug&categories=${term('cat', 3)}`,
      'search=xy',
      'search=https%3A%2F%2Fblog.example%2Fslug-77%2F',
      `search=needle&tags=${term('tag', 7)}`,
    ].map((filter) => `/articles?status=${status}&${filter}`),
  ),
]
const others = [
  '/articles/slug-77?include=authors',
  `/articles/${idOf('itm', 77)}`,
  '/articles/gone',
  '/feed.xml',
  '/media',
  '/redirects',
  '/redirects?from=/old&updated_since=2026-01-01',
  '/media?search=picture&orderby=title',
  '/authors',
  '/categories?search=term',
]

const searching = [
  ['search_items', "'%needle%', '%needle%', 'needle'"],
  ['search_items_by_phrase', "'%needle word%', array['%needle %', '% word%'], 'needle'"],
  ['search_items_by_words', "array['%needle%', '%word%']"],
  ['scan_items', "'%xy%', null, 'xy'"],
  ['scan_items_by_words', "array['%x%', '%y%']"],
] as const

describe.each(modes)('with %s', (mode) => {
  test.each([...lists, ...others])('%s reads no table of items in whole and sorts no wide rows', (path) =>
    expectNarrow(path, mode),
  )
})

test.each(searching)('%s reads indexes', expectIndexes)

test('what is planned once reads small tables by their keys too', async () => {
  const { statements } = await ask('/articles?include=categories,tags,authors')

  const plan = await explain(database, { statement: statements[0], organizationId, mode: 'force_generic_plan' })
  const scanned = stepsOf(plan).filter((step) => step['Node Type'] === 'Seq Scan')
  expect(scanned.map((step) => step['Relation Name'])).toEqual([])
})

describe('after 500 writes that nothing tidied up', () => {
  beforeAll(() => rewrite(500))

  test.each([...lists, ...others].filter((path) => path.includes('search=')))('%s reads as before', async (path) => {
    for (const mode of modes) await expectNarrow(path, mode)
  })

  test.each(searching)('%s reads indexes', expectIndexes)

  test('few entries wait, in the index of long texts only', async () => {
    const waiting = await database.asOwner(({ query }) =>
      query(`select c.relname as index, c.reloptions as options from pg_class c join pg_am a on a.oid = c.relam
        where a.amname = 'gin' and c.relnamespace = 'app'::regnamespace and not coalesce(c.reloptions, '{}') @> '{fastupdate=off}'`),
    )
    expect(waiting.rows).toEqual([
      { index: 'item_search_text', options: ['fastupdate=on', 'gin_pending_list_limit=512'] },
    ])
  })
})

async function expectNarrow(path: string, mode: PlanMode) {
  const { statements, answer } = await ask(path)
  expect(answer.status).toBeOneOf([200, 404])

  const plan = await explain(database, { statement: statements[0], organizationId, mode })
  expect(faultsOf(plan)).toEqual([])
}

async function expectIndexes(name: string, values: string) {
  await database.asOwner(async (connection) => {
    await connection.send(`BEGIN; SET LOCAL app.organization_id = '${organizationId}'; SET LOCAL ROLE masthead_search`)
    const { rows } = await connection.query<{ source: string; names: string[]; types: string }>(
      `select prosrc as source, proargnames as names, oidvectortypes(proargtypes) as types from pg_proc where proname = '${name}'`,
    )
    const [{ source, names, types } = { source: '', names: [], types: '' }] = rows
    const body = names.reduce(
      (text, own, index) => text.replaceAll(new RegExp(`\\b${own}\\b`, 'g'), `$${index + 1}`),
      source,
    )
    await connection.send(`PREPARE found(${types}) AS ${body}`)
    const { rows: settings } = await connection.query<{ setting: string }>(
      `select unnest(proconfig) as setting from pg_proc where proname = '${name}'`,
    )
    for (const { setting } of settings) if (setting.startsWith('enable_')) await connection.send(`SET LOCAL ${setting}`)
    for (const mode of modes) {
      await connection.send(`SET LOCAL plan_cache_mode = ${mode}`)
      const found = await connection.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `EXPLAIN (FORMAT JSON) EXECUTE found(${values})`,
      )
      expect(faultsOf(found.rows[0]?.['QUERY PLAN'][0].Plan)).toEqual([])
    }
    await connection.send('DEALLOCATE found; ROLLBACK')
  })
}

const tablesOfItems = ['item', 'item_body', 'item_term', 'item_search']
// An id, a key of at most 200 characters and a number; a wide row has a body.
const narrow = 300

function faultsOf(plan: Plan | undefined): string[] {
  if (plan === undefined) return ['no plan']
  const scans = plan['Node Type'] === 'Seq Scan' && tablesOfItems.includes(plan['Relation Name'] ?? '')
  // An index that has something else between the organization and the id is read in whole for each id.
  const index = plan['Index Name'] ?? ''
  const ranges = /\bid = /.test(plan['Index Cond'] ?? '') && /^item_(by|of)_/.test(index) && index !== 'item_by_id'
  const sorts = plan['Node Type'].includes('Sort') && plan['Plan Width'] > narrow
  return [
    ...(ranges ? [`reads ${index} for an id`] : []),
    ...(scans ? [`reads ${plan['Relation Name']} in whole`] : []),
    ...(sorts ? [`sorts rows of ${plan['Plan Width']} bytes by ${plan['Sort Key']?.join()}`] : []),
    ...(plan.Plans ?? []).flatMap(faultsOf),
  ]
}

async function ask(path: string) {
  const listening = listeningTo(database)
  const answer = await contentApi(listening.database)(`/v1/${organizationId}${path}`)
  return { answer, statements: listening.statements }
}

function idOf(prefix: string, n: number): string {
  return `${prefix}_0${n.toString(16).padStart(25, '0')}`
}

const id = (prefix: string, n: string) => `'${prefix}_0' || lpad(to_hex(${n}), 25, '0')`

// As edits do, one after the other, and no vacuum comes by.
function rewrite(count: number) {
  return database.asOwner(async (connection) => {
    const changed = `organization_id = '${organizationId}' and`
    await connection.send(`do $$ declare chosen text; begin
      for n in 1..${count} loop
        chosen := ${id('itm', 'n * 7')};
        update app.item set title = 'Again ' || n, updated_at = now(), version = version + 1 where ${changed} id = chosen;
        update app.item_search set search_text = search_text || md5(n::text) where ${changed} item_id = chosen;
      end loop;
    end $$`)
  })
}

// Two organizations of the same size, in one statement per table: the rows of one are mixed with those of the other.
async function fill(organizations: string[]) {
  const orgs = `unnest(array[${organizations.map(literal).join(', ')}]) o(org)`
  const status = `case when n % 10 < 7 then 'published' when n % 10 < 8 then 'scheduled' else 'draft' end`
  const publishAt = `case when n % 10 < 9 then timestamptz '2026-01-01' + n * interval '37 minutes' end`
  const statements = [
    `insert into auth.organizations (id, slug, name, plan) select org, right(org, 10), 'Acme', 'authority' from ${orgs}`,
    `insert into app.organization_setting (organization_id) select org from ${orgs}`,
    `insert into app.collection (organization_id, id, slug, name, kind, enabled, built_in, url_template)
       select org, ${id('col', '1')}, 'articles', 'Articles', 'articles', true, true, '/{slug}' from ${orgs}`,
    `insert into app.media (organization_id, id, source, url, title)
       select org, ${id('med', 'n')}, 'upload', 'https://cdn.example/' || n, 'Picture ' || n from ${orgs}, generate_series(1, 800) n`,
    ...Object.entries({ category: 12, tag: 60, author: 25 }).map(
      ([kind, count]) => `insert into app.term (organization_id, id, collection_id, kind, name, name_key, slug)
       select org, ${id(kind.slice(0, 3), 'n')}, ${id('col', '1')}, '${kind}', 'Term ' || n, 'term ' || n, 'term-' || n from ${orgs}, generate_series(1, ${count}) n`,
    ),
    `insert into app.item (organization_id, id, collection_id, slug, title, title_key, excerpt, featured_image_id, status, publish_at, created_at, updated_at)
       select org, ${id('itm', 'n')}, ${id('col', '1')}, 'slug-' || n, 'Title ' || md5(n::text), md5(n::text), repeat('excerpt ', 20),
       case when n % 5 = 0 then ${id('med', 'n / 5')} end, ${status}, ${publishAt},
       timestamptz '2026-01-01' + n * interval '30 minutes', timestamptz '2026-02-01' + (n * 7919 % 10007) * interval '1 minute'
       from generate_series(1, ${items}) n, ${orgs}`,
    `insert into app.item_body (organization_id, item_id, content, content_format, content_html, policy_version)
       select org, ${id('itm', 'n')}, repeat(md5(n::text) || ' ', 60), 'markdown', repeat(md5(n::text) || ' ', 60), 1 from generate_series(1, ${items}) n, ${orgs}`,
    `insert into app.item_search (organization_id, collection_id, item_id, search_text)
       select org, ${id('col', '1')}, ${id('itm', 'n')}, 'title ' || md5(n::text) || E'\\nslug-' || n || E'\\nword ' || case when n % 100 = 0 then 'needle ' else '' end || repeat(md5((n * 3)::text) || ' ', 20)
       from generate_series(1, ${items}) n, ${orgs}`,
    `insert into app.item_term (organization_id, item_id, kind, term_id, position, collection_id, status, sort_date)
       select i.organization_id, i.id, kind, term, position, i.collection_id, i.effective_status, i.sort_date
       from app.item i, lateral (select ('x' || right(i.id, 8))::bit(32)::int as n) k, lateral (values
         ('category', ${id('cat', 'n % 12 + 1')}, 0), ('author', ${id('aut', 'n % 25 + 1')}, 0),
         ('tag', ${id('tag', 'n % 60 + 1')}, 0), ('tag', ${id('tag', '(n * 7 + 13) % 59 + 1')}, 1)) t(kind, term, position)
       on conflict do nothing`,
    `insert into app.item_count select organization_id, collection_id, effective_status, count(*) from app.item group by 1, 2, 3`,
    `insert into app.term_count select organization_id, collection_id, kind, term_id, count(*) from app.item_term where status = 'published' group by 1, 2, 3, 4`,
  ]
  await database.asOwner(async (connection) => {
    for (const statement of [...statements, ...smallOrganizations]) await connection.send(statement)
    await connection.send('VACUUM ANALYZE')
  })
}

// Many with three items each: the average organization is far smaller than those that are asked for.
const small = `generate_series(1000, 1300) o`
const smallOrganizations = [
  `insert into auth.organizations (id, slug, name, plan) select ${id('org', 'o')}, 'small-' || o, 'Small', 'authority' from ${small}`,
  `insert into app.organization_setting (organization_id) select ${id('org', 'o')} from ${small}`,
  `insert into app.collection (organization_id, id, slug, name, kind, enabled, built_in, url_template)
     select ${id('org', 'o')}, ${id('col', '1')}, 'articles', 'Articles', 'articles', true, true, '/{slug}' from ${small}`,
  `insert into app.item (organization_id, id, collection_id, slug, title, title_key, status, publish_at)
     select ${id('org', 'o')}, ${id('itm', 'n')}, ${id('col', '1')}, 'slug-' || n, 'Title', 'title', 'published', timestamptz '2026-01-01'
     from ${small}, generate_series(1, 3) n`,
]
