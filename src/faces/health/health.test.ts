import { Readable } from 'node:stream'

import { expect, test } from 'vitest'

import type { Face } from '#faces/http.ts'

import { createHealthFace } from './health.ts'

test('/healthz is fine as long as the process lives, whatever it depends on', async () => {
  const face = createHealthFace({ closing: () => true, ready: () => Promise.reject(new Error('no database')) })

  expect(await ask(face, '/healthz')).toEqual({ status: 200, body: '{"status":"ok"}' })
})

test('/readyz follows what the process depends on', async () => {
  let ready = true
  const face = createHealthFace({ closing: () => false, ready: async () => ready })

  expect(await ask(face, '/readyz')).toEqual({ status: 200, body: '{"status":"ok"}' })
  ready = false
  expect(await ask(face, '/readyz?full=1')).toEqual({ status: 503, body: '{"status":"unavailable"}' })
})

test('/readyz says no while the process closes, when the check fails, and when it does not answer', async () => {
  const closing = createHealthFace({ closing: () => true, ready: async () => true })
  const failing = createHealthFace({ closing: () => false, ready: () => Promise.reject(new Error('password wrong')) })
  const hanging = createHealthFace({ closing: () => false, ready: () => new Promise(() => {}) })

  for (const face of [closing, failing, hanging])
    expect(await ask(face, '/readyz')).toEqual({ status: 503, body: '{"status":"unavailable"}' })
})

test('probes that arrive together share one check', async () => {
  const checks: ((ready: boolean) => void)[] = []
  const face = createHealthFace({ closing: () => false, ready: () => new Promise((resolve) => checks.push(resolve)) })

  const answers = [1, 2, 3].map(() => ask(face, '/readyz'))
  expect(checks).toHaveLength(1)
  checks[0]?.(true)
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200])

  const later = ask(face, '/readyz')
  expect(checks).toHaveLength(2)
  checks[1]?.(false)
  expect((await later).status).toBe(503)
})

test('other methods are refused', async () => {
  const face = createHealthFace({ closing: () => false, ready: async () => true })

  expect((await ask(face, '/readyz', 'POST')).status).toBe(405)
  expect((await ask(face, '/healthz', 'HEAD')).status).toBe(200)
})

async function ask(face: Face, url: string, method = 'GET') {
  const { status, body } = await face({
    method,
    url,
    headers: {},
    headersDistinct: {},
    body: Readable.from([]),
    address: '127.0.0.1',
  })
  return { status, body }
}
