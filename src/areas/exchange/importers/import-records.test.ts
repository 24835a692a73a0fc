import { beforeAll, expect, test } from 'vitest'

import { itemChecks } from '#areas/checks/index.ts'
import { getCollection } from '#areas/collections/index.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { carriedTexts } from '#areas/exchange/carried-texts.ts'
import { fingerprint } from '#test/fingerprint.ts'
import { testDatabase } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'

import { importRecords } from './import-records.ts'
import type { ImportParts } from './import-run.ts'
import type { ImportRecord, ImportedItem, ImportedMedia, ImportedTerm } from './record.ts'

// Opening takes long on a busy machine: it is not the time of a test.
beforeAll(async () => void (await testDatabase()))

const now = new Date('2026-06-15T12:00:00Z')

type Stage = Awaited<ReturnType<typeof stage>>
type Options = Partial<Omit<ImportParts, 'collection' | 'pages'>> & { collection?: string; pages?: string }

async function run(on: Stage, records: readonly ImportRecord[], options: Options = {}) {
  const { collection = 'articles', pages, ...parts } = options
  const places = await on.rows(async ({ db }) => ({
    collection: await getCollection(db, collection),
    pages: pages === undefined ? undefined : await getCollection(db, pages),
  }))
  const actor = {
    kind: 'system',
    userId: on.access.actor.userId,
    credentialType: 'system',
    credentialId: 'import',
    clientName: 'test',
  } as const
  return importRecords(stream(records), {
    transaction: on.rows,
    render: on.render,
    checks: itemChecks,
    dryRun: false,
    authorship: { actor, requestId: 'req_test', now },
    ...parts,
    ...places,
  })
}

async function* stream(records: readonly ImportRecord[]): AsyncGenerator<ImportRecord> {
  yield* records
}

function post(name: string, fields: Partial<ImportedItem> = {}): ImportedItem {
  return {
    kind: 'item',
    sourceKey: `test:${name}`,
    sourceLabel: `${name}.md`,
    type: 'post',
    title: `Title of ${name}`,
    slug: name,
    content: `Words of ${name}.`,
    contentFormat: 'markdown',
    excerpt: null,
    status: 'published',
    publishAt: new Date('2020-01-02T03:04:05Z'),
    createdAt: new Date('2020-01-02T03:04:05Z'),
    modifiedAt: null,
    authors: [],
    categories: [],
    tags: [],
    aliases: [],
    sourcePath: null,
    externalUrl: null,
    featuredMediaKey: null,
    ...carriedTexts(() => null),
    ...fields,
  }
}

const category = (name: string, slug: string | null = null): ImportedTerm => ({
  kind: 'term',
  sourceLabel: `category ${name}`,
  taxonomy: 'category',
  name,
  slug,
  description: null,
})

const picture = (key: string, url = 'https://example.org/a.jpg'): ImportedMedia => ({
  kind: 'media',
  sourceKey: key,
  sourceLabel: key,
  url,
  title: 'A picture',
  alt: 'What it shows',
  description: null,
  mime: 'image/jpeg',
})

const itemsOf = (on: Stage) => on.rows(({ db }) => db.selectFrom('item').selectAll().orderBy('id').execute())
const redirectsOf = (on: Stage) =>
  on.rows(({ db }) =>
    db.selectFrom('redirect').select(['from_path', 'to_item_id', 'reason', 'version']).orderBy('from_path').execute(),
  )
const unwritten = (summary: Awaited<ReturnType<typeof run>>) =>
  [...summary.unwritten.values()].map(({ outcome, what, count, reason, labels }) => ({
    outcome,
    what,
    count,
    reason,
    labels,
  }))

test('fields of a file are kept, and what this organization does not have is noted', async () => {
  const on = await stage()

  const summary = await run(on, [
    post('a', { ownFields: { h1: 'Heading', writingStyle: 'odd' }, statedCollection: 'glossary' }),
    post('b', { ownFields: { writingStyle: 'expert' }, statedCollection: 'articles' }),
  ])

  expect(await itemsOf(on)).toMatchObject([
    { h1: 'Heading', writing_style: null },
    { h1: null, writing_style: 'expert' },
  ])
  expect([...summary.notes.values()].flatMap(({ messages }) => [...messages.keys()])).toEqual([
    'It comes from the collection "glossary" and is in "articles": import that folder by itself',
    'There is no writing style "odd" here',
  ])
})

