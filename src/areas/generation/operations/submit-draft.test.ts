import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'

import { validatePost } from '#areas/checks/operations/validate-post.ts'
import { updateCollection } from '#areas/collections/operations/update-collection.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { getWritingBrief } from '#areas/generation/operations/get-writing-brief.ts'
import { startDraft } from '#areas/generation/operations/start-draft.ts'
import { submitDraft } from '#areas/generation/operations/submit-draft.ts'
import { draft, writer } from '#areas/generation/test-writer.ts'
import { createContextEntry } from '#areas/library/operations/create-context-entry.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { listTopics } from '#areas/topics/operations/list-topics.ts'
import { reviewTopics } from '#areas/topics/operations/review-topics.ts'
import { told, toldDuring } from '#test/website.ts'

const articles = 'articles' as never
const unknownItem = 'itm_01jzz0000000000000000000zz' as never

test('the custom fields of a collection are in the brief, and a draft can have them', async () => {
  const { call, newTopic } = await writer()
  const fieldsSchema = { type: 'object', properties: { level: { enum: ['easy', 'hard'] } }, required: ['level'] }
  await call(updateCollection, { collectionId: articles, fieldsSchema })
  const topic = await newTopic()
  await call(reviewTopics, { ids: [topic.id], decision: 'approve' })

  const { brief } = await call(getWritingBrief, { topicId: topic.id })
  const hand = (customFields: object) =>
    call(submitDraft, { topicId: topic.id, draft: { ...draft, customFields }, model: 'm' })

  expect(brief.draftSchema['properties']).toMatchObject({ customFields: fieldsSchema })
  await expect(hand({})).rejects.toMatchObject({
    code: 'validation_failed',
    details: [{ path: '/input/draft/customFields/level' }],
  })
  const { item } = await hand({ level: 'easy' })
  expect((await call(getItem, { id: item.id })).item.customFields).toEqual({ level: 'easy' })
})

test('from topic to item: review, brief, a draft in the form of its schema, and where it comes from', async () => {
  const { call, newTopic } = await writer()
  const target = await call(
    createItem,
    { collectionId: articles, title: 'CRM', status: 'published' },
    { confirm: true },
  )
  await call(createContextEntry, { kind: 'fact', title: 'CRM adoption', body: 'Four of five teams use a CRM.' })
  const topic = await newTopic()
  await call(reviewTopics, { ids: [topic.id], decision: 'approve' })

  const { brief } = await call(getWritingBrief, { topicId: topic.id })
  const written = {
    ...draft,
    h1: 'Choose a CRM',
    excerpt: 'Three steps.',
    slug: 'choose-crm',
    secondaryKeywords: ['crm for small teams'],
    faq: [{ question: brief.questions.ai[0], answer: 'Yes.' }],
    schemaJsonLd: { '@context': 'https://schema.org', '@type': 'Article', headline: draft.title },
    relatedArticles: [brief.internalLinkTargets[0]?.id],
    internalLinkSuggestions: [{ anchor: 'CRM', targetItemId: target.item.id }],
    ogTitle: 'Choose',
    ogDescription: 'How',
    twitterTitle: 'Choose',
    twitterDescription: 'How',
    citations: [{ url: 'https://example.com/study', title: 'A study', quote: 'Four of five' }],
  }
  const accepts = new Ajv2020({ strict: true, allErrors: true }).compile(brief.draftSchema)
  expect(accepts(written), JSON.stringify(accepts.errors)).toBe(true)
  const { item, ...answer } = await call(submitDraft, {
    topicId: topic.id,
    draft: written,
    model: 'some-model-2',
    citations: [{ url: 'https://example.com/study', quote: 'Four of five' }, { url: 'https://example.com/other' }],
  })

  expect(item).toMatchObject({ title: draft.title, slug: 'choose-crm', status: 'draft', collectionSlug: 'articles' })
  expect(answer).toMatchObject({ topic: { id: topic.id, state: 'drafted', itemId: item.id }, jobId: null })
  const { publishingWarnings } = await call(validatePost, { id: item.id })
  expect(answer.publishingWarnings.map(({ code }) => code)).toEqual(publishingWarnings.map(({ code }) => code))
  const whole = (await call(getItem, { id: item.id })).item
  const { citations: _, ...fields } = written
  expect(whole).toMatchObject({ ...fields, internalLinkSuggestions: [{ state: 'open' }] })
  expect(whole).toMatchObject({
    origin: 'agent',
    model: 'some-model-2',
    sourceTopicId: topic.id,
    generationJobId: null,
    primaryKeyword: topic.primaryKeyword,
    articleType: 'how_to',
    writingStyle: 'expert',
    citations: [{ url: 'https://example.com/study' }, { url: 'https://example.com/other' }],
    version: 1,
  })
})

