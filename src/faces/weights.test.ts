import { expect, test } from 'vitest'

import { weightsOf } from './weights.ts'

test('names are read with their weights, in any case and with blanks', () => {
  expect([...weightsOf('GZIP;q=0.5, br ; q=1.0,*;q=0')]).toEqual([
    ['gzip', 0.5],
    ['br', 1],
    ['*', 0],
  ])
  expect([...weightsOf(['gzip', 'br;level=9'])]).toEqual([
    ['gzip', 1],
    ['br', 1],
  ])
})

test('the first of two counts, and what is no weight is none', () => {
  expect([...weightsOf('br;q=0, br, gzip;q=2, deflate;q=x, zstd;q=-1')]).toEqual([
    ['br', 0],
    ['gzip', 0],
    ['deflate', 0],
    ['zstd', 0],
  ])
})

test.each([undefined, '', ',', []])('nothing is taken where the header is %j', (header) => {
  expect(weightsOf(header).size).toBe(0)
})