test('items keep status, dates, slug and body of their source', async () => {
  const on = await stage()
  const soon = new Date('2031-01-01T00:00:00Z')

  const summary = await run(on, [
    post('live', { modifiedAt: new Date('2021-01-01T00:00:00Z'), externalUrl: 'https://example.org/live/' }),
    post('later', { status: 'scheduled', publishAt: soon, createdAt: null }),
    post('legacy', { status: 'draft', publishAt: soon }),
    post('undated', { publishAt: null, createdAt: null, slug: null, title: 'Ça va?' }),
  ])

  expect(summary.items).toMatchObject({ created: 4, failed: 0 })
  const [live, later, legacy, undated] = await itemsOf(on)
  expect(live).toMatchObject({
    slug: 'live',
    status: 'published',
    publish_at: new Date('2020-01-02T03:04:05Z'),
    created_at: new Date('2020-01-02T03:04:05Z'),
    edited_at: new Date('2021-01-01T00:00:00Z'),
    origin: 'import',
    external_url: 'https://example.org/live/',
    version: 1,
    word_count: 3,
  })
  expect(later).toMatchObject({ status: 'scheduled', publish_at: soon, created_at: now })
  expect(legacy).toMatchObject({ status: 'draft', effective_status: 'scheduled', publish_at: soon })
  expect(undated).toMatchObject({ slug: 'ca-va', status: 'published', publish_at: now })
})

test('a second run finds everything and writes nothing', async () => {
  const on = await stage()
  const records = [
    category('News', 'news'),
    picture('media:1'),
    post('a', {
      aliases: ['/old/a'],
      categories: [{ name: 'News', slug: 'news' }],
      authors: [{ name: 'Ada', slug: null }],
      tags: [{ name: 'C++', slug: null }],
      featuredMediaKey: 'media:1',
      excerpt: 'Short.',
      seoTitle: 'SEO',
    }),
    post('b', { status: 'scheduled', publishAt: new Date('2030-01-01T00:00:00Z') }),
    post('c', { publishAt: null, createdAt: null, slug: null }),
  ]
  await run(on, records)
  const before = await fingerprint(on)

  const summary = await run(on, records)

  expect(summary).toMatchObject({
    items: { created: 0, updated: 0, unchanged: 3 },
    terms: { created: 0, matched: 2 },
    authors: { created: 0, matched: 1 },
    media: { created: 0, matched: 1, updated: 0 },
    redirects: { created: 0, matched: 1 },
  })
  expect(await fingerprint(on)).toBe(before)
})

test('what changed in the source is changed here, and its old address redirects', async () => {
  const on = await stage()
  await run(on, [post('a'), post('b', { status: 'draft', publishAt: null })])

  const changed = post('a', {
    title: 'Another title',
    content: 'Other words entirely.',
    slug: 'another',
    tags: [{ name: 'New', slug: null }],
  })
  const summary = await run(on, [changed, post('b')])

  expect(summary.items).toMatchObject({ updated: 2, unchanged: 0 })
  const [a, b] = await itemsOf(on)
  expect(a).toMatchObject({ title: 'Another title', slug: 'another', version: 2 })
  expect(b).toMatchObject({ status: 'published', publish_at: post('b').publishAt, version: 2 })
  expect(await redirectsOf(on)).toMatchObject([{ from_path: '/articles/a', to_item_id: a?.id, reason: 'slug_change' }])
  const body = await on.rows(({ db }) =>
    db
      .selectFrom('item_body')
      .selectAll()
      .where('item_id', '=', a?.id ?? '')
      .executeTakeFirst(),
  )
  expect(body).toMatchObject({ content: 'Other words entirely.', content_html: '<p>Other words entirely.</p>' })
  expect((await run(on, [changed, post('b')])).items).toMatchObject({ unchanged: 2 })
})