test('what neither topic nor collection says about type and style is that of the organization, as in the brief', async () => {
  const { call, newTopic } = await writer()
  const { id: topicId } = await newTopic({ articleType: '', writingStyle: '' })
  const { id: other } = await newTopic({ articleType: '', writingStyle: '', topic: 'Another', primaryKeyword: 'else' })
  await call(updateOrganizationSettings, { defaults: { articleType: 'news', writingStyle: 'neutral' } })
  await call(updateCollection, { collectionId: articles, defaults: { writingStyle: 'technical' } })
  const expected = { articleType: 'news', writingStyle: 'technical' }

  const { brief } = await call(getWritingBrief, { topicId })
  const { item } = await call(submitDraft, { topicId, draft })
  const { item: started } = await call(startDraft, { topicId: other })

  expect(brief.assignment).toMatchObject(expected)
  expect((await call(getItem, { id: item.id })).item).toMatchObject(expected)
  expect((await call(getItem, { id: started.id })).item).toMatchObject(expected)
})

test('what the schema of the brief refuses, the operation refuses, with the path into the draft', async () => {
  const { call, newTopic } = await writer()
  const { id: topicId } = await newTopic()
  const { brief } = await call(getWritingBrief, { topicId })
  const accepts = new Ajv2020({ strict: true }).compile(brief.draftSchema)
  const { tldr: _, ...without } = draft
  const wrong: [string, Record<string, unknown>][] = [
    ['/input/draft/tldr', without],
    ['/input/draft/status', { ...draft, status: 'published' }],
    ['/input/draft/title', { ...draft, title: 'x'.repeat(301) }],
    ['/input/draft/content', { ...draft, content: '' }],
    ['/input/draft/content', { ...draft, content: 7 }],
    ['/input/draft/faq/0/answer', { ...draft, faq: [{ question: 'Why?' }] }],
    ['/input/draft/secondaryKeywords', { ...draft, secondaryKeywords: Array.from({ length: 21 }, () => 'a') }],
    ['/input/draft/internalLinkSuggestions/0/note', { ...draft, internalLinkSuggestions: [{ anchor: 'a', note: 1 }] }],
    ['/input/draft/citations/0/url', { ...draft, citations: [{ title: 'No address' }] }],
  ]

  for (const [path, bad] of wrong) {
    expect(accepts(bad), path).toBe(false)
    await expect(call(submitDraft, { topicId, draft: bad }), path).rejects.toMatchObject({
      code: 'validation_failed',
      details: expect.arrayContaining([expect.objectContaining({ path })]),
    })
  }
  // What a JSON Schema cannot express.
  for (const [path, bad] of [
    ['/input/draft/content', { ...draft, content: 'é'.repeat(200_001) }],
    ['/input/draft/title', { ...draft, title: ' ' }],
    ['/input/draft/slug', { ...draft, slug: 'Not A Slug' }],
    ['/input/draft/citations/0/url', { ...draft, citations: [{ url: 'ftp://example.com' }] }],
    ['/input/draft/internalLinkSuggestions/0', { ...draft, internalLinkSuggestions: [{ anchor: 'a' }] }],
  ] as const)
    await expect(call(submitDraft, { topicId, draft: bad }), path).rejects.toMatchObject({
      code: 'validation_failed',
      details: [{ path }],
    })
  expect((await call(listTopics, { state: 'pending' })).total).toBe(1)
})

