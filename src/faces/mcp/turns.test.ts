import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { takeTurns, type Turns } from './turns.ts'

let turns: Turns
let taken: number
let finish: () => void

beforeEach(() => {
  vi.useFakeTimers()
  taken = 0
  const work = () => {
    taken++
    return new Promise<void>((resolve) => (finish = resolve))
  }
  turns = takeTurns(work, { poll: 10_000, gap: 1000 })
})
afterEach(() => {
  turns.stop()
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('a turn is taken at once when woken, the next one after the gap, however often it is woken', async () => {
  turns.wake()
  turns.wake()
  await pass(0)
  expect(taken).toBe(1)

  turns.wake()
  finish()
  turns.wake()
  await pass(999)
  expect(taken).toBe(1)
  await pass(1)
  expect(taken).toBe(2)
})

test('turns do not overlap, and what wakes during one is not lost', async () => {
  turns.wake()
  await pass(0)
  turns.wake()
  await pass(5000)
  expect(taken).toBe(1)

  finish()
  await pass(0)
  expect(taken).toBe(2)
})

test('nothing wakes it: it takes a turn by itself', async () => {
  await pass(10_000)
  finish()
  await pass(10_000)

  expect(taken).toBe(2)
})

test('it stops, between turns and during one', async () => {
  turns.wake()
  await pass(0)
  turns.wake()
  turns.stop()
  finish()
  turns.wake()
  await pass(60_000)

  expect(taken).toBe(1)
  expect(vi.getTimerCount()).toBe(0)
})
