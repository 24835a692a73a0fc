import { gunzipSync, brotliDecompressSync } from 'node:zlib'

import { beforeAll, expect, test } from 'vitest'

import { Refusal } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { silentLog } from '#kernel/log.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'
import { type Answer, contentApi, organizationWithContent } from '#test/content-stage.ts'
import { countedDatabase } from '#test/counted-database.ts'
import { testDatabase } from '#test/shared-parts.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let blog: Awaited<ReturnType<typeof organizationWithContent>>
beforeAll(async () => {
  database = await testDatabase()
  blog = await organizationWithContent(database)
  await blog.item('one', { content: 'Text. '.repeat(500), updated_at: '2030-05-01T10:20:30.400Z' })
})

const bytes = ({ body }: Answer) => (Buffer.isBuffer(body) ? body : Buffer.from(body ?? ''))

test('an answer carries validators, caching, and leave for every origin', async () => {
  const { headers } = await blog.get('/articles')

  expect(headers).toMatchObject({
    ETag: expect.stringMatching(/^"[\w-]+"$/),
    'Last-Modified': 'Wed, 01 May 2030 10:20:30 GMT',
    'Cache-Control': 'public, max-age=0, s-maxage=60, stale-while-revalidate=600',
    Vary: 'Accept, Accept-Encoding',
    'Access-Control-Allow-Origin': '*',
    'Content-Type': 'application/json; charset=utf-8',
  })
})

test('what shows unpublished content is for nobody to store', async () => {
  for (const path of ['/articles?status=all', '/articles?status=draft', '/articles/one?status=all'])
    expect((await blog.get(path)).headers['Cache-Control']).toBe('private, no-store')
  expect((await blog.get('/articles?status=published')).headers['Cache-Control']).toContain('public')
})

test('the media type is the one of JSON:API where Accept asks for it', async () => {
  const typeFor = async (accept: string) => (await blog.get('/articles', { accept })).headers['Content-Type']

  expect(await typeFor('application/vnd.api+json')).toBe('application/vnd.api+json')
  expect(await typeFor('text/html, application/vnd.api+json;q=0.9')).toBe('application/vnd.api+json')
  expect(await typeFor('application/json, application/vnd.api+json;q=0.5')).toBe('application/json; charset=utf-8')
  expect(await typeFor('application/vnd.api+json;q=0')).toBe('application/json; charset=utf-8')
  expect(await typeFor('*/*')).toBe('application/json; charset=utf-8')
  expect((await blog.get('/articles/none', { accept: 'application/vnd.api+json' })).headers['Content-Type']).toBe(
    'application/vnd.api+json',
  )
})

test('gzip and br hold the same text, each with a strong ETag of its own', async () => {
  const plain = await blog.get('/articles')
  const gzip = await blog.get('/articles', { 'accept-encoding': 'gzip' })
  const br = await blog.get('/articles', { 'accept-encoding': 'gzip, deflate, br' })
  const hash = plain.headers['ETag']?.slice(1, -1)

  expect(gunzipSync(bytes(gzip)).toString()).toBe(plain.text)
  expect(brotliDecompressSync(bytes(br)).toString()).toBe(plain.text)
  expect(gzip.headers).toMatchObject({
    'Content-Encoding': 'gzip',
    ETag: `"${hash}-gz"`,
    'Content-Length': String(bytes(gzip).length),
  })
  expect(br.headers).toMatchObject({ 'Content-Encoding': 'br', ETag: `"${hash}-br"` })
  expect(plain.headers).not.toHaveProperty('Content-Encoding')
  expect(bytes(br).length).toBeLessThan(bytes(plain).length)
})

