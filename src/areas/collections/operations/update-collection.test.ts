import { expect, test } from 'vitest'

import { getCollection } from '#areas/collections/collections.ts'
import { updateCollection } from '#areas/collections/operations/update-collection.ts'
import { newId, type CollectionId } from '#kernel/ids.ts'
import { stage } from '#test/stage.ts'

async function collections(person: Parameters<typeof stage>[0] = {}) {
  const staged = await stage(person)
  const bySlug = (slug: string) => staged.rows(({ db }) => getCollection(db, slug))

  async function author(collectionId: CollectionId) {
    const id = newId('author')
    const row = {
      id,
      collection_id: collectionId,
      kind: 'author' as const,
      name: 'A',
      name_key: 'a',
      slug: id.replace('_', '-'),
    }
    await staged.rows(({ db }) => db.insertInto('term').values(row).execute())
    return id
  }

  return { ...staged, bySlug, author, articles: await bySlug('articles'), glossary: await bySlug('glossary') }
}

test('only the given fields change, and the version rises', async () => {
  const { call, articles } = await collections()

  const { collection } = await call(updateCollection, { collectionId: articles.id, urlTemplate: '/blog/{slug}' })

  expect(collection).toMatchObject({ name: 'Articles', urlTemplate: '/blog/{slug}', enabled: true, version: 2 })
})

test('null clears what may be missing', async () => {
  const { call, articles, author } = await collections()
  const collectionId = articles.id
  await call(updateCollection, {
    collectionId,
    fieldsSchema: { type: 'object' },
    defaultAuthorId: await author(collectionId),
  })

  const { collection } = await call(updateCollection, { collectionId, fieldsSchema: null, defaultAuthorId: null })

  expect(collection).toMatchObject({ fieldsSchema: null, defaultAuthorId: null })
})

test('the default author is an author of this collection', async () => {
  const { call, articles, glossary, author } = await collections()
  const [own, foreign] = [await author(articles.id), await author(glossary.id)]

  const { collection } = await call(updateCollection, { collectionId: articles.id, defaultAuthorId: own })

  expect(collection.defaultAuthorId).toBe(own)
  for (const defaultAuthorId of [foreign, newId('author'), 'nonsense']) {
    const refused = call(updateCollection, { collectionId: articles.id, defaultAuthorId })
    await expect(refused).rejects.toMatchObject({ code: 'not_found' })
  }
})

test('articles cannot be disabled', async () => {
  const { call, articles } = await collections()

  const refused = call(updateCollection, { collectionId: articles.id, enabled: false })

  await expect(refused).rejects.toMatchObject({ code: 'built_in_locked' })
  await expect(call(updateCollection, { collectionId: articles.id, enabled: true })).resolves.toBeDefined()
})

test('a preset is enabled with the plan authority only, and disabled with any', async () => {
  const { call, glossary, access } = await collections()
  const small = { as: { organization: { ...access.organization, plan: 'pro' as const } } }

  const refused = call(updateCollection, { collectionId: glossary.id, enabled: true }, small)

  await expect(refused).rejects.toMatchObject({ code: 'plan_required' })
  expect((await call(updateCollection, { collectionId: glossary.id, enabled: true })).collection.enabled).toBe(true)
  expect((await call(updateCollection, { collectionId: glossary.id, enabled: false }, small)).collection.enabled).toBe(
    false,
  )
})

test('another version than the expected one is refused', async () => {
  const { call, articles } = await collections()

  const refused = call(updateCollection, { collectionId: articles.id, name: 'Blog', ifVersion: 2 })

  await expect(refused).rejects.toMatchObject({ code: 'version_conflict', details: { version: 1 } })
})

test('a collection has no target of a CMS, and says what selects one', async () => {
  const { call, articles } = await collections()

  const refused = call(updateCollection, { collectionId: articles.id, cmsTargetId: 'tgt_1' })

  await expect(refused).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringContaining('selectIntegrationTarget'),
  })
})

test('nothing to change is refused', async () => {
  const { call, articles } = await collections()

  const refused = call(updateCollection, { collectionId: articles.id, ifVersion: 1 })

  await expect(refused).rejects.toMatchObject({ code: 'validation_failed', details: [{ path: '/input' }] })
})

test('a collection of another organization is unknown', async () => {
  const [{ call }, other] = [await collections(), await collections()]

  const refused = call(updateCollection, { collectionId: other.articles.id, name: 'Mine' })

  await expect(refused).rejects.toMatchObject({ code: 'not_found' })
  expect((await other.bySlug('articles')).name).toBe('Articles')
})

test('of the defaults only the given ones change, and null or nothing clears', async () => {
  const { call, articles } = await collections()
  const change = async (defaults: Record<string, string | null>) =>
    (await call(updateCollection, { collectionId: articles.id, defaults })).collection.defaults

  expect(await change({ articleType: 'guide', customInstructions: 'Name the source.' })).toEqual({
    articleType: 'guide',
    writingStyle: null,
    customInstructions: 'Name the source.',
  })
  expect(await change({ writingStyle: 'expert', articleType: null, customInstructions: '' })).toEqual({
    articleType: null,
    writingStyle: 'expert',
    customInstructions: null,
  })
  await expect(change({ articleType: 'unheard' })).rejects.toMatchObject({ code: 'validation_failed' })
})

test('a call that moves or hides public addresses counts as a publication in the log, another one as a write', async () => {
  const { call, rows } = await stage()
  await call(updateCollection, { collectionId: 'articles' as never, urlTemplate: '/b/{slug}' })
  await call(updateCollection, { collectionId: 'articles' as never, name: 'Stories' })

  const records = await rows(({ db }) =>
    db
      .selectFrom('audit_record')
      .select('effective_risk')
      .where('operation', '=', 'updateCollection')
      .orderBy('id')
      .execute(),
  )
  expect(records.map(({ effective_risk: risk }) => risk)).toEqual(['publish', 'write'])
})
