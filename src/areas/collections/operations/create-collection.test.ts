import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { createCollection } from '#areas/collections/operations/create-collection.ts'
import { listCollections } from '#areas/collections/operations/list-collections.ts'
import { stage } from '#test/stage.ts'

const stories = { name: 'Customer stories', slug: 'stories', kind: 'custom' } as const

test('a new collection is enabled at once and has the default template', async () => {
  const { call } = await stage()

  const { collection } = await call(createCollection, stories)

  expect(collection).toMatchObject({
    ...stories,
    enabled: true,
    builtIn: false,
    urlTemplate: '/stories/{slug}',
    version: 1,
  })
  expect(collection.counts).toEqual({ total: 0, published: 0, scheduled: 0, draft: 0 })
  const { items } = await call(listCollections, {})
  expect(items.map(({ slug }) => slug)).toEqual(['articles', 'stories'])
})

test('template and schema of custom fields are kept as given', async () => {
  const { call } = await stage()
  const fieldsSchema = { type: 'object', properties: { industry: { type: 'string' } } }

  const { collection } = await call(createCollection, { ...stories, urlTemplate: '/customers/{slug}', fieldsSchema })

  expect(collection).toMatchObject({ urlTemplate: '/customers/{slug}', fieldsSchema })
})

test('a slug is taken once per organization, by a preset too', async () => {
  const [{ call }, other] = [await stage(), await stage()]
  await call(createCollection, stories)

  await expect(call(createCollection, stories)).rejects.toMatchObject({
    code: 'slug_taken',
    details: { slug: 'stories' },
  })
  await expect(call(createCollection, { ...stories, slug: 'glossary' })).rejects.toMatchObject({ code: 'slug_taken' })
  await expect(other.call(createCollection, stories)).resolves.toBeDefined()
})

test('another plan than authority is refused before anything happens', async () => {
  const { call, rows } = await stage({ plan: 'pro' })

  await expect(call(createCollection, stories)).rejects.toMatchObject({ code: 'plan_required' })

  expect(
    await rows(({ db }) => db.selectFrom('collection').select('id').where('slug', '=', stories.slug).execute()),
  ).toEqual([])
})

test.each([
  ['/input/slug', { ...stories, slug: 'Cus_tomers' }],
  ['/input/urlTemplate', { ...stories, urlTemplate: 'https://example.com/{slug}' }],
  ['/input/fieldsSchema', { ...stories, fieldsSchema: { description: 'x'.repeat(32_000) } }],
  ['/input/fieldsSchema', { ...stories, fieldsSchema: { type: 'nonsense' } }],
  ['/input/name', { ...stories, name: ' ' }],
])('a wrong %s is refused', async (path, input) => {
  const { call } = await stage()

  await expect(call(createCollection, input)).rejects.toMatchObject({ code: 'validation_failed', details: [{ path }] })
})

test('a dry run shows the collection and makes none', async () => {
  const { call } = await stage()

  const { collection } = await call(createCollection, stories, { dryRun: true })

  expect(collection.slug).toBe('stories')
  expect((await call(listCollections, { includeDisabled: true })).total).toBe(5)
})

test('an organization has at most 200 collections', async () => {
  const { call, rows } = await stage()
  await rows(({ db }) =>
    sql`insert into app.collection (organization_id, id, name, slug, kind, url_template, enabled)
      select app.org(), 'col_' || substr(md5('many' || n), 1, 26), 'Many', 'many-' || n, 'custom', '/many/{slug}', true
      from generate_series(1, 199 - (select count(*)::int from app.collection)) n`.execute(db),
  )
  await call(createCollection, stories)

  await expect(call(createCollection, { ...stories, slug: 'more' })).rejects.toMatchObject({
    code: 'validation_failed',
    message: expect.stringMatching(/at most 200 collections\. Use one that exists/) as unknown,
    details: [{ path: '/input/slug', code: 'too_big' }],
  })
  expect((await call(listCollections, { search: 'more' })).total).toBe(0)
})
