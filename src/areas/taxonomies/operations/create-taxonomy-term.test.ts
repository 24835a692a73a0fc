import { expect, test } from 'vitest'

import { createTaxonomyTerm } from '#areas/taxonomies/operations/create-taxonomy-term.ts'
import { termStage } from '#test/term-stage.ts'

test('a new term belongs to articles', async () => {
  const { call } = await termStage({ role: 'author' })

  const { term } = await call(createTaxonomyTerm, {
    taxonomy: 'category',
    name: 'Customer data',
    description: 'All of it',
  })

  expect(term).toMatchObject({
    taxonomy: 'category',
    name: 'Customer data',
    slug: 'customer-data',
    description: 'All of it',
    postCount: 0,
    version: 1,
  })
  expect(term.id).toMatch(/^cat_/)
})

test('a given slug is kept, and refused when taken, with an idempotency key too', async () => {
  const { call } = await termStage()
  const news = { taxonomy: 'tag', name: 'News', slug: 'news' } as const
  await call(createTaxonomyTerm, news)

  await expect(call(createTaxonomyTerm, news)).rejects.toMatchObject({ code: 'slug_taken', details: { slug: 'news' } })
  const keyed = call(createTaxonomyTerm, news, { idempotencyKey: 'once' })
  await expect(keyed).rejects.toMatchObject({ code: 'slug_taken' })
  expect((await call(createTaxonomyTerm, { taxonomy: 'tag', name: 'News' })).term.slug).toBe('news-2')
  expect((await call(createTaxonomyTerm, { ...news, taxonomy: 'category' })).term.slug).toBe('news')
})

test.each([
  ['/input/name', { name: 'x'.repeat(81) }],
  ['/input/name', { name: ' ' }],
  ['/input/slug', { name: 'A', slug: 'not_a_slug' }],
  ['/input/description', { name: 'A', description: 'x'.repeat(501) }],
])('a wrong %s is refused', async (path, input) => {
  const { call } = await termStage()

  const refused = call(createTaxonomyTerm, { taxonomy: 'tag', ...input })

  await expect(refused).rejects.toMatchObject({ code: 'validation_failed', details: [{ path }] })
})
