import { expect, test } from 'vitest'

import { isNoneMatch } from './if-none-match.ts'

test.each(['"a"', 'W/"a"', '"x", "a"', 'W/"x" , W/"a"', '*', ' * '])('%s matches "a"', (header) => {
  expect(isNoneMatch(header, '"b"', '"a"')).toBe(true)
})

test.each([undefined, '', '"x"', 'a', 'W/a', '"a', '"*"'])('%s does not match "a"', (header) => {
  expect(isNoneMatch(header, '"a"')).toBe(false)
})
