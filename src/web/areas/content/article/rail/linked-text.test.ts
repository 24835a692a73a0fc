import { expect, test } from 'vitest'

import { linked } from './linked-text.ts'

const text = 'Ink dries fast. Fast ink smears.'

test('a phrase becomes a link where it stands, or where it has moved to', () => {
  expect(linked(text, { anchor: 'Fast ink', offset: 16 }, '/fast')).toBe('Ink dries fast. [Fast ink](/fast) smears.')
  expect(linked(`New. ${text}`, { anchor: 'Fast ink', offset: 16 }, '/fast')).toBe(
    'New. Ink dries fast. [Fast ink](/fast) smears.',
  )
  expect(linked(text, { anchor: 'ink', offset: 21 }, '/a b')).toBe('Ink dries fast. Fast [ink](</a b>) smears.')
})

test('what is gone or linked already is left alone', () => {
  expect(linked(text, { anchor: 'Paper', offset: 0 }, '/paper')).toBeNull()
  expect(linked('[Ink](/ink) dries.', { anchor: 'Ink', offset: 1 }, '/other')).toBeNull()
})
