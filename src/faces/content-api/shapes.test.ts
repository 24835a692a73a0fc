import { afterAll, beforeAll, expect, test } from 'vitest'

import { contentApi, organizationWithContent } from '#test/content-stage.ts'
import { openTestDatabase } from '#test/database.ts'
import { listeningTo } from '#test/statements.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** Two organizations with an article of their own, and the slugs that each answer names. */
async function twoOrganizations() {
  const both = [await organizationWithContent(database), await organizationWithContent(database)] as const
  const tags = [await both[0].term('tag', 'news'), await both[1].term('tag', 'news')] as const
  await both[0].item('first', { title: 'Needle in hay', tags: [tags[0]] })
  await both[1].item('second', { title: 'Needle in hay', tags: [tags[1]] })
  const { database: heard, statements, messages } = listeningTo(database)
  const api = contentApi(heard)
  // From then on what they show is stored.
  for (const { get } of both) await get('/articles')
  const slugsOf = async (n: 0 | 1, path: string) => {
    const { json } = await api(`/v1/${both[n].id}${path}`)
    return [json.data ?? []].flat().map(({ attributes }: { attributes: { slug: string } }) => attributes.slug)
  }
  return { slugsOf, tags, statements, messages }
}

test.each([
  ['/articles', '/articles?per_page=7'],
  ['/articles?search=needle', '/articles?search=hay&per_page=3'],
  ['/articles?search=hay%20needle', '/articles?search=in%20needle%20hay'],
  [
    '/articles?orderby=title&status=all&_fields=title,slug',
    '/articles?status=all&orderby=title&per_page=5&_fields=slug',
  ],
])('%s and %s of two organizations are one statement, each with its own articles', async (one, other) => {
  const { slugsOf, statements } = await twoOrganizations()

  expect(await slugsOf(0, one)).toEqual(['first'])
  expect(await slugsOf(1, other)).toEqual(['second'])
  expect(await slugsOf(0, other)).toEqual(['first'])
  expect(statements).toHaveLength(3)
  expect(new Set(statements.map(({ text }) => text)).size).toBe(1)
})

test('a tag is a value, and so is each of several', async () => {
  const { slugsOf, statements, tags } = await twoOrganizations()

  expect(await slugsOf(0, `/articles?tags=${tags[0]}`)).toEqual(['first'])
  expect(await slugsOf(1, `/articles?tags=${tags[1]}`)).toEqual(['second'])
  expect(await slugsOf(1, `/articles?tags=${tags[0]}`)).toEqual([])
  expect(new Set(statements.map(({ text }) => text)).size).toBe(1)

  expect(await slugsOf(0, `/articles?tags=${tags[1]},${tags[0]}`)).toEqual(['first'])
  expect(await slugsOf(1, `/articles?tags=${tags[0]},${tags[1]},tag_unknown`)).toEqual(['second'])
  expect(new Set(statements.map(({ text }) => text)).size).toBe(2)
})

test('one article is one statement by its slug, planned for all slugs', async () => {
  const { slugsOf, statements, messages } = await twoOrganizations()

  expect(await slugsOf(0, '/articles/first')).toEqual(['first'])
  expect(await slugsOf(1, '/articles/second')).toEqual(['second'])
  expect(await slugsOf(1, '/articles/first')).toEqual([])
  expect(new Set(statements.map(({ text }) => text)).size).toBe(1)
  expect(messages.filter((text) => text.startsWith('BEGIN'))).toSatisfy((begins: string[]) =>
    begins.every((text) => text.endsWith('; SET LOCAL plan_cache_mode = force_generic_plan')),
  )
})
