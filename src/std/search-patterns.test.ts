import { expect, test } from 'vitest'

import { searchPatterns } from './search-patterns.ts'

test('a text is a phrase, and up to eight words', () => {
  expect(searchPatterns(' Best  50% ink ')).toEqual({
    phrase: String.raw`%best 50\% ink%`,
    keys: ['%best %', String.raw`% 50\% %`, '% ink%'],
    address: null,
    slug: 'best 50% ink',
    words: ['%best%', String.raw`%50\%%`, '%ink%'],
    isIndexed: { phrase: true, words: true },
  })
  expect(searchPatterns('a a')?.words).toEqual([])
  expect(searchPatterns('of the great pale whale')?.keys).toEqual(['% great %', '% pale %', '% whale%'])
  expect(searchPatterns('ink')?.keys).toEqual([])
  expect(searchPatterns('1 2 3 4 5 6 7 8 9')?.words).toEqual([])
})

test.each([
  ['https://www.example.com/blog/Gr%C3%B6%C3%9Fe/?x=1', '%größe%'],
  ['//example.com/a', '%a%'],
  ['/blog/ink', '%ink%'],
  ['example.com/blog/ink', '%ink%'],
  ['https://example.com/2020/07/Best-Ink.html', '%best-ink%'],
  ['/old/page.php', '%page%'],
  ['/rust-1.45.0', '%rust-1.45.0%'],
  ['/docs/index.html', '%index.html%'],
  ['tcp/ip', null],
  ['ink', null],
  ['see /ink', null],
  ['https://example.com/', null],
])('the last segment of %s is searched when it is an address', (text, address) => {
  expect(searchPatterns(text)?.address).toBe(address)
})

test('what cannot be stored matches nothing, and nothing is no search', () => {
  expect(searchPatterns('a\0')).toMatchObject({ phrase: null, address: null, slug: null, words: [] })
  expect(searchPatterns(' \n ')).toBeUndefined()
})

test.each([
  ['ink', true, true],
  ['xy', false, false],
  ['öl', false, false],
  ['::', false, false],
  ['c++', false, false],
  ['go!', true, true],
  ['x y', true, false],
  ['a an ink', true, true],
  ['https://example.com/ab', false, true],
  ['https://example.com/abc%20def', false, true],
])('%s has a trigram as a phrase: %s, as words: %s', (text, phrase, words) => {
  expect(searchPatterns(text)?.isIndexed).toEqual({ phrase, words })
})
