import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'

import { afterEach, expect, test } from 'vitest'

import type { Face, Incoming, Outgoing, Stream } from '#faces/http.ts'
import { asRefusal, sendRefusal } from '#faces/problem.ts'
import { readBody } from '#faces/read-body.ts'
import { silentLog } from '#kernel/log.ts'
import type { Log } from '#kernel/log.ts'

import type { HttpLimits } from './http-limits.ts'
import { createHttpServer } from './http-server.ts'
import type { HttpServer } from './http-server.ts'

const running = new Set<HttpServer>()
afterEach(async () => {
  await Promise.all(Array.from(running, (server) => server.close({ delaySeconds: 0, graceSeconds: 0 })))
  running.clear()
})

test.each([
  ['GET', '/v1/posts?page=2'],
  ['GET', '/%ff/%E0%A4%A'],
  ['GET', '//evil.test/..%2f'],
  ['PROPFIND', '/anything'],
  ['QUERY', '/v1/posts'],
  ['OPTIONS', '*'],
])('%s %s reaches the faces as it was sent', async (method, url) => {
  const { raw, seen } = await serve()

  const answer = await raw(`${method} ${url} HTTP/1.1\r\nHost: x\r\nAccept-Version: 9\r\nConnection: close\r\n\r\n`)

  expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n/)
  expect(seen.map((incoming) => [incoming.method, incoming.url])).toEqual([[method, url]])
})

test('a path of 15 KB reaches the faces', async () => {
  const { fetchAt, seen } = await serve()
  const path = `/${'a'.repeat(15_000)}`

  expect((await fetchAt(path)).status).toBe(200)
  expect(seen[0]?.url).toBe(path)
})

test('the absolute form of a request is read like the usual one', async () => {
  const { raw, seen } = await serve()

  await raw('GET http://content.test/v1/posts?a=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  await raw('GET http://content.test?a=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')

  expect(seen.map(({ url }) => url)).toEqual(['/v1/posts?a=1', '/?a=1'])
})

test('the body is handed on unread whatever its type is, and doubled headers stay visible', async () => {
  const { raw, seen } = await serve(async ({ body }) => ok(await textOf(body)))

  for (const type of ['application/json', 'text/plain', 'not a type', 'application/json; charset=latin9'])
    expect(await raw(post('{broken', [`Content-Type: ${type}`, 'X-API-Key: a', 'X-API-Key: b']))).toMatch(/\{broken$/)
  expect(seen[0]?.headersDistinct['x-api-key']).toEqual(['a', 'b'])
})

test('a chunked body arrives whole and the connection is used again', async () => {
  const { open, seen } = await serve(async ({ body }) => ok(await textOf(body)))
  const client = await open()

  client.socket.write(
    'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n',
  )
  await client.until('onetwo')
  client.socket.write('GET /next HTTP/1.1\r\nHost: x\r\n\r\n')
  await client.until('onetwo', 'HTTP/1.1 200')

  expect(seen.map(({ url }) => url)).toEqual(['/', '/next'])
})

test('status, headers and bytes of an answer are sent with its length', async () => {
  const bytes = Buffer.from('ünï')
  const { fetchAt } = await serve(async ({ method }) => ({
    status: method === 'PUT' ? 204 : 418,
    headers: { 'Content-Type': 'text/plain', 'X-Request-Id': 'req_1' },
    body: method === 'PUT' ? null : bytes,
  }))

  const answer = await fetchAt('/')
  expect([answer.status, await answer.text()]).toEqual([418, 'ünï'])
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-length': '5',
    'content-type': 'text/plain',
    'x-request-id': 'req_1',
    'x-content-type-options': 'nosniff',
  })
  const head = await fetchAt('/', { method: 'HEAD' })
  expect([head.headers.get('content-length'), await head.text()]).toEqual(['5', ''])
  const empty = await fetchAt('/', { method: 'PUT' })
  expect([empty.status, empty.headers.get('content-length')]).toEqual([204, null])
})

