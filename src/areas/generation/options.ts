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
