import { expect, test } from 'vitest'

import { shortAnswer } from './short-answer.ts'

test('an abbreviation ends no sentence', () => {
  const about = { title: 'Green tea', keyword: null, locale: 'en' }

  const answer = shortAnswer('<p>Green tea has many kinds, e.g. Sencha from Japan. It is short.</p>', about)

  expect(answer).toBe('Green tea has many kinds, e.g. Sencha from Japan.')
})