test('a face that fails is answered 500 without its reason, and the server lives on', async () => {
  const { fetchAt, lines } = await serve(async ({ url }) => {
    if (url.endsWith('/throws')) throw new Error('canary')
    return url === '/header' ? { status: 200, headers: { 'x-bad': 'a\r\nb: c' }, body: null } : ok('fine')
  })

  const answer = await fetchAt('/v2/throws')
  const body = await answer.text()
  expect(answer.status).toBe(500)
  expect(body).not.toContain('canary')
  expect(JSON.parse(body)).toMatchObject({ error: { requestId: answer.headers.get('x-request-id') } })
  await expect(fetchAt('/header')).rejects.toThrow()
  expect((await fetchAt('/')).status).toBe(200)
  expect(lines.filter(([, event]) => event !== 'request').map(([, event]) => event)).toEqual([
    'face failed',
    'answer cannot be sent',
  ])
  expect(await (await fetchAt('/v1/throws')).json()).toMatchObject({ errors: [{ status: '500' }] })
})

test.each([
  ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nab', 400],
  [
    'length and chunks',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['no HTTP', '\x16\x03\x01\x02\x00\x01', 400],
  ['a bare line feed in a header', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\rC: d\r\n\r\n', 400],
  ['a header of 17 KB', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(17_408)}\r\n\r\n`, 431],
  ['a path of 17 KB', `GET /${'a'.repeat(17_408)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
  ['a tunnel', 'CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test:443\r\n\r\n', 405],
])('%s is refused in a few words and the connection closed', async (_case, text, status) => {
  const { raw, seen, fetchAt } = await serve()

  const answer = await raw(text)

  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(answer).toMatch(/connection: close/i)
  expect(answer.length).toBeLessThan(300)
  expect(seen).toEqual([])
  expect((await fetchAt('/')).status).toBe(200)
})

test.each([
  ['/v1/o/articles', 431, { errors: [{ status: '431', title: 'Request Header Fields Too Large' }] }],
  ['/v2/tools', 431, { error: { code: 'too_large', status: 431 } }],
  ['/app/session', 431, { error: { code: 'too_large', status: 431 } }],
  ['/mcp', 431, { jsonrpc: '2.0', error: { code: -32_600 } }],
  ['/v1/o/articles/\u00e4', 400, { errors: [{ status: '400', title: 'Bad Request' }] }],
  ['/v2/tools/\u00e4', 400, { error: { code: 'malformed_request', status: 400 } }],
  ['/oauth/token', 431, { error: { code: 'too_large', status: 431 } }],
  ['/media/uploads/a', 431, { error: { code: 'too_large', status: 431 } }],
])('what the parser refuses below %s has the format of the path', async (path, status, body) => {
  const { raw, lines } = await serve()

  const answer = await raw(`GET ${path}?q=${status === 431 ? 'a'.repeat(17_408) : ''} HTTP/1.1\r\nHost: x\r\n\r\n`)

  const [head = '', text = ''] = answer.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  const requestId = /\r\nX-Request-Id: (req_\w+)/.exec(head)?.[1]
  expect(lines).toEqual([[{ path: expect.any(String), status, requestId }, 'request refused']])
  expect(head).toMatch(/\r\nContent-Type: application\/json/)
  expect(head.includes('Access-Control-Allow-Origin: *')).toBe(path.startsWith('/v1'))
  expect(JSON.parse(text)).toMatchObject(body)
})

test.each([
  ['before the path is complete', (text: string) => [text.slice(0, 6), text.slice(6)]],
  ['behind the path', (text: string) => [text.slice(0, 60), text.slice(60)]],
  ['as on a network', (text: string) => text.match(/[^]{1,1460}/g) ?? []],
  ['before its end', (text: string) => [text.slice(0, -2), text.slice(-2)]],
])('a head over 16 KB is refused in the format of its path where its bytes are cut %s', async (_case, cut) => {
  const { open, seen } = await serve()
  const texts = [
    `GET /v2/tools HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(17_408)}\r\n\r\n`,
    `GET /v2/tools?q=${'a'.repeat(60_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    `GET http://x/v2/tools HTTP/1.1\r\nHost: x\r\n${'A: b\r\n'.repeat(9000)}\r\n`,
    `POST /v2/tools HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\nA: ${'a'.repeat(17_408)}\r\n\r\n{`,
  ]

  for (const text of texts) {
    const client = await open()
    for (const part of cut(text)) {
      client.socket.write(part)
      await hasBeenRead()
    }
    const [head = '', body = ''] = (await client.closed).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1.1 431 [^]*\r\nX-Request-Id: req_/)
    expect(JSON.parse(body)).toMatchObject({ error: { code: 'too_large', status: 431 } })
  }
  expect(seen).toEqual([])
})

test("what is sent behind a head over 16 KB is nobody's", async () => {
  const { raw, seen } = await serve()
  const next = 'POST /v2/tools/deleteItem HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n'

  const answer = await raw(`GET /v2/tools HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(17_408)}\r\n\r\n${next}`)

  expect(answer.match(/HTTP\/1.1 /g)).toHaveLength(1)
  expect(seen).toEqual([])
})

test.each([
  ['/v1/o/articles', { errors: [{ status: '400', title: 'Bad Request' }] }],
  ['http://x/v2/tools', { error: { code: 'malformed_request', status: 400 } }],
])('%s without a host is refused in the format of the path', async (path, body) => {
  const { raw, seen } = await serve()

  const [head = '', text = ''] = (await raw(`GET ${path} HTTP/1.1\r\n\r\n`)).split('\r\n\r\n')

  expect(head).toMatch(/^HTTP\/1.1 400 [^]*\r\nX-Request-Id: req_/)
  expect(JSON.parse(text)).toMatchObject(body)
  expect(seen).toEqual([])
})

test('what a client expects besides being told to continue is left out', async () => {
  const { raw } = await serve()

  const answer = await raw('GET /v2/tools HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n')

  expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n/)
})

/** Reads a body as the faces do, and refuses in their format. */
const reading: Face = async (incoming) =>
  readBody(incoming, 100_000).then(
    ({ length }) => ok(String(length)),
    (error: unknown) => sendRefusal(asRefusal(error, 'req_7', silentLog), 'req_7'),
  )

test.each([
  ['comes too slowly', 408, 'request_timeout', ['5\r\nhel']],
  ['has no length where one belongs', 400, 'malformed_request', ['5\r\nhello\r\n', 'x\r\n']],
  ['explains its parts at length', 413, 'too_large', ['5\r\nhello\r\n', `5;a=${'b'.repeat(20_000)}\r\n`]],
])('who reads a body that %s answers with its refusal', async (_case, status, code, parts) => {
  const { open, lines } = await serve(reading, { times: { body: status === 408 ? 100 : 15_000 } })
  const client = await open()

  for (const part of ['POST /v2/tools/a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n', ...parts]) {
    client.socket.write(part)
    await hasBeenRead()
  }

  const [head = '', body = ''] = (await client.closed).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*\r\nConnection: close`, 'i'))
  expect(JSON.parse(body)).toMatchObject({ error: { code, status, requestId: 'req_7' } })
  expect(lines.map(([fields, event]) => [fields['requestId'], event])).toEqual([['req_7', 'request']])
})

test('what is malformed behind a request leaves that one its answer', async () => {
  const release = Promise.withResolvers<void>()
  const { open } = await serve(async () => {
    await release.promise
    return ok('done')
  })
  const client = await open()

  client.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await hasBeenRead()
  client.socket.write('GET /v2/\u00e4 HTTP/1.1\r\n\r\n', 'latin1')
  await hasBeenRead()
  release.resolve()

  expect(await client.closed).toMatch(/^HTTP\/1.1 200 OK\r\n[^]*doneHTTP\/1.1 400 [^]*"malformed_request"/)
})

test('headers that do not come to an end are cut off', async () => {
  const { open } = await serve(undefined, { times: { headers: 60, check: 20 } })
  const client = await open()

  client.socket.write('GET / HTTP/1.1\r\nHost: x\r\nA: b')

  expect(await client.closed).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/)
})

test('a connection that never sends anything is cut off', async () => {
  const { open } = await serve(undefined, { times: { headers: 60, check: 20 } })
  const client = await open()

  expect(await client.closed).toMatch(/^(HTTP\/1.1 408|$)/)
})

test('an idle connection is closed', async () => {
  const { open } = await serve(undefined, { times: { keepAlive: 50 } })
  const client = await open()

  client.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')

  expect(await client.closed).toMatch(/^HTTP\/1.1 200 OK\r\n/)
})

test.each([
  ['announced', `Content-Length: ${50 * 1024 * 1024}`, ''],
  ['chunked', 'Transfer-Encoding: chunked', '10000\r\n'],
])(
  'a large %s body that is refused half-way gets its whole answer and the connection closes',
  async (_case, header, frame) => {
    const { open, seen } = await serve(async ({ body }) => {
      let size = 0
      for await (const chunk of body) {
        size += (chunk as Buffer).length
        if (size > 100_000) break
      }
      return { status: 413, headers: {}, body: 'too large' }
    })
    const client = await open()

    client.socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`)
    const piece = `${frame}${'a'.repeat(65_536)}${frame === '' ? '' : '\r\n'}`
    const feed = setInterval(() => client.socket.write(piece), 1)
    await client.until('too large')
    clearInterval(feed)

    expect(await client.closed).toMatch(/^HTTP\/1.1 413 [^]*\r\nconnection: close\r\n[^]*\r\n\r\ntoo large$/i)
    expect(seen).toHaveLength(1)
  },
)

