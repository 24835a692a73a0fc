import {
  assert,
  asyncProperty,
  type Arbitrary,
  array,
  constant,
  constantFrom,
  oneof,
  option,
  record,
  string,
  tuple,
} from 'fast-check'
import { beforeAll, expect, test } from 'vitest'

import { contentApi, organizationWithContent } from '#test/content-stage.ts'
import { testDatabase } from '#test/shared-parts.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let blog: Awaited<ReturnType<typeof organizationWithContent>>
beforeAll(async () => {
  database = await testDatabase()
  blog = await organizationWithContent(database)
  await blog.item('one', { content: 'needle', tags: [await blog.term('tag', 'a')] })
})

test.each(['%00', 'a%00b', '%ED%A0%80', '%ff', '%E0%A4%A', '\ud800', '%', '%u0041'])(
  'the search "%s" is 200 and finds nothing',
  async (search) => {
    const { status, json } = await blog.get(`/articles?search=${search}`)

    expect([status, json.data, json.meta.total]).toEqual([200, [], 0])
    for (const path of ['/tags', '/authors', '/media'])
      expect((await blog.get(`${path}?search=${search}`)).status).toBe(200)
  },
)

test.each([
  '%00',
  'one%00',
  '%ED%A0%80',
  'x'.repeat(201),
  'x'.repeat(8000),
  '..%2F..%2Fetc',
  '%27%20or%201=1--',
  '__proto__',
  'constructor',
  '%F0%9F%92%A9',
])('the path value "%s" is 404', async (value) => {
  for (const path of [
    '/articles',
    '/posts',
    '/tags',
    '/authors',
    '/categories',
    '/collections',
    '/collections/articles/items',
  ])
    expect((await blog.get(`${path}/${value}`)).status).toBe(404)
})

test.each([
  'tags=%00',
  'tags=tag_%27',
  `tags=${'tag_x,'.repeat(1000)}`,
  'authors=%ff',
  'categories=..',
  '_fields=__proto__,constructor,%00',
  '%00=1',
  '&&&==&',
  'collection=%00',
  '%ff=%ff',
])('the query "%s" is 200', async (query) => {
  expect((await blog.get(`/articles?${query}`)).status).toBe(200)
})

test('a collection parameter that cannot be one is 404', async () => {
  for (const value of ['%00', '%ff', 'x'.repeat(5000), "'", 'col_', '..'])
    expect((await blog.get(`/authors?collection=${value}`)).status).toBe(404)
})

const names = [
  'page',
  'per_page',
  'offset',
  'status',
  'search',
  'categories',
  'tags',
  'authors',
  'orderby',
  'order',
  '_fields',
  'include',
  'collection',
  'min_revision',
  'x[y]',
  '__proto__',
]
const paths = [
  '/articles',
  '/articles/one',
  '/posts',
  '/collections',
  '/collections/articles/items',
  '/categories',
  '/tags/a',
  '/authors',
  '/media',
  '/media/post-1',
  '/sitemap.xml',
  '/feed.xml',
  '/llms.txt',
]
const words = constantFrom(
  '1',
  '0',
  '-1',
  '1e400',
  '9007199254740993',
  '99999999999999999999',
  'all',
  'draft',
  'title',
  'asc',
  'desc',
  'tags',
  'needle',
  '%',
  '_',
  '\\',
  "'",
  '',
  ' ',
  '\0',
  '\ud800',
)
const value: Arbitrary<string> = oneof(words, string({ unit: 'binary', maxLength: 40 }), string({ maxLength: 10 }))
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

test('no request gives a 5xx, and every answer has one of the two forms', async () => {
  const api = contentApi(database, {
    debug() {},
    info() {},
    warn() {},
    error: (fields) => {
      throw new Error(`logged: ${String(fields['error'])}`)
    },
  })
  const request = record({
    method: constantFrom('GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST'),
    path: oneof(
      { weight: 4, arbitrary: constantFrom(...paths) },
      { weight: 1, arbitrary: tuple(constantFrom(...paths), value).map(([path, key]) => `${path}/${encoded(key)}`) },
    ),
    query: array(tuple(oneof(constantFrom(...names), string({ maxLength: 5 })), value, option(constant('raw'))), {
      maxLength: 6,
    }),
    headers: record({
      accept: option(string(), { nil: undefined }),
      'accept-encoding': option(oneof(constantFrom('br', 'gzip;q=0.1'), string()), { nil: undefined }),
      'if-none-match': option(string(), { nil: undefined }),
    }),
  })

  await assert(
    asyncProperty(request, async ({ method, path, query, headers }) => {
      const text = query
        .map(([name, given, raw]) => (raw ? `${name}=${given}` : `${encoded(name)}=${encoded(given)}`))
        .join('&')
      const answer = await api(`/v1/${blog.id}${path}?${text.replaceAll('#', '')}`, { method, headers })

      expect(answer.status).toBeLessThan(500)
      expect([200, 204, 304, 400, 404, 405]).toContain(answer.status)
      if (answer.status >= 400 && method !== 'HEAD')
        expect(answer.json).toEqual({
          errors: [{ status: String(answer.status), title: expect.any(String), detail: expect.any(String) }],
        })
      for (const header of Object.values(answer.headers)) expect(header).toMatch(/^[\x20-\x7e]*$/)
      if (answer.status === 200 && answer.json?.links) expect((await api(answer.json.links.self)).status).toBe(200)
    }),
    { numRuns: 400 },
  )
}, 120_000)

test('a path of any characters is answered', async () => {
  await assert(
    asyncProperty(string({ unit: 'binary', maxLength: 60 }), async (path) => {
      const { status } = await contentApi(database)(`/v1/${blog.id}/${path}`)
      expect([200, 404]).toContain(status)
    }),
    { numRuns: 200 },
  )
})
