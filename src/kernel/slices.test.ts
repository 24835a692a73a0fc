import { expect, test } from 'vitest'

import { askedAs } from './asked.ts'
import { slice, sliceSize } from './slices.ts'

test('a slice is over after 30 ms', () => {
  let time = 0
  const isOver = slice(() => time)

  const seen = [0, 29, 30, 90].map((at) => {
    time = at
    return isOver()
  })

  expect(seen).toEqual([false, false, true, true])
})

test.each([
  ['cheap things fill it, twice as many each time', 0.01, [1, 2, 4, 8, 16, 32, 64, 100, 100]],
  ['it grows to what fits', 8, [1, 2, 3, 3]],
  ['of what takes longer than a slice it does one', 400, [1, 1, 1]],
])('%s', async (_, msOfOne, sizes) => {
  let time = 0
  const size = sliceSize(100, () => time)
  const found: number[] = []

  for (let n = 0; n < sizes.length; n++) {
    found.push(size.limit())
    await size.timed(async () => void (time += size.limit() * msOfOne))
  }

  expect(found).toEqual(sizes)
})

test('it grows again when things become cheap', async () => {
  let time = 0
  const size = sliceSize(100, () => time)
  await size.timed(async () => void (time += 800))

  for (let n = 0; n < 3; n++) await size.timed(async () => void (time += 1))

  expect(size.limit()).toBe(8)
})

test('it is over after 10 ms once somebody waits who goes first', () => {
  let [time, isWanted] = [0, false]

  const seen = askedAs({ isWanted: () => isWanted }, () => {
    const isOver = slice(() => time)
    time = 12
    const alone = isOver()
    isWanted = true
    return [alone, isOver()]
  })

  expect(seen).toEqual([false, true])
})
