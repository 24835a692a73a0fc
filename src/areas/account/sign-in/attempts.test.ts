import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { Refusal } from '#kernel/errors.ts'
import { openTestDatabase } from '#test/database.ts'

import { attemptOf, countAttempt, forgetAttempts } from './attempts.ts'

const second = 1000
const minute = 60 * second

let database: Awaited<ReturnType<typeof openTestDatabase>>
let time: number
let attempt: ReturnType<typeof attemptOf>
let accounts = 0

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  time = Date.parse('2026-05-01T12:00:00Z')
  attempt = attemptOf(`person${++accounts}@example.com`, '192.0.2.1')
})

/** Seconds to wait, or 0: the attempt is admitted. */
async function tryAgain(): Promise<number> {
  const refusal = await countAttempt(database.asIdentity, attempt, new Date(time)).catch((error: unknown) => error)
  if (refusal === undefined) return 0
  if (!(refusal instanceof Refusal)) throw refusal
  expect([refusal.code, refusal.details]).toEqual(['rate_limited', { retryAfter: refusal.retryAfter }])
  return refusal.retryAfter ?? -1
}

/** Attempts as early as they are admitted; returns the pauses between them in seconds. */
async function pauses(count: number): Promise<number[]> {
  const waits = []
  for (let n = 0; n < count; n++) {
    const wait = await tryAgain()
    waits.push(wait)
    if (wait === 0) continue
    time += wait * second
    expect(await tryAgain(), 'admitted exactly when it was said').toBe(0)
  }
  return waits
}

test('ten attempts are free, and the next one waits until the window has passed', async () => {
  expect(await pauses(10)).toEqual(Array.from({ length: 10 }, () => 0))
  time += 100 * second
  expect(await tryAgain()).toBe(800)
  time += 799_001
  expect(await tryAgain()).toBe(1)
  time += 999
  expect(await tryAgain()).toBe(0)
})

test('from then on each failure doubles the pause, up to the length of the window', async () => {
  await pauses(10)

  expect(await pauses(7)).toEqual([900, 120, 240, 480, 900, 900, 900])
})

test('an attempt after the length of the window is always admitted: nothing is ever locked', async () => {
  await pauses(14)
  for (let n = 0; n < 30; n++) {
    time += 15 * minute
    expect(await tryAgain()).toBe(0)
  }
})

test('a refused attempt is not counted: asking again makes nothing longer', async () => {
  await pauses(10)
  for (let n = 0; n < 50; n++) expect(await tryAgain()).toBe(900)
})

test('what was right ends the count', async () => {
  await pauses(12)
  await database.asIdentity((db) => forgetAttempts(db, attempt))

  expect(await pauses(10)).toEqual(Array.from({ length: 10 }, () => 0))
})

test('a day without an attempt ends it too', async () => {
  await pauses(14)
  time += 24 * 60 * minute

  expect(await pauses(10)).toEqual(Array.from({ length: 10 }, () => 0))
})

test('parallel attempts are admitted like those one after another', async () => {
  const waits = await Promise.all(Array.from({ length: 25 }, tryAgain))

  expect(waits.filter((wait) => wait === 0)).toHaveLength(10)
  expect(waits.filter((wait) => wait === 900)).toHaveLength(15)
})

test('upper case and spaces are the same account, another network is another one', async () => {
  const email = `person${accounts}@example.com`

  expect(attemptOf(` ${email.toUpperCase()} `, '192.0.2.1')).toEqual(attempt)
  expect(attemptOf(email, '198.51.100.1')).not.toEqual(attempt)
  expect(attempt.id).not.toContain(email)
})
