import { bodyLimit } from '#areas/library/index.ts'

import { contentBytes } from './draft-schema.ts'

/** Who can run models (operations.md 7.2). */
export const providers = ['OPENAI', 'ANTHROPIC', 'GOOGLE', 'PERPLEXITY', 'OPENAI_COMPATIBLE'] as const

/** Which providers can be used. None before there is a way to reach one: nothing is faked (operations.md 7.1). */
export function providerStates() {
  return providers.map((provider) => ({ provider, configured: false }))
}

/** How many characters of the Context Library a brief has. */
export const contextChars = { min: 1000, max: 60_000, default: 12_000 } as const

/** What is allowed at most, in the units of the names. */
export const limits = {
  contentBytes,
  contextEntryChars: bodyLimit,
  contextCharsMin: contextChars.min,
  contextCharsMax: contextChars.max,
  targetWordsMin: 300,
  targetWordsMax: 6000,
  topicsPerCall: 50,
} as const

/** What a unit of work by a model costs. Briefs and submitted drafts cost nothing. */
export const creditPrices = [
  { operation: 'getWritingBrief', credits: 0, unit: 'call' },
  { operation: 'submitDraft', credits: 0, unit: 'call' },
  { operation: 'generateArticle', credits: 10, unit: 'article' },
  { operation: 'rewriteItem', credits: 4, unit: 'item' },
  { operation: 'generateTopics', credits: 1, unit: 'topic' },
  { operation: 'generateItemMetadata', credits: 1, unit: 'item' },
  { operation: 'generateImage', credits: 4, unit: 'image' },
] as const
