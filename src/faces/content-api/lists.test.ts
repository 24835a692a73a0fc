import { beforeAll, expect, test } from 'vitest'

import { type Answer, organizationWithContent } from '#test/content-stage.ts'
import { testDatabase } from '#test/shared-parts.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let many: Awaited<ReturnType<typeof organizationWithContent>>
beforeAll(async () => {
  database = await testDatabase()
  many = await organizationWithContent(database)
  await fillWithTies()
})

const organization = (settings?: Parameters<typeof organizationWithContent>[1]) =>
  organizationWithContent(database, settings)
type Entry = { id: string; attributes: Record<string, string | null> }
const idsOf = (answer: Answer): string[] => answer.json.data.map(({ id }: Entry) => id)

// 36 items in all statuses: 3 times, 2 titles, missing dates.
async function fillWithTies() {
  const tag = await many.term('tag', 'tied')
  for (let n = 0; n < 36; n++) {
    const status = n % 3 === 0 ? 'published' : n % 3 === 1 ? 'draft' : 'scheduled'
    const moment = new Date(Date.UTC(2026, 0, 1 + (n % 4)))
    await many.item(`item-${String((n * 7) % 36).padStart(2, '0')}`, {
      title: n % 2 === 0 ? 'Äpfel' : 'banana',
      status,
      created_at: moment,
      updated_at: moment,
      publish_at: status === 'draft' ? null : moment,
      tags: n % 2 === 0 ? [tag] : [],
      content: 'needle',
    })
  }
}

const attributeOf: Record<string, string> = {
  date: '',
  publish_at: 'publish_at',
  created_at: 'created_at',
  updated_at: 'updated_at',
  title: 'title',
  slug: 'slug',
  id: '',
}

test.each(
  Object.keys(attributeOf).flatMap((orderby) =>
    ['asc', 'desc'].flatMap((order) =>
      ['all', 'published', 'draft'].map((status) => [orderby, order, status] as const),
    ),
  ),
)('pages by %s %s of status %s have no gap, no doublet and one order', async (orderby, order, status) => {
  const query = `orderby=${orderby}&order=${order}&status=${status}`
  const whole = await many.get(`/articles?${query}&per_page=100`)
  const entries: Entry[] = whole.json.data

  const expected = entries.toSorted((a, b) =>
    compare(keyOf(a, orderby), keyOf(b, orderby), a.id, b.id, order === 'asc' ? 1 : -1),
  )
  expect(idsOf(whole)).toEqual(expected.map(({ id }) => id))
  expect(entries).toHaveLength(status === 'all' ? 36 : 12)
  for (const filter of ['', '&search=needle', '&search=needle&tags=', '&search=item'])
    expect(idsOf(await many.get(`/articles?${query}&per_page=100${filter}`))).toEqual(idsOf(whole))

  const walked: string[] = []
  for (let next: string | null = `/v1/${many.id}/articles?${query}&per_page=5`; next !== null;) {
    const page: Answer = await many.get(next.slice(`/v1/${many.id}`.length))
    walked.push(...idsOf(page))
    expect(page.json.meta.total).toBe(entries.length)
    next = page.json.links.next
  }
  expect(walked).toEqual(idsOf(whole))
})

// date is publish_at, else created_at; NULLs last; ties by id in the same direction (content-api.md#stable-orders).
function keyOf({ id, attributes }: Entry, orderby: string): string | null {
  if (orderby === 'date') return attributes['publish_at'] ?? attributes['created_at'] ?? null
  if (orderby === 'title') return attributes['title'] === 'Äpfel' ? 'apfel' : 'banana'
  return orderby === 'id' ? id : (attributes[attributeOf[orderby] ?? ''] ?? null)
}

function compare(a: string | null, b: string | null, idA: string, idB: string, sign: 1 | -1): number {
  if (a === null && b !== null) return 1
  if (b === null && a !== null) return -1
  if (a !== null && b !== null && a !== b) return a < b ? -sign : sign
  return idA < idB ? -sign : sign
}

test('a tag gives the same order as the list that it narrows', async () => {
  const { json } = await many.get('/tags')
  for (const order of ['asc', 'desc'])
    for (const orderby of ['date', 'title', 'publish_at'])
      for (const status of ['published', 'all']) {
        const query = `order=${order}&orderby=${orderby}&status=${status}&per_page=100`
        const tagged = (await many.get(`/articles?${query}&tags=${json.data[0].id}`)).json.data as Entry[]
        const whole: Entry[] = (await many.get(`/articles?${query}`)).json.data
        expect(tagged.map(({ id }) => id)).toEqual(
          whole.filter(({ attributes }) => attributes['title'] === 'Äpfel').map(({ id }) => id),
        )
      }
})

