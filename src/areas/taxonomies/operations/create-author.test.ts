import { expect, test } from 'vitest'

import { createAuthor } from '#areas/taxonomies/operations/create-author.ts'
import { newId } from '#kernel/ids.ts'
import { termStage } from '#test/term-stage.ts'

test('an author has a bio and links', async () => {
  const { call, articles } = await termStage()
  const fields = {
    bio: 'Writes.',
    socialLinks: { linkedin: 'https://www.linkedin.com/company/example' },
    autoAssignDescription: 'Everything about CRM',
  }

  const { author } = await call(createAuthor, { collectionId: articles.id, name: 'Editorial team', ...fields })

  expect(author).toMatchObject({
    collectionId: articles.id,
    slug: 'editorial-team',
    ...fields,
    postCount: 0,
    version: 1,
  })
})

test('a disabled collection takes no author', async () => {
  const { call, glossary } = await termStage()

  const refused = call(createAuthor, { collectionId: glossary.id, name: 'Team' })

  await expect(refused).rejects.toMatchObject({ code: 'collection_disabled' })
})

test('a collection of another organization is unknown', async () => {
  const [{ call }, other] = [await termStage(), await termStage()]

  for (const collectionId of [other.articles.id, newId('collection'), 'nonsense']) {
    await expect(call(createAuthor, { collectionId, name: 'Team' })).rejects.toMatchObject({ code: 'not_found' })
  }
})

test('a taken slug is refused', async () => {
  const { call, articles, term } = await termStage()
  await term('author', 'Team')

  const refused = call(createAuthor, { collectionId: articles.id, name: 'Other', slug: 'team' })

  await expect(refused).rejects.toMatchObject({ code: 'slug_taken' })
})

test.each([
  ['/input/socialLinks/x', { socialLinks: { x: 'javascript:alert(1)' } }],
  ['/input/socialLinks/a b', { socialLinks: { 'a b': 'https://example.com' } }],
  ['/input/bio', { bio: 'x'.repeat(2001) }],
])('a wrong %s is refused', async (path, input) => {
  const { call, articles } = await termStage()

  const refused = call(createAuthor, { collectionId: articles.id, name: 'Team', ...input })

  await expect(refused).rejects.toMatchObject({ code: 'validation_failed', details: [{ path }] })
})