test('what only rendering or the stored records can refuse is also reported below the draft', async () => {
  const { call, newTopic } = await writer()
  const { id: topicId } = await newTopic()
  const submit = (more: object) => call(submitDraft, { topicId, draft: { ...draft, ...more } })
  const other = await call(createItem, { collectionId: articles, title: 'Taken' })

  await expect(submit({ content: `${'> '.repeat(500)}deep` })).rejects.toMatchObject({
    code: 'validation_failed',
    details: [{ path: '/input/draft/content' }],
  })
  await expect(submit({ relatedArticles: [unknownItem] })).rejects.toMatchObject({
    code: 'not_found',
    details: [{ path: '/input/draft/relatedArticles/0', code: 'not_found' }],
  })
  await expect(submit({ slug: 'taken' })).rejects.toMatchObject({
    code: 'slug_taken',
    details: { itemId: other.item.id },
  })
  expect((await call(listTopics, { state: 'pending' })).total).toBe(1)
})

test('a topic is drafted once: a second draft, and one for a rejected topic, are refused with its state', async () => {
  const { call, newTopic } = await writer()
  const [first, second] = [await newTopic(), await newTopic({ primaryKeyword: 'other' })]
  const { item } = await call(submitDraft, { topicId: first.id, draft })
  await call(reviewTopics, { ids: [second.id], decision: 'reject' })

  await expect(call(submitDraft, { topicId: first.id, draft })).rejects.toMatchObject({
    code: 'invalid_transition',
    details: { state: 'drafted', requested: 'drafted', allowed: [] },
  })
  await expect(call(submitDraft, { topicId: second.id, draft })).rejects.toMatchObject({
    code: 'invalid_transition',
    details: { state: 'rejected' },
  })
  await call(deleteItem, { id: item.id, permanent: true }, { confirm: true })
  expect((await call(submitDraft, { topicId: first.id, draft })).topic).toMatchObject({ state: 'drafted' })
})

test('two drafts for one topic at the same time make one item', async () => {
  const { call, newTopic } = await writer()
  const { id: topicId } = await newTopic()

  const answers = await Promise.allSettled([1, 2, 3].map(() => call(submitDraft, { topicId, draft })))

  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
})

test('to publish or schedule needs confirmation and the right to publish, and keeps the policy', async () => {
  const { call, newTopic, access, inPerson } = await writer()
  const { id: topicId } = await newTopic()
  const publish = (options: object, input: object = { status: 'published' }) =>
    call(submitDraft, { topicId, draft, ...input }, options)
  const scopes = access.scopes.filter((scope) => scope !== 'content:publish')

  await expect(publish({})).rejects.toMatchObject({ code: 'confirmation_required' })
  await expect(publish({ confirm: true, as: { scopes, grantedScopes: scopes } })).rejects.toMatchObject({
    code: 'insufficient_scope',
  })
  await expect(publish({ confirm: true }, { status: 'scheduled' })).rejects.toMatchObject({
    code: 'validation_failed',
    details: [{ path: '/input/publishAt' }],
  })
  await call(updateOrganizationSettings, { publishingPolicy: { requireApproval: true } })
  await expect(publish({ confirm: true })).rejects.toMatchObject({ code: 'blocked_by_policy' })
  await call(updateOrganizationSettings, { publishingPolicy: { requireApproval: false } }, inPerson())
  expect((await publish({ confirm: true })).item.status).toBe('published')
})

