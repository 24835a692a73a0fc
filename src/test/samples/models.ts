import { llmKey } from '#test/standins/llm.ts'

import type { Samples } from './sample.ts'

export const modelsSamples: Samples<'models'> = {
  setLlmProviderKey: async () => ({
    input: { provider: 'openai', key: llmKey },
    other: { provider: 'anthropic', key: null },
  }),
}
