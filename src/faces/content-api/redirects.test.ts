import { beforeAll, expect, test } from 'vitest'

import { newId } from '#kernel/ids.ts'
import { textHash } from '#std/text-hash.ts'
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

test('a redirect to an address leads nowhere in this interface, only its path does on the website', async () => {
  const { get, redirect, collection } = await organization()
  await collection('glossary')
  await redirect('/press/kit', { url: 'https://files.example.org/kit.pdf' })

  expect((await get('/articles/kit')).status).toBe(404)
  expect((await get('/collections/glossary/items/kit')).status).toBe(404)
  expect((await get('/redirects?from=/press/kit')).json.data[0].attributes.to).toBe('https://files.example.org/kit.pdf')
})

test('an old slug that is no slug today still leads on, with its capitals', async () => {
  const { id, get, item, redirect } = await organization()
  await redirect('/2019/Old_Post.html', { item: await item('post') })
  await redirect('/2019/Gr%C3%B6%C3%9Fe/', { item: await item('size') })
  await redirect('/2019/lower', { item: await item('case') })

  expect((await get('/articles/Old_Post.html')).headers['Location']).toBe(`/v1/${id}/articles/post`)
  expect((await get('/articles/old_post.html')).status).toBe(404)
  expect((await get('/articles/Gr%C3%B6%C3%9Fe')).headers['Location']).toBe(`/v1/${id}/articles/size`)
  expect((await get('/articles/gr%C3%B6%C3%9Fe')).status).toBe(404)
  expect((await get('/articles/lower')).headers['Location']).toBe(`/v1/${id}/articles/case`)
  expect((await get('/articles/Lower')).status).toBe(404)
})

test('a slug of a template with more at its end leads on', async () => {
  const { id, get, item, insert } = await organization()
  const path = '/blog/old.html'
  const to = { to_item_id: await item('new'), reason: 'slug_change' as const }
  await insert('redirect', {
    id: newId('redirect'),
    from_path: path,
    from_hash: textHash(path),
    from_slug: 'old',
    ...to,
  })

  expect((await get('/articles/old')).headers['Location']).toBe(`/v1/${id}/articles/new`)
})

test('an old slug leads on while an item of another collection has its path on the website', async () => {
  const { id, get, item, insert, collection } = await organization()
  const docs = await collection('docs')
  const path = '/old'
  await insert('redirect', {
    id: newId('redirect'),
    from_path: path,
    from_hash: textHash(path),
    from_slug: 'old',
    to_item_id: await item('new'),
    reason: 'slug_change',
    gave_way_to: await item('old', { collection: docs }),
  })

  expect((await get('/articles/old')).headers['Location']).toBe(`/v1/${id}/articles/new`)
  expect((await get('/collections/docs/items/old')).status).toBe(200)
  expect((await get('/redirects')).json.data).toEqual([])
})

test('redirects of another organization lead nowhere', async () => {
  const [a, b] = [await organization(), await organization()]
  await b.redirect('/old', { item: await b.item('new') })

  expect((await a.get('/articles/old')).status).toBe(404)
})

test('websites read the redirects that lead somewhere public, page by page', async () => {
  const { id, get, item, redirect, collection } = await organization()
  const docs = await collection('docs')
  const closed = await collection('closed', { enabled: false })
  await redirect('/elsewhere', { url: 'https://other.example/new' })
  await redirect('/blog/old', { item: await item('neu-größe', { updated_at: '2036-01-01T00:00:00.000Z' }) })
  await redirect('/docs/old', {
    item: await item('guide', { collection: docs, updated_at: '2036-02-01T00:00:00.000Z' }),
  })
  await redirect('/to-draft', { item: await item('draft', { status: 'draft' }) })
  await redirect('/to-trash', { item: await item('trash', { trashed_at: new Date() }) })
  await redirect('/to-closed', { item: await item('hidden', { collection: closed }) })

  const first = await get('/redirects?per_page=2')

  expect(first.json).toEqual({
    data: [
      {
        id: expect.stringMatching(/^red_/),
        type: 'redirects',
        attributes: {
          from: '/elsewhere',
          to: 'https://other.example/new',
          status: 308,
          created_at: expect.any(String),
          updated_at: expect.any(String),
        },
        links: { self: expect.stringContaining(`/v1/${id}/redirects/red_`) },
      },
      expect.objectContaining({
        attributes: expect.objectContaining({
          from: '/blog/old',
          to: '/articles/neu-gr%C3%B6%C3%9Fe',
          updated_at: '2036-01-01T00:00:00.000Z',
        }),
      }),
    ],
    meta: { total: 3, per_page: 2, page: 1 },
    links: {
      self: `/v1/${id}/redirects?per_page=2`,
      first: `/v1/${id}/redirects?page=1&per_page=2`,
      last: `/v1/${id}/redirects?page=2&per_page=2`,
      prev: null,
      next: `/v1/${id}/redirects?page=2&per_page=2`,
    },
  })
  expect(first.headers['Cache-Control']).toContain('s-maxage=60')
  expect((await get('/redirects?per_page=2', { 'if-none-match': first.headers['ETag'] })).status).toBe(304)
  const one = await get(first.json.data[0].links.self.slice(`/v1/${id}`.length))
  expect(one.json.data).toEqual(first.json.data[0])
})

