import { beforeAll, expect, test } from 'vitest'

import { organizationWithContent } from '#test/content-stage.ts'
import { testDatabase } from '#test/shared-parts.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})

const organization = (settings?: Parameters<typeof organizationWithContent>[1]) =>
  organizationWithContent(database, settings)
const slugs = (answer: { json: { data: { attributes: { slug: string } }[] } }) =>
  answer.json.data.map(({ attributes }) => attributes.slug)

test('a single article shows every attribute of the contract', async () => {
  const { id, get, item, term, media } = await organization()
  const [first, second] = [await term('author', 'ada', { name: 'Ada' }), await term('author', 'bob', { name: 'Bob' })]
  const [news, crm] = [await term('category', 'news'), await term('tag', 'crm')]
  const image = await media({ url: '/media/a.webp' })
  const itemId = await item('best-crm', {
    title: 'Best CRM',
    excerpt: 'Short',
    content: '# Body',
    html: '<h2>Body</h2>',
    word_count: 1,
    seo_title: 'Best CRM of the year',
    meta_description: 'All about it',
    featured_image_id: image,
    faq: JSON.stringify([{ question: 'Why?', answer: 'Because.' }]),
    schema_json_ld: JSON.stringify({ '@type': 'Article' }),
    comparison_screenshots: JSON.stringify([
      {
        sectionHeading: 'Other CRM',
        sectionSlug: 'other-crm',
        competitorName: 'Other',
        sourceUrl: 'https://other.example/',
        screenshotUrl: 'https://cdn.example/shot.webp',
        capturedAt: '2026-01-05T00:00:00.000Z',
        status: 'captured',
      },
    ]),
    publish_at: '2026-02-01T10:00:00.000Z',
    created_at: '2026-01-01T10:00:00.000Z',
    updated_at: '2026-02-03T10:00:00.123Z',
    edited_at: '2026-02-02T10:00:00.000Z',
    authors: [second, first],
    categories: [news],
    tags: [crm],
  })

  const { status, json } = await get('/articles/best-crm')

  expect(status).toBe(200)
  expect(json).toEqual({
    data: {
      id: itemId,
      type: 'articles',
      attributes: {
        title: 'Best CRM',
        slug: 'best-crm',
        excerpt: 'Short',
        content: '# Body',
        content_html: '<h2>Body</h2>',
        comparison_screenshots: [
          {
            section_heading: 'Other CRM',
            section_slug: 'other-crm',
            competitor_name: 'Other',
            source_url: 'https://other.example/',
            screenshot_url: 'https://cdn.example/shot.webp',
            captured_at: '2026-01-05T00:00:00.000Z',
            status: 'captured',
          },
        ],
        status: 'published',
        word_count: 1,
        seo_title: 'Best CRM of the year',
        meta_description: 'All about it',
        featured_image_url: 'https://cms.example/media/a.webp',
        faq: [{ question: 'Why?', answer: 'Because.' }],
        schema_json_ld: { '@type': 'Article' },
        publish_at: '2026-02-01T10:00:00.000Z',
        created_at: '2026-01-01T10:00:00.000Z',
        updated_at: '2026-02-03T10:00:00.123Z',
        edited_at: '2026-02-02T10:00:00.000Z',
        author: 'Bob',
      },
      relationships: {
        categories: { data: [{ type: 'categories', id: news }] },
        tags: { data: [{ type: 'tags', id: crm }] },
        authors: {
          data: [
            { type: 'authors', id: second },
            { type: 'authors', id: first },
          ],
        },
      },
      links: { self: `/v1/${id}/articles/${itemId}` },
    },
  })
})

test('unset attributes have their defaults', async () => {
  const { get, item } = await organization()
  await item('bare', { title: 'Bare', status: 'draft' })

  const { json } = await get('/articles/bare?status=draft')

  expect(json.data.attributes).toMatchObject({
    seo_title: 'Bare',
    meta_description: '',
    faq: [],
    comparison_screenshots: [],
    featured_image_url: null,
    publish_at: null,
    excerpt: null,
    word_count: null,
    schema_json_ld: null,
    edited_at: null,
    author: null,
  })
  expect(json.data.relationships).toEqual({ categories: { data: [] }, tags: { data: [] }, authors: { data: [] } })
})

