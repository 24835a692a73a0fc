import type { IncomingMessage, RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { certificateFor } from '#test/certificate.ts'
import { listening, type Listening } from '#test/listening.ts'

import { openOutbound } from './safe-fetch.ts'

let listener: Listening
let other: Listening
let connections = 0
let seen: IncomingMessage[] = []
let answer: RequestListener

async function listen(): Promise<Listening> {
  const made = await listening((request, response) => {
    seen.push(request)
    answer(request, response)
  })
  made.server.on('connection', () => connections++)
  return made
}

beforeAll(async () => {
  listener = await listen()
  other = await listen()
})
beforeEach(() => {
  connections = 0
  seen = []
  answer = (_, response) => response.end('hello')
})
afterAll(async () => {
  for (const { close } of [listener, other]) await close()
})

describe('with every private network closed', () => {
  const hosts: Record<string, string[]> = {
    'rebound.example': ['127.0.0.1'],
    'mixed.example': ['93.184.215.14', '10.0.0.1'],
    'mapped.example': ['::ffff:127.0.0.1'],
    'nat64.example': ['64:ff9b::7f00:1'],
    'metadata.example': ['169.254.169.254'],
  }
  const outbound = openOutbound({ opened: [], resolve: async (host) => hosts[host] ?? [] })
  afterAll(() => outbound.close())

  test.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'http://example.com/',
    'https://example.com:8443/',
    'https://user:secret@example.com/',
    'https://localhost/',
    'https://a.localhost./',
    'https://printer.local/',
    'https://db.internal/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://0.0.0.0/',
    'https://[::]/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/',
    'https://100.64.0.1/',
    'https://192.0.2.1/',
    'https://[fd00::1]/',
    'https://224.0.0.1/',
    'not an address',
  ])('%s is refused by its text', async (address) => {
    await expect(outbound.fetch(address)).rejects.toMatchObject({ code: 'url_not_allowed' })
  })

  test.each(Object.keys(hosts))('%s is refused after its resolution, like a host that is down', async (host) => {
    await expect(outbound.fetch(`https://${host}/`)).rejects.toMatchObject({
      code: 'upstream_failed',
      message: `${host} could not be reached.`,
      details: { reason: 'unreachable' },
    })
  })

  test('nothing was connected to', async () => {
    await expect(outbound.fetch('https://rebound.example/')).rejects.toThrow('could not be reached')
    await expect(outbound.plain('https://rebound.example/')).rejects.toThrow()

    expect(connections).toBe(0)
  })
})