test('redirects are found by their path in any spelling, and by the time of their change', async () => {
  const { get, item, redirect } = await organization()
  await redirect('/größe/alt', { item: await item('neu', { updated_at: '2036-03-01T10:00:00.000Z' }) })
  await redirect('/other', { url: 'https://other.example/' })
  const from = async (query: string) =>
    (await get(`/redirects?${query}`)).json.data.map(({ attributes }: never) => attributes['from'])

  expect(await from('from=/gr%C3%B6%C3%9Fe/alt/')).toEqual(['/gr%C3%B6%C3%9Fe/alt'])
  expect(await from('from=/nothing')).toEqual([])
  expect(await from('from=%00')).toEqual([])
  expect(await from('updated_since=2036-03-01T12:00:00%2B02:00')).toEqual(['/gr%C3%B6%C3%9Fe/alt'])
  expect(await from('updated_since=2036-03-02')).toEqual([])
  expect((await get('/redirects?updated_since=yesterday')).json.errors[0]).toEqual({
    status: '400',
    title: 'Bad Request',
    detail: 'updated_since must be a time in ISO 8601, such as 2026-01-31 or 2026-01-31T09:30:00Z',
  })
})

test('what the time zone or the plan changes about a redirect is a change of it', async () => {
  const { id, get, item, redirect, collection, write } = await organization()
  await redirect('/plain', { item: await item('plain') })
  await redirect('/docs', { item: await item('guide', { collection: await collection('docs') }) })
  const dated = await collection('news', { url_template: '/news/{year}/{slug}' })
  await redirect('/news', { item: await item('report', { collection: dated }) })
  const since = async (time: string) =>
    (await get(`/redirects?updated_since=${time}`)).json.data.map(({ attributes }: never) => attributes['from'])

  await write(({ db }) =>
    db.updateTable('organization_setting').set({ timezone: 'Asia/Tokyo', updated_at: '2036-01-01' }).execute(),
  )
  expect(await since('2036-01-01')).toEqual(['/news'])
  await database.asIdentity((db) =>
    db.updateTable('auth.organizations').set({ updated_at: '2037-01-01' }).where('id', '=', id).execute(),
  )
  expect(await since('2037-01-01')).toEqual(['/docs', '/news'])
})

test('redirects are refused like every other resource', async () => {
  const closed = await organizationWithContent(database, { content_mode: 'wordpress' })
  const starter = await organizationWithContent(database, { plan: 'starter' })
  const docs = await starter.collection('docs')
  await starter.redirect('/docs/old', { item: await starter.item('guide', { collection: docs }) })
  await starter.redirect('/old', { item: await starter.item('new') })

  expect((await closed.get('/redirects')).status).toBe(403)
  expect((await starter.get('/redirects')).json.meta.total).toBe(1)
  expect((await starter.get('/redirects/red_nothing')).status).toBe(404)
  expect((await starter.get('/redirects?per_page=0')).status).toBe(400)
})

test('a list for routers has no path that leads to itself', async () => {
  const { get, item, redirect } = await organization()
  await redirect('/articles/guide', { item: await item('guide') })
  await redirect('/articles/gr%c3%b6%c3%9fe', { item: await item('größe') })
  await redirect('/old', { item: await item('other') })

  const { data } = (await get('/redirects')).json as { data: { attributes: { from: string } }[] }

  expect(data.map(({ attributes }) => attributes.from)).toEqual(['/old'])
})
