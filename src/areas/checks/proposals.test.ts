import { beforeEach, expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { createBlogTopic } from '#areas/topics/operations/create-blog-topic.ts'
import { articlesOf } from '#test/sample-records.ts'
import { stage, type Stage } from '#test/stage.ts'

import { markItems } from './marks.ts'
import { listPublishingWarnings } from './operations/list-publishing-warnings.ts'
import { validatePost } from './operations/validate-post.ts'
import { recheckItems } from './recheck-items.ts'

let on: Stage
let collectionId: never
beforeEach(async () => {
  on = await stage()
  collectionId = (await articlesOf(on)) as never
})

const publish = async (name: string) => {
  const title = `Sourdough starter guide ${name} kitchens`
  const content = `A sourdough starter needs warmth in ${name} kitchens. Feed the sourdough starter daily. Clean ${name} kitchens daily.`
  const item = { collectionId, title, content, status: 'published' as const }
  return (await on.call(createItem, item, { confirm: true })).item.id
}
const warningsOf = async (id: never) => (await on.call(validatePost, { id })).publishingWarnings
const proposedTo = async (id: never) => {
  const found = (await warningsOf(id)).find(({ code }) => code === 'primary_keyword_missing')
  return (found?.fix?.input as { primaryKeyword?: string } | undefined)?.primaryKeyword
}
const take = (id: never, primaryKeyword: string) => on.call(updateItem, { id, primaryKeyword })

test('a keyword that another item has is not proposed', async () => {
  const [winter, summer] = [await publish('winter'), await publish('summer')] as never[]
  const first = await proposedTo(winter as never)
  await take(winter as never, first ?? '')

  const second = await proposedTo(summer as never)
  await take(summer as never, second ?? '')

  expect([first, second]).toEqual(['sourdough starter', 'summer kitchens'])
  const codes = (await warningsOf(summer as never)).map(({ code }) => code)
  expect(codes).not.toContain('keyword_duplicate')
  expect(codes).not.toContain('primary_keyword_missing')
})

test('a keyword that a topic has is not proposed', async () => {
  const topic = { topic: 'Bread at home', primaryKeyword: 'sourdough starter', angle: 'Feeding it' }
  await on.call(createBlogTopic, { ...topic, collectionPresetId: 'articles' as never })

  expect(await proposedTo((await publish('winter')) as never)).not.toBe('sourdough starter')
})

test('two items are never proposed the same, whether they are checked one by one or together', async () => {
  const ids: string[] = []
  for (const name of ['winter', 'summer', 'autumn']) ids.push(await publish(name))
  const listed = async () => {
    const { items } = await on.call(listPublishingWarnings, { pageSize: 100 })
    return items
      .filter(({ code }) => code === 'primary_keyword_missing')
      .map(({ fix }) => (fix?.input as { primaryKeyword?: string } | undefined)?.primaryKeyword)
  }
  const oneByOne = await listed()

  await on.rows(async ({ db }) => {
    await db.deleteFrom('item_key').where('kind', '=', 'related').execute()
    await markItems(db, ids)
    await recheckItems(db, on.access.organization.id, 100)
  })

  const together = await listed()
  for (const proposed of [oneByOne, together]) {
    expect(proposed).toHaveLength(3)
    expect(proposed).toContain('sourdough starter')
    expect(new Set(proposed).size).toBe(3)
  }
})

test('what is proposed is proposed again once somebody else has taken it', async () => {
  const winter = (await publish('winter')) as never
  expect(await proposedTo(winter)).toBe('sourdough starter')
  const other = { collectionId, title: 'Bread', content: 'Bread.', primaryKeyword: 'sourdough starter' }
  await on.call(createItem, other)

  const marked = await on.rows(({ db }) => db.selectFrom('item_recheck').select('item_id').execute())

  expect(marked).toContainEqual({ item_id: winter })
  expect((await on.call(getItem, { id: winter })).item.primaryKeyword).toBe(null)
  expect(await proposedTo(winter)).toBe('winter kitchens')
})