test('a client that sends everything before it reads still gets its refusal', async () => {
  const { open } = await serve(async () => ({ status: 413, headers: {}, body: 'too large' }))
  const client = await open()
  const size = 40 * 1024 * 1024

  client.socket.pause().write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${size}\r\n\r\n`)
  const fault = await new Promise((resolve) => client.socket.write(Buffer.alloc(size, 'a'), resolve))
  client.socket.resume()

  expect(fault ?? null).toBeNull()
  expect(await client.closed).toMatch(/^HTTP\/1.1 413 [^]*too large$/)
})

test('a small body that nobody reads does not cost the connection', async () => {
  const { open, seen } = await serve(async ({ body, url }) => {
    if (url === '/half') await readPart(body, 60_000)
    return ok('answered')
  })
  const client = await open()

  for (const [path, size] of [
    ['/unread', 60_000],
    ['/half', 120_000],
    ['/end', 60_000],
  ] as const)
    client.socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${size}\r\n\r\n${'a'.repeat(size)}`)
  await client.until('answered', 'answered', 'answered')

  expect(seen.map(({ url }) => url)).toEqual(['/unread', '/half', '/end'])
  expect(client.text()).not.toMatch(/connection: close/i)
})

test('every request has one line without its query, headers and body', async () => {
  const { fetchAt, lines } = await serve(async () => ({
    status: 201,
    headers: { 'X-Request-Id': 'req_7' },
    body: null,
  }))

  await fetchAt('/v1/posts?token=canary', {
    method: 'POST',
    body: 'canary',
    headers: { authorization: 'Bearer canary' },
  })
  await fetchAt('/setup/canary')

  expect(lines).toEqual([
    [{ method: 'POST', path: '/v1/posts', status: 201, ms: expect.any(Number), requestId: 'req_7' }, 'request'],
    [{ method: 'GET', path: '/setup/...', status: 201, ms: expect.any(Number), requestId: 'req_7' }, 'request'],
  ])
})

