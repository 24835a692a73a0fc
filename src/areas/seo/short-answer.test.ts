import { expect, test } from 'vitest'

import { shortAnswer } from './short-answer.ts'

test('an abbreviation ends no sentence', () => {
  const about = { title: 'Green tea', keyword: null, locale: 'en' }

  const answer = shortAnswer('<p>Green tea has many kinds, e.g. Sencha from Japan. It is short.</p>', about)

  expect(answer).toBe('Green tea has many kinds, e.g. Sencha from Japan.')
})

test('a sentence that the text repeats is taken once', () => {
  const tides = 'Tides are measured by hand in every harbour of the coast.'
  const other = 'The figures of the tides are written into a book each hour.'

  expect(
    shortAnswer(`<p>${tides}</p><p>${tides} ${other}</p>`, {
      title: 'Tides measured by hand',
      keyword: null,
      locale: 'en',
    }),
  ).toBe(`${tides} ${other}`)
})
