import { newDraft, newItem, newTopic } from '#test/sample-records.ts'

import type { Samples } from './sample.ts'

export const generationSamples: Samples<'generation'> = {
  getWritingBrief: async (on) => ({ input: { topicId: await newTopic(on), maxContextChars: 1000 }, ids: ['topicId'] }),
  submitDraft: async (on) => ({
    input: { topicId: await newTopic(on), draft: newDraft(), model: 'model-of-a-sample' },
    ids: ['topicId'],
    other: { itemId: await newItem(on), draft: newDraft() },
  }),
}