test('a published item that a draft improves changes live, keeps its status, and unpublishing it needs confirmation', async () => {
  const on = await writer({ webhooks: told })
  const { call } = on
  const { item } = await call(
    createItem,
    {
      collectionId: articles,
      title: 'Old',
      content: 'Old.',
      primaryKeyword: 'crm',
      ogTitle: 'Kept',
      status: 'published',
    },
    { confirm: true },
  )

  let answer: unknown
  const heard = await toldDuring(on, async () => {
    answer = await call(submitDraft, {
      itemId: item.id,
      draft: { ...draft, slug: 'old' },
      model: 'm',
      ifVersion: 1,
    })
  })

  expect(answer).toMatchObject({
    item: { title: draft.title, slug: 'old', status: 'published', version: 2 },
    topic: null,
  })
  expect(heard).toEqual([{ reason: 'updated', itemIds: [item.id] }])
  expect((await call(getItem, { id: item.id })).item).toMatchObject({
    content: draft.content,
    ogTitle: 'Kept',
    primaryKeyword: 'crm',
    origin: 'agent',
    model: 'm',
  })
  await expect(call(submitDraft, { itemId: item.id, draft, ifVersion: 1 })).rejects.toMatchObject({
    code: 'version_conflict',
  })
  await expect(call(submitDraft, { itemId: item.id, draft, status: 'draft' })).rejects.toMatchObject({
    code: 'confirmation_required',
  })
  await call(updateOrganizationSettings, { publishingPolicy: { confirmLiveEdits: true } })
  await expect(call(submitDraft, { itemId: item.id, draft })).rejects.toMatchObject({ code: 'confirmation_required' })
  const last = await call(submitDraft, { itemId: item.id, draft, status: 'draft' }, { confirm: true })
  expect(last.item).toMatchObject({ status: 'draft', publishAt: null })
})

test('the same draft again changes nothing but what it says of its model', async () => {
  const { call, newTopic } = await writer()
  const { item } = await call(submitDraft, { topicId: (await newTopic()).id, draft, model: 'one' })

  const same = await call(submitDraft, { itemId: item.id, draft, model: 'one' })
  const other = await call(submitDraft, { itemId: item.id, draft, model: 'two' })

  expect([same.item.version, other.item.version]).toEqual([1, 2])
  expect(other.topic).toMatchObject({ state: 'drafted', itemId: item.id })
})

test('a draft without citations leaves those of the item, and one with an empty list removes them', async () => {
  const { call, newTopic } = await writer()
  const citations = [{ url: 'https://example.com/study', quote: 'Four of five' }]
  const { item } = await call(submitDraft, { topicId: (await newTopic()).id, draft: { ...draft, citations } })
  const citationsAfter = async (input: object) => {
    await call(submitDraft, { itemId: item.id, draft: { ...draft, ...input } })
    return (await call(getItem, { id: item.id })).item.citations
  }

  expect(await citationsAfter({ tldr: 'Try two tools for a week.' })).toEqual(citations)
  expect(await citationsAfter({ citations: [] })).toEqual([])
})

test('an item in the trash takes no draft', async () => {
  const { call } = await writer()
  const { item } = await call(createItem, { collectionId: articles, title: 'Gone' })
  await call(deleteItem, { id: item.id }, { confirm: true })

  await expect(call(submitDraft, { itemId: item.id, draft })).rejects.toMatchObject({ code: 'invalid_transition' })
  await expect(call(submitDraft, { itemId: unknownItem, draft })).rejects.toMatchObject({ code: 'not_found' })
})

test('a rehearsal tells the item and leaves no trace', async () => {
  const { call, newTopic } = await writer()
  const { id: topicId } = await newTopic()

  const { item } = await call(submitDraft, { topicId, draft, status: 'published' }, { dryRun: true })

  expect(item.status).toBe('published')
  await expect(call(getItem, { id: item.id })).rejects.toMatchObject({ code: 'not_found' })
  expect((await call(listTopics, { state: 'pending' })).total).toBe(1)
})
