import { beforeAll, expect, test } from 'vitest'

import { newId } from '#kernel/ids.ts'
import { tenantDatabase } from '#platform/database/tenant.ts'
import { contentApi, organizationWithContent } from '#test/content-stage.ts'
import { testDatabase } from '#test/shared-parts.ts'
import { listeningTo } from '#test/statements.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})

const organization = (settings?: Parameters<typeof organizationWithContent>[1]) =>
  organizationWithContent(database, settings)
const error = (status: number, title: string, detail: string) => ({
  errors: [{ status: String(status), title, detail }],
})

const paths = [
  '/articles',
  '/articles/one',
  '/posts',
  '/collections',
  '/collections/docs',
  '/collections/docs/items',
  '/collections/docs/items/one',
  '/categories',
  '/tags/one',
  '/authors?collection=docs',
  '/media',
  '/media/post-1',
  '/media/wrong',
  '/sitemap.xml',
  '/feed.xml',
  '/llms.txt',
  '/articles?page=0',
  '/articles?status=draft',
]

test.each(paths)('%s of an unknown organization is 404, whatever else is wrong with it', async (path) => {
  const unknown = newId('organization')

  const answer = await contentApi(database)(`/v1/${unknown}${path}`)

  expect(answer.status).toBe(404)
  expect(answer.json).toEqual(error(404, 'Not Found', `Organization "${unknown}" not found`))
})

test('a credential in the path is not sent back', async () => {
  const key = `mh_sk_${'a1'.repeat(18)}`
  const { get } = await organization()

  for (const answer of [await contentApi(database)(`/v1/${key}/articles`), await get(`/articles/${key}`)]) {
    expect(answer.status).toBe(404)
    expect(JSON.stringify(answer.json)).toContain('\\"mh_sk_[redacted]\\"')
  }
})

test('an organization id that is none is 404 without a query', async () => {
  const { database: heard, statements, messages } = listeningTo(database)

  for (const id of ['1', 'org_', 'org_%27;drop', 'ORG_01J0000000000000000000000A', 'itm_01j00000000000000000000000'])
    expect((await contentApi(heard)(`/v1/${id}/articles`)).status).toBe(404)

  expect([statements, messages]).toEqual([[], []])
})

test.each(paths)('%s is 403 when the content lives in another CMS', async (path) => {
  const { get } = await organization({ content_mode: 'wordpress' })

  const answer = await get(path)

  expect(answer.status).toBe(403)
  expect(answer.json).toEqual(error(403, 'Forbidden', 'The content of this organization is not available via the API'))
})

test('collections besides the articles need plan authority', async () => {
  const { get, collection, item } = await organization({ plan: 'pro' })
  const docs = await collection('docs')
  await item('guide', { collection: docs })
  await item('one')

  expect((await get('/articles')).json.meta.total).toBe(1)
  expect((await get('/collections')).json.meta.total).toBe(1)
  for (const path of [
    '/collections/docs',
    '/collections/docs/items',
    '/collections/docs/items/guide',
    '/authors?collection=docs',
    `/authors?collection=${docs}`,
  ]) {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(answer.json.errors[0].detail).toMatch(/^Collection ".*" not found$/)
  }
  expect((await get('/sitemap.xml')).text).not.toContain('guide')
  expect((await get('/llms.txt')).text).not.toContain('guide')
  expect((await get('/feed.xml')).text).not.toContain('guide')
})

test('a disabled or unknown collection is 404 before its parameters are looked at', async () => {
  const { get, collection } = await organization()
  await collection('off', { enabled: false })

  for (const slug of ['off', 'unknown', 'col_x', '%00', 'a%2Fb'])
    expect((await get(`/collections/${slug}/items?page=0`)).status).toBe(404)
  expect((await get('/collections/off/items')).json).toEqual(error(404, 'Not Found', 'Collection "off" not found'))
  expect((await get('/authors?collection=off&page=0')).status).toBe(404)
  expect((await get('/collections/articles/items?page=0')).status).toBe(400)
})

test('an organization may keep unpublished content to itself', async () => {
  const { get, item } = await organization({ expose_unpublished: false })
  await item('draft', { status: 'draft' })

  for (const status of ['draft', 'scheduled', 'all']) {
    expect((await get(`/articles?status=${status}`)).status).toBe(403)
    expect((await get(`/articles/draft?status=${status}`)).status).toBe(403)
  }
  expect((await get('/articles?status=published')).status).toBe(200)
  expect((await get('/articles?status=nonsense')).status).toBe(400)
  expect((await get('/collections/unknown/items?status=draft')).status).toBe(404)
})

test('organizations with the same slugs see their own', async () => {
  const [a, b] = [await organization({ name: 'A' }), await organization({ name: 'B' })]
  const ids = new Map<string, string[]>()
  for (const { id, item, term, media } of [a, b]) {
    const tag = await term('tag', 'same')
    const itemId = await item('same', { tags: [tag], featured_image_id: await media(), content: 'needle' })
    ids.set(id, [itemId, tag])
  }
  const [foreignItem = '', foreignTag = ''] = ids.get(b.id) ?? []

  for (const path of [
    '/articles?status=all',
    '/articles?search=needle',
    '/articles?search=same',
    '/articles/same',
    '/tags',
    '/media',
    '/llms.txt',
    '/feed.xml',
    '/sitemap.xml',
  ]) {
    const { status, text } = await a.get(path)
    expect(status).toBe(200)
    expect(text).not.toContain(foreignItem)
    expect(text).not.toContain(foreignTag)
    expect(text).not.toContain(b.id)
  }
  for (const path of [`/articles/${foreignItem}`, `/tags/${foreignTag}`, `/media/post-${foreignItem}`]) {
    const foreign = await a.get(path)
    expect(foreign.status).toBe(404)
    const other = newId(path.includes('tags') ? 'tag' : 'item')
    const known = path.replace(foreignItem, other).replace(foreignTag, other)
    expect(foreign.text.replaceAll(foreignItem, other).replaceAll(foreignTag, other)).toBe((await a.get(known)).text)
  }
  expect((await a.get(`/articles?tags=${foreignTag}`)).json.meta.total).toBe(0)
})

test('policies alone keep organizations apart', async () => {
  const unaided = tenantDatabase(database.backend, { predicate: false })
  const [a, b] = [await organizationWithContent(unaided), await organizationWithContent(unaided)]
  await b.item('secret', { content: 'needle' })
  await a.item('mine', { content: 'needle' })

  for (const path of ['/articles?status=all', '/articles?search=needle', '/llms.txt', '/media', '/collections'])
    expect((await a.get(path)).text).not.toContain('secret')
  expect((await a.get('/articles')).json.meta.total).toBe(1)
})

test.each([
  ...paths.filter((path) => !path.includes('docs')),
  '/articles?include=categories,tags,authors&search=x',
  '/articles/old',
  '/articles?orderby=title&status=all',
])('%s costs one statement in one transaction', async (path) => {
  const { id } = await organization()
  const { database: heard, statements, messages } = listeningTo(database)

  await contentApi(heard)(`/v1/${id}${path}`)

  expect(statements).toHaveLength(1)
  expect(messages).toEqual([expect.stringMatching(/^BEGIN READ ONLY; /), expect.stringMatching(/^(COMMIT|ROLLBACK)$/)])
})
