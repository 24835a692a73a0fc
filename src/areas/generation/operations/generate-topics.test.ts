import { expect, test } from 'vitest'

import { modelStage } from '#areas/generation/test-models.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { listTopics } from '#areas/topics/operations/list-topics.ts'
import { newGap } from '#test/visibility-records.ts'

import { generateTopics } from './generate-topics.ts'
import { getTopicsBrief } from './get-topics-brief.ts'

const articles = 'articles' as never
const topic = (primaryKeyword: string) => ({
  topic: `About ${primaryKeyword}`,
  primaryKeyword,
  angle: 'For beginners',
  gap: null,
})

test('topics of a model wait for a decision; those whose keyword exists are dropped, and only the rest is paid', async () => {
  const on = await modelStage()
  await on.newTopic({ primaryKeyword: 'bee hive' })
  await on.addEntry('We sell hives.')
  on.llm.says({ json: { topics: ['Bee Hives', 'bee suit', 'bee suits', 'honey jar'].map(topic) } })

  const started = await on.call(generateTopics, { collectionId: articles, count: 5, seeds: ['bees'] })
  expect(started).toMatchObject({ credits: 5, withoutData: [] })
  const { state, result } = await on.done(started)

  expect(state).toBe('succeeded')
  expect(result).toMatchObject({
    topics: [
      { primaryKeyword: 'bee suit', source: 'ai', state: 'pending' },
      { primaryKeyword: 'honey jar', source: 'ai', state: 'pending' },
    ],
    dropped: 2,
    credits: 2,
  })
  expect(await on.balance()).toBe(98)
  expect(JSON.parse(on.llm.asked[0]?.prompt ?? '')).toMatchObject({
    count: 5,
    seeds: ['bees'],
    known: ['bee hive'],
    contextPassages: [{ untrusted: { text: 'We sell hives.' } }],
  })
})

test('never more than were asked for', async () => {
  const on = await modelStage()
  on.llm.says({ json: { topics: ['one thing', 'other matter', 'third subject'].map(topic) } })

  await on.done(await on.call(generateTopics, { collectionId: articles, count: 2 }))

  expect((await on.call(listTopics, {})).total).toBe(2)
})

test('gaps become topics that keep their question; without data a source is named', async () => {
  const on = await modelStage()
  const promptId = await newGap(on)
  on.llm.says({
    json: {
      topics: [
        { ...topic('market tools'), gap: 1 },
        { ...topic('other tools'), gap: 99 },
      ],
    },
  })

  const started = await on.call(generateTopics, { collectionId: articles, count: 3, sources: ['gsc', 'asv_gaps'] })
  expect(started.withoutData).toEqual(['gsc'])
  await on.done(started)

  const asked = JSON.parse(on.llm.asked[0]?.prompt ?? '') as { gaps: { gap: number; question: string }[] }
  expect(asked.gaps).toMatchObject([{ gap: 1 }])
  const { items } = await on.call(listTopics, {})
  const byKeyword = new Map(items.map((one) => [one.primaryKeyword, one.asvPromptId]))
  expect(Object.fromEntries(byKeyword)).toEqual({ 'market tools': promptId, 'other tools': null })
  const brief = await on.call(getTopicsBrief, { collectionId: articles, count: 2, sources: ['asv_gaps'] })
  expect(brief).toMatchObject({ withoutData: ['asv_gaps'], untrusted: { gaps: [] } })
})

test('the brief has what the model would get, as far as the caller may read it', async () => {
  const on = await modelStage({ key: false })
  await on.newTopic({ primaryKeyword: 'bee hive' })
  await on.addEntry('We sell hives.')
  const promptId = await newGap(on)
  const wish = { collectionId: articles, count: 2, sources: ['context', 'asv_gaps'] as const }

  const brief = await on.call(getTopicsBrief, { ...wish, sources: [...wish.sources] })
  expect(brief).toMatchObject({
    material: { count: 2, known: ['bee hive'] },
    untrusted: {
      contextPassages: [{ untrusted: { text: 'We sell hives.' } }],
      gaps: [{ gap: 1, asvPromptId: promptId }],
    },
    handIn: { operation: 'createBlogTopic' },
    withoutData: [],
  })
  const as = { scopes: ['content:read' as const] }
  const narrow = await on.call(getTopicsBrief, { ...wish, sources: [...wish.sources] }, { as })
  expect(narrow).toMatchObject({ untrusted: { gaps: [] }, withoutData: ['asv_gaps'] })
})

test('a model gets no source either that the caller may not read', async () => {
  const on = await modelStage()
  await newGap(on)
  on.llm.says({ json: { topics: [topic('bee suit')] } })
  const as = { scopes: ['content:read' as const, 'content:write' as const] }

  const started = await on.call(generateTopics, { collectionId: articles, count: 1, sources: ['asv_gaps'] }, { as })

  expect(started.withoutData).toEqual(['asv_gaps'])
  await on.done(started)
  expect(JSON.parse(on.llm.asked.at(-1)?.prompt ?? '')).toMatchObject({ gaps: [] })
})

test('without a key nothing starts, and sources without data are named', async () => {
  const keyless = await modelStage({ key: false })
  await expect(keyless.call(generateTopics, { collectionId: articles, count: 2 })).rejects.toMatchObject({
    code: 'provider_not_configured',
    details: { alternative: { operation: 'getTopicsBrief' } },
  })
  const on = await modelStage({ credits: 3 })
  await expect(on.call(generateTopics, { collectionId: articles, count: 4 })).rejects.toMatchObject({
    code: 'insufficient_credits',
  })
  expect(
    await on.call(generateTopics, { collectionId: articles, count: 2, sources: ['gsc', 'asv_gaps'] }, { dryRun: true }),
  ).toMatchObject({ credits: 2, withoutData: ['gsc', 'asv_gaps'] })
})

test('an answer that is no form is asked for once more, and what it cost is not known', async () => {
  const on = await modelStage()
  on.llm.says({ json: { topics: [topic('bee suit')] } })
  on.llm.fail(() => true, { status: 200, html: true })
  const before = on.llm.requests.length

  const { state, result } = await on.done(await on.call(generateTopics, { collectionId: articles, count: 1 }))

  expect(state).toBe('succeeded')
  expect(result).toMatchObject({ topics: [{ primaryKeyword: 'bee suit' }], cost: null })

  on.llm.fail(() => true, { status: 200, html: true }, { status: 200, html: true })
  expect(await on.done(await on.call(generateTopics, { collectionId: articles, count: 1 }))).toMatchObject({
    state: 'failed',
    error: { code: 'upstream_failed', reason: 'bad_response' },
  })
  expect(on.llm.requests.length - before).toBe(4)
})

test('words of a model name no address that nobody knows, and may name the own', async () => {
  const on = await modelStage()
  await on.call(updateOrganizationSettings, { siteUrl: 'https://own.example' })
  const angle = 'See [this](https://evil.example/a), https://evil.example/b and https://own.example/c, a <main> matter'
  on.llm.says({ json: { topics: [{ ...topic('bee suit'), topic: 'About https://evil.example/t', angle }] } })

  await on.done(await on.call(generateTopics, { collectionId: articles, count: 1 }))

  expect((await on.call(listTopics, {})).items).toMatchObject([
    {
      topic: 'About evil.example/t',
      angle: 'See this, evil.example/b and https://own.example/c, a <main> matter',
    },
  ])
})
