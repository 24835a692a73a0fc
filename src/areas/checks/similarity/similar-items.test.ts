import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { type ItemId, newId } from '#kernel/ids.ts'
import { writeTogether } from '#kernel/write-together.ts'
import { signatureOf } from '#std/minhash.ts'
import { wordsOf } from '#std/test-texts.ts'
import { titleKey } from '#std/text.ts'
import { stage } from '#test/stage.ts'

import { similarityWrites } from './item-similarity.ts'
import { headingWords } from './score.ts'
import { similarItems } from './similar-items.ts'
import { titlePairs } from './test-title-pairs.ts'
import { competition, isSeries, titleSignalOf, tokenLikeness } from './title-signal.ts'

const articles = 'articles' as never
/** Three of four words, five of seven on each side, and the only word. */
const edgesOfLikeness = [
  'Amber bronze copper dusk',
  'Amber bronze copper ember flint granite',
  'Hazel iris jasmine karst lilac maple oak',
  'Hazel iris jasmine karst lilac poplar quartz',
  'Zebra',
  'Zebra!',
]
type Given = { id?: ItemId; title?: string; primaryKeyword?: string; text?: string; headings?: string[] }

const featuresOf = ({ title = '', primaryKeyword, text = '', headings = [] }: Given) => ({
  title,
  primaryKeyword: primaryKeyword ?? null,
  secondaryKeywords: [],
  minhash: signatureOf(text).minhash,
  publishAt: null,
  headings: new Set(headingWords(headings, 'en')),
})

async function withItem(input: object = {}) {
  const on = await stage()
  const body = wordsOf(300, 1)
  const { item } = await on.call(createItem, {
    collectionId: articles,
    title: 'How to Reduce Customer Churn',
    content: `## Measure churn\n\n${body}`,
    primaryKeyword: 'reduce churn',
    ...input,
  })
  const similar = ({ id, ...given }: Given) =>
    on.rows(({ db }) =>
      similarItems(db, { ...(id === undefined ? {} : { id }), features: featuresOf(given), locale: 'en' }),
    )
  return { ...on, item, body, similar }
}

test('a near duplicate is found by its body alone', async () => {
  const { item, body, similar } = await withItem()

  const [found, ...others] = await similar({
    title: 'Something else',
    text: `Measure churn ${body} And five more words here.`,
  })

  expect(others).toEqual([])
  expect(found).toMatchObject({ id: item.id, collectionId: item.collectionId, parts: { title: 0 }, status: 'draft' })
  expect(found?.body).toBeGreaterThan(0.85)
  expect(await similar({ title: 'Something else', text: wordsOf(300, 2) })).toEqual([])
})

test('a competing title is found without a body, and scored by keyword and headings', async () => {
  const { item, similar } = await withItem()

  const [found] = await similar({
    title: '7 Ways to Lower Client Churn',
    primaryKeyword: 'Reducing Churn 2025',
    headings: ['How to measure churn'],
  })

  expect(found).toMatchObject({
    id: item.id,
    body: 0,
    parts: { title: 1, keyword: 1, headings: 1 },
  })
  expect(found?.score).toBeCloseTo(1)
})

test('the item itself and the trash are left out', async () => {
  const { call, item, similar } = await withItem()
  const title = 'How to Reduce Customer Churn'

  expect(await similar({ id: item.id, title })).toEqual([])
  expect(await similar({ title })).toHaveLength(1)
  await call(deleteItem, { id: item.id }, { confirm: true })
  expect(await similar({ title })).toEqual([])
})

test('an edit of title or body is followed, and another edit costs nothing', async () => {
  const { call, item, rows, similar } = await withItem()
  const stored = () => rows(({ db }) => db.selectFrom('item_band').selectAll().orderBy('band').execute())
  const before = await stored()

  await call(updateItem, { id: item.id, excerpt: 'Other' })
  expect(await stored()).toEqual(before)
  await call(updateItem, { id: item.id, title: 'Kubernetes Networking Explained' })
  expect(await stored()).toEqual(before)
  await call(updateItem, { id: item.id, content: wordsOf(300, 3) })

  expect(await stored()).not.toEqual(before)
  expect(await similar({ title: 'How to Reduce Customer Churn' })).toEqual([])
  const [found, ...others] = await similar({ title: 'A Guide to Kubernetes Networking', text: wordsOf(300, 3) })
  expect(others).toEqual([])
  expect(found).toMatchObject({ id: item.id, body: 1 })
  expect(found?.parts.title).toBeGreaterThan(0)
})

test('what is removed for good leaves nothing behind', async () => {
  const { call, item, rows } = await withItem()

  await call(deleteItem, { id: item.id, permanent: true }, { confirm: true })

  for (const table of ['item_similarity', 'item_band', 'item_title_token'] as const)
    expect(await rows(({ db }) => db.selectFrom(table).select('item_id').execute())).toEqual([])
})

test('the words that are stored find every title that competes or is of the same series', async () => {
  const on = await stage()
  const titles = [...new Set([...titlePairs.flatMap(([one, other]) => [one, other]), ...edgesOfLikeness])]
  const rows = titles.map((title) => ({ id: newId('item'), title }))
  await on.rows(async ({ db }) => {
    const { id: collection_id } = await db
      .selectFrom('collection')
      .select('id')
      .where('slug', '=', 'articles')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('item')
      .values(rows.map(({ id, title }) => ({ id, collection_id, title, title_key: titleKey(title), slug: id })))
      .execute()
    await writeTogether(db, similarityWrites(db, rows, 'en'))
  })

  const found = await on.rows(async ({ db }) => {
    const pairs: string[] = []
    for (const { id, title } of rows)
      for (const other of await similarItems(db, { id, features: featuresOf({ title }), locale: 'en' }))
        pairs.push(`${title} | ${other.title}`)
    return pairs
  })

  const signals = new Map(titles.map((title) => [title, titleSignalOf(title, 'en')]))
  const expected = [...signals].flatMap(([title, one]) =>
    [...signals].flatMap(([other, two]) => {
      const isAlike = tokenLikeness(one.tokens, two.tokens) > 0
      const isFound = competition(one, two) > 0 || (isAlike && isSeries(one, two))
      return other !== title && isFound ? [`${title} | ${other}`] : []
    }),
  )
  expect(found.toSorted()).toEqual(expected.toSorted())
  expect(expected.length).toBeGreaterThan(50)
})
