import { expect, test } from 'vitest'

import { createCollection } from '#areas/collections/operations/create-collection.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import { consolidateItems } from '#areas/seo/operations/consolidate-items.ts'
import { createRedirect } from '#areas/seo/operations/create-redirect.ts'
import type { Code } from '#kernel/errors.ts'
import { type ItemId, newId } from '#kernel/ids.ts'
import { contentApi } from '#test/content-stage.ts'
import { stage } from '#test/stage.ts'
import { told, toldDuring } from '#test/website.ts'

const flags = { rewriteReferences: true, createRedirects: true } as const
let keys = 0

async function site(
  settings: Record<string, unknown> = { siteUrl: 'https://acme.example', urlTemplates: { articles: '/blog/{slug}' } },
  person: Parameters<typeof stage>[0] = {},
) {
  const on = await stage(person)
  await on.call(updateOrganizationSettings, settings as never, { confirm: true })
  const api = contentApi(on.database)
  return {
    ...on,
    async item(title: string, fields: Record<string, unknown> = {}): Promise<ItemId> {
      const input = { collectionId: 'articles', title, content: 'Words.', status: 'published', ...fields }
      return (await on.call(createItem, input as never, { confirm: true })).item.id
    },
    whole: async (id: ItemId) => (await on.call(getItem, { id })).item,
    html: async (id: ItemId) => (await on.call(getItem, { id, bodyFormat: 'html' })).item.contentHtml,
    consolidate: (winnerId: ItemId, ...duplicateIds: ItemId[]) =>
      on.call(
        consolidateItems,
        { winnerId, duplicateIds, ...flags },
        { confirm: true, idempotencyKey: `key-${++keys}` },
      ),
    get: (path: string, method = 'GET') => api(`/v1/${on.access.organization.id}${path}`, { method }),
    redirects: () =>
      on.rows(({ db }) =>
        db
          .selectFrom('redirect')
          .select(['from_path', 'to_item_id', 'to_url', 'reason'])
          .where('gave_way_to', 'is', null)
          .orderBy('from_path')
          .execute(),
      ),
  }
}

test('duplicates give way: drafts, redirects, one message', async () => {
  const on = await site(undefined, { webhooks: told })
  const [winner, copy, twin] = [await on.item('Winner'), await on.item('Copy'), await on.item('Twin')]

  let result: unknown
  const heard = await toldDuring(on, async () => {
    result = await on.consolidate(winner, copy, twin)
  })

  expect(result).toMatchObject({
    winner: { id: winner, status: 'published', version: 1 },
    duplicates: [
      { id: copy, status: 'draft', publishAt: null },
      { id: twin, status: 'draft', publishAt: null },
    ],
    redirects: [
      { fromPath: '/blog/copy', toItemId: winner, to: '/blog/winner', code: 308, reason: 'consolidation' },
      { fromPath: '/blog/twin', toItemId: winner },
    ],
    rewrittenItems: 0,
    deliveries: [{ target: 'site.example' }],
    jobId: null,
  })
  expect(heard).toEqual([{ reason: 'consolidated', itemIds: [winner, copy, twin] }])
  const row = await on.rows(({ db }) =>
    db.selectFrom('item').select('consolidated_into_id').where('id', '=', copy).executeTakeFirst(),
  )
  expect(row?.consolidated_into_id).toBe(winner)
  const moved = await on.get('/articles/copy?include=tags')
  expect([moved.status, moved.headers['Location']]).toEqual([
    308,
    `/v1/${on.access.organization.id}/articles/winner?include=tags`,
  ])
  expect((await on.get('/posts/twin', 'HEAD')).headers['Location']).toBe(
    `/v1/${on.access.organization.id}/posts/winner`,
  )
})

