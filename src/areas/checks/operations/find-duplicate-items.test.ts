import { expect, test } from 'vitest'

import { itemChecks } from '#areas/checks/index.ts'
import { writeMissingSimilarity } from '#areas/checks/similarity/missing-similarity.ts'
import { getCollection } from '#areas/collections/index.ts'
import { insertItem } from '#areas/content/changes/insert-item.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { readSurroundings } from '#areas/items/stored/surroundings.ts'
import { consolidateItems } from '#areas/seo/operations/consolidate-items.ts'
import { newId } from '#kernel/ids.ts'
import type { Rendered } from '#kernel/render.ts'
import { wordsOf } from '#std/test-texts.ts'
import { stage } from '#test/stage.ts'

import { findDuplicateItems } from './find-duplicate-items.ts'

const articles = 'articles' as never

async function withItems(...items: { title: string; [field: string]: unknown }[]) {
  const on = await stage()
  const ids: string[] = []
  for (const fields of items) {
    const isLive = fields['status'] === 'published'
    const { item } = await on.call(createItem, { collectionId: articles, ...fields } as never, { confirm: isLive })
    ids.push(item.id)
  }
  return { ...on, ids }
}

async function insertAll(
  { rows, render, access }: Awaited<ReturnType<typeof stage>>,
  wanted: readonly { title: string; content: string; primaryKeyword?: string }[],
): Promise<string[]> {
  const rendered: Rendered[] = []
  for (const { content } of wanted) rendered.push(await render({ content, format: 'markdown' }))
  const authorship = { actor: access.actor, requestId: newId('request'), now: new Date() }
  return rows(async ({ db }) => {
    const [surroundings, collection] = [await readSurroundings(db), await getCollection(db, 'articles')]
    const ids: string[] = []
    for (const [at, { title, ...changes }] of wanted.entries()) {
      const [body, state] = [rendered[at], { status: 'draft', publishAt: null } as const]
      if (body === undefined) throw new Error('a body that was not rendered')
      const given = { title, changes, state, rendered: body, origin: 'human' as const, authorship }
      const { row } = await insertItem({ db, checks: itemChecks }, { surroundings, collection, ...given })
      ids.push(row.id)
    }
    return ids
  })
}

const live = (publishAt: string) => ({ status: 'published', publishAt })

test('a near duplicate and a competing pair among 300 items are found, and nothing else', async () => {
  const on = await stage()
  // Written without calls, in one transaction: this test is not about the work of 300 calls.
  const wanted: { title: string; content: string; primaryKeyword?: string }[] = []
  const make = (title: string, fields: { content: string; primaryKeyword?: string }) =>
    wanted.push({ title, ...fields }) - 1
  const subjects = [
    'invoices',
    'payroll',
    'webhooks',
    'caching',
    'onboarding',
    'search',
    'queues',
    'backups',
    'quotas',
    'tracing',
  ]
  const angles = [
    'pitfalls',
    'internals',
    'benchmarks',
    'history',
    'glossary',
    'roadmap',
    'interview',
    'migration',
    'security',
    'metrics',
  ]
  const places = ['warehouses', 'hospitals', 'airlines']
  let seed = 0
  for (const subject of subjects)
    for (const angle of angles)
      for (const place of places)
        make(`${wordsOf(1, ++seed)} ${subject} ${angle} for ${place}`, {
          content: wordsOf(200, seed),
          primaryKeyword: `${subject} ${angle} ${place}`,
        })
  const body = wordsOf(400, 7000)
  const original = make('Why our parser is slow on Sundays', { content: body })
  const copy = make('Notes from the basement', { content: `${body}\n\nOne more sentence that nobody needed.` })
  const first = make('Best CRM Software for Dentists', {
    content: wordsOf(300, 7001),
    primaryKeyword: 'crm for dentists',
  })
  const second = make('Top 10 CRM Tools for Dentists in 2025', {
    content: wordsOf(300, 7002),
    primaryKeyword: 'CRM dentist',
  })
  const ids = await insertAll(on, wanted)

  const { items, total, hasMore } = await on.call(findDuplicateItems, {})

  expect(items.map((group) => group.items.map(({ id }) => id))).toEqual([
    [ids[original], ids[copy]],
    [ids[first], ids[second]],
  ])
  expect([total, hasMore]).toEqual([2, false])
  expect(items[0]?.reasons).toEqual([{ code: 'near_duplicate_body', value: expect.closeTo(0.98, 1) }])
  // 0.45 for the title and 0.30 for the keyword, out of the 0.90 that remain without Search Console.
  expect(items[1]?.score).toBeCloseTo(0.75 / 0.9)
  expect(items[1]?.reasons).toEqual([
    { code: 'same_intent_title', value: 1 },
    { code: 'same_primary_keyword', value: 1 },
  ])
  expect(items.map(({ kind }) => kind)).toEqual(['consolidate', 'consolidate'])
}, 120_000)

