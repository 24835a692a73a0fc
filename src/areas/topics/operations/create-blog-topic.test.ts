import { expect, test } from 'vitest'

import { updateCollection } from '#areas/collections/operations/update-collection.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { createBlogTopic } from '#areas/topics/operations/create-blog-topic.ts'
import { listTopics } from '#areas/topics/operations/list-topics.ts'
import { reviewTopics } from '#areas/topics/operations/review-topics.ts'
import { renewTopicKeywords } from '#areas/topics/topic-keywords.ts'
import { testDatabase } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'
import { listeningTo } from '#test/statements.ts'

const about = {
  topic: 'How to choose a CRM',
  primaryKeyword: 'choose a CRM',
  angle: 'For teams of five',
  collectionPresetId: 'articles' as never,
}

test('a topic is pending, of its maker, and keeps every field', async () => {
  const { call, inPerson } = await stage()
  const more = { articleType: 'how_to', writingStyle: 'expert', customInstructions: 'Name no prices.' }

  const { topic, duplicateOf } = await call(createBlogTopic, { ...about, ...more })
  const bare = await call(createBlogTopic, { ...about, primaryKeyword: 'other' }, inPerson())

  expect(topic).toMatchObject({ ...about, ...more, collectionPresetId: expect.stringMatching(/^col_/), version: 1 })
  expect(topic).toMatchObject({ state: 'pending', source: 'agent', priority: 50, itemId: null })
  expect(duplicateOf).toBeUndefined()
  expect(bare.topic).toMatchObject({ source: 'user', articleType: null, writingStyle: null, customInstructions: null })
})

test('a topic names the agent that proposed it, as its key was called then, and no person', async () => {
  const { call, access, inPerson } = await stage()
  const named = { actor: { ...access.actor, clientName: 'Night desk' } }

  const { topic } = await call(createBlogTopic, about, { as: named })
  const own = await call(createBlogTopic, { ...about, primaryKeyword: 'other' }, inPerson())
  const { items } = await call(listTopics, {})

  expect(topic).toMatchObject({ source: 'agent', agentName: 'Night desk' })
  expect(own.topic.agentName).toBeNull()
  expect(items.map(({ agentName }) => agentName)).toEqual([null, 'Night desk'])
})

test('an unknown collection is not found, a disabled one and one that the plan closes are refused', async () => {
  const { call, access } = await stage()
  const create = (collectionPresetId: string, as = {}) =>
    call(createBlogTopic, { ...about, collectionPresetId: collectionPresetId as never }, { as })

  await expect(create('nowhere')).rejects.toMatchObject({ code: 'not_found' })
  await expect(create('col_01jzz0000000000000000000zz')).rejects.toMatchObject({ code: 'not_found' })
  await expect(create('glossary')).rejects.toMatchObject({ code: 'collection_disabled' })
  await call(updateCollection, { collectionId: 'glossary' as never, enabled: true })
  await expect(create('glossary', { organization: { ...access.organization, plan: 'pro' } })).rejects.toMatchObject({
    code: 'plan_required',
  })
  expect((await create('glossary')).topic.state).toBe('pending')
})

test('a type or style that is no preset is refused with the allowed ones; the own presets of the organization are allowed', async () => {
  const { call } = await stage()
  const create = (more: object) => call(createBlogTopic, { ...about, ...more })

  await expect(create({ articleType: 'buying_guide', writingStyle: 'epic' })).rejects.toMatchObject({
    code: 'validation_failed',
    details: [
      { path: '/input/articleType', message: expect.stringContaining('how_to, listicle'), code: 'invalid_value' },
      { path: '/input/writingStyle', message: expect.stringContaining('neutral, conversational') },
    ],
  })
  await call(updateOrganizationSettings, { presets: { articleTypes: ['buying_guide'] } })
  expect((await create({ articleType: 'buying_guide' })).topic.articleType).toBe('buying_guide')
})

test('every required field is asked for, within its limits', async () => {
  const { call } = await stage()
  const { angle: _, ...without } = about

  await expect(call(createBlogTopic, without as never)).rejects.toMatchObject({
    code: 'validation_failed',
    details: [{ path: '/input/angle', code: 'required' }],
  })
  for (const [field, limit] of [
    ['topic', 300],
    ['primaryKeyword', 120],
    ['angle', 1000],
    ['customInstructions', 4000],
  ] as const) {
    await call(createBlogTopic, { ...about, [field]: 'ß'.repeat(limit) })
    await expect(call(createBlogTopic, { ...about, [field]: 'ß'.repeat(limit + 1) })).rejects.toMatchObject({
      details: [{ path: `/input/${field}` }],
    })
  }
})

