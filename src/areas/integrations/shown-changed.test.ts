import { expect, test } from 'vitest'

import { createCollection } from '#areas/collections/operations/create-collection.ts'
import { updateCollection } from '#areas/collections/operations/update-collection.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { createAuthor } from '#areas/taxonomies/operations/create-author.ts'
import { createTaxonomyTerm } from '#areas/taxonomies/operations/create-taxonomy-term.ts'
import { deleteAuthor } from '#areas/taxonomies/operations/delete-author.ts'
import { deleteTaxonomyTerm } from '#areas/taxonomies/operations/delete-taxonomy-term.ts'
import { updateAuthor } from '#areas/taxonomies/operations/update-author.ts'
import { updateTaxonomyTerm } from '#areas/taxonomies/operations/update-taxonomy-term.ts'
import { Secret } from '#kernel/secret.ts'
import { stage } from '#test/stage.ts'

const confirm = { confirm: true }

/** An organization whose website listens, with two published items, of which one has the terms, and a draft that has them, too. */
async function listening() {
  const url = 'https://website.example/hook'
  const on = await stage({ webhooks: () => ({ url, secret: new Secret('x'), legacyHeader: null }) })
  const { call } = on
  const term = async (name: string) => (await call(createTaxonomyTerm, { taxonomy: 'tag', name })).term.id
  const author = async (name: string) =>
    (await call(createAuthor, { collectionId: 'articles' as never, name })).author.id
  const [tag, other] = [await term('Harbour'), await term('Quay')]
  const [writer, editor] = [await author('First desk'), await author('Second desk')]
  const item = (title: string, fields: object) =>
    call(createItem, { collectionId: 'articles', title, ...fields } as never, confirm).then((made) => made.item.id)
  const labels = { tagIds: [tag], authorIds: [writer] }
  const shown = await item('With a tag', { status: 'published', ...labels })
  await item('Without', { status: 'published' })
  await item('A draft', labels)
  const clear = () => on.rows(({ db }) => db.deleteFrom('delivery').execute())
  /** What websites are told of after a change, as the messages say it. */
  const told = async () => {
    await on.work()
    const rows = await on.rows(({ db }) => db.selectFrom('delivery').select('body').orderBy('id').execute())
    return rows.map(
      ({ body }) =>
        (JSON.parse(body) as { data: { reason: string; urls: string[]; items: { id: string; status: string }[] } })
          .data,
    )
  }
  await clear()
  return { on, call, tag, other, writer, editor, shown, told }
}

type Listening = Awaited<ReturnType<typeof listening>>

test.each<[string, (at: Listening) => Promise<unknown>]>([
  ['a tag has another name', ({ call, tag }) => call(updateTaxonomyTerm, { termId: tag, name: 'Port' })],
  [
    'a tag is merged',
    ({ call, tag, other }) => call(deleteTaxonomyTerm, { termId: tag, reassignToId: other }, confirm),
  ],
  ['an author has another name', ({ call, writer }) => call(updateAuthor, { authorId: writer, name: 'Night desk' })],
  [
    'an author is replaced',
    ({ call, writer, editor }) => call(deleteAuthor, { authorId: writer, reassignToId: editor }, confirm),
  ],
])('websites are told of the published items that show it: %s', async (_name, change) => {
  const at = await listening()

  await change(at)

  expect((await at.told()).map(({ reason, items }) => ({ reason, items: items.map(({ id }) => id) }))).toEqual([
    { reason: 'updated', items: [at.shown] },
  ])
})

test('another name of a collection is told once, with the page that lists its items', async () => {
  const { call, told } = await listening()

  await call(updateCollection, { collectionId: 'articles' as never, name: 'Stories' })

  expect(await told()).toMatchObject([{ reason: 'updated', urls: ['/articles'], items: [] }])
})

test('another template is told with the addresses that items had', async () => {
  const { call, told } = await listening()

  await call(updateCollection, { collectionId: 'articles' as never, urlTemplate: '/p/{slug}' })

  const messages = await told()
  expect(messages.flatMap(({ items }) => items)).toHaveLength(2)
  expect(messages.flatMap(({ urls }) => urls).join()).toContain('/articles/with-a-tag')
})

test('websites are told that what is in a collection goes with it and is back, and nothing in between', async () => {
  const { on, call, told } = await listening()
  const { collection } = await call(createCollection, { name: 'News', slug: 'news', kind: 'custom' })
  const author = await call(createAuthor, { collectionId: collection.id, name: 'Reporter' })
  const news = { collectionId: 'news', title: 'Fresh', status: 'published', authorIds: [author.author.id] } as never
  const { item } = await call(createItem, news, confirm)
  const since = async () => {
    const messages = await told()
    await on.rows(({ db }) => db.deleteFrom('delivery').execute())
    return messages.map(({ reason, items }) => [reason, ...items.map(({ id, status }) => `${id} ${status}`)])
  }
  expect(await since()).toEqual([['published', `${item.id} published`]])

  await call(updateCollection, { collectionId: collection.id, enabled: false })
  expect(await since()).toEqual([['unpublished', `${item.id} draft`]])

  await call(updateItem, { id: item.id, title: 'Fresher', slug: 'fresher' }, confirm)
  await call(updateAuthor, { authorId: author.author.id, name: 'Night reporter' })
  expect(await since()).toEqual([])

  await call(updateCollection, { collectionId: collection.id, enabled: true })
  expect(await since()).toEqual([['published', `${item.id} published`]])
})

test('nobody is told, and no job starts, where no website listens', async () => {
  const { call, rows } = await stage()
  const { term } = await call(createTaxonomyTerm, { taxonomy: 'tag', name: 'Harbour' })
  await call(
    createItem,
    { collectionId: 'articles', title: 'A', status: 'published', tagIds: [term.id] } as never,
    confirm,
  )

  await call(updateTaxonomyTerm, { termId: term.id, name: 'Port' } as never)

  const jobs = await rows(({ db }) => db.selectFrom('job').select('kind').where('kind', '=', 'tellOfItems').execute())
  expect(jobs).toEqual([])
})
