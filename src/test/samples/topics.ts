import { articlesOf, newTopic, newTopicInput } from '#test/sample-records.ts'

import type { Samples } from './sample.ts'

export const topicsSamples: Samples<'topics'> = {
  listTopics: async (on) => ({
    input: { state: 'pending', collectionId: await articlesOf(on) },
    ids: ['collectionId'],
  }),
  createBlogTopic: async (on) => ({
    input: newTopicInput(await articlesOf(on)),
    ids: ['collectionPresetId'],
    other: newTopicInput('articles'),
  }),
  updateTopic: async (on) => ({
    input: { topicId: await newTopic(on), priority: 90 },
    ids: ['topicId'],
    other: { topicId: await newTopic(on), angle: 'Another angle' },
  }),
  // Here an unknown id is an entry in the results, not a refusal.
  reviewTopics: async (on) => ({
    input: { ids: [await newTopic(on)], decision: 'approve' },
    other: { ids: [await newTopic(on)], decision: 'reject', reason: 'Not now' },
  }),
  deleteTopic: async (on) => ({
    input: { topicId: await newTopic(on) },
    ids: ['topicId'],
    other: { topicId: await newTopic(on) },
  }),
}