test.each([
  ['', undefined],
  ['identity', undefined],
  ['gzip;q=0', undefined],
  ['br;q=0, gzip;q=0', undefined],
  ['*;q=0', undefined],
  ['gzip;q=0.2, identity;q=0.5', undefined],
  ['gzip;q=oops', undefined],
  ['deflate, zstd', undefined],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['gzip;q=0.5, br;q=0.5', 'br'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
])('Accept-Encoding "%s" gives %s', async (accept, encoding) => {
  const { status, headers } = await blog.get('/articles', { 'accept-encoding': accept })

  expect([status, headers['Content-Encoding']]).toEqual([200, encoding])
})

test('If-None-Match takes lists, weak tags, stars and the tag of any encoding', async () => {
  const { headers } = await blog.get('/articles')
  const hash = headers['ETag']?.slice(1, -1)

  for (const tag of [`"${hash}"`, `"${hash}-gz"`, `W/"${hash}-br"`, '*', `"other", W/"x" , "${hash}"`]) {
    const same = await blog.get('/articles', { 'if-none-match': tag, 'accept-encoding': 'br' })
    expect([tag, same.status, same.body]).toEqual([tag, 304, null])
    expect(same.headers).toEqual({
      ETag: `"${hash}-br"`,
      'Last-Modified': headers['Last-Modified'],
      'Cache-Control': headers['Cache-Control'],
      Vary: headers['Vary'],
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'ETag, Last-Modified, Retry-After, X-Request-Id',
      'X-Content-Type-Options': 'nosniff',
    })
  }
  for (const tag of ['"other"', `${hash}`, `"${hash}-zz"`, '', 'garbage'])
    expect((await blog.get('/articles', { 'if-none-match': tag })).status).toBe(200)
  expect((await blog.get('/articles', { 'if-modified-since': headers['Last-Modified'] })).status).toBe(200)
})

test('a change changes the ETag', async () => {
  const { get, item } = await organizationWithContent(database)
  const before = await get('/articles')
  await item('new')

  expect((await get('/articles', { 'if-none-match': before.headers['ETag'] })).status).toBe(200)
})

test('who waits for a state has its revisions looked at, not the answer read again', async () => {
  const { id, item } = await organizationWithContent(database)
  await item('one')
  const counted = countedDatabase(database)
  const api = contentApi(counted.database)
  let status: number | undefined

  const { sent } = await counted.costOf(async () => {
    status = (await api(`/v1/${id}/articles?min_revision=*:999999`)).status
  })

  expect(status).toBe(503)
  const reads = sent.flat().filter((text) => text.includes('item_document'))
  // What is stored, else what is put together, which is stored then.
  expect(reads.length).toBeLessThanOrEqual(3)
})

test('HEAD answers with the headers of GET and no body', async () => {
  for (const [path, headers] of [
    ['/articles', {}],
    ['/articles', { 'accept-encoding': 'gzip' }],
    ['/articles/none', {}],
    ['/llms.txt', {}],
  ] as const) {
    const [get, head] = [await blog.get(path, headers), await blog.request('HEAD', path, headers)]
    expect(head).toMatchObject({ status: get.status, headers: get.headers, body: null })
  }
})

test('OPTIONS tells what is allowed, other methods are refused', async () => {
  const options = await blog.request('OPTIONS', '/articles/one', { origin: 'https://site.example' })
  expect(options).toMatchObject({
    status: 204,
    body: null,
    headers: {
      Allow: 'GET, HEAD, OPTIONS',
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
    },
  })

  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'get']) {
    const refused = await blog.request(method, '/articles')
    expect(refused).toMatchObject({
      status: 405,
      headers: { Allow: 'GET, HEAD, OPTIONS', 'Access-Control-Allow-Origin': '*' },
    })
    expect(refused.json).toEqual({
      errors: [{ status: '405', title: 'Method Not Allowed', detail: 'Only GET, HEAD, OPTIONS are allowed' }],
    })
  }
  expect((await blog.request('POST', '/nothing')).status).toBe(404)
})

test.each([
  '',
  '/',
  '/topics',
  '/nothing',
  '/articles/',
  '/articles/one/more',
  '/collections//items',
  '/collections/articles/items/one/x',
  '/sitemap.xml/x',
  '/%ff',
  '/articles/%E0%A4%A',
  '/articles/%',
  '//articles',
])('the path "%s" is 404 in the form of every error', async (path) => {
  const { status, json, headers } = await blog.get(path)

  expect(status).toBe(404)
  expect(json).toEqual({ errors: [{ status: '404', title: 'Not Found', detail: expect.any(String) }] })
  expect(headers).toMatchObject({ 'Cache-Control': 'private, no-store', 'Access-Control-Allow-Origin': '*' })
})

const detail = async (path: string): Promise<string> => (await blog.get(path)).json.errors[0].detail

test('a 404 names the kind and what was asked for', async () => {
  expect(await detail('/articles/no-such')).toBe('Article "no-such" not found')
  expect(await detail('/collections/articles/items/x')).toBe('Item "x" not found')
  expect(await detail('/authors/x')).toBe('Author "x" not found')
  expect(await detail('/media/post-x')).toBe('Media "post-x" not found')
})

test('a slug of letters of any script is found by its encoded form', async () => {
  const { get, item } = await organizationWithContent(database)
  await item('größe')

  expect((await get('/articles/gr%C3%B6%C3%9Fe')).status).toBe(200)
  expect((await get(`/articles/${encodeURIComponent('größe'.normalize('NFD'))}`)).status).toBe(200)
  expect((await get('/articles/GR%C3%96%C3%9FE')).status).toBe(404)
})

test('a fault is 500 without its reason, which goes to the log under the id of the answer', async () => {
  const events: Record<string, unknown>[] = []
  const broken: TenantDatabase = {
    ...database,
    organizationStatement: () => Promise.reject(new Error('secret of the database')),
  }
  const api = contentApi(broken, { ...silentLog, error: (fields) => events.push(fields) })

  const answer = await api(`/v1/${newId('organization')}/media`)

  expect(answer.status).toBe(500)
  expect(answer.json).toEqual({
    errors: [{ status: '500', title: 'Internal Server Error', detail: 'The request could not be answered' }],
  })
  expect(events[0]?.['error']).toContain('secret of the database')
  expect(answer.headers['X-Request-Id']).toMatch(/^req_/)
  expect(events[0]?.['requestId']).toBe(answer.headers['X-Request-Id'])
})

test('a database that is away is 503 with Retry-After', async () => {
  const away: TenantDatabase = {
    ...database,
    organizationStatement: () =>
      Promise.reject(
        new Refusal('unavailable', 'The database is not available right now.', undefined, { retryAfter: 1 }),
      ),
  }

  const answer = await contentApi(away)(`/v1/${newId('organization')}/articles`)

  expect(answer).toMatchObject({
    status: 503,
    headers: { 'Retry-After': '1', 'Access-Control-Expose-Headers': expect.stringContaining('Retry-After') },
  })
  expect(answer.json.errors[0]).toMatchObject({ status: '503', title: 'Service Unavailable' })
})