test('lists leave the author out, and _fields picks attributes and nothing else', async () => {
  const { get, item, term } = await organization()
  await item('one', { authors: [await term('author', 'ada')] })

  const full = (await get('/articles')).json.data[0]
  const some = (await get('/articles?_fields=slug,%20title,nothing')).json.data[0]

  expect(full.attributes).not.toHaveProperty('author')
  expect(some.attributes).toEqual({ slug: 'one', title: 'one' })
  expect(some.relationships).toEqual(full.relationships)
  expect((await get('/articles/one?_fields=author')).json.data.attributes).toEqual({ author: 'ada' })
  expect((await get('/articles?_fields=nothing')).json.data[0].attributes).toEqual({})
})

test('included resources have id, type and attributes, each once, of the kinds asked for', async () => {
  const { get, item, term } = await organization()
  const [tag, category] = [await term('tag', 'crm'), await term('category', 'news')]
  await item('one', { tags: [tag], categories: [category] })
  await item('two', { tags: [tag] })
  await item('draft', { tags: [await term('tag', 'hidden')], status: 'draft' })

  const { json } = await get('/articles?include=tags')
  const both = await get('/articles/one?include=tags,categories')

  expect(json.included).toEqual([
    {
      id: tag,
      type: 'tags',
      attributes: {
        name: 'crm',
        slug: 'crm',
        post_count: 2,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    },
  ])
  expect(both.json.included.map(({ type }: { type: string }) => type).toSorted()).toEqual(['categories', 'tags'])
  expect((await get('/articles')).json).not.toHaveProperty('included')
  expect((await get('/articles?include=authors')).json.included).toEqual([])
})

test('an author shows every attribute of the contract', async () => {
  const { id, articles, get, item, term, media } = await organization()
  const author = await term('author', 'ada', {
    name: 'Ada',
    description: 'Writes.',
    avatar_id: await media({ url: '/media/ada.webp' }),
    social_links: JSON.stringify({ x: 'https://x.example/ada' }),
    auto_assign_description: 'Everything about CRM',
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-02T00:00:00.000Z',
  })
  await item('one', { authors: [author] })
  await item('two', { authors: [author], status: 'draft' })
  await item('three', { authors: [author], trashed_at: new Date() })

  expect((await get('/authors/ada')).json.data).toEqual({
    id: author,
    type: 'authors',
    attributes: {
      name: 'Ada',
      slug: 'ada',
      bio: 'Writes.',
      avatar_url: 'https://cms.example/media/ada.webp',
      social_links: { x: 'https://x.example/ada' },
      auto_assign_description: 'Everything about CRM',
      post_count: 1,
      collection_preset_id: articles,
      collection_slug: 'articles',
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-02T00:00:00.000Z',
    },
    relationships: { articles: { data: null, links: { related: `/v1/${id}/articles?authors=${author}` } } },
    links: { self: `/v1/${id}/authors/${author}` },
  })
})

test('authors belong to a collection: count, links and slug look-up follow it', async () => {
  const { id, get, item, term, collection } = await organization()
  const docs = await collection('docs')
  const [ours, theirs] = [await term('author', 'ada'), await term('author', 'ada', { collection_id: docs })]
  await item('guide', { collection: docs, authors: [theirs] })

  const byDefault = await get('/authors/ada')
  const bySlug = await get('/authors/ada?collection=docs')

  expect(byDefault.json.data).toMatchObject({ id: ours, attributes: { post_count: 0 } })
  expect(bySlug.json.data).toMatchObject({
    id: theirs,
    attributes: { post_count: 1, collection_slug: 'docs', collection_preset_id: docs },
  })
  expect((await get(`/authors/ada?collection=${docs}`)).json.data.id).toBe(theirs)
  expect((await get('/authors?collection=docs')).json).toMatchObject({ meta: { total: 1 }, data: [{ id: theirs }] })
  const { related } = bySlug.json.data.relationships.items.links
  expect(related).toBe(`/v1/${id}/collections/docs/items?authors=${theirs}`)
  expect(slugs(await get(related.slice(`/v1/${id}`.length)))).toEqual(['guide'])
  expect((await get(bySlug.json.data.links.self.slice(`/v1/${id}`.length))).json).toEqual(bySlug.json)
  expect((await get(`/authors/${theirs}`)).status).toBe(404)
  expect((await get('/authors?collection=docs')).json.links.self).toBe(`/v1/${id}/authors?collection=docs`)
})

test.each([
  ['categories', 'category'],
  ['tags', 'tag'],
] as const)('%s show name, slug, count and the articles they lead to', async (type, kind) => {
  const { id, get, item, term } = await organization()
  const termId = await term(kind, 'crm', { name: 'CRM', created_at: '2026-01-01', updated_at: '2026-01-02' })
  await item('one', { [type]: [termId] })

  const found = await get(`/${type}/crm`)

  expect(found.json.data).toEqual({
    id: termId,
    type,
    attributes: {
      name: 'CRM',
      slug: 'crm',
      post_count: 1,
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-02T00:00:00.000Z',
    },
    relationships: { articles: { data: null, links: { related: `/v1/${id}/articles?${type}=${termId}` } } },
    links: { self: `/v1/${id}/${type}/${termId}` },
  })
  expect((await get(`/${type}/${termId}`)).json).toEqual(found.json)
  expect((await get(`/${type}`)).json.data).toEqual([found.json.data])
  expect((await get(`/${type}/unknown`)).json.errors[0].detail).toMatch(/^(Category|Tag) "unknown" not found$/)
})

test('media are featured images of published items and avatars of authors', async () => {
  const { id, get, item, term, media, collection } = await organization()
  const closed = await collection('closed', { enabled: false })
  const image = await media({
    url: '/media/a.webp',
    title: 'Chart',
    description: 'A chart',
    aspect_ratio: '16:9',
    palette: JSON.stringify({ dominant: '#ffffff' }),
    created_at: '2026-01-03',
  })
  const post = await item('one', { featured_image_id: image })
  await item('draft', { featured_image_id: image, status: 'draft' })
  await item('trash', { featured_image_id: image, trashed_at: new Date() })
  await item('hidden', { featured_image_id: image, collection: closed })
  const author = await term('author', 'ada', { avatar_id: await media({ created_at: '2026-01-02' }) })

  const { json } = await get('/media')

  expect(json.meta.total).toBe(2)
  expect(json.data.map((entry: { id: string }) => entry.id)).toEqual([`post-${post}`, `author-${author}`])
  expect((await get(`/media/post-${post}`)).json.data).toEqual({
    id: `post-${post}`,
    type: 'media',
    attributes: {
      source: 'post',
      source_id: post,
      url: 'https://cms.example/media/a.webp',
      type: 'image',
      title: 'Chart',
      description: 'A chart',
      aspect_ratio: '16:9',
      palette: { dominant: '#ffffff' },
      created_at: '2026-01-03T00:00:00.000Z',
    },
    links: { self: `/v1/${id}/media/post-${post}` },
  })
  expect((await get(`/media/author-${author}`)).json.data.attributes).toMatchObject({
    source: 'author',
    source_id: author,
    title: null,
  })
  expect((await get('/media?search=CHART')).json.meta.total).toBe(1)
  expect(
    (await get('/media?orderby=title&order=asc&_fields=title')).json.data.map(
      ({ attributes }: { attributes: object }) => attributes,
    ),
  ).toEqual([{ title: 'Chart' }, { title: null }])
  for (const unknown of ['post-x', `author-${post}`, `post-${author}`, 'post-%00', `post-${post}x`])
    expect((await get(`/media/${unknown}`)).status).toBe(404)
  for (const malformed of ['post-', 'author-', 'one', post, 'Post-1', 'image-1'])
    expect((await get(`/media/${malformed}`)).status).toBe(400)
})

test('media are ordered by their titles like articles: without the marks of letters', async () => {
  const { get, item, media } = await organization()
  for (const title of ['Zebra', 'Äpfel', 'apple', 'Éclair', 'Ďábel'])
    await item(title.toLowerCase(), { title, featured_image_id: await media({ title }) })
  const titles = async (path: string) =>
    (await get(`${path}?orderby=title&order=asc`)).json.data.map(({ attributes }: never) => attributes['title'])

  expect(await titles('/media')).toEqual(await titles('/articles'))
  expect(await titles('/media')).toEqual(['Äpfel', 'apple', 'Ďábel', 'Éclair', 'Zebra'])
})

test('collections are the enabled ones that the plan opens', async () => {
  const { id, articles, get, collection } = await organization()
  const docs = await collection('docs', {
    name: 'Docs',
    kind: 'docs',
    url_template: '/docs/{slug}',
    created_at: '2026-01-01',
    updated_at: '2026-01-02',
  })
  await collection('off', { enabled: false })

  const { json } = await get('/collections?page=0&orderby=nonsense&search=x&_fields=slug')

  expect(json).toMatchObject({ meta: { total: 2 }, links: { self: `/v1/${id}/collections` } })
  expect(Object.keys(json)).toEqual(['data', 'meta', 'links'])
  expect(json.data.map((entry: { id: string }) => entry.id)).toEqual([articles, docs])
  expect((await get('/collections/docs')).json.data).toEqual({
    id: docs,
    type: 'collections',
    attributes: {
      name: 'Docs',
      slug: 'docs',
      kind: 'docs',
      built_in: false,
      url_template: '/docs/{slug}',
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-02T00:00:00.000Z',
    },
    links: { self: `/v1/${id}/collections/docs` },
  })
  expect((await get('/collections/off')).status).toBe(404)
  expect((await get('/collections/unknown')).json.errors[0].detail).toBe('Collection "unknown" not found')
})

test('items of another collection are of type items and link to themselves', async () => {
  const { id, get, item, collection } = await organization()
  const docs = await collection('docs')
  const guide = await item('guide', { collection: docs })
  await item('guide')

  const list = await get('/collections/docs/items')

  expect(list.json).toMatchObject({ meta: { total: 1 }, links: { self: `/v1/${id}/collections/docs/items` } })
  expect(list.json.data[0]).toMatchObject({
    id: guide,
    type: 'items',
    links: { self: `/v1/${id}/collections/docs/items/${guide}` },
  })
  expect((await get('/collections/docs/items/guide')).json.data.id).toBe(guide)
  expect((await get(`/articles/${guide}`)).status).toBe(404)
  expect((await get('/collections/articles/items/guide')).json.data.type).toBe('articles')
})

test('/posts is an alias: list links keep it, resources do not', async () => {
  const { id, get, item } = await organization()
  const itemId = await item('one')

  const { json } = await get('/posts')

  expect(json.links.self).toBe(`/v1/${id}/posts`)
  expect(json.data).toEqual((await get('/articles')).json.data)
  expect((await get('/posts/one')).json).toEqual((await get('/articles/one')).json)
  expect(json.data[0].links.self).toBe(`/v1/${id}/articles/${itemId}`)
})

test('a draft with a date is scheduled, and the trash is out of sight', async () => {
  const { get, item } = await organization()
  await item('draft', { status: 'draft' })
  await item('legacy', { status: 'draft', publish_at: '2030-01-01' })
  await item('planned', { status: 'scheduled', publish_at: '2030-01-02' })
  await item('live')
  await item('gone', { trashed_at: new Date() })

  expect(slugs(await get('/articles'))).toEqual(['live'])
  expect(slugs(await get('/articles?status=draft'))).toEqual(['draft'])
  expect(slugs(await get('/articles?status=scheduled'))).toEqual(['planned', 'legacy'])
  expect(slugs(await get('/articles?status=all')).toSorted()).toEqual(['draft', 'legacy', 'live', 'planned'])
  expect((await get('/articles?status=all')).json.meta.total).toBe(4)
  expect((await get('/articles/legacy?status=scheduled')).json.data.attributes.status).toBe('scheduled')
  for (const hidden of [
    '/articles/draft',
    '/articles/legacy',
    '/articles/gone?status=all',
    '/articles/legacy?status=draft',
  ])
    expect((await get(hidden)).status).toBe(404)
})

test('search finds text, slugs and URLs, and takes wildcards literally', async () => {
  const { get, item } = await organization()
  await item('first-steps', {
    title: 'First STEPS',
    excerpt: 'An excerpt about whales',
    content: 'Body with 100% sure_thing',
  })
  await item('other', {
    title: 'Other',
    canonical_url: 'https://blog.example/Canon/',
    external_url: 'https://cms.example/p/77',
  })
  await item('größe', { title: 'Größe' })

  const found = async (search: string) => slugs(await get(`/articles?search=${encodeURIComponent(search)}`)).toSorted()

  expect(await found('first steps')).toEqual(['first-steps'])
  expect(await found('  WHALES ')).toEqual(['first-steps'])
  expect(await found('100% sure')).toEqual(['first-steps'])
  expect(await found('100_')).toEqual([])
  expect(await found('%')).toEqual(['first-steps'])
  expect(await found('\\')).toEqual([])
  expect(await found('first-steps')).toEqual(['first-steps'])
  expect(await found('https://anywhere.example/blog/first-steps/?utm=1#top')).toEqual(['first-steps'])
  expect(await found('https://anywhere.example/gr%C3%B6%C3%9Fe')).toEqual(['größe'])
  expect(await found('GRÖßE')).toEqual(['größe'])
  expect(await found('blog.example/canon')).toEqual(['other'])
  expect(await found('cms.example/p/77')).toEqual(['other'])
  expect(await found("a & b | 'c")).toEqual([])
  expect(await found('   ')).toHaveLength(3)
})

test('taxonomy filters: any id of a group, all groups', async () => {
  const { get, item, term } = await organization()
  const [a, b] = [await term('tag', 'a'), await term('tag', 'b')]
  const [news, ada] = [await term('category', 'news'), await term('author', 'ada')]
  await item('one', { tags: [a], categories: [news], authors: [ada] })
  await item('two', { tags: [b], categories: [news] })
  await item('three', { tags: [a, b] })
  await item('draft', { tags: [a], status: 'draft' })

  const found = async (query: string) => {
    const answer = await get(`/articles?${query}`)
    expect(answer.json.meta.total).toBe(answer.json.data.length)
    return slugs(answer).toSorted()
  }

  for (const orderby of ['date', 'title']) {
    expect(await found(`orderby=${orderby}&tags=${a}`)).toEqual(['one', 'three'])
    expect(await found(`orderby=${orderby}&tags=${a},${b}`)).toEqual(['one', 'three', 'two'])
    expect(await found(`orderby=${orderby}&tags=${a},${b}&categories=${news}`)).toEqual(['one', 'two'])
    expect(await found(`orderby=${orderby}&tags=${b}&categories=${news}&authors=${ada}`)).toEqual([])
    expect(await found(`orderby=${orderby}&tags=${a}&status=all`)).toEqual(['draft', 'one', 'three'])
    expect(await found(`orderby=${orderby}&tags=${a}&search=three`)).toEqual(['three'])
  }
  expect(await found('tags=unknown')).toEqual([])
  expect(await found(`tags=${news}`)).toEqual([])
  expect(await found(`tags=unknown,${a}`)).toEqual(['one', 'three'])
  expect(await found(`tags=,`)).toEqual([])
})

test('what editors edit beyond the default attributes is shown where _fields asks for it', async () => {
  const { id, get, item, media, collection } = await organization({ site_url: 'https://www.example.com/' })
  const docs = await collection('docs')
  const closed = await collection('closed', { enabled: false })
  const image = await media({
    url: '/media/a.webp',
    alt: 'A pen',
    width: 1200,
    height: 800,
    variants: JSON.stringify([{ file: '640.avif', width: 640, height: 427, format: 'avif', bytes: 10 }]),
  })
  const guide = await item('guide', { title: 'Guide', collection: docs })
  const related = [
    guide,
    await item('draft', { status: 'draft' }),
    await item('trash', { trashed_at: new Date() }),
    await item('hidden', { collection: closed }),
  ]
  await item('ink', {
    title: 'Ink',
    h1: 'All about ink',
    tldr: 'Short',
    canonical_url: 'https://other.example/ink',
    og_title: 'Og',
    twitter_description: 'Tw',
    robots: JSON.stringify({ noindex: true, nofollow: false }),
    primary_keyword: 'ink',
    secondary_keywords: ['pens'],
    related_articles: related,
    custom_fields: JSON.stringify({ rating: 5 }),
    external_url: 'https://cms.example/7',
    reading_minutes: 4,
    featured_image_id: image,
  })
  const further = {
    url: 'https://other.example/ink',
    canonical_url: 'https://other.example/ink',
    h1: 'All about ink',
    tldr: 'Short',
    primary_keyword: 'ink',
    secondary_keywords: ['pens'],
    og_title: 'Og',
    og_description: null,
    twitter_title: null,
    twitter_description: 'Tw',
    robots: { noindex: true, nofollow: false },
    related_articles: [{ id: guide, slug: 'guide', title: 'Guide', url: 'https://www.example.com/docs/guide' }],
    external_url: 'https://cms.example/7',
    custom_fields: { rating: 5 },
    featured_image: {
      url: 'https://cms.example/media/a.webp',
      alt: 'A pen',
      width: 1200,
      height: 800,
      variants: [{ url: `https://cms.example/media/${id}/${image}/640.avif`, width: 640, height: 427, format: 'avif' }],
    },
    reading_time_minutes: 4,
  }
  const standard = (await get('/articles/ink')).json.data.attributes

  expect(Object.keys(further).filter((name) => name in standard)).toEqual([])
  expect((await get('/articles/ink?_fields=*')).json.data.attributes).toEqual(standard)
  expect((await get('/articles/ink?_fields=all')).json.data.attributes).toEqual({ ...standard, ...further })
  expect((await get('/articles/ink?_fields=*,url')).json.data.attributes).toEqual({ ...standard, url: further.url })
  expect((await get('/articles/ink?_fields=title,robots')).json.data.attributes).toEqual({
    title: 'Ink',
    robots: further.robots,
  })
  const { author: _, ...listed } = standard
  expect((await get('/articles?_fields=all')).json.data[0].attributes).toEqual({ ...listed, ...further })
  expect((await get('/collections/docs/items?_fields=url,featured_image')).json.data[0].attributes).toEqual({
    url: 'https://www.example.com/docs/guide',
    featured_image: null,
  })
})

test('without a website the address of an item is the one in this interface', async () => {
  const { id, get, item } = await organization()
  await item('ink')

  const { json } = await get('/articles/ink?_fields=url')

  expect(json.data.attributes).toEqual({ url: `https://cms.example/v1/${id}/articles/ink` })
})

test('an article is as new as the newest of what it shows: its image and related articles', async () => {
  const { get, item, media } = await organization()
  const times = ['2030-01-01T00:00:00Z', '2031-01-01T00:00:00Z', '2032-01-01T00:00:00Z'] as const
  const related = await item('related', { updated_at: times[1] })
  const image = await media({ url: '/media/a.webp', updated_at: times[2] })
  await item('plain', { updated_at: times[0] })
  await item('linking', { updated_at: times[0], related_articles: [related] })
  await item('shown', { updated_at: times[0], featured_image_id: image })
  const changed = async (slug: string) => {
    const { headers } = await get(`/articles/${slug}?_fields=all`)
    return new Date(String(headers['Last-Modified'])).getUTCFullYear()
  }

  expect([await changed('plain'), await changed('linking'), await changed('shown')]).toEqual([2030, 2031, 2032])
})