test('defaults are page 1 of 10, newest first, published', async () => {
  const { json } = await many.get('/articles')

  expect(json.meta).toEqual({ total: 12, per_page: 10, page: 1 })
  expect(idsOf(await many.get('/articles?page=1&per_page=10&orderby=date&order=desc&status=published'))).toEqual(
    json.data.map(({ id }: Entry) => id),
  )
  expect(Object.keys(json)).toEqual(['data', 'meta', 'links'])
  expect(Object.keys(json.links)).toEqual(['self', 'first', 'last', 'prev', 'next'])
})

test('links are paths that repeat what the request gave, sorted by name', async () => {
  const base = `/v1/${many.id}/articles`
  const { json } = await many.get(
    '/articles?status=all&per_page=10&page=2&order=asc&unknown=1&pagesize=3&search=&_fields=title,slug&page=7',
  )

  expect(json.links).toEqual({
    self: `${base}?_fields=title,slug&order=asc&page=2&per_page=10&status=all`,
    first: `${base}?_fields=title,slug&order=asc&page=1&per_page=10&status=all`,
    last: `${base}?_fields=title,slug&order=asc&page=4&per_page=10&status=all`,
    prev: `${base}?_fields=title,slug&order=asc&page=1&per_page=10&status=all`,
    next: `${base}?_fields=title,slug&order=asc&page=3&per_page=10&status=all`,
  })
  const search = await many.get('/articles?search=a%26b%20%C3%A4%2B')
  expect(search.json.links.self).toBe(`${base}?search=a%26b%20%C3%A4%2B`)
})

test('order of parameters, unknown ones and repeated ones change no byte', async () => {
  const one = await many.get('/articles?per_page=3&status=all&order=asc')
  const two = await many.get(
    '/articles?order=asc&__proto__=1&status=all&per_page=3&x[y]=z&per_page=99&constructor=1&order=nonsense',
  )

  expect(two.text).toBe(one.text)
  expect(two.headers['ETag']).toBe(one.headers['ETag'])
})

test('prev beyond the end is the last page, and the page is empty', async () => {
  const base = `/v1/${many.id}/articles`
  const far = await many.get('/articles?page=999999999999999&per_page=5')

  expect(far.status).toBe(200)
  expect(far.json).toEqual({
    data: [],
    meta: { total: 12, per_page: 5, page: 999_999_999_999_999 },
    links: {
      self: `${base}?page=999999999999999&per_page=5`,
      first: `${base}?page=1&per_page=5`,
      last: `${base}?page=3&per_page=5`,
      prev: `${base}?page=3&per_page=5`,
      next: null,
    },
  })
  expect((await many.get('/articles?page=3&per_page=5')).json.links).toMatchObject({
    prev: `${base}?page=2&per_page=5`,
    next: null,
  })
  for (const path of [
    '/articles?offset=999999999999999&status=all&orderby=title',
    '/tags?page=999999999999999',
    '/media?page=999999999999999&per_page=100',
    '/articles?search=needle&page=999999999999999',
  ])
    expect((await many.get(path)).json.data).toEqual([])
})

test('an offset overrides the page and makes the links offset-based', async () => {
  const base = `/v1/${many.id}/articles`
  const whole = idsOf(await many.get('/articles?per_page=100'))
  const { json } = await many.get('/articles?offset=5&per_page=5&page=3')

  expect(json.data.map(({ id }: Entry) => id)).toEqual(whole.slice(5, 10))
  expect(json.meta).toEqual({ total: 12, per_page: 5, page: 2, offset: 5 })
  expect(json.links).toEqual({
    self: `${base}?offset=5&page=3&per_page=5`,
    first: `${base}?offset=0&per_page=5`,
    last: `${base}?offset=10&per_page=5`,
    prev: `${base}?offset=0&per_page=5`,
    next: `${base}?offset=10&per_page=5`,
  })
  expect((await many.get('/articles?offset=0')).json.meta.offset).toBe(0)
  expect((await many.get('/articles?offset=3')).json.links.prev).toBe(`${base}?offset=0`)
  expect((await many.get('/articles?offset=3&per_page=5')).json.links).toMatchObject({
    last: `${base}?offset=8&per_page=5`,
    next: `${base}?offset=8&per_page=5`,
  })
  expect((await many.get('/articles?offset=500&per_page=5')).json.links).toMatchObject({
    prev: `${base}?offset=10&per_page=5`,
    next: null,
  })
})

