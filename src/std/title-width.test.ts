import { expect, test } from 'vitest'

import { countGraphemes, isMostlyNonLatin, titleWidth } from './title-width.ts'

test.each([
  ['', 0],
  ['a', 11],
  ['iiii', 18],
  ['WWWW', 76],
  ['Übergröße', 96],
  ['z'.repeat(60), 600],
])('%s is %d pixels wide', (text, width) => {
  expect(titleWidth(text)).toBe(width)
})

test('a mark takes no room, a picture takes as much as it is high', () => {
  expect(titleWidth('é')).toBe(titleWidth('e'))
  expect(titleWidth('👍')).toBe(20)
})

test('scripts are told apart by most of their letters, characters as readers see them', () => {
  expect([isMostlyNonLatin('Rust のはじめかた'), isMostlyNonLatin('Rust guide 入門'), isMostlyNonLatin('123')]).toEqual(
    [true, false, false],
  )
  expect(countGraphemes('e\u0301👩‍👩‍👧')).toBe(2)
})
