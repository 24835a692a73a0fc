import { expect, test } from 'vitest'

import { reasonsIn } from '#web/areas/seo/duplicates/reason-words.ts'

test('reasons are one sentence', () => {
  expect(reasonsIn([])).toBe('')
  expect(reasonsIn([{ code: 'same_primary_keyword', value: 1 }])).toBe('The same main keyword.')
  expect(
    reasonsIn([
      { code: 'same_intent_title', value: 0.9 },
      { code: 'near_duplicate_body', value: 0.714 },
      { code: 'shared_keywords', value: 0.5 },
    ]),
  ).toBe('Titles that ask the same, 71 % of the text in common and shared keywords.')
})
