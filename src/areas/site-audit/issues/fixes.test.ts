import { expect, test } from 'vitest'

import { fixOf, type FixFacts } from './fixes.ts'

const facts: FixFacts = {
  itemId: 'itm_1',
  saysNoindex: false,
  hasPicture: false,
  hasLink: () => false,
  isThere: () => false,
  hasSecureForm: () => false,
  redirectOf: () => undefined,
  itemOf: () => null,
}

test.each([
  { missing: ['og:title'], hasPicture: false, complete: true },
  { missing: ['og:title', 'og:image'], hasPicture: true, complete: true },
  { missing: ['og:image'], hasPicture: false, complete: false },
])('a card without $missing is mended by one call: $complete', ({ missing, hasPicture, complete }) => {
  expect(fixOf({ rule: 'og_missing', evidence: { missing } }, { ...facts, hasPicture })).toEqual({
    operation: 'generateItemMetadata',
    input: { id: 'itm_1', fields: ['og'], apply: true },
    complete,
  })
})
