import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { updateCollection } from '#areas/collections/operations/update-collection.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { createAuthor } from '#areas/taxonomies/operations/create-author.ts'
import type { ItemId } from '#kernel/ids.ts'
import { connectWordpress } from '#test/sample-connections.ts'
import { stage } from '#test/stage.ts'

const articles = 'articles' as never

test('a title is on one line, whatever it was pasted from', async () => {
  const { call } = await stage()

  const { item } = await call(createItem, { collectionId: articles, title: 'Tides\r\nof the\u2028North Sea' })
  const changed = await call(updateItem, { id: item.id, title: 'Winds\n\nof the Alps' })

  expect([item.title, item.slug]).toEqual(['Tides of the North Sea', 'tides-of-the-north-sea'])
  expect(changed.item.title).toBe('Winds of the Alps')
})

test('an item is a draft whose slug is made of its title', async () => {
  const { call } = await stage()

  const { item } = await call(createItem, {
    collectionId: articles,
    title: 'Crème brûlée: 3 ways',
    content: 'One two three.',
  })

  expect(item).toMatchObject({
    slug: 'creme-brulee-3-ways',
    status: 'draft',
    publishAt: null,
    wordCount: 3,
    version: 1,
  })
})

test('custom fields fit the schema of their collection; what was stored before stays', async () => {
  const { call } = await stage()
  const before = { collectionId: articles, title: 'Before', customFields: { price: 'low' } }
  const { item: kept } = await call(createItem, before)
  await call(updateCollection, {
    collectionId: articles,
    fieldsSchema: { required: ['price'], properties: { price: { type: 'number' } } },
  })
  const misfit = { code: 'validation_failed', details: [{ path: '/input/customFields/price' }] }

  await expect(call(createItem, { ...before, title: 'After' })).rejects.toMatchObject(misfit)
  await expect(call(updateItem, { id: kept.id, customFields: {} })).rejects.toMatchObject(misfit)
  await call(updateItem, { id: kept.id, title: 'Still before' })
  expect((await call(getItem, { id: kept.id })).item).toMatchObject({
    title: 'Still before',
    customFields: { price: 'low' },
  })

  const { changed } = await call(updateItem, { id: kept.id, customFields: { price: 12.5 } })
  expect(changed).toEqual(['customFields'])
})

test('what the call leaves out is that of the organization', async () => {
  const { call } = await stage()
  const { author } = await call(createAuthor, { collectionId: articles, name: 'Robin' })
  await call(updateOrganizationSettings, {
    defaults: { articleType: 'guide', writingStyle: 'technical', authorId: author.id },
  })

  const { item } = await call(createItem, { collectionId: articles, title: 'Left out' })
  const whole = async (id: ItemId) => (await call(getItem, { id })).item
  const given = { articleType: 'news', writingStyle: null, authorIds: [] }
  const { item: other } = await call(createItem, { collectionId: articles, title: 'Given', ...given })

  expect(await whole(item.id as ItemId)).toMatchObject({
    articleType: 'guide',
    writingStyle: 'technical',
    authors: [{ id: author.id }],
  })
  expect(await whole(other.id as ItemId)).toMatchObject({ articleType: 'news', writingStyle: null, authors: [] })
})

test('what the collection has goes before what the organization has', async () => {
  const { call } = await stage()
  await call(updateOrganizationSettings, { defaults: { articleType: 'guide', writingStyle: 'technical' } })
  await call(updateCollection, { collectionId: articles, defaults: { articleType: 'glossary' } })

  const { item } = await call(createItem, { collectionId: articles, title: 'Left out' })

  expect((await call(getItem, { id: item.id })).item).toMatchObject({
    articleType: 'glossary',
    writingStyle: 'technical',
  })
})

test('a default that the organization has since given up is none', async () => {
  const { call } = await stage()
  const settings = { presets: { writingStyles: ['house_style'] }, defaults: { writingStyle: 'house_style' } }
  await call(updateOrganizationSettings, settings)
  await call(updateOrganizationSettings, { presets: { writingStyles: [] } })

  const { item } = await call(createItem, { collectionId: articles, title: 'Plain' })

  expect((await call(getItem, { id: item.id })).item).toMatchObject({ writingStyle: null })
  await call(updateOrganizationSettings, { defaults: { ...settings.defaults, publishTime: '09:30' } })
})

