import { beforeAll, expect, test } from 'vitest'

import { organizationWithContent } from '#test/content-stage.ts'
import { testDatabase } from '#test/shared-parts.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})

const organization = () => organizationWithContent(database)

test('an old slug leads to the item, with the query string as it came', async () => {
  const { id, get, request, item, redirect } = await organization()
  await redirect('/blog/old', { item: await item('neu-größe') })
  const location = `/v1/${id}/articles/neu-gr%C3%B6%C3%9Fe`

  const moved = await get('/articles/old?include=tags&x=%20a&x=b')

  expect(moved.status).toBe(308)
  expect(moved.body).toBeNull()
  expect(moved.headers['Location']).toBe(`${location}?include=tags&x=%20a&x=b`)
  expect(moved.headers).toMatchObject({
    'Cache-Control': expect.stringContaining('s-maxage=60'),
    'Access-Control-Allow-Origin': '*',
    Vary: 'Accept, Accept-Encoding',
  })
  expect((await get('/articles/old')).headers['Location']).toBe(location)
  expect((await request('HEAD', '/articles/old')).status).toBe(308)
  expect((await get('/posts/old?a=1')).headers['Location']).toBe(`${location.replace('articles', 'posts')}?a=1`)
  expect((await get('/collections/articles/items/old')).headers['Location']).toBe(
    location.replace('articles', 'collections/articles/items'),
  )
  expect((await get(location.slice(`/v1/${id}`.length))).status).toBe(200)
})

test('a live item of the slug is shown, whatever redirect there is', async () => {
  const { get, item, redirect } = await organization()
  await redirect('/taken', { item: await item('winner') })
  await item('taken')

  expect((await get('/articles/taken')).status).toBe(200)
})

test('a redirect holds in the collection of its target, and only to what the request may see', async () => {
  const { id, get, item, redirect, collection } = await organization()
  const docs = await collection('docs')
  await redirect('/docs/old', { item: await item('guide', { collection: docs }) })
  await redirect('/draft-old', { item: await item('draft', { status: 'draft' }) })
  await redirect('/trash-old', { item: await item('trash', { trashed_at: new Date() }) })

  expect((await get('/articles/old')).status).toBe(404)
  expect((await get('/collections/docs/items/old')).headers['Location']).toBe(`/v1/${id}/collections/docs/items/guide`)
  expect((await get('/articles/draft-old')).status).toBe(404)
  const draft = await get('/articles/draft-old?status=all')
  expect(draft.headers).toMatchObject({
    Location: `/v1/${id}/articles/draft?status=all`,
    'Cache-Control': 'private, no-store',
  })
  expect((await get('/articles/trash-old?status=all')).status).toBe(404)
})

test('a redirect to an address elsewhere keeps the query string too', async () => {
  const { get, redirect } = await organization()
  await redirect('/a', { url: 'https://other.example/new?x=1#part' })
  await redirect('/b', { url: 'https://other.example/new' })

  expect((await get('/articles/a?y=2')).headers['Location']).toBe('https://other.example/new?x=1&y=2#part')
  expect((await get('/articles/b')).headers['Location']).toBe('https://other.example/new')
})

test('an old slug that is no slug today still leads on', async () => {
  const { id, get, item, redirect } = await organization()
  await redirect('/2019/Old_Post.html', { item: await item('post') })

  expect((await get('/articles/Old_Post.html')).headers['Location']).toBe(`/v1/${id}/articles/post`)
})

test('redirects of another organization lead nowhere', async () => {
  const [a, b] = [await organization(), await organization()]
  await b.redirect('/old', { item: await b.item('new') })

  expect((await a.get('/articles/old')).status).toBe(404)
})