test('a topic with the same keyword in other words names the other: an item before a topic', async () => {
  const { call } = await stage()
  const first = await call(createBlogTopic, { ...about, primaryKeyword: 'Choosing the CRM 2025' })
  const second = await call(createBlogTopic, { ...about, primaryKeyword: 'CRM, choose' })
  const { item } = await call(createItem, { collectionId: 'articles' as never, title: 'CRM' })

  expect([first.duplicateOf, second.duplicateOf]).toEqual([undefined, first.topic.id])
  await call(updateItem, { id: item.id, primaryKeyword: 'choose crm' })
  expect((await call(createBlogTopic, about)).duplicateOf).toBe(item.id)
  await call(updateItem, { id: item.id, primaryKeyword: null })
  expect((await call(createBlogTopic, about)).duplicateOf).toBe(first.topic.id)
  const other = { ...about, topic: 'Pricing for consultants', primaryKeyword: 'something else' }
  expect((await call(createBlogTopic, other)).duplicateOf).toBeUndefined()
})

test('an item of any age whose title or text has the subject is named', async () => {
  const { call } = await stage()
  const create = async (title: string, content: string, status = 'draft') =>
    (await call(createItem, { collectionId: 'articles' as never, title, content, status } as never, { confirm: true }))
      .item
  const titled = await create('Choosing the Right CRM', 'Words.')
  const text = await create(
    'Sales for beginners',
    '# Sales\n\n## Cleaning lead data\n\nThe lead data is cleaned once a week.',
  )
  await create('Other words', 'Somewhere lead data is named.')
  const propose = (topic: string, primaryKeyword: string) => call(createBlogTopic, { ...about, topic, primaryKeyword })
  const named = async (topic: string, primaryKeyword: string) => (await propose(topic, primaryKeyword)).duplicateOf

  const first = await propose('How to choose a CRM', 'crm guide')
  expect(first.duplicateOf).toBe(titled.id)
  expect(await named('Weekly routines of a good team', 'lead data')).toBe(text.id)
  expect(await named('Pricing for consultants', 'hourly rates')).toBeUndefined()
  await call(deleteItem, { id: titled.id }, { confirm: true })
  expect(await named('How to choose a CRM', 'buying software')).toBe(first.topic.id)
})

test('an open topic whose title competes is named, the oldest of several and after an item', async () => {
  const { call } = await stage()
  const create = async (topic: string, primaryKeyword: string) =>
    call(createBlogTopic, { ...about, topic, primaryKeyword })
  const review = (id: string, decision: 'approve' | 'reject') =>
    call(reviewTopics, { ids: [id as never], decision, ...(decision === 'reject' ? { reason: 'No.' } : {}) } as never)
  const first = await create('Choosing the Right CRM Software', 'crm for teams')
  const second = await create('Choose the right CRM tool', 'buying software')

  expect([first.duplicateOf, second.duplicateOf]).toEqual([undefined, first.topic.id])
  expect((await create('Pricing for consultants', 'hourly rates')).duplicateOf).toBeUndefined()
  await review(first.topic.id, 'reject')
  await review(second.topic.id, 'approve')
  expect((await create('How to choose the right CRM', 'sales software')).duplicateOf).toBe(second.topic.id)
  const { item } = await call(createItem, { collectionId: 'articles' as never, title: 'Choosing the Right CRM' })
  expect((await create('How to pick the right CRM', 'customer software')).duplicateOf).toBe(item.id)
})

test('editions of a series are no duplicates of each other', async () => {
  const { call } = await stage()
  const create = async (topic: string, primaryKeyword: string) =>
    call(createBlogTopic, { ...about, topic, primaryKeyword })
  await create('Email marketing trends 2025', 'trends of last year')

  expect((await create('Email marketing trends 2026', 'trends of this year')).duplicateOf).toBeUndefined()
})

test('keywords without a word are duplicates of nothing', async () => {
  const { call } = await stage()
  await call(createBlogTopic, { ...about, primaryKeyword: '!!!' })

  const other = { ...about, topic: 'Pricing for consultants', primaryKeyword: '???' }
  expect((await call(createBlogTopic, other)).duplicateOf).toBeUndefined()
})

test('keywords that grow when they are normalised fit their index', async () => {
  const { call } = await stage()

  const { topic } = await call(createBlogTopic, { ...about, primaryKeyword: '\uFDFA'.repeat(120) })

  expect(topic.state).toBe('pending')
})

// Agents make this write most often (topics.md#one-statement-creates).
test('it takes three statements besides those of every call', async () => {
  const { access } = await stage()
  const { database, statements } = listeningTo(await testDatabase())

  await database.forOrganization({ organizationId: access.organization.id }, 'write', ({ db }) =>
    createBlogTopic.handle({ db, access, actor: access.actor } as never, about, undefined),
  )

  expect(statements).toHaveLength(3)
})

test('after a change of language duplicates of older topics are found by the words of the new one', async () => {
  const { call, rows } = await stage()
  const renew = () => rows(({ db }) => renewTopicKeywords(db, 10))
  const { topic } = await call(createBlogTopic, { ...about, primaryKeyword: 'die Lieferungen' })
  await call(updateOrganizationSettings, { locale: 'de' })

  expect(await renew()).toBe(1)

  const other = await call(createBlogTopic, { ...about, primaryKeyword: 'Lieferung' })
  expect(other.duplicateOf).toBe(topic.id)
  expect(await renew()).toBe(0)
})