test('references are rewritten in published, scheduled and draft items, and not in the trash', async () => {
  const on = await site(undefined, { webhooks: told })
  const [winner, copy] = [
    await on.item('Winner'),
    await on.item('Copy', { canonicalUrl: 'https://mirror.example/copy' }),
  ]
  const content = [
    '[a](/blog/copy?x=1#y) `[b](/blog/copy)` ![i](/blog/copy)',
    '[c]: https://acme.example/blog/copy/ "C"',
    '<a href="https://mirror.example/copy">d</a> and https://acme.example/blog/copy.',
    `[e](https://masthead.test/v1/${on.access.organization.id}/posts/copy)`,
  ].join('\n\n')
  const refers = {
    content,
    relatedArticles: [copy, winner],
    internalLinkSuggestions: [
      { anchor: 'one', targetItemId: copy },
      { anchor: 'one', targetItemId: winner },
      { anchor: 'two', url: 'https://acme.example/blog/copy?a=1' },
    ],
    canonicalUrl: 'https://acme.example/blog/copy',
  }
  const published = await on.item('Published', refers)
  const draft = await on.item('Draft', { ...refers, status: 'draft' })
  const scheduled = await on.item('Scheduled', {
    ...refers,
    status: 'scheduled',
    publishAt: new Date(Date.now() + 86_400_000).toISOString(),
  })
  const trashed = await on.item('Trashed', { content, status: 'draft' })
  await on.call(deleteItem, { id: trashed }, { confirm: true })
  const bystander = await on.item('Bystander', { content: 'The slug copy, in `/blog/copy`.' })

  let rewritten: number | undefined
  const heard = await toldDuring(on, async () => {
    rewritten = (await on.consolidate(winner, copy)).rewrittenItems
  })

  expect(rewritten).toBe(3)
  expect(heard).toEqual([{ reason: 'consolidated', itemIds: [winner, copy, published] }])
  for (const id of [published, draft, scheduled]) {
    const item = await on.whole(id)
    expect(item.content).toBe(
      content
        .replace('[a](/blog/copy', '[a](/blog/winner')
        .replace('blog/copy/ "C"', 'blog/winner/ "C"')
        .replace('https://mirror.example/copy', 'https://acme.example/blog/winner')
        .replace('and https://acme.example/blog/copy.', 'and https://acme.example/blog/winner.')
        .replace('posts/copy', 'posts/winner'),
    )
    expect(item).toMatchObject({
      version: 2,
      relatedArticles: [winner],
      internalLinkSuggestions: [
        { anchor: 'one', targetItemId: winner },
        { anchor: 'two', url: 'https://acme.example/blog/winner?a=1' },
      ],
      canonicalUrl: 'https://acme.example/blog/winner',
    })
    expect(await on.html(id)).toContain('href="/blog/winner?x=1#y"')
    expect(await on.html(id)).not.toContain('href="/blog/copy"')
    expect((await on.call(getItem, { id, include: ['revisions'] })).revisions).toHaveLength(2)
  }
  expect((await on.whole(trashed)).content).toBe(content)
  expect((await on.whole(bystander)).version).toBe(1)
})

test('the winner loses references to itself, and a duplicate keeps what it says of itself', async () => {
  const on = await site()
  const winner = await on.item('Winner')
  const own = { content: '[self](/blog/copy) [twin](/blog/twin)', canonicalUrl: 'https://acme.example/blog/copy' }
  const [copy, twin] = [await on.item('Copy', own), await on.item('Twin')]
  await on.call(
    updateItem,
    {
      id: winner,
      relatedArticles: [copy],
      internalLinkSuggestions: [{ anchor: 'x', targetItemId: twin }],
      canonicalUrl: 'https://acme.example/blog/twin',
      content: '[c](/blog/copy)',
    },
    { confirm: true },
  )

  const { winner: shown, rewrittenItems } = await on.consolidate(winner, copy, twin)

  expect(rewrittenItems).toBe(2)
  expect(shown).toMatchObject({ canonicalUrl: null, url: 'https://acme.example/blog/winner' })
  expect(await on.whole(winner)).toMatchObject({
    relatedArticles: [],
    internalLinkSuggestions: [],
    content: '[c](/blog/winner)',
  })
  expect(await on.whole(copy)).toMatchObject({ ...own, content: '[self](/blog/copy) [twin](/blog/winner)', version: 2 })
})

test('chains are flattened: what led to a duplicate leads to the winner, also where it is called by an address', async () => {
  const on = await site()
  const [winner, copy] = [await on.item('Winner'), await on.item('First')]
  await on.call(updateItem, { id: copy, slug: 'second' }, { confirm: true })
  await on.rows(({ db }) =>
    db
      .insertInto('redirect')
      .values([
        {
          id: newId('redirect'),
          from_path: '/p',
          from_hash: 'p',
          from_slug: 'p',
          to_url: 'https://acme.example/blog/second',
          reason: 'manual',
        },
        {
          id: newId('redirect'),
          from_path: '/q',
          from_hash: 'q',
          from_slug: 'q',
          to_url: 'https://acme.example/other',
          reason: 'manual',
        },
      ])
      .execute(),
  )
  const linking = await on.item('Linking', { content: '[old](/blog/first)' })

  await on.consolidate(winner, copy)

  expect(await on.redirects()).toEqual([
    { from_path: '/blog/first', to_item_id: winner, to_url: null, reason: 'slug_change' },
    { from_path: '/blog/second', to_item_id: winner, to_url: null, reason: 'consolidation' },
    { from_path: '/p', to_item_id: winner, to_url: null, reason: 'manual' },
    { from_path: '/q', to_item_id: null, to_url: 'https://acme.example/other', reason: 'manual' },
  ])
  expect((await on.whole(linking)).content).toBe('[old](/blog/winner)')

  const final = await on.item('Final')
  await on.consolidate(final, winner)
  expect((await on.redirects()).filter(({ to_item_id: id }) => id === final)).toHaveLength(4)
  expect((await on.get('/articles/first')).headers['Location']).toMatch(/\/articles\/final$/)
  const row = await on.rows(({ db }) =>
    db.selectFrom('item').select('consolidated_into_id').where('id', '=', copy).executeTakeFirst(),
  )
  expect(row?.consolidated_into_id).toBe(final)
})