test('editions of a series are no group, unless their bodies are the same', async () => {
  const series = (n: number) => ({ title: `Announcing Acme 1.${n}.0`, content: wordsOf(200, n) })
  const { call, ids } = await withItems(
    ...[1, 2, 3, 4].map(series),
    { title: 'This Week in Acme 12', content: wordsOf(200, 21) },
    { title: 'This Week in Acme 13', content: wordsOf(200, 22) },
    { title: 'Product News: June 2024', content: wordsOf(200, 31) },
    { title: 'Product News: July 2024', content: wordsOf(200, 32) },
    { title: 'Announcing Acme 1.5.0', content: wordsOf(200, 4) },
  )

  const { items } = await call(findDuplicateItems, {})

  expect(items.map((group) => group.items.map(({ id }) => id))).toEqual([[ids[3], ids[8]]])
  expect(items[0]).toMatchObject({ score: 1, reasons: [{ code: 'near_duplicate_body', value: 1 }] })
})

test('the winner has the most internal links, then the oldest publish date, and the fix is ready to be called', async () => {
  const primaryKeyword = 'customer churn'
  const { call, ids } = await withItems(
    { title: 'How to Reduce Customer Churn', slug: 'reduce-churn', primaryKeyword, ...live('2024-05-01T00:00:00Z') },
    { title: '7 Ways to Lower Customer Churn', slug: 'lower-churn', primaryKeyword, ...live('2023-05-01T00:00:00Z') },
    { title: 'Unrelated article about llamas', ...live('2022-05-01T00:00:00Z') },
  )
  const group = async () => (await call(findDuplicateItems, {})).items[0]

  expect(await group()).toMatchObject({
    suggestedWinner: ids[1],
    why: 'No internal links to tell them apart: it has the oldest publish date, 1 May 2023.',
  })
  await call(updateItem, {
    id: ids[2] as never,
    content: 'See [this](/articles/reduce-churn/?x=1#top) and [that](/articles/reduce-churn).',
  })

  const found = await group()
  expect(found).toMatchObject({
    kind: 'consolidate',
    suggestedWinner: ids[0],
    why: 'Most internal links: 1 item links to it, 0 items link to the next.',
    items: [
      { id: ids[0], internalLinks: 1 },
      { id: ids[1], internalLinks: 0 },
    ],
    fix: { operation: 'consolidateItems', input: { winnerId: ids[0], duplicateIds: [ids[1]] } },
  })
  const key = { confirm: true, idempotencyKey: 'once' }
  await call(consolidateItems, found?.fix?.input as never, key)
  expect(await group()).toMatchObject({
    suggestedWinner: ids[0],
    why: 'It is the only one that is published.',
  })
})

test('titles that compete are compared, without a winner or a call', async () => {
  const { call, ids } = await withItems(
    { title: 'Slack Alternatives' },
    { title: '12 Best Slack Alternatives for 2025' },
  )

  const [pair, ...others] = (await call(findDuplicateItems, {})).items

  expect(others).toEqual([])
  expect(pair).toMatchObject({ kind: 'compare', items: [{ id: ids[0] }, { id: ids[1] }] })
  for (const name of ['suggestedWinner', 'why', 'fix', 'pairs']) expect(pair).not.toHaveProperty(name)
})