test('only a trusted proxy names the client', async () => {
  const direct = await serve()
  const proxied = await serve(undefined, { trustedProxies: ['127.0.0.0/8'] })
  const headers = { 'x-forwarded-for': '203.0.113.5' }

  await direct.fetchAt('/', { headers })
  await proxied.fetchAt('/', { headers })

  expect(direct.seen[0]?.address).toBe('127.0.0.1')
  expect(proxied.seen[0]?.address).toBe('203.0.113.5')
})

test('an upload may take longer than other bodies, and is cut off when it comes too slowly', async () => {
  const face: Face = async (incoming) => {
    if (incoming.url === '/upload') incoming.expectUpload?.()
    return reading(incoming)
  }
  const { open } = await serve(face, { times: { body: 100, window: 200 } })
  const header = (url: string) => `POST ${url} HTTP/1.1\r\nHost: x\r\nContent-Length: 40000\r\n\r\n`
  const [steady, slow, json] = [await open(), await open(), await open()]
  const feed = setInterval(() => steady.socket.write('a'.repeat(4000)), 100)

  steady.socket.write(header('/upload'))
  slow.socket.write(`${header('/upload')}ab`)
  json.socket.write(`${header('/json')}ab`)

  expect(await json.closed).toMatch(/^HTTP\/1.1 408 /)
  expect(await slow.closed).toMatch(/^HTTP\/1.1 408 /)
  await steady.until('200 OK', '40000')
  clearInterval(feed)
})

