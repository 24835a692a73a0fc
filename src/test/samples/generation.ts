import { newImage } from '#test/pictures.ts'
import { connectModel } from '#test/sample-connections.ts'
import { articlesOf, newApprovedTopic, newDraft, newItem, newTopic } from '#test/sample-records.ts'

import type { Samples } from './sample.ts'

export const generationSamples: Samples<'generation'> = {
  getWritingBrief: async (on) => ({ input: { topicId: await newTopic(on), maxContextChars: 1000 }, ids: ['topicId'] }),
  startDraft: async (on) => ({
    input: { topicId: await newTopic(on) },
    ids: ['topicId'],
    other: { topicId: await newTopic(on) },
  }),
  submitDraft: async (on) => ({
    input: { topicId: await newTopic(on), draft: newDraft(), model: 'model-of-a-sample' },
    ids: ['topicId'],
    other: { itemId: await newItem(on), draft: newDraft() },
  }),
  generateArticle: async (on) => {
    await connectModel(on)
    return {
      input: { topicId: await newApprovedTopic(on), targetWords: 300 },
      ids: ['topicId'],
      other: { topicId: await newApprovedTopic(on), targetWords: 400 },
    }
  },
  rewriteItem: async (on) => {
    await connectModel(on)
    return {
      input: { id: await newItem(on), mode: 'shorten' },
      ids: ['id'],
      other: { id: await newItem(on), mode: 'translate', targetLocale: 'de' },
    }
  },
  getImageBrief: async (on) => ({ input: { itemId: await newItem(on), purpose: 'featured' }, ids: ['itemId'] }),
  generateImage: async (on) => {
    await connectModel(on)
    return {
      input: { itemId: await newItem(on), prompt: 'A hive', purpose: 'featured' },
      ids: ['itemId'],
      other: { itemId: await newItem(on), prompt: 'A bee', purpose: 'inline' },
    }
  },
  getAltTextsBrief: async (on) => ({ input: { mediaIds: [(await newImage(on)).id] }, ids: ['mediaIds'] }),
  suggestAltTexts: async (on) => {
    await connectModel(on)
    const [one, two] = [(await newImage(on)).id, (await newImage(on)).id]
    return { input: { mediaIds: [one] }, ids: ['mediaIds'], other: { mediaIds: [two], apply: true } }
  },
  getTopicsBrief: async (on) => ({
    input: { collectionId: await articlesOf(on), count: 2, sources: ['context', 'gsc', 'asv_gaps'] },
    ids: ['collectionId'],
  }),
  generateTopics: async (on) => {
    await connectModel(on)
    const collectionId = await articlesOf(on)
    return { input: { collectionId, count: 2 }, ids: ['collectionId'], other: { collectionId, count: 3 } }
  },
}
