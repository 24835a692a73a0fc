import { createHash } from 'node:crypto'

import { expect, test } from 'vitest'

import { bodyOf, frequentWord, rareWord, titleOf } from './texts.ts'

test('every article has its length and its words, and the same bytes on every machine', () => {
  const bodies = Array.from({ length: 200 }, (_, n) => bodyOf(n))

  expect(new Set(bodies.map((body) => body.length))).toEqual(new Set([6000]))
  expect(bodies.filter((body) => body.includes(rareWord))).toHaveLength(2)
  expect(bodies.filter((body) => body.includes(frequentWord))).toHaveLength(200)
  expect(
    createHash('sha256')
      .update(`${titleOf(7)}${bodies[7]}`)
      .digest('hex')
      .slice(0, 12),
  ).toBe('be04e3b28afc')
})