test('over a tenth of the connections the idlest of the same address is closed', async () => {
  const release = Promise.withResolvers<void>()
  const { open } = await serve(
    async ({ url }) => {
      if (url === '/busy') await release.promise
      return ok('done')
    },
    { maxConnections: 30 },
  )
  const ask = async (url: string, from = '127.0.0.1') => {
    const client = await open(from)
    client.socket.write(`GET ${url} HTTP/1.1\r\nHost: x\r\n\r\n`)
    if (url !== '/busy') await client.until('done')
    return client
  }
  const busy = await ask('/busy')
  const [idlest, later, other] = [await ask('/'), await ask('/'), await ask('/', '127.0.0.2')]

  const newest = await ask('/')

  await idlest.closed
  release.resolve()
  await busy.until('done')
  for (const client of [later, other, newest]) {
    client.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await client.until('done', 'done')
  }
})

test('behind a proxy the connections of the client count that it names', async () => {
  const { open } = await serve(undefined, { maxConnections: 20, trustedProxies: ['127.0.0.0/8'] })
  const ask = async (address: string) => {
    const client = await open()
    client.socket.write(`GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n\r\n`)
    await client.until('200 OK')
    return client
  }
  const one = '203.0.113.5'
  const idlest = await ask(one)
  const others = [await ask('203.0.113.6'), await ask('203.0.113.7'), await ask(one)]

  others.push(await ask(one))

  await idlest.closed
  expect(others.map(({ socket }) => socket.closed)).toEqual([false, false, false, false])
})

test('connections over the limit are closed', async () => {
  const { open } = await serve(undefined, { maxConnections: 2 })
  const [first, second] = [await open(), await open('127.0.0.2')]
  // The server has counted them when it has answered them.
  for (const client of [first, second]) client.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await Promise.all([first.until('200 OK'), second.until('200 OK')])

  const third = await open('127.0.0.3')

  expect(await third.closed).toBe('')
  first.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await first.until('200 OK', '200 OK')
})

test('a face hears when its client goes away, and not when it has its answer', async () => {
  const { promise: heard, resolve } = Promise.withResolvers<void>()
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  const signals: (AbortSignal | undefined)[] = []
  const { open, fetchAt } = await serve(async ({ url, signal }) => {
    signals.push(signal)
    if (url === '/waits') {
      signal?.addEventListener('abort', () => resolve())
      ask()
      await heard
    }
    return ok('done')
  })

  await (await fetchAt('/answers')).text()
  const { socket } = await open()
  socket.write('GET /waits HTTP/1.1\r\nHost: x\r\n\r\n')
  await asked
  socket.destroy()
  await heard

  expect(signals.map((signal) => signal?.aborted)).toEqual([false, true])
})