test('a made slug gets a suffix when it is taken, a given one is refused', async () => {
  const { call } = await stage()
  const first = await call(createItem, { collectionId: articles, title: 'Best CRM' })

  const second = await call(createItem, { collectionId: articles, title: 'Best CRM' })
  const third = call(createItem, { collectionId: articles, title: 'Other', slug: 'best-crm' })

  expect([first.item.slug, second.item.slug]).toEqual(['best-crm', 'best-crm-2'])
  await expect(third).rejects.toMatchObject({ code: 'slug_taken', details: { itemId: first.item.id } })
})

test('a title without a letter still gives a slug', async () => {
  const { call } = await stage()

  const { item } = await call(createItem, { collectionId: articles, title: '!!!' })

  expect(item.slug).toBe(item.id.replace('_', '-'))
})

test('every field of the contract is kept', async () => {
  const { call } = await stage()
  const target = await call(createItem, { collectionId: articles, title: 'Target' })
  const fields = {
    content: '<p>Words</p>',
    contentFormat: 'html',
    slug: 'given',
    h1: 'Heading',
    tldr: 'Short',
    excerpt: 'Excerpt',
    seoTitle: 'SEO',
    metaDescription: 'Meta',
    canonicalUrl: 'https://example.com/a',
    canonicalReason: 'syndicated',
    primaryKeyword: 'crm',
    secondaryKeywords: ['crm software', 'best crm'],
    ogTitle: 'OG',
    ogDescription: 'OG text',
    twitterTitle: 'TW',
    twitterDescription: 'TW text',
    schemaJsonLd: { '@type': 'Article', nested: { list: [1, 'two', null] } },
    relatedArticles: [target.item.id],
    internalLinkSuggestions: [{ anchor: 'CRM', targetItemId: target.item.id, state: 'accepted' }],
    faq: [{ question: 'Why?', answer: 'Because.' }],
    robots: { noindex: true, nofollow: false },
    customFields: { price: 12.5, tags: ['a'] },
    articleType: 'comparison',
    writingStyle: 'expert',
    comparisonScreenshots: [
      {
        sectionHeading: 'Acme Tool',
        sectionSlug: 'acme',
        competitorName: 'Acme',
        sourceUrl: 'https://example.com/',
        screenshotUrl: 'https://example.com/a.png',
        capturedAt: '2026-01-02T03:04:05.000Z',
        status: 'captured',
      },
    ],
    externalUrl: 'https://old.example.com/a',
  } as const

  const { item } = await call(createItem, { collectionId: articles, title: 'All', ...fields } as never)
  const { item: whole } = await call(getItem, { id: item.id })

  expect(whole).toMatchObject(fields)
  expect(whole).toMatchObject({ origin: 'agent', version: 1, editedAt: null, readingMinutes: 1 })
})

test('a screenshot below a heading without a letter is answered again, with its time in UTC', async () => {
  const { call } = await stage()
  const shot = {
    sectionHeading: '???',
    competitorName: 'Acme',
    sourceUrl: 'https://example.com/',
    screenshotUrl: 'https://example.com/a.png',
    capturedAt: '2026-01-02T05:04:05+02:00',
  }

  const { item } = await call(createItem, { collectionId: articles, title: 'Rivals', comparisonScreenshots: [shot] })

  const whole = await call(getItem, { id: item.id })
  expect(whole.item.comparisonScreenshots).toMatchObject([
    { sectionHeading: '???', sectionSlug: 'section', capturedAt: '2026-01-02T03:04:05.000Z' },
  ])
})