test('an item that was edited here is left when its source changes', async () => {
  const on = await stage()
  await run(on, [post('a'), post('b')])
  const [a] = await itemsOf(on)
  await on.call(updateItem, { id: a?.id ?? '', title: 'Edited here' }, { confirm: true })

  expect((await run(on, [post('a'), post('b')])).items).toMatchObject({ unchanged: 2, left: 0 })
  const summary = await run(on, [post('a', { content: 'New words.' }), post('b')])

  expect(summary.items).toMatchObject({ left: 1, unchanged: 1, updated: 0 })
  expect(unwritten(summary)).toMatchObject([{ outcome: 'left', what: 'post', count: 1, labels: ['a.md'] }])
  expect((await itemsOf(on))[0]).toMatchObject({ title: 'Edited here', version: 2 })
})

test('an item in the trash stays there', async () => {
  const on = await stage()
  await run(on, [post('a')])
  const [a] = await itemsOf(on)
  await on.call(deleteItem, { id: a?.id ?? '' }, { confirm: true })

  const summary = await run(on, [post('a', { title: 'Changed' })])

  expect(summary.items).toMatchObject({ trashed: 1, created: 0, updated: 0 })
  expect(await itemsOf(on)).toHaveLength(1)
})

test('a slug that another item has gets a suffix and a note, and keeps it', async () => {
  const on = await stage()
  await on.call(createItem, { collectionId: 'articles' as never, title: 'Own', slug: 'same' })
  const records = [post('x', { slug: 'same' }), post('y', { slug: 'same' })]

  const summary = await run(on, records)

  expect((await itemsOf(on)).map(({ slug }) => slug)).toEqual(['same', 'same-2', 'same-3'])
  expect(summary.notes.get('slug_shared')).toMatchObject({ count: 2 })
  expect((await run(on, records)).items).toMatchObject({ unchanged: 2 })
})

test('a dry run leaves no trace and says what a run would do', async () => {
  const on = await stage()
  await on.call(createItem, { collectionId: 'articles' as never, title: 'Own', slug: 'p-7' })
  const posts = Array.from({ length: 60 }, (_, i) =>
    post(`p-${i}`, {
      slug: i === 59 ? 'p-1' : `p-${i}`,
      categories: [{ name: i % 2 ? 'Odd' : 'Even', slug: null }],
      authors: [{ name: 'Ada', slug: 'ada' }],
      featuredMediaKey: 'media:1',
      aliases: [`/old/${i}`, '/shared', '/articles/p-2', `/${'x'.repeat(201)}`],
    }),
  )
  const records = [picture('media:1'), ...posts, post('too-long', { content: 'x'.repeat(400_001) })]
  const before = await fingerprint(on)

  const dry = await run(on, records, { dryRun: true })

  expect(await fingerprint(on)).toBe(before)
  const real = await run(on, records)
  expect({ ...dry, dryRun: false }).toEqual(real)
  expect(real).toMatchObject({
    items: { created: 60, skipped: 1 },
    terms: { created: 2 },
    authors: { created: 1 },
    media: { created: 1 },
    redirects: { created: 61, matched: 0 },
  })
  expect(real.notes.get('slug_shared')?.count).toBe(2)
})

