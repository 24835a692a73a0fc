import { connectModel } from '#test/sample-connections.ts'
import { llmKey } from '#test/standins/llm.ts'

import type { Samples } from './sample.ts'

export const modelsSamples: Samples<'models'> = {
  setLlmProviderKey: async () => ({
    input: { provider: 'openai', key: llmKey },
    other: { provider: 'anthropic', key: null },
  }),
  setDefaultModel: async (on) => {
    await connectModel(on)
    return { input: { provider: 'openai', model: 'gpt-6-luna' }, other: { provider: null } }
  },
  testLlmProvider: async (on) => {
    await connectModel(on)
    await connectModel(on, 'google')
    return { input: { provider: 'openai' }, other: { provider: 'google' } }
  },
}