test('an empty list has one empty page', async () => {
  const { id, get } = await organization()

  for (const path of ['articles', 'categories', 'tags', 'authors', 'media']) {
    const { json } = await get(`/${path}`)
    const page = `/v1/${id}/${path}?page=1`
    expect(json).toEqual({
      data: [],
      meta: { total: 0, per_page: 10, page: 1 },
      links: { self: `/v1/${id}/${path}`, first: page, last: page, prev: null, next: null },
    })
  }
})

test.each([
  [
    '/articles',
    'page',
    ['0', '-1', '1e3', '0x10', '%201%20', '1.0', '1e400', '9007199254740993', '1234567890123456', 'a', '+1', '１'],
  ],
  ['/articles', 'per_page', ['0', '101', '-1', '10.5', 'all', '999999999999999']],
  ['/articles', 'offset', ['-1', 'x', '1e1']],
  ['/articles', 'status', ['trash', 'Published', 'published,draft']],
  ['/articles', 'orderby', ['name', 'TITLE', 'title;drop', 'sort_date', '__proto__', 'constructor']],
  ['/articles', 'order', ['up', 'ASC']],
  ['/articles', 'include', ['media', 'tags,foo', 'Tags']],
  ['/articles', 'search', ['x'.repeat(2049)]],
  ['/articles/one', 'include', ['foo']],
  ['/articles/one', 'status', ['foo']],
  ['/collections/articles/items', 'per_page', ['101']],
  ['/categories', 'per_page', ['101', '0']],
  ['/tags', 'orderby', ['title']],
  ['/authors', 'order', ['x']],
  ['/media', 'orderby', ['name']],
  ['/media', 'page', ['0']],
  ['/sitemap.xml', 'page', ['0', 'x']],
])('%s refuses a wrong %s and says what is allowed', async (path, name, values) => {
  for (const value of values) {
    const { status, json } = await many.get(`${path}?${name}=${value}`)
    expect([value, status]).toEqual([value, 400])
    expect(json).toEqual({
      errors: [{ status: '400', title: 'Bad Request', detail: expect.stringMatching(new RegExp(`^${name} must `)) }],
    })
  }
})

const detail = async (query: string): Promise<string> => (await many.get(`/articles?${query}`)).json.errors[0].detail

test('details of a refusal list what is allowed', async () => {
  expect(await detail('orderby=x')).toBe(
    'orderby must be one of date, publish_at, created_at, updated_at, title, slug, id',
  )
  expect(await detail('per_page=101')).toBe('per_page must be an integer from 1 to 100, written in at most 15 digits')
  expect(await detail('include=x')).toBe('include must be a comma-separated list of categories, tags, authors')
  expect(await detail('status=x')).toBe('status must be one of published, draft, scheduled, all')
})

test('empty values count as not given, of repeated ones the first counts', async () => {
  const plain = await many.get('/articles')

  const empty = await many.get(
    '/articles?page=&per_page=&offset=&status=&search=&orderby=&order=&include=&_fields=&tags=',
  )
  expect(empty.text).toBe(plain.text)
  expect((await many.get('/articles?page=2&page=x')).json.meta.page).toBe(2)
  expect((await many.get('/articles?page=&page=2')).json.meta.page).toBe(1)
  expect((await many.get('/articles?page=007')).json.links.self).toBe(`/v1/${many.id}/articles?page=7`)
  expect((await many.get(`/articles?search=${'x'.repeat(2048)}`)).json.meta.total).toBe(0)
})

test('terms are ordered by name descending unless asked otherwise, and searched by name, slug or bio', async () => {
  const { get, term } = await organization()
  const b = await term('author', 'x', { name: 'Bär', description: 'Knows Bees', created_at: '2026-01-01' })
  const a = await term('author', 'y', { name: 'adam', created_at: '2026-01-03' })
  const c = await term('author', 'z-end', { name: 'Cäsar', created_at: '2026-01-02' })

  expect(idsOf(await get('/authors'))).toEqual([c, b, a])
  expect(idsOf(await get('/authors?order=asc'))).toEqual([a, b, c])
  expect(idsOf(await get('/authors?orderby=slug&order=asc'))).toEqual([b, a, c])
  expect(idsOf(await get('/authors?orderby=date&order=asc'))).toEqual([b, c, a])
  expect(idsOf(await get('/authors?orderby=created_at'))).toEqual([a, c, b])
  expect(idsOf(await get('/authors?orderby=id&order=asc'))).toEqual([b, a, c])
  expect(idsOf(await get('/authors?search=B%C3%84R'))).toEqual([b])
  expect(idsOf(await get('/authors?search=bees'))).toEqual([b])
  expect(idsOf(await get('/authors?search=z-e'))).toEqual([c])
  expect(idsOf(await get('/authors?search=%25'))).toEqual([])
  const page = await get('/authors?per_page=2&page=2')
  expect(idsOf(page)).toEqual([a])
  expect(page.json.meta).toEqual({ total: 3, per_page: 2, page: 2 })
  expect((await get('/authors?_fields=name&order=asc')).json.data[0].attributes).toEqual({ name: 'adam' })
})

