import { afterAll, beforeAll, expect, test } from 'vitest'

import { ownShare } from '#areas/visibility/index.ts'
import type { Writer } from '#kernel/database.ts'
import { silentLog } from '#kernel/log.ts'
import { createRenderer, type Renderer } from '#platform/render/renderer.ts'
import { contentApi } from '#test/content-stage.ts'
import { openTestDatabase } from '#test/database.ts'

import { runSetUp } from './set-up-command.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let renderer: Renderer

beforeAll(async () => {
  database = await openTestDatabase()
  renderer = createRenderer({ log: silentLog })
})
afterAll(async () => {
  await renderer.close()
  await database.close()
})

const password = 'a horse on a quiet hill'
const parts = () => ({ database, renderer, baseUrl: () => 'https://cms.example', log: silentLog })
const countOf = async (table: 'item' | 'audit_record' | 'asv_answer' | 'asv_mention', organizationId: string) => {
  const { n } = await database.forOrganization({ organizationId }, 'read', ({ db }) =>
    db
      .selectFrom(table)
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
  )
  return n
}

test('a set-up with sample content gives every public list something to show', async () => {
  const made = await runSetUp(
    { email: 'owner@example.com', password, organization: 'Northwind Media', demo: true },
    parts(),
  )

  const api = contentApi(database)
  const get = async (path: string) => (await api(`/v1/${made.organizationId}${path}`)).json
  const articles = await get('/articles?include=authors,categories,tags')
  const comparisons = await get('/collections/comparisons/items')
  const glossary = await get('/collections/glossary/items')
  expect(made.sampleItems).toBe(12)
  expect(articles.data).toHaveLength(6)
  expect(new Set(articles.included.map(({ type }: { type: string }) => type))).toEqual(
    new Set(['authors', 'categories', 'tags']),
  )
  expect(glossary.data).toHaveLength(3)
  expect(comparisons.data).toHaveLength(1)
})

test('sample content holds two drafts, questions with answers, and links that lead to its own pages', async () => {
  const made = await runSetUp({ email: 'second@example.com', password, organization: 'Second', demo: true }, parts())

  const rows = await database.forOrganization({ organizationId: made.organizationId }, 'read', ({ db }) =>
    db
      .selectFrom('item as i')
      .innerJoin('item_body as b', 'b.item_id', 'i.id')
      .select(['i.slug', 'i.status', 'i.faq', 'b.content', 'b.content_html'])
      .execute(),
  )
  expect(rows.filter(({ status }) => status === 'draft')).toHaveLength(2)
  expect(rows.filter(({ faq }) => Array.isArray(faq) && faq.length > 0)).toHaveLength(3)
  expect(rows.every((row) => row.content_html.includes('<p>'))).toBe(true)
  const links = rows.flatMap(({ content }) =>
    [...content.matchAll(/\]\(\/articles\/([a-z0-9-]+)\)/g)].map(([, to]) => to),
  )
  expect(links.length).toBeGreaterThan(0)
  expect(rows.map(({ slug }) => slug)).toEqual(expect.arrayContaining(links))
})

test('sample answers give AI answers something to show, say that they are examples, and go with their prompts', async () => {
  const made = await runSetUp({ email: 'answers@example.com', password, organization: 'Fifth', demo: true }, parts())
  const within = <T>(work: (db: Writer) => Promise<T>) =>
    database.forOrganization({ organizationId: made.organizationId }, 'write', ({ db }) => work(db))

  const shown = await within(async (db) => ({
    engines: await db.selectFrom('asv_engine').select('label').where('provider', '=', 'manual').execute(),
    prompts: await db.selectFrom('asv_prompt').select('tag').distinct().execute(),
    share: await ownShare(db, {
      organization: { id: made.organizationId, name: 'Fifth' },
      timezone: 'UTC',
      now: new Date(),
      days: 28,
    }),
  }))
  expect(shown.engines.map(({ label }) => label)).toEqual(['Example search', 'Example chat'])
  expect(shown.prompts).toEqual([{ tag: 'Example' }])
  expect(shown.share.current).toMatchObject({
    basis: 'imported',
    visibility: { tooFewSamples: false, n: 768 },
    change: { comparable: true, significant: true },
  })
  await within((db) => db.deleteFrom('asv_prompt').execute())
  expect(await countOf('asv_answer', made.organizationId)).toBe(0)
  expect(await countOf('asv_mention', made.organizationId)).toBe(0)
})

test('sample content comes by the command line, and the audit log says so', async () => {
  const made = await runSetUp({ email: 'third@example.com', password, organization: 'Third', demo: true }, parts())

  const records = await database.forOrganization({ organizationId: made.organizationId }, 'read', ({ db }) =>
    db.selectFrom('audit_record').select(['interface', 'credential_type', 'status']).execute(),
  )
  expect(new Set(records.map((record) => JSON.stringify(record)))).toEqual(
    new Set([JSON.stringify({ interface: 'cli', credential_type: 'system', status: 'succeeded' })]),
  )
})

test('a set-up that exists is refused, and no sample content is added to it', async () => {
  const request = { email: 'fourth@example.com', password, organization: 'Fourth', demo: false }
  const { organizationId } = await runSetUp(request, parts())

  await expect(runSetUp({ ...request, demo: true }, parts())).rejects.toMatchObject({ code: 'conflict' })

  expect(await countOf('item', organizationId)).toBe(0)
})
