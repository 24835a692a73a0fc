import { expect, test } from 'vitest'

import { Refusal } from '#kernel/errors.ts'
import type { Fetched, SafeFetch } from '#kernel/http.ts'

import { openClient } from './client.ts'

const answerOf = (status: number, headers: Record<string, string> = {}): Fetched => ({
  status,
  headers: new Headers(headers),
  body: Buffer.alloc(0),
  url: 'x',
})

function client(fetch: SafeFetch, { concurrency = 2, delay = 0, signal = new AbortController().signal } = {}) {
  return openClient({ fetch, signal, userAgent: 'Masthead/1', concurrency, delayOf: async () => delay })
}

test('never more requests are open than allowed', async () => {
  let open = 0
  let most = 0
  const { ask } = client(async () => {
    most = Math.max(most, ++open)
    await new Promise((done) => setTimeout(done, 5))
    open--
    return answerOf(200)
  })

  await Promise.all(Array.from({ length: 10 }, (_, n) => ask(`https://a.example/${n}`)))

  expect(most).toBe(2)
})

test('an origin that asks for pauses is asked one request at a time', async () => {
  const began = performance.now()
  const starts: number[] = []
  let open = 0
  const { ask } = client(
    async () => {
      starts.push(performance.now())
      expect(++open).toBe(1)
      await new Promise((done) => setTimeout(done, 5))
      open--
      return answerOf(200)
    },
    { delay: 0.05 },
  )

  await Promise.all(['/a', '/b', '/c'].map((path) => ask(`https://a.example${path}`)))

  // From the first on, and however late one was: the pauses before it are over.
  expect(starts.map((at, n) => at - began >= 49 * (n + 1))).toEqual([true, true, true])
})

test('a host that is busy is left alone twice, and then its answer counts', async () => {
  let asked = 0
  const { ask } = client(async () => {
    asked++
    return answerOf(503, { 'retry-after': '0' })
  })

  expect(await ask('https://a.example/')).toMatchObject({ status: 503 })
  expect(asked).toBe(3)
  expect(await ask('https://a.example/b')).toMatchObject({ status: 503 })
  expect(asked).toBe(4)
})

test('no answer is an answer, and the end of the run is not', async () => {
  const ending = new AbortController()
  const { ask } = client(
    async (_, { signal } = {}) => {
      if (signal?.aborted === true) throw new Error('aborted')
      throw new Refusal('upstream_failed', 'It did not answer.', { reason: 'timeout' })
    },
    { signal: ending.signal },
  )

  expect(await ask('https://a.example/')).toEqual({ error: 'timeout' })
  ending.abort(new Error('canceled'))
  await expect(ask('https://a.example/')).rejects.toThrow()
})