test('categories belong to articles, authors to their collection', async () => {
  const { call, rows } = await stage()
  const glossary = await rows(({ db }) =>
    db
      .updateTable('collection')
      .set({ enabled: true })
      .where('slug', '=', 'glossary')
      .returning('id')
      .executeTakeFirstOrThrow(),
  )

  const unknown = call(createItem, {
    collectionId: glossary.id as never,
    title: 'Term',
    categoryIds: ['cat_01jzz0000000000000000000zz'],
  })

  await expect(unknown).rejects.toMatchObject({ code: 'not_found', details: [{ path: '/input/categoryIds/0' }] })
})

test('a disabled collection and one that the plan does not open take nothing', async () => {
  const { call, rows, access } = await stage()
  const create = (as = {}) => call(createItem, { collectionId: 'glossary' as never, title: 'Term' }, { as })

  await expect(create()).rejects.toMatchObject({ code: 'collection_disabled' })
  await rows(({ db }) => db.updateTable('collection').set({ enabled: true }).where('slug', '=', 'glossary').execute())
  await expect(create({ organization: { ...access.organization, plan: 'pro' } })).rejects.toMatchObject({
    code: 'plan_required',
  })
  expect((await create()).item.collectionSlug).toBe('glossary')
})

test('nothing goes live while the content belongs to another CMS, or without the approval that is asked for', async () => {
  const { call, rows } = await stage()
  const publish = () =>
    call(createItem, { collectionId: articles, title: 'Live', status: 'published' }, { confirm: true })
  const set = (settings: { content_mode?: 'wordpress' | 'headless'; publishing_policy?: string }) =>
    rows(({ db }) => db.updateTable('organization_setting').set(settings).execute())

  await set({ content_mode: 'wordpress' })
  await expect(publish()).rejects.toMatchObject({
    code: 'not_connected',
    details: { alternative: { operation: 'updateOrganizationSettings' } },
  })
  await set({ content_mode: 'headless', publishing_policy: JSON.stringify({ requireApproval: true }) })
  await expect(publish()).rejects.toMatchObject({ code: 'blocked_by_policy' })
})

test('where a CMS is connected and nothing says where articles go there, that is what is asked for', async () => {
  const on = await stage()
  await connectWordpress(on, { asMode: true })
  await on.rows(({ db }) => db.updateTable('integration').set({ state: 'pending' }).execute())

  const input = { collectionId: articles, title: 'Live', status: 'published' } as const
  await expect(on.call(createItem, input, { confirm: true })).rejects.toMatchObject({
    code: 'not_connected',
    details: { alternative: { operation: 'selectIntegrationTarget' } },
  })
})

test('a body over its limits is refused with the limit and the path', async () => {
  const { call } = await stage()

  await expect(
    call(createItem, { collectionId: articles, title: 'Long', content: 'é'.repeat(200_001) }),
  ).rejects.toMatchObject({
    code: 'validation_failed',
    details: [{ path: '/input/content' }],
  })
  await expect(
    call(createItem, { collectionId: articles, title: 'Deep', content: '<b>'.repeat(200), contentFormat: 'html' }),
  ).rejects.toMatchObject({
    code: 'validation_failed',
    details: [{ path: '/input/content', code: 'too_deep' }],
  })
})

test('calls at the same time get slugs of their own', async () => {
  const { call } = await stage()

  const made = await Promise.all(
    Array.from({ length: 8 }, () => call(createItem, { collectionId: articles, title: 'Same' })),
  )

  expect(made.map(({ item }) => item.slug).toSorted()).toEqual([
    'same',
    ...Array.from({ length: 7 }, (_, n) => `same-${n + 2}`),
  ])
})

test('long texts are compressed quickly or not at all', async () => {
  const { call, rows } = await stage()
  const { item } = await call(createItem, {
    collectionId: articles,
    title: 'Long',
    content: 'A *word*, again. '.repeat(1000),
  })

  const methods = await rows(({ db }) =>
    sql<{ of: (string | null)[] }>`
      select array[pg_column_compression(content), pg_column_compression(content_html), pg_column_compression(snapshot)] as of
      from app.item_body b join app.item_revision r using (organization_id, item_id) where item_id = ${item.id}`.execute(
      db,
    ),
  )
  expect(methods.rows).toHaveLength(1)
  expect(methods.rows[0]?.of).not.toContain('pglz')
})
