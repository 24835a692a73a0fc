import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  escapeLike,
  excerptOf,
  hasForbiddenCharacters,
  isUnstorable,
  normalise,
  oneLine,
  searchTerm,
  searchText,
  titleKey,
  truncate,
} from './text.ts'

test('normal form C joins a letter and its mark', () => {
  expect(normalise('e\u0301')).toBe('é')
})

test('a title key ignores case, marks and compatibility forms, and is at most 200 characters', () => {
  expect(titleKey('Éclair ™ ﬁn İ')).toBe('eclair tm fin i')
  expect(Array.from(titleKey('𠀀'.repeat(300)))).toHaveLength(200)
})

test('a search term is lower case, composed, with single blanks', () => {
  expect(searchTerm('  Cafe\u0301\t\n  NOIR\u00a0x ')).toBe('café noir x')
})

test('searched parts do not touch each other, and empty ones leave no line', () => {
  expect(searchText(['One  Two', null, ' ', undefined, 'THREE'])).toBe('one two\nthree')
})

test('a search term is its own search term', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(searchTerm(searchTerm(text))).toBe(searchTerm(text))
    }),
  )
})

test('wildcards of LIKE are escaped', () => {
  expect(escapeLike(String.raw`100%_a\b`)).toBe(String.raw`100\%\_a\\b`)
})

test('an excerpt is cut between words', () => {
  expect(excerptOf('A short\n text.')).toBe('A short text.')
  expect(excerptOf('The quick brown fox, jumps', 21)).toBe('The quick brown fox…')
  expect(excerptOf('日'.repeat(50), 10)).toBe(`${'日'.repeat(9)}…`)
})

test('truncating counts code points and keeps surrogate pairs whole', () => {
  expect(truncate('a𠀀b', 2)).toBe('a𠀀')
  expect(truncate('abc', 3)).toBe('abc')
  expect(truncate('abc', 0)).toBe('')
})

test.each(['a\0b', '\ud800', 'x\udc00y'])('%j cannot be stored', (text) => {
  expect(isUnstorable(text)).toBe(true)
  expect(hasForbiddenCharacters(text)).toBe(true)
})

test('control characters other than tab and line break are forbidden but storable', () => {
  expect(hasForbiddenCharacters('a\tb\r\nc 𠀀')).toBe(false)
  for (const text of ['\u0007', '\u001b[0m', '\u007f', '\u0085']) {
    expect(hasForbiddenCharacters(text)).toBe(true)
    expect(isUnstorable(text)).toBe(false)
  }
})

test('a text on one line has single spaces alone', () => {
  expect(oneLine('  one\r\ntwo\t\u00a0\u2028three ')).toBe('one two three')
})
