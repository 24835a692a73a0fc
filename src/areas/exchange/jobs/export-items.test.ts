import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'

import { afterEach, beforeAll, expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { removeExpiredExports } from '#areas/exchange/index.ts'
import { exportItems } from '#areas/exchange/operations/export-items.ts'
import { importItems } from '#areas/exchange/operations/import-items.ts'
import { itemFieldTable } from '#areas/items/index.ts'
import { getJob } from '#areas/jobs/operations/get-job.ts'
import { createAuthor } from '#areas/taxonomies/operations/create-author.ts'
import { createTaxonomyTerm } from '#areas/taxonomies/operations/create-taxonomy-term.ts'
import { createExportsFace } from '#faces/exports/exports.ts'
import { silentLog } from '#kernel/log.ts'
import { visitsOf } from '#platform/database/visits.ts'
import { memoryLimiter } from '#platform/limiter/memory.ts'
import { testDatabase } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'
import { webStage } from '#test/web-stage.ts'

// Opening takes long on a busy machine: it is not the time of a test.
beforeAll(async () => void (await testDatabase()))

type Stage = Awaited<ReturnType<typeof stage>>
type Format = Parameters<typeof exportItems.handle>[1]['format']
type Made = { url: string; items: number; bytes: number; expiresAt: string }

let web: Awaited<ReturnType<typeof webStage>> | undefined
afterEach(async () => {
  await web?.close()
  web = undefined
})

async function run(on: Stage, format: Format, filter: Record<string, unknown> = {}): Promise<Made> {
  const { jobId } = await on.call(exportItems, { format, filter })
  await on.work()
  const { state, error, result } = await on.call(getJob, { jobId })
  expect([state, error]).toEqual(['succeeded', null])
  return result as Made
}

async function get(on: Stage, url: string, method = 'GET') {
  const face = createExportsFace({ visits: visitsOf(on.database), limiter: memoryLimiter(), log: silentLog })
  const headers: IncomingHttpHeaders = {}
  const path = url.replace('https://masthead.test', '')
  const answer = await face({
    method,
    url: path,
    headers,
    headersDistinct: {},
    body: Readable.from([]),
    address: '192.0.2.1',
  })
  const pieces: Buffer[] = []
  const { body } = answer
  if (typeof body === 'string' || Buffer.isBuffer(body)) pieces.push(Buffer.from(body))
  else if (body !== null) for await (const piece of body) pieces.push(Buffer.from(piece))
  return { ...answer, bytes: Buffer.concat(pieces) }
}

const body = '---\n\nFirst ]]> *line* [x](./y.md) {{< youtube id >}}\n\n<!-- x -->\n\n```js\na && b\n```\n'
const article = {
  title: 'Tea: "hot" & <cold>',
  slug: 'tea-ü',
  excerpt: '=About tea',
  content: body,
  status: 'published' as const,
  publishAt: '2020-01-02T03:04:05.000Z',
}

async function furnished() {
  const on = await stage()
  const author = await on.call(createAuthor, { collectionId: 'articles' as never, name: 'Ada L.', slug: 'ada' })
  const tag = await on.call(createTaxonomyTerm, { taxonomy: 'tag', name: 'no, yes' })
  const category = await on.call(createTaxonomyTerm, { taxonomy: 'category', name: 'News', slug: 'latest' })
  const namesake = await on.call(createTaxonomyTerm, { taxonomy: 'category', name: 'News' })
  const fields = {
    authorIds: [author.author.id],
    tagIds: [tag.term.id] as never,
    categoryIds: [category.term.id, namesake.term.id] as never,
  }
  const made = await on.call(
    createItem,
    { collectionId: 'articles' as never, ...article, ...fields },
    { confirm: true },
  )
  await on.call(createItem, {
    collectionId: 'articles' as never,
    title: 'A draft',
    content: '<p>Some <b>html</b></p>',
    contentFormat: 'html',
  })
  await on.rows(({ db }) =>
    db
      .insertInto('redirect')
      .values({
        id: 'red_00000000000000000000000001',
        from_path: '/old/tea',
        from_hash: 'x',
        from_slug: 'tea',
        reason: 'manual',
        to_item_id: made.item.id,
      })
      .execute(),
  )
  return on
}

async function itemsOf(on: Stage) {
  return on.rows(async ({ db }) => {
    const items = await db
      .selectFrom('item')
      .innerJoin('item_body', 'item_body.item_id', 'item.id')
      .select([
        'item.id',
        'title',
        'slug',
        'status',
        'publish_at',
        'excerpt',
        'content',
        'content_format',
        'content_html',
      ])
      .orderBy('title')
      .execute()
    const terms = await db
      .selectFrom('item_term')
      .innerJoin('term', 'term.id', 'item_term.term_id')
      .select(['item_term.item_id', 'term.kind', 'term.name', 'term.slug'])
      .orderBy('term.kind')
      .orderBy('term.slug')
      .execute()
    const redirects = await db.selectFrom('redirect').select(['from_path', 'to_item_id']).execute()
    return items.map(({ id, ...item }) => ({
      ...item,
      terms: terms.filter(({ item_id: of }) => of === id).map(({ kind, name, slug }) => [kind, name, slug]),
      aliases: redirects.filter(({ to_item_id: to }) => to === id).map(({ from_path: path }) => path),
    }))
  })
}

async function importedFrom(bytes: Buffer, source: 'markdown' | 'wxr') {
  const on = await stage()
  web = await webStage(() => ({ body: bytes }))
  const input = { source, urlOrMediaId: `${web.base}/file`, collectionId: 'articles' as never }
  const { jobId } = await on.call(importItems, input, { confirm: true, checkUrl: web.checkUrl })
  await on.work({ fetch: web.fetch })
  expect((await on.call(getJob, { jobId })).result).toMatchObject({ created: 2, skippedTotal: 0 })
  return on
}

test('an archive of Markdown brings every item back', async () => {
  const on = await furnished()

  const { url } = await run(on, 'markdown_zip')
  const { bytes } = await get(on, url)
  const back = await itemsOf(await importedFrom(bytes, 'markdown'))

  const before = await itemsOf(on)
  expect(back).toEqual(before.map((item) => ({ ...item, status: 'draft', publish_at: null })))
  expect(back[1]).toMatchObject({
    content: body,
    slug: 'tea-ü',
    aliases: ['/old/tea'],
    terms: [
      ['author', 'Ada L.', 'ada'],
      ['category', 'News', 'latest'],
      ['category', 'News', 'news'],
      ['tag', 'no, yes', 'no-yes'],
    ],
  })
})

test('an archive of Markdown brings every field back that names no other record', async () => {
  const on = await stage()
  const fields = {
    excerpt: 'Tea:\n\none leaf',
    h1: 'All about tea',
    tldr: 'Hot: yes',
    seoTitle: 'Tea - "hot"',
    metaDescription: 'What tea is',
    canonicalUrl: 'https://other.example/tea',
    canonicalReason: 'syndicated' as const,
    primaryKeyword: 'tea',
    secondaryKeywords: ['hot tea', 'no'],
    ogTitle: 'OG',
    ogDescription: 'OG text',
    twitterTitle: 'T',
    twitterDescription: 'T text',
    faq: [{ question: 'Hot?', answer: 'Yes:\n\n- *very*' }],
    schemaJsonLd: { '@type': 'Article', b: [1, { c: null }], a: '2020-01-01' },
    robots: { noindex: true },
    customFields: { shelf: 3, open: false },
    articleType: 'guide',
    writingStyle: 'expert',
    externalUrl: 'https://elsewhere.example/tea',
  }
  await on.call(createItem, { collectionId: 'articles' as never, ...article, ...fields }, { confirm: true })
  await on.call(createItem, { collectionId: 'articles' as never, title: 'A draft', content: 'x' })
  const rows = (of: Stage) => of.rows(({ db }) => db.selectFrom('item').selectAll().orderBy('title').execute())
  await on.rows(({ db }) => db.updateTable('item').set({ created_at: '2019-05-05T05:05:05.000Z' }).execute())
  const first = '2020-01-02T03:04:05.000Z'
  await on.rows(({ db }) =>
    db.updateTable('item').set({ first_published_at: first }).where('status', '=', 'draft').execute(),
  )

  const { bytes } = await get(on, (await run(on, 'markdown_zip')).url)
  const back = await rows(await importedFrom(bytes, 'markdown'))

  const columns = Object.values(itemFieldTable).flatMap((field) =>
    'column' in field && !('refersTo' in field) ? [field.column] : [],
  )
  const shown = (row: object) => Object.fromEntries(columns.map((name) => [name, Reflect.get(row, name)]))
  expect(back.map(shown)).toEqual((await rows(on)).map(shown))
  expect(back[1]).toMatchObject({ h1: 'All about tea', robots: { noindex: true, nofollow: false }, faq: fields.faq })
  expect(back.map(({ first_published_at: at }) => at?.toISOString())).toEqual(Array(2).fill(first))
  expect(back.map(({ created_at: at }) => at.toISOString())).toEqual(Array(2).fill('2019-05-05T05:05:05.000Z'))
})

test('a WordPress export is well-formed and brings posts back as HTML', async () => {
  const on = await furnished()

  const { bytes } = await get(on, (await run(on, 'wxr')).url)
  const back = await itemsOf(await importedFrom(bytes, 'wxr'))

  const before = await itemsOf(on)
  const plain = (items: Awaited<ReturnType<typeof itemsOf>>) =>
    items.map(({ title, slug, excerpt, terms, content_html: html }) => ({
      title,
      slug,
      excerpt,
      terms,
      html: html.replace(/\s*\n\s*</g, '<'),
    }))
  expect(plain(back)).toEqual(plain(before))
  expect(back.map(({ status, content_format: format }) => [status, format])).toEqual([
    ['draft', 'html'],
    ['draft', 'html'],
  ])
})

test('lines of JSON have every field, and a table guards its cells', async () => {
  const on = await furnished()

  const lines = (await get(on, (await run(on, 'jsonl')).url)).bytes
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(
    lines.map(({ title, content, contentHtml, aliases }) => [title, content, typeof contentHtml, aliases]),
  ).toEqual([
    [article.title, body, 'string', ['/old/tea']],
    ['A draft', '<p>Some <b>html</b></p>', 'string', []],
  ])
  const table = (await get(on, (await run(on, 'csv', { status: ['published'] })).url)).bytes.toString()
  expect(table.split('\r\n')[0]).toMatch(/^id,collection,title,slug,/)
  expect(table).toContain(`"Tea: ""hot"" & <cold>",tea-ü,published,2020-01-02T03:04:05.000Z,`)
  expect(table).toContain(",'=About tea,")
  expect(table).toContain(',Ada L.,News; News,"no, yes",')
  expect(table).not.toContain('A draft')
})

test('a filter narrows, and an unknown collection is refused', async () => {
  const on = await furnished()
  const [first] = (await get(on, (await run(on, 'jsonl')).url)).bytes.toString().split('\n')

  expect(await run(on, 'jsonl', { ids: [JSON.parse(first ?? '').id] })).toMatchObject({ items: 1 })
  expect(await run(on, 'jsonl', { collectionId: 'docs' })).toMatchObject({ items: 0, bytes: 0 })
  expect(await run(on, 'jsonl', { search: 'no such words' })).toMatchObject({ items: 0 })
  expect(await run(on, 'csv', { updatedSince: '2999-01-01T00:00:00Z' })).toMatchObject({ items: 0 })
  await expect(
    on.call(exportItems, { format: 'csv', filter: { collectionId: 'none' as never } }),
  ).rejects.toMatchObject({ code: 'not_found' })
})

test('a large export comes in parts, whole', async () => {
  const on = await stage()
  for (let i = 0; i < 3; i++)
    await on.call(createItem, {
      collectionId: 'articles' as never,
      title: `Large ${i}`,
      content: `${'word '.repeat(60_000)}${i}`,
    })

  const { url, bytes, items } = await run(on, 'csv')
  const answer = await get(on, url)

  expect([items, answer.bytes.length, answer.headers['Content-Length']]).toEqual([3, bytes, String(bytes)])
  expect(bytes).toBeGreaterThan(800_000)
  // A server that closes sends all that Content-Length announces.
  expect(answer.isFinite).toBe(true)
  expect(answer.bytes.toString().split('\r\n')).toHaveLength(5)
})

test('a file is a download of its own organization, for an hour, that nobody keeps', async () => {
  const on = await furnished()
  const other = await stage()
  const { url, expiresAt } = await run(on, 'csv')

  const { status, headers } = await get(on, url)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': expect.stringMatching(/^attachment; filename="[\w.-]+\.csv"$/),
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
  })
  expect(new Date(expiresAt).getTime() - Date.now()).toBeLessThanOrEqual(3_600_000)
  expect(await get(on, url, 'POST')).toMatchObject({ status: 405, headers: { Allow: 'GET, HEAD' } })
  for (const wrong of [
    url.slice(0, -1),
    `${url}/x`,
    url.replace(on.access.organization.id, other.access.organization.id),
    '/exports/',
    `/exports/${on.access.organization.id}/%00`,
  ])
    expect((await get(on, wrong)).status, wrong).toBe(404)
  const stored = await on.rows(({ db }) => db.selectFrom('export_file').select('token_hash').execute())
  expect(JSON.stringify(stored)).not.toContain(url.split('/').at(-1))

  await on.rows(({ db }) =>
    db
      .updateTable('export_file')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute(),
  )
  expect((await get(on, url)).status).toBe(404)
  expect(await on.rows(({ db }) => removeExpiredExports(db, 10))).toBe(0)
  await on.rows(({ db }) =>
    db
      .updateTable('export_file')
      .set({ expires_at: new Date(Date.now() - 7_200_000) })
      .execute(),
  )
  expect(await on.rows(({ db }) => removeExpiredExports(db, 10))).toBe(1)
  expect(await on.rows(({ db }) => db.selectFrom('export_chunk').select('n').execute())).toEqual([])
})