test('an entry that fails does not cost its neighbours', async () => {
  const on = await stage()
  const deep = `${'<div>'.repeat(150)}x${'</div>'.repeat(150)}`
  const far = new Date('+275760-09-13T00:00:00Z')

  const summary = await run(on, [
    post('before'),
    post('large', { content: 'é'.repeat(200_001) }),
    post('deep', { content: deep, contentFormat: 'html' }),
    post('far', { status: 'scheduled', publishAt: far, slug: 'x'.repeat(200) }),
    post('same-key'),
    post('same-key', { slug: 'other' }),
    post('after'),
  ])

  expect(summary.items).toMatchObject({ created: 4, skipped: 2, failed: 1 })
  expect(unwritten(summary)).toEqual([
    {
      outcome: 'skipped',
      what: 'post',
      count: 1,
      reason: 'Its field "content" is refused: Must be at most 400000 bytes',
      labels: ['large.md'],
    },
    {
      outcome: 'skipped',
      what: 'post',
      count: 1,
      reason: 'The body is nested 150 levels deep, at most 100 are allowed; flatten it',
      labels: ['deep.md'],
    },
    {
      outcome: 'failed',
      what: 'post',
      count: 1,
      reason: expect.stringContaining('names it twice'),
      labels: ['same-key.md'],
    },
  ])
  expect((await itemsOf(on)).map(({ slug }) => slug)).toEqual(['before', 'x'.repeat(200), 'same-key', 'after'])
})

test('aliases and old paths redirect, except where a live item is', async () => {
  const on = await stage()

  const summary = await run(on, [
    post('a', { aliases: ['/articles/b', '/articles/a', '/2020/a.html', `/${'x'.repeat(201)}`], sourcePath: '/old/a' }),
    post('b', { aliases: ['/2020/a.html'], sourcePath: '/articles/b' }),
    post('c', { status: 'draft', publishAt: null, sourcePath: '/old/c', aliases: ['/über/c'] }),
  ])

  const [a, , c] = await itemsOf(on)
  expect(await redirectsOf(on)).toEqual([
    { from_path: '/%C3%BCber/c', to_item_id: c?.id, reason: 'import', version: 1 },
    { from_path: '/2020/a.html', to_item_id: a?.id, reason: 'import', version: 1 },
    { from_path: '/old/a', to_item_id: a?.id, reason: 'import', version: 1 },
  ])
  expect(summary.redirects).toEqual({ created: 3, matched: 0 })
  expect(unwritten(summary).map(({ reason, labels }) => [labels[0]?.slice(0, 20), reason])).toEqual([
    ['a.md: /articles/b', 'A published item has this address'],
    ['a.md: /articles/a', 'It is the address of the entry itself'],
    [`a.md: /${'x'.repeat(13)}`, 'The path is too long: at most 2,048 characters, 200 in its last part'],
    ['b.md: /2020/a.html', 'Another redirect has this path'],
  ])
})

test('terms and authors are found by slug, else by name, else made', async () => {
  const on = await stage()
  await run(on, [category('Release notes', 'releases'), post('first', { authors: [{ name: 'Ada', slug: 'ada' }] })])

  const summary = await run(on, [
    category('Releases', 'releases'),
    category('Twin', 'twin-one'),
    category('Twin', 'twin-two'),
    post('a', {
      categories: [
        { name: 'RELEASE NOTES', slug: null },
        { name: 'Twin', slug: 'twin-two' },
      ],
      tags: [
        { name: 'C++', slug: null },
        { name: 'C#', slug: null },
        { name: '¯\\_(ツ)_/¯', slug: null },
      ],
      authors: [{ name: 'ada', slug: null }],
    }),
  ])

  expect(summary.terms).toEqual({ created: 5, matched: 1 })
  expect(summary.authors).toEqual({ created: 0, matched: 1 })
  const named = await on.rows(({ db }) =>
    db
      .selectFrom('item_term')
      .innerJoin('term', 'term.id', 'item_term.term_id')
      .innerJoin('item', 'item.id', 'item_term.item_id')
      .select(['item_term.kind', 'term.name', 'term.slug'])
      .where('item.slug', '=', 'a')
      .orderBy('item_term.kind')
      .orderBy('item_term.position')
      .execute(),
  )
  expect(named.map(({ kind, name, slug }) => `${kind} ${name} ${slug}`)).toEqual([
    'author Ada ada',
    'category Release notes releases',
    'category Twin twin-two',
    'tag C++ c',
    'tag C# c-2',
    'tag ¯\\_(ツ)_/¯ ツ',
  ])
})

