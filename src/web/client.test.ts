import type { IncomingHttpHeaders } from 'node:http'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { listening, type Listening, textOf } from '#test/listening.ts'
import { createClient } from '#web/client.ts'
import { createGate, type Ask } from '#web/gate.ts'

type Told = { path: string; headers: IncomingHttpHeaders; body: unknown }
type Reply = { status: number; body: string; headers?: Record<string, string>; after?: Promise<void> }

let server: Listening
let told: Told[]
let replies: Reply[]

beforeEach(async () => {
  told = []
  replies = []
  server = await listening(async (request, response) => {
    told.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(await textOf(request)) })
    const { status, body, headers, after } = replies.shift() ?? done
    await after
    response.writeHead(status, headers).end(body)
  })
  const real = fetch
  // A page's addresses are relative to its origin, which Node does not have.
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => real(server.url + path, init))
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await server.close()
})

const done: Reply = {
  status: 200,
  body: JSON.stringify({ operation: 'revokeApiKey', requestId: 'req_1', result: { status: 'revoked' } }),
}

function refusal(status: number, code: string, headers?: Record<string, string>): Reply {
  const body = JSON.stringify({ error: { code, message: `Refused: ${code}`, status, requestId: 'req_2' } })
  return headers ? { status, body, headers } : { status, body }
}

/** A gate whose person answers every question in the same way. */
function gateOf(answer: boolean) {
  const gate = createGate()
  const asked: Ask[] = []
  gate.asked.subscribe(() => {
    const what = gate.asked.get()
    if (!what) return
    asked.push(what)
    queueMicrotask(() => gate.settle(answer))
  })
  return { gate, asked }
}

const input = { keyId: 'key_1' }

test('a call names its organization, its key and its confirmation', async () => {
  const { call } = createClient(createGate())

  const { result } = await call('revokeApiKey', input, { organizationId: 'org_1', confirm: true, idempotencyKey: 'k1' })

  expect(result.status).toBe('revoked')
  expect(told).toMatchObject([
    {
      path: '/app/operations/revokeApiKey',
      headers: { 'x-organization-id': 'org_1', 'idempotency-key': 'k1', 'content-type': 'application/json' },
      body: { input, confirm: true },
    },
  ])
})

test.each([
  ['elevation_required', 403, 'elevation'],
  ['unauthenticated', 401, 'sign-in'],
] as const)('%s asks the person, and the call is repeated', async (code, status, what) => {
  const { gate, asked } = gateOf(true)
  replies = [refusal(status, code)]

  await createClient(gate).call('revokeApiKey', input)

  expect(asked).toEqual([what])
  expect(told).toHaveLength(2)
})

test('a refusal that comes after the person has signed in is not asked about again', async () => {
  const { gate, asked } = gateOf(true)
  const first = Promise.withResolvers<void>()
  replies = [{ ...refusal(401, 'unauthenticated'), after: first.promise }, refusal(401, 'unauthenticated')]
  const { call } = createClient(gate)

  const late = call('revokeApiKey', input)
  await expect.poll(() => told.length).toBe(1)
  await call('revokeApiKey', input)
  first.resolve()
  await late

  expect(asked).toEqual(['sign-in'])
  expect(told).toHaveLength(4)
})

test('a session that ended and is not elevated either asks for both, one after the other', async () => {
  const { gate, asked } = gateOf(true)
  replies = [refusal(401, 'unauthenticated'), refusal(403, 'elevation_required')]

  await createClient(gate).call('revokeApiKey', input)

  expect(asked).toEqual(['sign-in', 'elevation'])
})

test('a call is asked about once, whatever the answer to its repetition is', async () => {
  const { gate, asked } = gateOf(true)
  replies = [refusal(401, 'unauthenticated'), refusal(401, 'unauthenticated')]

  await expect(createClient(gate).call('revokeApiKey', input)).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(asked).toEqual(['sign-in'])
})

test('a session that ended asks to sign in, although another call waits for the password', async () => {
  const gate = createGate()
  const waiting = Promise.all([gate.ask('elevation'), gate.ask('sign-in')])

  expect(gate.asked.get()).toBe('sign-in')
  gate.settle(true)
  expect(await waiting).toEqual([true, true])
})

test('who does not give the password gets the refusal', async () => {
  const { gate } = gateOf(false)
  replies = [refusal(403, 'elevation_required')]

  await expect(createClient(gate).call('revokeApiKey', input)).rejects.toMatchObject({
    code: 'elevation_required',
    requestId: 'req_2',
  })
  expect(told).toHaveLength(1)
})

test('a busy server is asked again with the same key', async () => {
  replies = [
    refusal(503, 'unavailable', { 'retry-after': '0' }),
    refusal(409, 'idempotency_in_progress', { 'retry-after': '0' }),
  ]

  await createClient(createGate()).call('revokeApiKey', input, { idempotencyKey: 'k1' })

  expect(told.map(({ headers }) => headers['idempotency-key'])).toEqual(['k1', 'k1', 'k1'])
})

test('a change without a key is never repeated by itself', async () => {
  replies = [refusal(503, 'unavailable', { 'retry-after': '0' })]

  await expect(createClient(createGate()).call('revokeApiKey', input)).rejects.toMatchObject({
    code: 'unavailable',
    retryAfter: 0,
  })
  expect(told).toHaveLength(1)
})

test('a wait that is too long is left to the person', async () => {
  replies = [refusal(429, 'rate_limited', { 'retry-after': '60' })]

  await expect(createClient(createGate()).call('revokeApiKey', input, { read: true })).rejects.toMatchObject({
    status: 429,
    retryAfter: 60,
  })
})

test('the page of a proxy becomes an error with its status', async () => {
  replies = [{ status: 502, body: '<html>Bad gateway</html>', headers: { 'x-request-id': 'req_9' } }]

  await expect(createClient(createGate()).call('revokeApiKey', input)).rejects.toMatchObject({
    code: 'unreadable_answer',
    status: 502,
    requestId: 'req_9',
  })
})

test('a server that is gone becomes an error without a status', async () => {
  server.close()

  await expect(createClient(createGate()).call('revokeApiKey', input)).rejects.toMatchObject({
    code: 'network',
    status: 0,
  })
})