test('a taken port is reported to the one that listens', async () => {
  const { port } = await serve()
  const other = createHttpServer({ dispatch: async () => ok(''), log: logInto([]), limits: plainLimits })

  await expect(other.listen({ host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await other.close({ delaySeconds: 0 })
})

test('at shutdown it serves on for the delay, finishes what is in flight, and then accepts nothing', async () => {
  const entered = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const { server, port, lines, fetchAt, raw, open } = await serve(async ({ url }) => {
    if (url !== '/slow') return ok(`closing: ${server.isClosing()}`)
    entered.resolve()
    await release.promise
    return ok('finished')
  })
  const kept = await open()
  kept.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await kept.until('closing: false')
  const [late, silent] = [await open(), await open()]
  const slow = raw('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n')
  await entered.promise

  const ended = server.close({ delaySeconds: 0.3 })
  const during = await fetchAt('/')
  expect([await during.text(), during.headers.get('connection')]).toEqual(['closing: true', 'close'])

  // Idle connections are closed when accepting stops.
  await kept.closed
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  late.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(await late.closed).toMatch(/^HTTP\/1.1 200 /)
  release.resolve()
  expect(await slow).toMatch(/\r\nconnection: close\r\n[^]*finished$/i)
  await silent.closed
  await ended
  expect(lines.map(([, event]) => event)).not.toContain('requests cut at shutdown')
})

test('a stream is sent part by part, and told when its client leaves', async () => {
  const { parts, body, left } = streamOf()
  const { open } = await serve(async () => ({ status: 200, headers: { 'Content-Type': 'text/event-stream' }, body }))
  const client = await open()

  client.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await client.until('HTTP/1.1 200', 'Transfer-Encoding: chunked')
  parts.write('one')
  await client.until('one')
  parts.write('two')
  await client.until('one', 'two')
  client.socket.destroy()

  await left
})

test('a stream that has no more ends its answer, and the connection is used again', async () => {
  const { parts, body } = streamOf()
  const { open } = await serve(async ({ url }) => (url === '/' ? { status: 200, headers: {}, body } : ok('next')))
  const client = await open()

  client.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  parts.end('all')
  await client.until('all', '\r\n0\r\n\r\n')
  client.socket.write('GET /next HTTP/1.1\r\nHost: x\r\n\r\n')

  await client.until('next')
})

test('a stream that fails cuts its answer off, and the reason is in the log alone', async () => {
  const { parts, body } = streamOf()
  const { open, lines } = await serve(async () => ({ status: 200, headers: {}, body }))
  const client = await open()

  client.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  parts.write('one')
  await client.until('one')
  parts.destroy(new Error('canary'))

  expect(await client.closed).not.toMatch(/canary|\r\n0\r\n\r\n$/)
  expect(lines.map(([, event]) => event)).toEqual(['request', 'answer cannot be sent'])
})

test('closing the server ends its streams in order', async () => {
  const { parts, body, left } = streamOf()
  const { open, server, lines } = await serve(async () => ({ status: 200, headers: {}, body }))
  const client = await open()
  client.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  parts.write('one')
  await client.until('one')

  await server.close({ delaySeconds: 0 })

  expect(await client.closed).toMatch(/\r\n0\r\n\r\n$/)
  await left
  expect(lines.map(([, event]) => event)).not.toContain('requests cut at shutdown')
})

test('what does not finish within the grace is cut', async () => {
  const entered = Promise.withResolvers<void>()
  const { server, raw, lines } = await serve(() => {
    entered.resolve()
    return new Promise(() => {})
  })
  const stuck = raw('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await entered.promise

  await server.close({ delaySeconds: 0, graceSeconds: 0.1 })

  expect(await stuck).toBe('')
  expect(lines.map(([, event]) => event)).toEqual(['requests cut at shutdown'])
})

test('the thousandth answer of a connection is its last, and says so', async () => {
  const { raw, seen } = await serve()

  const answers = await raw('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1001))

  expect([answers.match(/HTTP\/1\.1 200 OK/g)?.length, seen.length]).toEqual([1000, 1000])
  expect(answers.match(/connection: close/gi)).toHaveLength(1)
})

test('clients that keep their connections are moved off them before the server stops accepting', async () => {
  const { server, port } = await serve()
  const agent = new Agent({ keepAlive: true, maxSockets: 2 })
  const get = async () => {
    const [answer] = await once(request({ port, host: '127.0.0.1', agent }).end(), 'response')
    await once(answer.resume(), 'close')
    return answer.statusCode
  }
  await Promise.all([get(), get()])
  expect(Object.values(agent.freeSockets).flat()).toHaveLength(2)

  const ended = server.close({ delaySeconds: 1 })
  const answers = [await get(), await get(), await get()]

  expect(answers).toEqual([200, 200, 200])
  expect(Object.values(agent.freeSockets).flat()).toEqual([])
  await ended
  agent.destroy()
})

const plainLimits: HttpLimits = { maxConnections: 100, trustedProxies: [] }

type Line = [fields: Record<string, unknown>, event: string]

async function serve(face: Face = async () => ok('ok'), limits: Partial<HttpLimits> = {}) {
  const seen: Incoming[] = []
  const lines: Line[] = []
  const server = createHttpServer({
    dispatch: (incoming) => {
      seen.push(incoming)
      return face(incoming)
    },
    log: logInto(lines),
    limits: { ...plainLimits, ...limits },
  })
  running.add(server)
  const { port } = await server.listen({ host: '127.0.0.1', port: 0 })

  const open = async (localAddress = '127.0.0.1') => {
    const client = follow(connect({ port, host: '127.0.0.1', localAddress }))
    await once(client.socket, 'connect')
    return client
  }
  /** Sends bytes on a connection of their own and returns everything that came back until it was closed. */
  const raw = async (text: string) => {
    const { socket, closed } = await open()
    socket.write(text, 'latin1')
    return closed
  }
  const fetchAt = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
  return { server, port, seen, lines, open, raw, fetchAt }
}

function follow(socket: Socket) {
  let received = ''
  // A reset is one way of being closed; what had arrived before it counts.
  socket.on('error', () => {})
  socket.setEncoding('utf8').on('data', (text: string) => (received += text))
  socket.on('end', () => socket.end())
  const closed = once(socket, 'close').then(() => received)
  const has = (parts: string[]) => {
    let from = 0
    return parts.every((part) => {
      const at = received.indexOf(part, from)
      from = at + part.length
      return at !== -1
    })
  }
  /** When all parts have come, one after the other. */
  const until = async (...parts: string[]) => {
    while (!has(parts)) {
      if (socket.closed) throw new Error(`Closed after ${JSON.stringify(received)}`)
      await Promise.race([once(socket, 'data'), once(socket, 'close')])
    }
  }
  return { socket, closed, until, text: () => received }
}

function post(body: string, headers: string[]): string {
  const lines = ['POST / HTTP/1.1', 'Host: x', 'Connection: close', `Content-Length: ${body.length}`, ...headers]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

/** A body that comes part by part, its writer, and when it learns that nobody reads it. */
function streamOf() {
  const parts = new PassThrough({ encoding: 'utf8' })
  const left = Promise.withResolvers<void>()
  const iterator = parts[Symbol.asyncIterator]() as AsyncIterator<string>
  const body: Stream = {
    [Symbol.asyncIterator]: () => ({
      next: () => iterator.next(),
      async return() {
        left.resolve()
        parts.destroy()
        return { done: true, value: undefined }
      },
    }),
  }
  return { parts, body, left: left.promise }
}

function ok(body: string): Outgoing {
  return { status: 200, headers: {}, body }
}

async function readPart(body: Incoming['body'], least: number): Promise<void> {
  let size = 0
  for await (const chunk of body) {
    size += (chunk as Buffer).length
    if (size >= least) return
  }
}

async function textOf(body: Incoming['body']): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function logInto(lines: Line[]): Log {
  const write = (fields: Record<string, unknown>, event: string) => void lines.push([fields, event])
  return { debug() {}, info: write, warn: write, error: write }
}

/** The server, in the same process, reads what came between two turns of the loop. */
async function hasBeenRead(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
}