test('pairs are no chain: more than two only where every two qualify', async () => {
  const parts = Array.from({ length: 5 }, (_, n) => wordsOf(200, 50 + n))
  const text = (...of: number[]) => of.map((n) => parts[n]).join('\n\n')
  const { call, ids } = await withItems(
    { title: 'Alder', content: text(0, 1, 2, 3) },
    { title: 'Birch', content: text(1, 2, 3, 4) },
    { title: 'Cedar', content: text(0, 1, 2) },
    { title: 'Dogwood', content: `${text(0, 1, 2)} And a few more words.` },
  )

  const { items } = await call(findDuplicateItems, {})

  const groups = items.map((group) => group.items.map(({ id }) => ids.indexOf(id)))
  expect(groups).toEqual([
    [0, 2, 3],
    [0, 1],
  ])
  const pairs = items[0]?.pairs?.map(({ itemIds }) =>
    itemIds
      .map((id) => ids.indexOf(id))
      .toSorted()
      .join(' '),
  )
  expect(pairs?.toSorted()).toEqual(['0 2', '0 3', '2 3'])
  expect(items[0]).not.toHaveProperty('fix')
})

test('filters narrow: by item, score, search and page', async () => {
  const { call, ids } = await withItems(
    { title: 'Slack Alternatives' },
    { title: '12 Best Slack Alternatives for 2025' },
    { title: 'HubSpot Pricing Explained', primaryKeyword: 'hubspot pricing' },
    { title: 'How Much Does HubSpot Cost?', primaryKeyword: 'hubspot pricing' },
  )
  const found = async (input: object) =>
    (await call(findDuplicateItems, input as never)).items.map((group) => group.items.map(({ id }) => id))
  const [slack, hubspot] = [ids.slice(0, 2), ids.slice(2)]

  expect(await found({})).toEqual([hubspot, slack])
  expect(await found({ itemId: ids[3] })).toEqual([hubspot])
  expect(await found({ minScore: 0.8 })).toEqual([hubspot])
  expect(await found({ search: 'hubspot' })).toEqual([hubspot])
  expect(await found({ page: 2, pageSize: 1 })).toEqual([slack])
  expect(await found({ collectionId: 'articles' })).toEqual([hubspot, slack])
  expect(await found({ collectionId: 'glossary' })).toEqual([])
  await expect(found({ itemId: 'itm_01jzz0000000000000000000zz' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(found({ collectionId: 'nowhere' })).rejects.toMatchObject({ code: 'not_found' })
})

test('the trash is left out', async () => {
  const { call, ids } = await withItems({ title: 'Slack Alternatives' }, { title: 'The Best Slack Alternatives' })

  await call(deleteItem, { id: ids[0] as never }, { confirm: true })

  expect((await call(findDuplicateItems, {})).items).toEqual([])
})

test('items that are older than the tables are compared all the same, and read by housekeeping', async () => {
  const content = wordsOf(300, 1)
  const { call, rows, ids } = await withItems({ title: 'One', content }, { title: 'Two', content })
  await rows(async ({ db }) => {
    for (const table of ['item_similarity', 'item_band', 'item_title_token'] as const)
      await db.deleteFrom(table).execute()
  })
  const groups = async () => (await call(findDuplicateItems, {})).items.map((group) => group.items.map(({ id }) => id))

  expect(await groups()).toEqual([ids])
  expect(await rows(({ db }) => writeMissingSimilarity(db, 10))).toBe(2)
  expect(await rows(({ db }) => writeMissingSimilarity(db, 10))).toBe(0)

  expect(await groups()).toEqual([ids])
  expect(await rows(({ db }) => db.selectFrom('item_band').selectAll().execute())).toHaveLength(32)
})

test('a hundred copies are one group that names fifty', async () => {
  const on = await stage()
  const made = await insertAll(
    on,
    Array.from({ length: 100 }, () => ({ title: 'Untitled', content: 'The same six words as ever.' })),
  )

  const { items } = await on.call(findDuplicateItems, { itemId: made[99] as never })

  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({ size: 100, score: 1 })
  expect(items[0]?.items).toHaveLength(50)
  expect(items[0]?.items.some(({ id }) => id === made[99])).toBe(true)
}, 60_000)
