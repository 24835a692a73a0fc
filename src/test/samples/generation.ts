import { connectModel, newApprovedTopic, newDraft, newItem, newTopic } from '#test/sample-records.ts'

import type { Samples } from './sample.ts'

export const generationSamples: Samples<'generation'> = {
  getWritingBrief: async (on) => ({ input: { topicId: await newTopic(on), maxContextChars: 1000 }, ids: ['topicId'] }),
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
}
