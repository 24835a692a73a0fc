import { expect, test } from 'vitest'

import { listAuthors } from '#areas/taxonomies/operations/list-authors.ts'
import { newId } from '#kernel/ids.ts'
import { termStage } from '#test/term-stage.ts'

test('authors are those of one collection, articles unless named', async () => {
  const { call, term, item, glossary } = await termStage()
  const [editor, definer] = [await term('author', 'Editor'), await term('author', 'Definer', glossary.id)]
  await item([editor.id], { kind: 'author' })

  const articles = await call(listAuthors, {})

  expect(articles.items).toMatchObject([{ id: editor.id, name: 'Editor', postCount: 1, avatarUrl: null, bio: null }])
  for (const collection of ['glossary', glossary.id]) {
    expect((await call(listAuthors, { collection })).items).toMatchObject([{ id: definer.id, postCount: 0 }])
  }
})

test('the picture of an author is an address', async () => {
  const { call, term, rows } = await termStage()
  const { id } = await term('author', 'Editor')
  const mediaId = newId('media')
  await rows(async ({ db }) => {
    await db.insertInto('media').values({ id: mediaId, source: 'author', url: 'https://x.test/a.png' }).execute()
    await db.updateTable('term').set({ avatar_id: mediaId }).where('id', '=', id).execute()
  })

  const { items } = await call(listAuthors, {})

  expect(items).toMatchObject([{ avatarMediaId: mediaId, avatarUrl: 'https://x.test/a.png' }])
})

test('an unknown collection is not found', async () => {
  const [{ call }, other] = [await termStage(), await termStage()]

  for (const collection of ['recipes', newId('collection'), other.articles.id]) {
    await expect(call(listAuthors, { collection })).rejects.toMatchObject({ code: 'not_found' })
  }
})
