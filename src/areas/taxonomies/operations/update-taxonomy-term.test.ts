import { expect, test } from 'vitest'

import { updateTaxonomyTerm } from '#areas/taxonomies/operations/update-taxonomy-term.ts'
import { newId } from '#kernel/ids.ts'
import { termStage } from '#test/term-stage.ts'

test('a new name keeps the slug and raises the version', async () => {
  const { call, term, item } = await termStage()
  const tag = await term('tag', 'Crm')
  await item([tag.id])

  const result = await call(updateTaxonomyTerm, { termId: tag.id, name: 'CRM', description: 'Software' })

  expect(result.term).toMatchObject({ name: 'CRM', slug: 'crm', description: 'Software', postCount: 1, version: 2 })
  expect((await call(updateTaxonomyTerm, { termId: tag.id, description: null })).term.description).toBeNull()
})

test('a taken slug is refused, the own one is not', async () => {
  const { call, term } = await termStage()
  const tag = await term('tag', 'Crm')
  await term('tag', 'News')

  await expect(call(updateTaxonomyTerm, { termId: tag.id, slug: 'news' })).rejects.toMatchObject({ code: 'slug_taken' })
  expect((await call(updateTaxonomyTerm, { termId: tag.id, slug: 'crm' })).term.version).toBe(2)
})

test('another version than the expected one is refused', async () => {
  const { call, term } = await termStage()
  const tag = await term('tag', 'Crm')

  const refused = call(updateTaxonomyTerm, { termId: tag.id, name: 'CRM', ifVersion: 2 })

  await expect(refused).rejects.toMatchObject({ code: 'version_conflict' })
})

test('an unknown, foreign or malformed id, or that of an author, is not found', async () => {
  const [{ call, term }, other] = [await termStage(), await termStage()]
  const [foreign, author] = [await other.term('tag', 'Crm'), await term('author', 'Team')]

  for (const termId of [newId('tag'), foreign.id, 'nonsense', author.id]) {
    await expect(call(updateTaxonomyTerm, { termId, name: 'Mine' })).rejects.toMatchObject({ code: 'not_found' })
  }
})
