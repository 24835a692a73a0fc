import { expect, onTestFinished, test } from 'vitest'

import { Refusal } from '#kernel/errors.ts'
import type { Fetched, SafeFetch } from '#kernel/http.ts'
import { openOutbound } from '#platform/http/safe-fetch.ts'
import { listening } from '#test/listening.ts'

import { openClient } from './client.ts'
import { followRedirects } from './follow-redirects.ts'

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

// site-audit.md#every-hop-is-asked
test('each hop of a redirect is a request with its own bound on time, and follows nothing by itself', async () => {
  const sent: unknown[] = []
  const { ask } = client(async (url, { timeoutMs, redirects } = {}) => {
    sent.push([url, timeoutMs, redirects])
    const next = { '/a': '/b', '/b': 'https://b.example/c#x' }[new URL(url).pathname]
    return next === undefined ? answerOf(200) : answerOf(302, { location: next })
  })
  const asking = { client: { ask }, isOwn: () => true, mayAsk: async () => true }

  const { url, answer } = await followRedirects(asking, 'https://a.example/a', { redirects: 3 })
  expect([url, answer]).toMatchObject(['https://b.example/c', { status: 200 }])
  await followRedirects(asking, 'https://a.example/b', { redirects: 3, timeoutMs: 30_000 })

  expect(sent).toEqual([
    ['https://a.example/a', 10_000, 0],
    ['https://a.example/b', 10_000, 0],
    ['https://b.example/c', 10_000, 0],
    ['https://a.example/b', 30_000, 0],
    ['https://b.example/c', 30_000, 0],
  ])
})

test.each([
  ['an endless redirect', '/a?again', 4],
  ['one to something else than a page', 'mailto:a@b.example', 1],
  ['one to no address', 'http://[', 1],
])('%s does not answer', async (_, location, asked) => {
  const sent: string[] = []
  const { ask } = client(async (url) => {
    sent.push(url)
    return answerOf(301, { location })
  })
  const asking = { client: { ask }, isOwn: () => false, mayAsk: async () => true }

  const { answer } = await followRedirects(asking, 'https://a.example/a', { redirects: 3 })

  expect(answer).toEqual({ error: 'unreachable' })
  expect(sent).toHaveLength(asked)
})

test.each(['/silent', '/headers', '/body', '/to-body', '/to-silent'])(
  'what never ends is a time-out, whichever way a request takes: %s',
  async (path) => {
    const outbound = openOutbound({ opened: ['127.0.0.0/8'] })
    const server = await listening(({ url = '' }, response) => {
      if (url.startsWith('/to-')) return void response.writeHead(302, { location: url.replace('to-', '') }).end()
      if (url === '/headers') return void response.writeHead(200).flushHeaders()
      if (url !== '/body') return
      response.writeHead(200)
      const more = setInterval(() => response.write('more'), 20)
      response.on('close', () => clearInterval(more))
    })
    onTestFinished(async () => {
      await outbound.close()
      await server.close()
    })
    const asking = { client: client(outbound.fetch), isOwn: () => true, mayAsk: async () => true }

    const { answer } = await followRedirects(asking, `${server.url}${path}`, { redirects: 1, timeoutMs: 300 })

    expect(answer).toEqual({ error: 'timeout' })
  },
)