test('a redirect to the address of a duplicate keeps its query and fragment', async () => {
  const on = await site()
  const [winner, copy] = [await on.item('Winner'), await on.item('Copy')]
  const toUrl = 'https://acme.example/blog/copy?plan=pro#prices'
  await on.call(createRedirect, { fromPath: '/plans', toUrl }, { confirm: true })

  const { redirects } = await on.consolidate(winner, copy)

  const to = 'https://acme.example/blog/winner?plan=pro#prices'
  expect(redirects).toMatchObject([{ fromPath: '/blog/copy' }, { fromPath: '/plans', toItemId: null, toUrl: to }])
  expect(await on.redirects()).toMatchObject([{ from_path: '/blog/copy' }, { from_path: '/plans', to_url: to }])
})

test('a slug change back and forth, consolidation and publishing again leave no loop', async () => {
  const on = await site()
  const [winner, copy] = [await on.item('Winner'), await on.item('Copy')]
  await on.call(updateItem, { id: winner, slug: 'renamed' }, { confirm: true })
  await on.call(updateItem, { id: winner, slug: 'winner' }, { confirm: true })
  expect(await on.redirects()).toMatchObject([{ from_path: '/blog/renamed', to_item_id: winner }])
  await on.consolidate(winner, copy)

  const { item } = await on.call(publishItem, { id: copy }, { confirm: true })

  expect(item.status).toBe('published')
  expect(await on.redirects()).toMatchObject([{ from_path: '/blog/renamed', to_item_id: winner }])
  expect((await on.get('/articles/copy')).status).toBe(200)
  const row = await on.rows(({ db }) =>
    db.selectFrom('item').select('consolidated_into_id').where('id', '=', copy).executeTakeFirst(),
  )
  expect(row?.consolidated_into_id).toBeNull()

  await on.consolidate(copy, winner)
  expect((await on.get('/articles/winner')).headers['Location']).toMatch(/\/copy$/)
  expect((await on.get('/articles/renamed')).headers['Location']).toMatch(/\/copy$/)
})

test('an old slug leads on whatever the template of the collection is', async () => {
  const on = await site({ siteUrl: 'https://acme.example', urlTemplates: { articles: '/blog/{slug}/index.html' } })
  const [winner, copy] = [await on.item('Winner'), await on.item('Copy')]
  const linking = await on.item('Linking', { content: '[a](/blog/copy/index.html)' })

  await on.consolidate(winner, copy)

  expect((await on.get('/articles/copy')).headers['Location']).toMatch(/\/articles\/winner$/)
  expect((await on.whole(linking)).content).toBe('[a](/blog/winner/index.html)')
})

test('an address that belongs to another item is not rewritten', async () => {
  const on = await site()
  const other = await on.item('Other')
  const winner = await on.item('Winner', { canonicalUrl: 'https://mirror.example/shared' })
  const copy = await on.item('Copy', { canonicalUrl: 'https://acme.example/blog/other' })
  const twin = await on.item('Twin', { canonicalUrl: 'https://mirror.example/shared' })
  const content = '[a](/blog/other) [b](https://acme.example/blog/other) [c](https://mirror.example/shared)'
  const linking = await on.item('Linking', { content })

  expect((await on.consolidate(winner, copy, twin)).rewrittenItems).toBe(0)

  expect((await on.whole(linking)).content).toBe(content)
  expect((await on.get('/articles/other')).status).toBe(200)
  expect((await on.whole(other)).version).toBe(1)
})

test('a rehearsal tells what would happen, and does nothing', async () => {
  const on = await site()
  const [winner, copy] = [await on.item('Winner'), await on.item('Copy')]
  const linking = await on.item('Linking', { content: '[a](/blog/copy)' })

  const result = await on.call(consolidateItems, { winnerId: winner, duplicateIds: [copy], ...flags }, { dryRun: true })

  expect(result).toMatchObject({
    rewrittenItems: 1,
    duplicates: [{ status: 'draft' }],
    redirects: [{ fromPath: '/blog/copy' }],
  })
  expect(await on.redirects()).toEqual([])
  expect([(await on.whole(linking)).version, (await on.whole(copy)).status]).toEqual([1, 'published'])
})

