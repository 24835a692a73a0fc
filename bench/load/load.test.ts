import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'

import { openLoadGenerator } from './load-generator.ts'

test('the load generator sends each request as it is asked to, with another token each time, and counts the answers', async () => {
  const seen: string[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    seen.push(
      `${request.method} ${request.url} ${request.headers['x-key']} ${request.headers.host} ${Buffer.concat(parts).toString()}`,
    )
    response.writeHead(request.url === '/b' ? 304 : 200).end(request.url === '/b' ? undefined : 'ok')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const load = openLoadGenerator()
  onTestFinished(async () => {
    await load.close()
    server.close()
    server.closeAllConnections()
  })

  const asks = ['/a', '/b', '/a', '/a'].map((path) => ({
    method: 'POST' as const,
    path,
    headers: { 'X-Key': 'k-{{fresh}}' },
    body: '{"n":"{{fresh}}"}',
  }))
  const outcome = await load.run({ url: `http://127.0.0.1:${port}`, connections: 2, asks, seconds: 1, once: true })

  expect(outcome).toMatchObject({ requests: 4, statuses: { 200: 3, 304: 1 }, errors: 0 })
  expect(new Set(seen).size).toBe(seen.length)
  for (const line of seen) expect(line).toMatch(new RegExp(`^POST /[ab] (k-\\S+) 127.0.0.1:${port} {"n":"\\S+"}$`))
})