test('what JSON:API asks for elsewhere is refused with the parameter to use instead, wherever it would mislead', async () => {
  const { get } = await organization()
  const refused = async (path: string) => {
    const { status, json } = await get(path)
    return [status, json.errors?.[0].detail.split(': ')[1]]
  }

  expect(await refused('/articles?filter[tags]=x')).toEqual([400, 'use tags instead'])
  expect(await refused('/articles?filter%5Bslug%5D=x')).toEqual([
    400,
    'use categories and tags and authors and status and search instead',
  ])
  expect(await refused('/articles?page[size]=2')).toEqual([400, 'use per_page instead'])
  expect(await refused('/articles?page[number]=2')).toEqual([400, 'use page instead'])
  expect(await refused('/articles?page[after]=2')).toEqual([400, 'use page and per_page instead'])
  expect(await refused('/articles?page[constructor]=2')).toEqual([400, 'use page and per_page instead'])
  expect(await refused('/tags?sort=-name')).toEqual([400, 'use orderby and order instead'])
  expect(await refused('/articles/x?fields[articles]=title')).toEqual([400, 'use _fields instead'])
  expect(await refused('/collections?filter[kind]=docs')).toEqual([400, 'nothing replaces it here'])
  expect(await refused('/articles/x?page[size]=2')).toEqual([400, 'nothing replaces it here'])
  expect(await refused('/articles/x?filter[status]=draft')).toEqual([400, 'use status instead'])
  expect(await refused('/authors?filter[collection]=news')).toEqual([400, 'use collection instead'])
  expect(await refused('/authors/jane?filter[collection]=news')).toEqual([400, 'use collection instead'])
  expect(await refused('/redirects?filter[updated_since]=2026-01-01')).toEqual([400, 'use updated_since instead'])
  expect(await refused('/redirects?filter[to]=/a')).toEqual([400, 'use from and updated_since instead'])
  expect(await refused('/sitemap.xml?page[number]=2')).toEqual([400, 'use page instead'])
  expect(await refused('/feed.xml?page[size]=2')).toEqual([400, 'nothing replaces it here'])
  expect((await get('/articles?sort=&filter=x&fields=y&utm_source=z')).status).toBe(200)
})

test('the phrase counts where it is found, else all words in any order, among what the request may see', async () => {
  const { get, item, collection } = await organization()
  await item('phrase', { title: 'Blue ink guide' })
  await item('apart', { title: 'A guide', content: 'Ink that is blue.' })
  await item('other', { title: 'Ink' })
  const find = async (search: string, rest = '') =>
    (await get(`/articles?orderby=slug&order=asc&search=${encodeURIComponent(search)}${rest}`)).json.data.map(
      ({ attributes }: { attributes: { slug: string } }) => attributes.slug,
    )

  expect(await find('ink guide')).toEqual(['phrase'])
  expect(await find('guide ink')).toEqual(['apart', 'phrase'])
  expect(await find('guide pencil')).toEqual([])
  await item('draft', { title: 'Guide ink', status: 'draft' })
  await item('elsewhere', { title: 'Guide ink', collection: await collection('docs') })
  expect(await find('guide ink')).toEqual(['apart', 'phrase'])
  expect(await find('guide ink', '&status=all')).toEqual(['draft'])
})

test('the last segment of an address is searched in all fields', async () => {
  const { get, item } = await organization()
  await item('one', { content: 'See /2019/old-name for more.' })
  await item('old-name-of-this')
  await item('two', { external_url: 'https://old.example/p/old-name' })
  const find = async (search: string) =>
    (await get(`/articles?orderby=slug&order=asc&search=${encodeURIComponent(search)}`)).json.data.map(
      ({ attributes }: { attributes: { slug: string } }) => attributes.slug,
    )

  expect(await find('https://new.example/blog/old%2Dname/?x=1')).toEqual(['old-name-of-this', 'one', 'two'])
  expect(await find('tcp/one')).toEqual(['one'])
})
