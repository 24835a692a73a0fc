import { expect, test } from 'vitest'

import { modelStage } from '#areas/generation/test-models.ts'
import { listTopics } from '#areas/topics/operations/list-topics.ts'

import { generateTopics } from './generate-topics.ts'

const articles = 'articles' as never
const topic = (primaryKeyword: string) => ({ topic: `About ${primaryKeyword}`, primaryKeyword, angle: 'For beginners' })

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

test('without a key nothing starts, and sources without data are named', async () => {
  const keyless = await modelStage({ key: false })
  await expect(keyless.call(generateTopics, { collectionId: articles, count: 2 })).rejects.toMatchObject({
    code: 'provider_not_configured',
  })
  const on = await modelStage({ credits: 3 })
  await expect(on.call(generateTopics, { collectionId: articles, count: 4 })).rejects.toMatchObject({
    code: 'insufficient_credits',
  })
  expect(
    await on.call(generateTopics, { collectionId: articles, count: 2, sources: ['gsc', 'asv_gaps'] }, { dryRun: true }),
  ).toMatchObject({ credits: 2, withoutData: ['gsc', 'asv_gaps'] })
})
