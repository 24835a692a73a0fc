import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, expect, test } from 'vitest'

import { newId } from '#kernel/ids.ts'
import { contentApi, organizationWithContent } from '#test/content-stage.ts'
import { testDatabase } from '#test/shared-parts.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})

const description = async () => (await contentApi(database)('/v1/openapi.json')).json

test('the description names every path of the contract', async () => {
  const { openapi, paths } = await description()

  expect(openapi).toMatch(/^3\.1\./)
  expect(Object.keys(paths).map((path) => path.replace('/v1/{organizationId}', ''))).toEqual([
    '/collections',
    '/collections/{collectionSlug}',
    '/articles',
    '/articles/{idOrSlug}',
    '/posts',
    '/posts/{idOrSlug}',
    '/collections/{collectionSlug}/items',
    '/collections/{collectionSlug}/items/{idOrSlug}',
    '/sitemap.xml',
    '/feed.xml',
    '/llms.txt',
    '/redirects',
    '/redirects/{idOrSlug}',
    '/media',
    '/media/{id}',
    '/categories',
    '/categories/{idOrSlug}',
    '/tags',
    '/tags/{idOrSlug}',
    '/authors',
    '/authors/{idOrSlug}',
  ])
})

test('operation ids are unique, references lead somewhere, path values are declared', async () => {
  const document = await description()
  const operations = Object.entries<{ get: { operationId: string; parameters: { name: string; in: string }[] } }>(
    document.paths,
  )

  expect(new Set(operations.map(([, { get }]) => get.operationId)).size).toBe(operations.length)
  for (const [path, { get }] of operations) {
    const inPath = get.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`)
    expect(path.match(/\{[^}]+\}/g)).toEqual(inPath)
    expect(new Set(get.parameters.map(({ name }) => name)).size).toBe(get.parameters.length)
  }
  for (const [, reference] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g))
    expect(reference?.split('/').reduce((place, name) => place?.[name], document)).toBeDefined()
})

test('answers fit the schemas that the description has for them', async () => {
  const { id, get, item, insert, term, media } = await organizationWithContent(database)
  const image = await media({ title: 'Pic', palette: JSON.stringify({ dominant: '#fff' }) })
  const author = await term('author', 'ada', { avatar_id: image })
  await item('one', {
    featured_image_id: image,
    authors: [author],
    tags: [await term('tag', 'a')],
    categories: [await term('category', 'b')],
  })
  const redirected = newId('redirect')
  await insert('redirect', {
    id: redirected,
    from_path: '/old',
    from_hash: 'x',
    from_slug: 'old',
    reason: 'manual',
    to_url: 'https://other.example/',
  })
  const document = await description()
  const ajv = new Ajv2020({ strict: false })
  ajv.addSchema(document, 'openapi')

  for (const [path, { get: operation }] of Object.entries<{ get: { responses: object } }>(document.paths)) {
    const [mediaType] = Object.keys(document.paths[path].get.responses['200'].content)
    if (mediaType !== 'application/json') continue
    const keys = path.includes('media') ? { id: (await get('/media')).json.data[0].id } : { id: '' }
    const slug = path.includes('authors')
      ? 'ada'
      : path.includes('tags')
        ? 'a'
        : path.includes('categories')
          ? 'b'
          : path.includes('redirects')
            ? redirected
            : 'one'
    const url = path
      .replace('{organizationId}', id)
      .replace('{collectionSlug}', 'articles')
      .replace('{idOrSlug}', slug)
      .replace('{id}', keys.id)
    const pointer = `openapi#/paths/${path.replaceAll('/', '~1')}/get/responses/200/content/application~1json/schema`
    const validate = ajv.getSchema(pointer.replaceAll('{', '%7B').replaceAll('}', '%7D'))
    expect(validate).toBeDefined()
    for (const query of [
      '',
      '?_fields=all',
      '?_fields=title',
      '?_fields=name,to',
      '?include=tags,authors,categories',
    ]) {
      if (query.includes('include') && !JSON.stringify(operation).includes('"include"')) continue
      const answer = await contentApi(database)(`${url}${query}`)
      expect([url, query, answer.status, validate?.(answer.json), validate?.errors]).toEqual([
        url,
        query,
        200,
        true,
        null,
      ])
    }
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['404', '429', '500']))
  }
})

test('what is included, and what belongs to a resource, has the shape of its own type', async () => {
  const { components, paths } = await description()
  const { included } =
    paths['/v1/{organizationId}/articles'].get.responses['200'].content['application/json'].schema.properties

  expect(included.items.anyOf).toEqual(
    ['Categories', 'Tags', 'Authors'].map((name) => ({ $ref: `#/components/schemas/${name}` })),
  )
  const { tags } = components.schemas.Articles.properties.relationships.properties
  expect(tags.properties.data.items.properties).toEqual({
    type: { type: 'string', const: 'tags' },
    id: { type: 'string' },
  })
})

test('the description is served like any answer, and only at its own path', async () => {
  const api = contentApi(database)
  const first = await api('/v1/openapi.json')

  expect(first.headers).toMatchObject({
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': expect.stringContaining('public'),
  })
  expect((await api('/v1/openapi.json', { headers: { 'if-none-match': first.headers['ETag'] } })).status).toBe(304)
  expect((await api('/v1/openapi.json', { method: 'POST' })).status).toBe(405)
  for (const path of ['/v1/openapi.json/articles', '/v1', '/v1/', '/v2/openapi.json', '/', '', 'v1/openapi.json'])
    expect((await api(path)).status).toBe(404)
})
