import { afterAll, beforeAll, expect, test } from 'vitest'

import { scopes } from '#kernel/scope.ts'
import { openServer, type TestServer } from '#test/server.ts'

// One engine is enough (tests.md#one-engine-is-enough).
let server: TestServer
let owner: Awaited<ReturnType<TestServer['addOrganization']>>

beforeAll(async () => {
  server = await openServer()
  owner = await server.addOrganization('Dense Press')
})
afterAll(() => server.close())

/** An answer, and how it was sent; `fetch` unpacks it. */
async function ask(name: string, input: object, acceptEncoding: string) {
  const answer = await fetch(`${server.url}/app/operations/${name}`, {
    method: 'POST',
    headers: {
      Cookie: owner.cookie,
      'Content-Type': 'application/json',
      'X-Organization-Id': owner.organizationId,
      'Sec-Fetch-Site': 'same-origin',
      'Accept-Encoding': acceptEncoding,
      'Idempotency-Key': crypto.randomUUID(),
    },
    body: JSON.stringify({ input, confirm: true }),
  })
  const body = await answer.text()
  expect(answer.status, body).toBe(200)
  const encoding = answer.headers.get('content-encoding')
  return { body, encoding, vary: answer.headers.get('vary'), length: Number(answer.headers.get('content-length')) }
}

test('a large answer is sent as the browser likes it best, and says the same', async () => {
  const { body: plain, ...bare } = await ask('listOperations', {}, 'identity')
  expect(bare).toMatchObject({ encoding: null, vary: 'Accept-Encoding', length: Buffer.byteLength(plain) })

  for (const [accept, encoding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
  ] as const) {
    const { body, ...sent } = await ask('listOperations', {}, accept)
    expect(sent).toMatchObject({ encoding, vary: 'Accept-Encoding' })
    expect(sent.length).toBeLessThan(plain.length / 3)
    expect(JSON.parse(body).result).toEqual(JSON.parse(plain).result)
  }
})

test('other answers of discovery are, too', async () => {
  const { body, encoding } = await ask('listExcludedCalls', {}, 'br')
  expect(Buffer.byteLength(body)).toBeGreaterThan(1024)
  expect(encoding).toBe('br')
})

test('a small answer is sent as it is', async () => {
  expect((await ask('listApprovals', {}, 'gzip, br')).encoding).toBeNull()
})

test('an answer that shows a secret is never compressed, however large it is', async () => {
  const { body, encoding } = await ask('createApiKey', { name: '🔑'.repeat(80), scopes }, 'gzip, br')

  expect(Buffer.byteLength(body)).toBeGreaterThan(1024)
  expect(body).toContain('mh_sk_')
  expect(encoding).toBeNull()
})
