import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestDatabase } from '#test/database.ts'

import { memoryLimiter } from './memory.ts'
import { postgresLimiter } from './postgres.ts'

const windowMs = 60_000
const start = Date.parse('2026-05-01T12:00:00.000Z')

let database: Awaited<ReturnType<typeof openTestDatabase>>
let ids = 0
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** A limiter and its clock. */
type Backend = {
  hit(limit?: number): Promise<{ allowed: boolean; remaining: number; resetMs: number }>
  at(ms: number): void
}

function memory(limit: number): Backend {
  let time = 0
  const limiter = memoryLimiter(() => time)
  return { hit: (other) => limiter.hit('key', other ?? limit, windowMs), at: (ms) => void (time = ms) }
}

function postgres(limit: number): Backend {
  let time = 0
  const id = `key ${ids++}`
  const limiter = postgresLimiter(database, { moment: () => start + time, now: () => time })
  return { hit: (other) => limiter.hit(id, other ?? limit, windowMs), at: (ms) => void (time = ms) }
}

/** What the rule says, written as plainly as it can be. */
function model(limit: number): Backend {
  let time = 0
  const admitted: number[] = []
  return {
    async hit() {
      const inWindow = admitted.filter((at) => at > time - windowMs)
      const allowed = inWindow.length < limit
      if (allowed) {
        admitted.push(time)
        inWindow.push(time)
      }
      return { allowed, remaining: limit - inWindow.length, resetMs: (inWindow[0] ?? time) + windowMs - time }
    },
    at: (ms) => void (time = ms),
  }
}

async function play(backend: Backend, gaps: readonly number[]) {
  const answers = []
  let time = 0
  for (const gap of gaps) {
    time += gap
    backend.at(time)
    answers.push({ time, ...(await backend.hit()) })
  }
  return answers
}

// Bursts, steps around the edge of the window, and pauses.
const gaps = (maxLength: number) =>
  fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5000 }), fc.constantFrom(59_999, 60_000, 60_001)), {
    minLength: 1,
    maxLength,
  })

test('no window of 60 s holds more than the limit, and what the rule admits is admitted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 20 }), gaps(120), async (limit, steps) => {
      const answers = await play(memory(limit), steps)

      expect(answers).toEqual(await play(model(limit), steps))
      const admitted = answers.filter(({ allowed }) => allowed).map(({ time }) => time)
      for (const [at, time] of admitted.entries()) {
        const earlier = admitted[at - limit]
        if (earlier !== undefined) expect(time - earlier).toBeGreaterThanOrEqual(windowMs)
      }
    }),
    { numRuns: 200 },
  )
})

test('the database gives the same answers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 6 }), gaps(25), async (limit, steps) => {
      expect(await play(postgres(limit), steps)).toEqual(await play(model(limit), steps))
    }),
    { numRuns: 20 },
  )
})

test.each([
  ['memory', memory],
  ['postgres', postgres],
] as const)('%s: a burst of the limit passes whole, the next one waits for the oldest', async (_, backendOf) => {
  const backend = backendOf(1200)
  const burst = await play(backend, Array<number>(1200).fill(0))

  expect(burst.every(({ allowed }) => allowed)).toBe(true)
  expect(burst.at(-1)).toMatchObject({ remaining: 0, resetMs: 60_000 })
  expect(await backend.hit()).toEqual({ allowed: false, remaining: 0, resetMs: 60_000 })
  backend.at(59_999)
  expect(await backend.hit()).toEqual({ allowed: false, remaining: 0, resetMs: 1 })
  backend.at(60_000)
  expect(await backend.hit()).toMatchObject({ allowed: true, remaining: 1199 })
})

test.each([
  ['memory', memory],
  ['postgres', postgres],
] as const)('%s: a changed limit starts over', async (_, backendOf) => {
  const backend = backendOf(2)
  await play(backend, [0, 0, 0])

  expect(await backend.hit(3)).toEqual({ allowed: true, remaining: 2, resetMs: 60_000 })
})

test('a refused id costs no query until it can be admitted again', async () => {
  let [time, queries] = [0, 0]
  const counted = {
    ...database,
    identityStatement: ((work) => (queries++, database.identityStatement(work))) as typeof database.asIdentity,
  }
  const limiter = postgresLimiter(counted, { moment: () => start + time, now: () => time })
  const hit = () => limiter.hit('flooded', 1, windowMs)
  await hit()
  await hit()
  expect(queries).toBe(2)

  time = 59_999
  expect(await hit()).toEqual({ allowed: false, remaining: 0, resetMs: 1 })
  expect(queries).toBe(2)
  time = 60_000
  expect(await hit()).toMatchObject({ allowed: true })
  expect(queries).toBe(3)
})

test('a clock of the database that is set back by an hour keeps nobody waiting longer than a window', async () => {
  let [moment, time] = [start, 0]
  const limiter = postgresLimiter(database, { moment: () => moment, now: () => time })
  const hit = () => limiter.hit('set back', 2, windowMs)
  await hit()
  await hit()

  moment -= 3_600_000
  expect(await hit()).toEqual({ allowed: false, remaining: 0, resetMs: windowMs })
  time += windowMs
  moment += windowMs
  expect(await hit()).toMatchObject({ allowed: true, remaining: 1 })
})

test('what is forgotten is counted from nothing', async () => {
  const limiters = [memoryLimiter(() => 0), postgresLimiter(database, { now: () => 0 })]
  for (const limiter of limiters) {
    await limiter.hit('once', 1, windowMs)
    expect(await limiter.hit('once', 1, windowMs)).toMatchObject({ allowed: false })
    await limiter.forget('once')

    expect(await limiter.hit('once', 1, windowMs)).toMatchObject({ allowed: true })
  }
})

test('parallel requests are admitted up to the limit and no further', async () => {
  const limiter = postgresLimiter(database)

  const answers = await Promise.all(Array.from({ length: 30 }, () => limiter.hit('parallel', 10, windowMs)))

  expect(answers.filter(({ allowed }) => allowed)).toHaveLength(10)
})

test('rings without an admission in their window are dropped', async () => {
  let time = 0
  const limiter = memoryLimiter(() => time)
  for (let n = 0; n < 100; n++) await limiter.hit(`address ${n}`, 120, windowMs)
  expect(limiter.size()).toBe(100)
  time = 60_000
  await limiter.hit('another', 120, windowMs)

  expect(limiter.size()).toBe(1)
})

test('a long window does not keep the rings of short ones', async () => {
  let time = 0
  const limiter = memoryLimiter(() => time)
  await limiter.hit('of the day', 200, 86_400_000)
  for (let n = 0; n < 100; n++) await limiter.hit(`address ${n}`, 120, windowMs)
  time = 60_000
  await limiter.hit('another', 120, windowMs)

  expect(limiter.size()).toBe(2)
  expect(await limiter.hit('of the day', 200, 86_400_000)).toMatchObject({ remaining: 198 })
})
