import { expect, test } from 'vitest'

import { findPassage } from './find-passage.ts'

const found = (text: string, quote: string, { before = '', after = '' } = {}) => {
  const place = findPassage(text, { quote, before, after })
  return place && text.slice(place.start, place.end)
}

test('a passage is found by its words, whatever the line breaks are', () => {
  expect(found('One two.\n\nThree  four.', 'two. Three four')).toBe('two.\n\nThree  four')
  expect(found('One two.', 'One two.')).toBe('One two.')
})

test('of several places it is the one whose surroundings are most alike', () => {
  const text = 'The tide rises. The tide falls. The tide rests.'
  const place = (around: { before?: string; after?: string }) =>
    findPassage(text, { quote: 'The tide', before: '', after: '', ...around })?.start

  expect(place({ after: ' falls.' })).toBe(16)
  expect(place({ before: 'tide falls. ' })).toBe(32)
  expect(place({})).toBe(0)
})

test('a passage whose words have changed, or that is blank, is not found', () => {
  expect(found('The tide rises.', 'The tide falls')).toBeUndefined()
  expect(found('The tide rises.', ' \n ')).toBeUndefined()
  expect(found('', 'The')).toBeUndefined()
})
