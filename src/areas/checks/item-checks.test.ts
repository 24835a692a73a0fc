import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { stage, type Stage } from '#test/stage.ts'

import { pathKey } from './item-keys.ts'
import { markItems } from './marks.ts'
import { recheckItems } from './recheck-items.ts'
import { mostSimilar } from './similarity/similar-items.ts'

const collectionId = 'articles' as never

async function create(on: Stage, title: string, fields: object = {}) {
  const { item } = await on.call(createItem, { collectionId, title, ...fields }, { confirm: true })
  await on.rows(({ db }) => db.deleteFrom('item_recheck').execute())
  return item.id
}

/** The items that wait for another check. */
const noted = (on: Stage) =>
  on.rows(async ({ db }) => {
    const rows = await db.selectFrom('item_recheck').select('item_id').distinct().orderBy('item_id').execute()
    return rows.map((row) => row.item_id)
  })

/** Distinguishes rows that were written again from those that were not. */
const written = sql<string>`xmin::text`.as('written')

const versions = (on: Stage, itemId: string) =>
  on.rows(({ db }) =>
    db
      .selectFrom('item as i')
      .innerJoin('item_check as c', 'c.item_id', 'i.id')
      .select(['i.version', 'c.item_version as checked'])
      .where('i.id', '=', itemId)
      .executeTakeFirstOrThrow(),
  )

test('an edit of what no rule looks at leaves the check of an item valid, any other one does not', async () => {
  const on = await stage()
  const id = await create(on, 'Alpha')
  const related = await create(on, 'Beta', { relatedArticles: [id] })

  await on.call(updateItem, { id, writingStyle: 'conversational' })

  expect(await versions(on, id)).toEqual({ version: 2, checked: 2 })
  expect(await noted(on)).toEqual([])

  await on.call(updateItem, { id, tldr: 'Short.' })

  expect(await versions(on, id)).toEqual({ version: 3, checked: 2 })
  expect(await noted(on)).toEqual([id, related].toSorted())
})

test('a check writes the warnings that differ, and no others', async () => {
  const on = await stage()
  const id = await create(on, 'Alpha', { status: 'published', content: 'Too short.' })
  const warnings = () =>
    on.rows(({ db }) =>
      db.selectFrom('item_warning').select(['code', written]).where('item_id', '=', id).orderBy('code').execute(),
    )
  const before = await warnings()

  await on.call(updateItem, { id, tldr: 'Short.' })

  const after = await warnings()
  expect(before.length).toBeGreaterThan(3)
  expect(after.filter(({ code }) => code !== 'tldr_missing')).toEqual(
    before.filter(({ code }) => code !== 'tldr_missing'),
  )
})

test('an item that waits for another check goes on waiting after an edit of what no rule looks at', async () => {
  const on = await stage()
  const id = await create(on, 'Alpha')
  await on.call(updateItem, { id, tldr: 'Short.' })

  await on.call(updateItem, { id, writingStyle: 'conversational' })

  expect(await versions(on, id)).toEqual({ version: 3, checked: 1 })
  expect(await noted(on)).toEqual([id])
})

test('an item that is checked under other settings gets the keys of these, whatever was edited', async () => {
  const on = await stage()
  const id = await create(on, 'Alpha', { status: 'published' })
  await on.call(updateOrganizationSettings, { siteUrl: 'https://site.example/magazine' })
  const addresses = () =>
    on.rows(async ({ db }) => {
      const rows = await db.selectFrom('item_key').select('key').where('kind', '=', 'address').execute()
      return rows.map(({ key }) => key)
    })
  expect(await addresses()).not.toContain(pathKey('/magazine/articles/alpha'))

  await on.call(updateItem, { id, tldr: 'Short.' })

  expect(await addresses()).toContain(pathKey('/magazine/articles/alpha'))
})

test('the words and the body that an item is compared by are written when they change, and then alone', async () => {
  const on = await stage()
  const id = await create(on, 'Alpha words', { content: 'One two three four five six seven.' })
  const compared = () =>
    on.rows(async ({ db }) => ({
      tokens: await db.selectFrom('item_title_token').select(['token', written]).execute(),
      bodies: await db.selectFrom('item_similarity').select(['minhash', written]).execute(),
    }))
  const first = await compared()

  await on.call(updateItem, { id, tldr: 'Short.' })
  const second = await compared()
  await on.call(updateItem, { id, title: 'Beta words' })
  const third = await compared()
  await on.call(updateItem, { id, content: 'Seven six five four three two one.' })
  const fourth = await compared()

  expect(second).toEqual(first)
  expect(third.tokens).not.toEqual(second.tokens)
  expect(third.bodies).toEqual(second.bodies)
  expect(fourth.tokens).toEqual(third.tokens)
  expect(fourth.bodies).not.toEqual(third.bodies)
})

/** What the worker does until nothing is due, these items included. */
async function recheck(on: Stage, itemIds: readonly string[] = []) {
  const { id } = on.access.organization
  await on.rows(({ db }) => markItems(db, itemIds))
  while ((await on.rows(({ db }) => recheckItems(db, id, 5))) > 0);
}

/** The items that the stored check of each item names as similar. */
const namedBy = (on: Stage) =>
  on.rows(async ({ db }) => {
    const rows = await db.selectFrom('item_check').select(['item_id', 'similar_ids']).execute()
    return new Map(rows.map((row) => [row.item_id, row.similar_ids]))
  })

test.each([
  ['moved to the trash', {}],
  ['removed for good', { permanent: true }],
])('an item that is %s competes with no other from then on', async (_, input) => {
  const on = await stage()
  const [kept, leaving] = [await create(on, 'Why gardens need bees'), await create(on, 'Why gardens need bees')]
  await create(on, 'Another subject')
  await recheck(on, [kept, leaving])
  expect((await namedBy(on)).get(kept)).toEqual([leaving])

  await on.call(deleteItem, { id: leaving, ...input }, { confirm: true })

  expect(await noted(on)).toContain(kept)
  await recheck(on)
  expect((await namedBy(on)).get(kept)).toEqual([])
})

test('where a check names as many similar items as it may, one that is less alike is no reason for another check', async () => {
  const on = await stage()
  const ids: string[] = []
  for (let n = 0; n < mostSimilar + 4; n++) ids.push(await create(on, 'Why gardens need bees'))
  await recheck(on, ids)

  const { item: late } = await on.call(createItem, { collectionId, title: 'Why gardens need bees' })
  expect((await namedBy(on)).get(late.id)).toEqual(ids.slice(0, mostSimilar))
  expect(await noted(on)).toEqual([])

  const [first = ''] = ids
  await on.call(deleteItem, { id: first as never }, { confirm: true })
  await recheck(on)

  const named = await namedBy(on)
  expect(named.get(late.id)).toEqual(ids.slice(1, mostSimilar + 1))
  expect([...named.values()].flat()).not.toContain(first)
})

test('where a check names as many similar items as it may, one that is more alike takes the place of the last', async () => {
  const on = await stage()
  const ids: string[] = []
  for (let n = 0; n < mostSimilar; n++) ids.push(await create(on, 'Why gardens need bees'))
  const watched = await create(on, 'Why gardens need bees in spring')
  await recheck(on, [...ids, watched])
  expect((await namedBy(on)).get(watched)).toEqual(ids)

  const { item: closer } = await on.call(createItem, { collectionId, title: 'Why gardens need bees in spring' })

  expect(await noted(on)).toContain(watched)
  await recheck(on)
  expect((await namedBy(on)).get(watched)).toEqual([closer.id, ...ids.slice(0, -1)])
})
