import { globSync, readFileSync } from 'node:fs'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { feeds } from '#catalog/feeds.ts'
import { shownFunctions, shownTables } from '#kernel/content-revision.ts'
import { changesShown } from '#platform/database/shown-writes.ts'
import { contentApi, organizationWithContent } from '#test/content-stage.ts'
import { openTestDatabase } from '#test/database.ts'
import { listeningTo } from '#test/statements.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let statements: string[]
beforeAll(async () => {
  database = await openTestDatabase()
  statements = await statementsOfAllFeeds()
})
afterAll(() => database.close())

/** What is sent for every feed: its list, with everything that can be asked, and one of its records. */
async function statementsOfAllFeeds(): Promise<string[]> {
  const { id, item } = await organizationWithContent(database)
  await item('first')
  const listening = listeningTo(database)
  const api = contentApi(listening.database)
  for (const feed of feeds) {
    if (feed.kind === 'document') await api(`/v1/${id}${feed.path}`)
    else
      for (const path of feed.paths.map((form) => form.replace('{collection}', 'articles'))) {
        const includes = feed.includes.length > 0 ? `&include=${feed.includes.join(',')}` : ''
        for (const query of [
          '',
          '?search=first',
          '?_fields=all&search=first%20words',
          `?tags=${id}${includes}&status=all`,
        ])
          await api(`/v1/${id}${path}${query}`)
        for (const key of ['first', 'author-none', 'none']) await api(`/v1/${id}${path}/${key}?_fields=all`)
      }
  }
  return listening.statements.map(({ text }) => text)
}

test('what the feeds read raises a revision when it is written', () => {
  const read = new Set(
    statements.flatMap((text) =>
      [...text.matchAll(/\b(?:from|join) (?:lateral )?"?(app|auth)"?\."?(\w+)\b(?!\()/g)].map(
        ([, schema, table]) => `${schema}.${table}`,
      ),
    ),
  )
  const called = new Set(statements.flatMap((text) => [...text.matchAll(/\bapp\.(\w+)\(/g)].map(([, name]) => name)))

  // The searches read this one table, in functions.
  expect([...called].toSorted()).toEqual(['org', 'search_items', 'search_items_by_phrase', 'search_items_by_words'])
  expect([...read, 'app.item_search'].toSorted()).toEqual(
    [
      ...Object.keys(shownTables).map((table) => `app.${table}`),
      'app.content_revision',
      // It repeats what is in the others.
      'app.item_document',
      'auth.organizations',
    ].toSorted(),
  )
})

test('no feed reads a column that raises none', () => {
  const hidden = Object.entries(shownTables).flatMap(([, { hidden: columns = [] }]) => columns)
  const read = hidden.filter((column) => statements.some((text) => text.includes(`."${column}"`)))
  expect(read).toEqual([])
})

test('what changes an organization itself goes through functions that raise one', async () => {
  const functions = await database.asOwner((connection) =>
    connection.query<{ name: string }>(
      String.raw`select proname as name from pg_proc where prosrc ~ '\m(insert into|update) auth\.organizations\M'
         and prosrc !~ 'credit_balance|max_key_days|approval_risks' order by proname`,
    ),
  )
  expect(functions.rows.map(({ name }) => name)).toEqual(shownFunctions)
})

// How long audit records are kept is shown nowhere.
const changesOrganization = /updateTable\('auth\.organizations'\)(?!\s*\.set\(\{ audit_days: \w+ \}\))/

test('no statement of the product changes an organization that is not deleted, but for those functions', () => {
  const sources = globSync('src/{areas,catalog,faces,main,work}/**/*.ts', { exclude: ['**/*.test.ts'] })
  const changing = sources.filter((file) => changesOrganization.test(readFileSync(file, 'utf8')))
  expect(changing).toEqual(['src/work/purge-organizations.ts'])
})

test.each([
  ['insert into "app"."item" ("id") values ($1)', true],
  ['update "app"."item" set "title" = $1 where "id" = $2', true],
  ['update "app"."item" set "keyword_key" = $1 where "id" = $2', false],
  ['update "app"."item" set "keyword_key" = $1, "title" = $2 where "id" = $3', true],
  ['update "app"."item" set "keyword_key" = (select x from y where "z" = $1), "title" = $2', true],
  ['update app.item set keyword_key = $1', true],
  ['with "w0" as (delete from "app"."item_term" where "item_id" = $1) select', true],
  ['select "id" from "app"."item" for update', false],
  ['insert into "app"."item_revision" ("n") values ($1) on conflict do update set "n" = $2', false],
  ['select auth.rename_organization($1)', true],
  ['select auth.members_of_organization()', false],
])('%s', (statement, isChange) => {
  expect(changesShown(statement)).toBe(isChange)
})
