import { bodyLimit } from '#areas/library/index.ts'

import { contentBytes } from './draft-schema.ts'

/** How many characters of the Context Library a brief has. */
export const contextChars = { min: 1000, max: 60_000, default: 12_000 } as const

/** The limits, in the units of their names. */
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
  { operation: 'startAsvRun', credits: 1, unit: 'answer' },
  { operation: 'suggestAsvPrompts', credits: 1, unit: 'call' },
] as const