test('a retry with the same key is the first answer, byte for byte', async () => {
  const on = await site()
  const [winner, copy] = [await on.item('Winner'), await on.item('Copy')]
  const call = () =>
    on.answerOf(
      consolidateItems,
      { winnerId: winner, duplicateIds: [copy], ...flags },
      { confirm: true, idempotencyKey: 'again' },
    )

  const [first, second] = [await call(), await call()]

  expect([first.status, second.status, second.replayed]).toEqual([200, 200, true])
  expect(second.body).toBe(first.body)
})

test.each<[Code, (on: Awaited<ReturnType<typeof site>>) => Promise<[ItemId, ItemId]>]>([
  [
    'winner_in_duplicates',
    async (on) => [await on.item('A'), await on.item('B')].fill(await on.item('C')) as [ItemId, ItemId],
  ],
  ['not_found', async (on) => [await on.item('A'), newId('item')]],
  ['not_found', async (on) => [newId('item'), await on.item('A')]],
  ['invalid_transition', async (on) => [await on.item('A', { status: 'draft' }), await on.item('B')]],
  ['invalid_transition', async (on) => [await on.item('A'), await trashed(on, 'B')]],
  ['invalid_transition', async (on) => [await trashed(on, 'A'), await on.item('B')]],
  [
    'not_same_collection',
    async (on) => {
      const { collection } = await on.call(createCollection, { name: 'Docs', slug: 'guides', kind: 'custom' } as never)
      return [await on.item('A'), await on.item('B', { collectionId: collection.id })]
    },
  ],
  [
    'collection_disabled',
    async (on) => {
      const { collection } = await on.call(createCollection, { name: 'Docs', slug: 'guides', kind: 'custom' } as never)
      const pair: [ItemId, ItemId] = [
        await on.item('A', { collectionId: collection.id }),
        await on.item('B', { collectionId: collection.id }),
      ]
      await on.rows(({ db }) =>
        db.updateTable('collection').set({ enabled: false }).where('id', '=', collection.id).execute(),
      )
      return pair
    },
  ],
])('%s is refused', async (code, prepare) => {
  const on = await site()
  const [winner, duplicate] = await prepare(on)
  const before = await on.redirects()

  await expect(on.consolidate(winner, duplicate)).rejects.toMatchObject({ code })

  expect(await on.redirects()).toEqual(before)
})

test('the flags, the key and the confirmation are asked for', async () => {
  const on = await site()
  const input = { winnerId: await on.item('A'), duplicateIds: [await on.item('B')], ...flags }
  const refused = (given: object, options = {}) =>
    on
      .answerOf(consolidateItems, given, { confirm: true, idempotencyKey: 'k', ...options })
      .then(({ status, body }) => [status, JSON.parse(body).error])

  expect(await refused({ ...input, rewriteReferences: false })).toMatchObject([
    422,
    { code: 'validation_failed', details: [{ path: '/input/rewriteReferences' }] },
  ])
  expect(
    await refused({ winnerId: input.winnerId, duplicateIds: input.duplicateIds, rewriteReferences: true }),
  ).toMatchObject([422, { details: [{ path: '/input/createRedirects' }] }])
  expect(await refused({ ...input, createRedirects: 'true' })).toMatchObject([
    422,
    { details: [{ path: '/input/createRedirects' }] },
  ])
  expect(await refused({ ...input, duplicateIds: [] })).toMatchObject([
    422,
    { details: [{ path: '/input/duplicateIds' }] },
  ])
  // Both say what the call would do.
  const effect = { redirects: [expect.anything()] }
  expect(await refused(input, { idempotencyKey: undefined })).toMatchObject([
    428,
    { code: 'idempotency_key_required', details: { effect } },
  ])
  expect(await refused(input, { confirm: false })).toMatchObject([
    428,
    { code: 'confirmation_required', details: { effect } },
  ])
})

async function trashed(on: Awaited<ReturnType<typeof site>>, title: string): Promise<ItemId> {
  const id = await on.item(title)
  await on.call(deleteItem, { id }, { confirm: true })
  return id
}

test('more items may link to a duplicate than bodies of one organization may wait', async () => {
  const on = await site()
  const [winner, copy] = [await on.item('Winner'), await on.item('Copy')]
  const linking: ItemId[] = []
  for (let n = 0; n < 24; n++)
    linking.push(await on.item(`Linking ${n}`, { content: `[here](/blog/copy) ${n}`, status: 'draft' }))

  const { rewrittenItems } = await on.consolidate(winner, copy)

  expect(rewrittenItems).toBe(linking.length)
})