test('media are found by their key, and a new address is taken over', async () => {
  const on = await stage()
  const featured = post('a', { featuredMediaKey: 'media:1' })
  await run(on, [picture('media:1'), featured, post('b', { featuredMediaKey: 'media:gone' })])

  const summary = await run(on, [picture('media:1', 'https://cdn.example.org/a.jpg'), featured])

  expect(summary.media).toEqual({ created: 0, matched: 0, updated: 1 })
  const [media] = await on.rows(({ db }) => db.selectFrom('media').selectAll().execute())
  expect(media).toMatchObject({ source: 'import', kind: 'image', url: 'https://cdn.example.org/a.jpg', version: 2 })
  expect((await itemsOf(on)).map((row) => row.featured_image_id)).toEqual([media?.id, null])
})

test('two organizations import the same source apart from each other', async () => {
  const [one, other] = [await stage(), await stage()]
  const records = [category('News'), picture('media:1'), post('a', { aliases: ['/old'] })]

  const summaries = [await run(one, records), await run(other, records)]

  for (const summary of summaries)
    expect(summary).toMatchObject({ items: { created: 1 }, terms: { created: 1 }, redirects: { created: 1 } })
  expect(await itemsOf(one)).toHaveLength(1)
  expect(await itemsOf(other)).toHaveLength(1)
})

test('pages go into their own collection, which has neither categories nor tags', async () => {
  const on = await stage()
  await on.rows(({ db }) => db.updateTable('collection').set({ enabled: true }).where('slug', '=', 'docs').execute())
  const tags = [{ name: 'Tag', slug: null }]

  const summary = await run(on, [post('a'), post('b', { type: 'page', tags, authors: tags })], { pages: 'docs' })

  const items = await on.rows(({ db }) =>
    db
      .selectFrom('item')
      .innerJoin('collection', 'collection.id', 'item.collection_id')
      .select(['item.slug', 'collection.slug as collection'])
      .orderBy('item.slug')
      .execute(),
  )
  expect(items).toEqual([
    { slug: 'a', collection: 'articles' },
    { slug: 'b', collection: 'docs' },
  ])
  expect(summary).toMatchObject({ terms: { created: 0 }, authors: { created: 1 } })
  expect(unwritten(summary)).toMatchObject([{ what: 'tag', labels: ['Tag'] }])
})

test.each([
  ['draft', ['draft', 'draft', 'draft']],
  ['scheduled', ['draft', 'scheduled', 'draft']],
  ['published', ['published', 'published', 'published']],
] as const)('status %s is taken instead of the source’s', async (status, expected) => {
  const on = await stage()
  const records = [
    post('past'),
    post('future', { status: 'scheduled', publishAt: new Date('2030-01-01T00:00:00Z') }),
    post('draft', { status: 'draft', publishAt: null }),
  ]

  await run(on, records, { status })

  expect((await itemsOf(on)).map((row) => row.effective_status)).toEqual(expected)
  expect((await run(on, records, { status })).items).toMatchObject({ unchanged: 3 })
})

test('an import that is stopped keeps its batches, and a second run continues', async () => {
  const on = await stage()
  const records = Array.from({ length: 40 }, (_, i) => post(`p-${i}`, { aliases: [`/old/${i}`] }))
  const stop = new AbortController()

  const stopped = run(on, records, { signal: stop.signal, onProgress: () => stop.abort() })
  await expect(stopped).rejects.toThrow()

  expect(await itemsOf(on)).toHaveLength(25)
  expect(await run(on, records)).toMatchObject({
    items: { created: 15, unchanged: 25 },
    redirects: { created: 40 },
  })
})

test('an item gets its article type from the source, its title or its labels', async () => {
  const on = await stage()
  const summary = await run(on, [
    post('a', { title: 'Announcing Acme 1.2.0' }),
    post('b', { title: 'How to bake', statedType: 'Case study' }),
    post('c', { title: 'Frogs', tags: [{ name: 'News', slug: null }] }),
    post('d', { title: 'Toads' }),
  ])

  expect(unwritten(summary)).toEqual([])
  expect((await itemsOf(on)).map(({ article_type: type }) => type)).toEqual(['release', 'case_study', 'news', null])
})