test('who may not read content does not see the address of an export', async () => {
  const on = await furnished()
  const { jobId } = await on.call(exportItems, { format: 'csv' })
  await on.work()

  const seen = await on.call(getJob, { jobId }, { as: { scopes: ['org:read'] } })

  expect([seen.state, seen.result]).toEqual(['succeeded', null])
})

test('an export is a read that can be rehearsed and has one effect per key', async () => {
  const on = await stage({ role: 'viewer' })
  const jobs = () => on.rows(({ db }) => db.selectFrom('job').select('id').execute())

  await on.call(exportItems, { format: 'csv' }, { dryRun: true })
  expect(await jobs()).toEqual([])
  const first = await on.answerOf(exportItems, { format: 'csv' }, { idempotencyKey: 'one' })
  const again = await on.answerOf(exportItems, { format: 'csv' }, { idempotencyKey: 'one' })
  expect(again).toEqual({ ...first, replayed: true })
  expect(await jobs()).toHaveLength(1)
})

test('an organization whose exports have two gigabytes waits until they are removed', async () => {
  const on = await stage()
  await on.call(createItem, { ...article, collectionId: 'articles' }, { confirm: true })
  await run(on, 'jsonl')
  await on.rows(({ db }) =>
    db
      .updateTable('export_file')
      .set({ bytes: 2 * 1024 ** 3 })
      .execute(),
  )
  const { jobId } = await on.call(exportItems, { format: 'csv' })
  await on.work()

  expect(await on.call(getJob, { jobId })).toMatchObject({ state: 'failed', error: { code: 'too_large' } })
  await on.rows(({ db }) => db.deleteFrom('export_file').execute())
  expect((await run(on, 'csv')).items).toBe(1)
})