describe('with a private network opened', () => {
  const outbound = openOutbound({
    opened: ['127.0.0.0/8'],
    resolve: async (host) => (host === 'inside.example' ? ['127.0.0.1'] : ['127.0.0.1', '10.0.0.1']),
  })
  afterAll(() => outbound.close())
  const base = () => listener.url

  test('plain http and any port lead there, by address and by name', async () => {
    expect((await outbound.fetch(base())).body.toString()).toBe('hello')
    expect((await outbound.fetch(`http://inside.example:${listener.port}/`)).status).toBe(200)
  })

  test('another private network stays closed, also beside an opened one', async () => {
    await expect(outbound.fetch('http://10.0.0.1/')).rejects.toMatchObject({ code: 'url_not_allowed' })
    await expect(outbound.fetch(`http://both.example:${listener.port}/`)).rejects.toMatchObject({
      code: 'upstream_failed',
    })
    expect(connections).toBe(0)
  })

  test('a port of another protocol is said to be one', async () => {
    await expect(outbound.fetch('http://127.0.0.1:6000/')).rejects.toMatchObject({
      code: 'upstream_failed',
      message: '127.0.0.1 could not be reached. Port 6000 belongs to another protocol: use another one.',
    })
  })

  test('a certificate that nobody trusts is said to be none', async () => {
    const { url, close } = await listening((_, response) => response.end(), { tls: certificateFor(10) })

    await expect(outbound.fetch(url)).rejects.toMatchObject({
      code: 'upstream_failed',
      message: expect.stringMatching(/could not be reached\. Its certificate is not trusted/),
      details: { reason: 'unreachable' },
    })
    await close()
  })

  test('a redirect to a closed address is a failure of the target', async () => {
    answer = (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end()

    await expect(outbound.fetch(base())).rejects.toMatchObject({
      code: 'upstream_failed',
      details: { reason: 'unreachable' },
    })
  })

  test('redirects are followed to their limit', async () => {
    answer = (request, response) => {
      const n = Number(request.url?.slice(1) || '0')
      if (n < 3) response.writeHead(302, { location: `/${n + 1}` }).end()
      else response.end('there')
    }
    const { body, url } = await outbound.fetch(`${base()}/0`)

    expect([body.toString(), url]).toEqual(['there', `${base()}/3`])
    await expect(outbound.fetch(`${base()}/0`, { redirects: 2 })).rejects.toThrow('redirects more than 2 times')
    expect((await outbound.fetch(`${base()}/0`, { redirects: 0 })).status).toBe(302)
  })

  test('a redirect to an address in raw UTF-8 leads there', async () => {
    answer = (request, response) => {
      if (request.url === '/%C3%BCber') return void response.end('there')
      response.socket?.end(
        'HTTP/1.1 301 Moved\r\nLocation: /\u00C3\u00BCber\r\nLink: </\u00C3\u00A4>; rel="canonical"\r\nContent-Length: 0\r\n\r\n',
        'latin1',
      )
    }

    const { body } = await outbound.fetch(`${base()}/old`)
    const { headers } = await outbound.fetch(`${base()}/old`, { redirects: 0 })

    expect(body.toString()).toBe('there')
    expect([headers.get('location'), headers.get('link')]).toEqual(['/%C3%BCber', '</%C3%A4>; rel="canonical"'])
  })

  test('credentials and signatures stay with their origin', async () => {
    const away = `${other.url}/`
    answer = (request, response) =>
      request.url === '/start' ? response.writeHead(307, { location: away }).end() : response.end()
    const headers = { authorization: 'Bearer x', 'webhook-signature': 'v1,x', accept: 'text/plain' }
    await outbound.fetch(`${base()}/start`, { method: 'POST', body: 'x', headers })

    const { headers: sent, method } = seen[1] ?? {}
    expect([sent?.authorization, sent?.['webhook-signature'], sent?.accept, method]).toEqual([
      undefined,
      undefined,
      'text/plain',
      'POST',
    ])
  })

  test('a body is counted decompressed', async () => {
    answer = (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(200_000)))

    expect((await outbound.fetch(base())).body).toHaveLength(200_000)
    await expect(outbound.fetch(base(), { maxBytes: 100_000 })).rejects.toMatchObject({
      code: 'upstream_failed',
      details: { reason: 'bad_response' },
    })
  })

  test('where the status decides, a body may be too large or break off', async () => {
    const rules = { maxBytes: 1000, statusDecides: true }
    answer = (_, response) => response.end(Buffer.alloc(200_000))
    expect(await outbound.fetch(base(), rules)).toMatchObject({ status: 200, isCut: true })

    answer = (_, response) => {
      response.writeHead(202, { 'content-length': 100 }).write('abc', () => response.destroy())
    }
    await expect(outbound.fetch(base())).rejects.toMatchObject({ details: { reason: 'unreachable' } })
    expect(await outbound.fetch(base(), rules)).toMatchObject({ status: 202, isCut: true })

    answer = (_, response) => void response.writeHead(204).flushHeaders()
    const stopped = AbortSignal.abort(new Error('stopped'))
    await expect(outbound.fetch(base(), { ...rules, signal: stopped })).rejects.toThrow('stopped')
  })

  test('a connection that was kept and is closed by now costs no request that is safe to send again', async () => {
    const keeping = openOutbound({ opened: ['127.0.0.0/8'] })
    const used = new WeakSet()
    answer = ({ socket }, response) => {
      if (used.has(socket)) socket.destroy()
      else response.writeHead(204).end()
      used.add(socket)
    }
    const free = () => new Promise(setImmediate)

    await keeping.fetch(base())
    await free()
    const { status } = await keeping.fetch(base())
    await free()
    const lost = keeping.fetch(base(), { method: 'POST', body: 'x' })

    await expect(lost).rejects.toMatchObject({ details: { reason: 'unreachable' } })
    expect(status).toBe(204)
    expect(seen.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'POST'])
    await keeping.close()
  })

  test('a new connection that is closed is no reason to ask again', async () => {
    const fresh = openOutbound({ opened: ['127.0.0.0/8'] })
    answer = ({ socket }) => socket.destroy()

    await expect(fresh.fetch(base())).rejects.toMatchObject({ details: { reason: 'unreachable' } })

    expect(seen).toHaveLength(1)
    await fresh.close()
  })

  test('a content type that is not asked for is refused', async () => {
    answer = (_, response) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<p>')

    await expect(outbound.fetch(base(), { types: ['application/json'] })).rejects.toThrow('not of a type')
    expect((await outbound.fetch(base(), { types: ['text/html'] })).status).toBe(200)
  })

  test('a target that never answers is left', async () => {
    answer = () => {}

    await expect(outbound.fetch(base(), { timeoutMs: 50 })).rejects.toMatchObject({ details: { reason: 'timeout' } })
  })
})
