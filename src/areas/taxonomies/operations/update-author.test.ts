import { expect, test } from 'vitest'

import { updateAuthor } from '#areas/taxonomies/operations/update-author.ts'
import { newId } from '#kernel/ids.ts'
import { termStage } from '#test/term-stage.ts'

test('only the given fields change, null clears', async () => {
  const { call, term, item } = await termStage()
  const { id: authorId } = await term('author', 'Team')
  await item([authorId], { kind: 'author' })
  await call(updateAuthor, { authorId, bio: 'Writes.', socialLinks: { x: 'https://x.test/team' } })

  const { author } = await call(updateAuthor, { authorId, name: 'The team', bio: null })

  expect(author).toMatchObject({ name: 'The team', slug: 'team', bio: null, postCount: 1, version: 3 })
  expect(author.socialLinks).toEqual({ x: 'https://x.test/team' })
})

test('a taken slug and an old version are refused', async () => {
  const { call, term } = await termStage()
  const { id: authorId } = await term('author', 'Team')
  await term('author', 'Other')

  await expect(call(updateAuthor, { authorId, slug: 'other' })).rejects.toMatchObject({ code: 'slug_taken' })
  const old = call(updateAuthor, { authorId, name: 'X', ifVersion: 9 })
  await expect(old).rejects.toMatchObject({ code: 'version_conflict' })
})

test('an unknown or foreign author, or a tag, is not found', async () => {
  const [{ call, term }, other] = [await termStage(), await termStage()]
  const [foreign, tag] = [await other.term('author', 'Team'), await term('tag', 'Team')]

  for (const authorId of [foreign.id, newId('author'), 'nonsense', tag.id]) {
    await expect(call(updateAuthor, { authorId, name: 'Mine' })).rejects.toMatchObject({ code: 'not_found' })
  }
})
