import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

import type { Outgoing } from '#faces/http.ts'
import { defined } from '#std/objects.ts'

/** A request as the library may see it. */
export type LibraryRequest = {
  method: string
  /** Path and query, without the path of the base URL. */
  url: string
  /** In lower case; only the headers that the library reads are passed on. */
  headers: Record<string, string | undefined>
  body?: string
  /** The client's address. */
  address: string
}

export type LibraryExchange = { request: IncomingMessage; response: CapturedResponse; answer: Promise<Outgoing> }

/** A response that is kept instead of being sent, so that the face can still change it. */
class CapturedResponse extends ServerResponse {
  readonly #chunks: Buffer[] = []
  readonly #ended = Promise.withResolvers<Buffer>()

  get ended(): Promise<Buffer> {
    return this.#ended.promise
  }

  override write(chunk: unknown): boolean {
    this.#chunks.push(bytesOf(chunk))
    return true
  }

  override end(chunk?: unknown): this {
    if (chunk !== undefined && chunk !== null && typeof chunk !== 'function') this.#chunks.push(bytesOf(chunk))
    this.#ended.resolve(Buffer.concat(this.#chunks))
    return this
  }
}

/**
 * What the library works on: a request and a response of Node.js that never touch a socket. Origin and address come from
 * Masthead's own rules, so the library never sees a forwarded header (oauth.md#the-library-decides-protocol).
 */
export function openExchange(given: LibraryRequest, baseUrl: string): LibraryExchange {
  const { protocol, host, pathname } = new URL(baseUrl)
  const socket = new Socket()
  Object.defineProperty(socket, 'encrypted', { value: protocol === 'https:' })
  Object.defineProperty(socket, 'remoteAddress', { value: given.address })

  const request = new IncomingMessage(socket)
  request.method = given.method
  request.url = given.url
  const lengthOfBody = given.body === undefined ? undefined : String(Buffer.byteLength(given.body))
  Object.assign(request.headers, defined({ ...given.headers, host, 'content-length': lengthOfBody }))
  // Where the base URL has a path, the library finds it before the path that it serves.
  Object.assign(request, { originalUrl: `${pathname === '/' ? '' : pathname}${given.url}` })
  if (given.body !== undefined) request.push(given.body)
  request.push(null)
  request.complete = true

  const response = new CapturedResponse(request)
  return { request, response, answer: response.ended.then((body) => answerOf(response, body)) }
}

// The face decides about origins, and nobody keeps the library's session.
const dropped = /^(access-control-.*|vary|connection|content-length|transfer-encoding|set-cookie)$/
const sessionLine = /^_session[.=]/

function answerOf(response: CapturedResponse, body: Buffer): Outgoing {
  const headers = Object.entries(response.getHeaders()).filter(([name]) => !dropped.test(name))
  const cookies = [response.getHeader('set-cookie') ?? []].flat().map(String)
  return {
    status: response.statusCode,
    headers: Object.fromEntries(headers.map(([name, value]) => [name, [value].flat().join(', ')])),
    cookies: cookies.filter((line) => !sessionLine.test(line)),
    body,
  }
}

function bytesOf(chunk: unknown): Buffer {
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
}
