import { expect, test } from 'vitest'

import { updateCollection } from '#areas/collections/operations/update-collection.ts'
import { getOrganizationSettings } from '#areas/organizations/operations/get-organization-settings.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { deleteAuthor } from '#areas/taxonomies/operations/delete-author.ts'
import { termStage } from '#test/term-stage.ts'

const confirm = { confirm: true }

test('an author with items needs another one, who takes their place', async () => {
  const { call, term, item, termsOf } = await termStage()
  const [first, second] = [await term('author', 'First'), await term('author', 'Second')]
  const itemId = await item([first.id], { kind: 'author' })

  await expect(call(deleteAuthor, { authorId: first.id }, confirm)).rejects.toMatchObject({ code: 'in_use' })
  const result = await call(deleteAuthor, { authorId: first.id, reassignToId: second.id }, confirm)

  expect(result).toMatchObject({ affectedItems: 1, reassignedTo: { id: second.id, name: second.name } })
  expect(await termsOf(itemId)).toEqual([second.id])
})

test('the defaults of collection and organization name the other author, or none', async () => {
  const { call, term, articles } = await termStage()
  const [first, second] = [await term('author', 'First'), await term('author', 'Second')]
  await call(updateCollection, { collectionId: articles.id, defaultAuthorId: first.id })
  await call(updateOrganizationSettings, { defaults: { authorId: first.id, articleType: 'guide' } })
  const defaults = async () => {
    const { collection } = await call(updateCollection, { collectionId: articles.id, name: 'Articles' })
    return [collection.defaultAuthorId, (await call(getOrganizationSettings, {})).defaults]
  }

  await call(deleteAuthor, { authorId: first.id, reassignToId: second.id }, confirm)
  expect(await defaults()).toMatchObject([second.id, { authorId: second.id, articleType: 'guide' }])

  await call(deleteAuthor, { authorId: second.id }, confirm)
  expect(await defaults()).toMatchObject([null, { authorId: null, articleType: 'guide' }])
})

test('the other author is of the same collection', async () => {
  const { call, term, item, glossary } = await termStage()
  const [author, elsewhere] = [await term('author', 'Team'), await term('author', 'Team', glossary.id)]
  await item([author.id], { kind: 'author' })

  const refused = call(deleteAuthor, { authorId: author.id, reassignToId: elsewhere.id }, confirm)

  await expect(refused).rejects.toMatchObject({ code: 'not_found' })
})

test('an author of another organization is unknown', async () => {
  const [{ call }, other] = [await termStage(), await termStage()]
  const foreign = await other.term('author', 'Team')

  await expect(call(deleteAuthor, { authorId: foreign.id }, confirm)).rejects.toMatchObject({ code: 'not_found' })
})
