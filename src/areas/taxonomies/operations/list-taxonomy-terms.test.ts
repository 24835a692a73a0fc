import { expect, test } from 'vitest'

import { listTaxonomyTerms } from '#areas/taxonomies/operations/list-taxonomy-terms.ts'
import { termStage } from '#test/term-stage.ts'

test('terms come by name, with the count of their published items', async () => {
  const { call, term, item } = await termStage()
  const [zebra, emile, apple] = [await term('tag', 'zebra'), await term('tag', 'Émile'), await term('tag', 'Apple')]
  await term('category', 'Category')
  await item([zebra.id, emile.id])
  await item([zebra.id], { status: 'draft' })
  await item([zebra.id], { status: 'trash' })

  const list = await call(listTaxonomyTerms, { taxonomy: 'tag' })

  expect(list.items.map(({ id, postCount }) => [id, postCount])).toEqual([
    [apple.id, 0],
    [emile.id, 1],
    [zebra.id, 1],
  ])
  expect(list.items[1]).toMatchObject({ taxonomy: 'tag', name: 'Émile', slug: 'emile', description: null, version: 1 })
  expect(await call(listTaxonomyTerms, { taxonomy: 'tag', page: 2, pageSize: 2 })).toMatchObject({
    total: 3,
    hasMore: false,
    items: [{ name: 'zebra' }],
  })
})

test('the search ignores case and marks, and takes wildcards literally', async () => {
  const { call, term } = await termStage()
  await term('tag', 'Émile')
  await term('tag', '100 % wool')
  const search = async (text: string) =>
    (await call(listTaxonomyTerms, { taxonomy: 'tag', search: text })).items.map(({ name }) => name)

  expect(await search('EMIL')).toEqual(['Émile'])
  expect(await search(' é ')).toEqual(['Émile'])
  expect(await search('%')).toEqual(['100 % wool'])
  expect(await search('_')).toEqual([])
})

test('another organization sees none of them', async () => {
  const { term } = await termStage()
  await term('tag', 'Secret')

  expect((await (await termStage()).call(listTaxonomyTerms, { taxonomy: 'tag' })).total).toBe(0)
})

test('terms come in the order that is asked for, those without items last or first', async () => {
  const { call, term, item } = await termStage()
  const [apple, emile] = [await term('tag', 'Apple'), await term('tag', 'Émile')]
  await term('tag', 'zebra')
  await item([apple.id, emile.id])
  await item([emile.id])
  const ordered = async (orderBy: '-name' | 'postCount' | '-postCount') =>
    (await call(listTaxonomyTerms, { taxonomy: 'tag', orderBy })).items.map(({ name }) => name)

  expect(await ordered('-name')).toEqual(['zebra', 'Émile', 'Apple'])
  expect(await ordered('-postCount')).toEqual(['Émile', 'Apple', 'zebra'])
  expect(await ordered('postCount')).toEqual(['zebra', 'Apple', 'Émile'])
})
