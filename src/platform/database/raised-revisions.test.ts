import { expect, test } from 'vitest'

import { inCollection } from '#kernel/content-revision.ts'
import { organizationWithContent } from '#test/content-stage.ts'
import { testDatabase } from '#test/shared-parts.ts'

async function organization() {
  const own = await organizationWithContent(await testDatabase())
  const itemId = await own.item('one')
  const stored = () =>
    own.write(async ({ db }) => {
      const rows = await db.selectFrom('content_revision').select(['collection_id', 'revision']).execute()
      return Object.fromEntries(rows.map((row) => [row.collection_id, Number(row.revision)]))
    })
  const title = (db: Parameters<Parameters<typeof own.write>[0]>[0]['db'], text: string) =>
    db.updateTable('item').set({ title: text }).where('id', '=', itemId).execute()
  return { ...own, itemId, stored, title }
}

test('a transaction raises what it changed, once, and says so after its COMMIT', async () => {
  const { write, stored, title, articles } = await organization()
  const before = await stored()

  const tx = await write(async (open) => {
    await title(inCollection(open.db, articles), 'two')
    await title(inCollection(open.db, articles), 'three')
    expect(open.raised).toEqual([])
    return open
  })

  expect(tx.raised).toEqual([{ collectionId: articles, revision: (before[articles] ?? 0) + 1 }])
  expect(await stored()).toEqual({ ...before, [articles]: (before[articles] ?? 0) + 1 })
})

test('what names no collection raises the revision of the whole organization', async () => {
  const { write, stored, title, articles } = await organization()
  const before = await stored()

  const { raised } = await write(async (tx) => {
    await title(inCollection(tx.db, articles), 'two')
    await title(tx.db, 'three')
    return tx
  })

  expect(raised).toEqual([
    { collectionId: '*', revision: (before['*'] ?? 0) + 1 },
    { collectionId: articles, revision: (before[articles] ?? 0) + 1 },
  ])
})

test('what is not kept, or not shown, raises nothing', async () => {
  const { write, stored, title, itemId } = await organization()
  const before = await stored()

  await write(async (tx) => {
    await title(tx.db, 'discarded')
    tx.discard()
  })
  await write(async ({ db }) => {
    await title(db, 'failed')
    throw new Error('fault')
  }).catch(() => undefined)
  await write(({ db }) => db.updateTable('item').set({ keyword_key: 'hidden' }).where('id', '=', itemId).execute())

  expect(await stored()).toEqual(before)
})

test('writers of several collections at once never wait for each other in a circle', async () => {
  const { write, stored, collection } = await organization()
  const collections = await Promise.all(['a', 'b', 'c'].map((slug) => collection(slug)))
  const before = await stored()

  await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      write(async ({ db }) => {
        const order = n % 2 === 0 ? collections : collections.toReversed()
        for (const id of order)
          await inCollection(db, id).updateTable('item').set({ h1: 'x' }).where('id', '=', 'none').execute()
      }),
    ),
  )

  const after = await stored()
  expect(collections.map((id) => (after[id] ?? 0) - (before[id] ?? 0))).toEqual([12, 12, 12])
})
