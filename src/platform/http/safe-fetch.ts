import type * as Undici from 'undici'
import type { Agent, Response } from 'undici'

import { Refusal } from '#kernel/errors.ts'
import { type CheckUrl, type Fetched, type FetchRules, locationOf, type SafeFetch } from '#kernel/http.ts'
import type { Attributes } from '#kernel/span.ts'
import { traced } from '#kernel/traced.ts'
import { late, once } from '#std/late.ts'

import { addressRules } from './addresses.ts'
import { hostOf, objectionToUrl } from './check-url.ts'
import { addressFinder, type FindAddress, type Resolve, resolveAll } from './find-address.ts'
import { guardedAgent } from './guarded-agent.ts'
import { type KeptConnections, watchConnections } from './kept-connections.ts'

export type Outbound = {
  fetch: SafeFetch
  check: CheckUrl
  /** `fetch` as a library wants it: the same guard, no redirects followed, the caller reads the body. */
  plain: typeof globalThis.fetch
  /** The checked address of a host, for what connects by itself. Throws like a name that does not resolve. */
  findAddress: FindAddress
  close(): Promise<void>
}

export type OutboundOptions = {
  /** CIDR ranges of private networks that the operator opened. */
  opened: readonly string[]
  resolve?: Resolve
}

const undici = late<typeof Undici>('undici')

const defaults = { redirects: 3, timeoutMs: 10_000, maxBytes: 1_000_000 }
const connectMs = 5000
/** Safe to send again: they change nothing (RFC 9110, 9.2.1). */
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Not sent on to another origin. */
const ofOneOrigin = /^(authorization|cookie|proxy-authorization|x-api-key|webhook-.*|x-webhook-.*)$/i

/** Everything that Masthead sends to addresses that somebody else chose. */
export function openOutbound({ opened, resolve = resolveAll }: OutboundOptions): Outbound {
  const rules = addressRules(opened)
  const findAddress = addressFinder({ rules, resolve })
  const certificates = new Map<string, Date>()
  const agents = openAgents({ findAddress, certificates })
  const kept = watchConnections()

  async function safeFetch(address: string, given: FetchRules = {}): Promise<Fetched> {
    const { http = false, redirects, timeoutMs, types, ...reading } = { ...defaults, ...given }
    const first = allowed(address, http)

    const timeIsUp = AbortSignal.timeout(timeoutMs)
    const signal = given.signal === undefined ? timeIsUp : AbortSignal.any([timeIsUp, given.signal])
    try {
      const { answer, url, firstByteMs } = await follow(first, given, {
        rules,
        http,
        agent: http ? agents.any : agents.https,
        kept,
        redirects,
        signal,
      })
      requireType(answer, types)
      const { body, isCut } = await read(answer, reading)
      const endsAt = certificates.get(url.host)
      return {
        status: answer.status,
        headers: headersOf(answer),
        body,
        url: url.href,
        firstByteMs,
        isCut,
        ...(endsAt === undefined || url.protocol !== 'https:' ? {} : { certificateEndsAt: endsAt }),
      }
    } catch (error) {
      given.signal?.throwIfAborted()
      throw toRefusal(error, first, signal)
    }
  }

  function allowed(address: string, http: boolean): URL {
    const url = parse(address)
    const objection = objectionToUrl(url, http, rules)
    if (objection !== undefined) throw notAllowed(objection)
    return url
  }

  return {
    fetch: (address, given) =>
      traced(aboutRequest(address, given), async (span) => {
        const fetched = await safeFetch(address, given)
        span?.set({ 'http.response.status_code': fetched.status })
        return fetched
      }),
    check: (address, { http = false } = {}) => void allowed(address, http),
    plain: async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input)
      const objection = objectionToUrl(url, false, rules)
      if (objection !== undefined) throw new Error(objection)
      const { method, headers, body, signal } = init ?? {}
      const options = { method, headers, body, signal, redirect: 'manual', dispatcher: agents.https() } as never
      return (await undici().fetch(url, options)) as never
    },
    findAddress: async (url, http) => {
      const objection = objectionToUrl(url, http, rules)
      if (objection !== undefined) throw new Error(objection)
      return findAddress(url, http)
    },
    async close() {
      kept.close()
      await agents.close()
    },
  }
}

/** One agent for https only and one for http as well, each made when it is first needed. */
function openAgents(parts: { findAddress: FindAddress; certificates: Map<string, Date> }) {
  const made: Agent[] = []
  const agent = (http: boolean) =>
    once(() => {
      const one = guardedAgent({ ...parts, http, connectMs })
      made.push(one)
      return one
    })
  return {
    https: agent(false),
    any: agent(true),
    close: async () => void (await Promise.all(made.map((one) => one.destroy()))),
  }
}

// Only the host: the path of an address may be a secret.
const aboutRequest =
  (address: string, { method = 'GET' }: FetchRules = {}) =>
  () => {
    const host = URL.parse(address)?.host
    const attributes: Attributes = {
      'http.request.method': method,
      ...(host === undefined ? {} : { 'server.address': host }),
    }
    return { name: method, kind: 'client' as const, attributes }
  }

type Way = {
  rules: ReturnType<typeof addressRules>
  http: boolean
  agent: () => Agent
  kept: KeptConnections
  redirects: number
  signal: AbortSignal
}

async function follow(first: URL, given: FetchRules, way: Way) {
  const { rules, http, redirects } = way
  let request: Sent = { url: first, method: given.method ?? 'GET', body: given.body, headers: { ...given.headers } }
  for (let hop = 0; ; hop++) {
    const begun = performance.now()
    const answer = await send(request, way)
    const firstByteMs = Math.round(performance.now() - begun)
    const location = locationOf({ status: answer.status, headers: headersOf(answer) })
    if (location === null || redirects === 0) return { answer, url: request.url, firstByteMs }
    await answer.body?.cancel()
    if (hop === redirects) throw new Unusable(`It redirects more than ${redirects} times.`)
    request = redirected(request, answer.status, location)
    // What the text shows after a redirect is the target's doing, so it is reported like any other failure of the target.
    if (objectionToUrl(request.url, http, rules) !== undefined) throw new Error('redirected to a forbidden address')
  }
}

type Sent = { url: URL; method: string; body: FetchRules['body']; headers: Record<string, string> }

/** Sends a request; once more where that is safe and the connection had been kept (http.md#kept-connections-may-be-closed). */
async function send({ url, method, body, headers }: Sent, { agent, kept, signal }: Way): Promise<Response> {
  const options = { method, headers, body: body ?? null, redirect: 'manual' as const, dispatcher: agent(), signal }
  try {
    return await undici().fetch(url, options)
  } catch (error) {
    if (signal.aborted || !safeMethods.has(method) || !kept.failedOnKept(error)) throw error
    return undici().fetch(url, options)
  }
}

function redirected(request: Sent, status: number, location: string): Sent {
  if (!URL.canParse(location, request.url.href)) throw new Unusable('It redirects to something that is not an address.')
  const url = new URL(location, request.url)
  const kept = Object.entries(request.headers).filter(
    ([name]) => url.origin === request.url.origin || !ofOneOrigin.test(name),
  )
  const toGet = status === 303 || (status < 303 && request.method === 'POST')
  return {
    url,
    method: toGet ? 'GET' : request.method,
    body: toGet ? undefined : request.body,
    headers: Object.fromEntries(kept),
  }
}

type Reading = Pick<FetchRules, 'cut' | 'onPart' | 'statusDecides' | 'signal'> & { maxBytes: number }

/** The body, decompressed and counted while it arrives. */
async function read(answer: Response, reading: Reading): Promise<{ body: Buffer; isCut: boolean }> {
  const { maxBytes, statusDecides = false, cut = statusDecides, onPart, signal } = reading
  if (answer.body === null) return { body: Buffer.alloc(0), isCut: false }
  const about = { status: answer.status, headers: headersOf(answer) }
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size > maxBytes && !cut) throw new Unusable(`Its answer is larger than ${maxBytes} bytes.`, 'size')
      chunks.push(chunk)
      if (size > maxBytes) return { body: Buffer.concat(chunks).subarray(0, maxBytes), isCut: true }
      if (onPart?.(chunk, about) === false) return { body: Buffer.concat(chunks), isCut: true }
    }
  } catch (error) {
    if (!statusDecides || signal?.aborted === true) throw error
    return { body: Buffer.concat(chunks), isCut: true }
  }
  return { body: Buffer.concat(chunks), isCut: false }
}

function requireType(answer: Response, types: readonly string[] | undefined): void {
  if (types === undefined || !answer.ok) return
  const type = answer.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (!types.includes(type))
    throw new Unusable(`Its answer is not of a type that is read here: ${types.join(', ')}.`, 'type')
}

/** An answer that came but cannot be used; its sentence may be shown. */
class Unusable extends Error {
  readonly about: 'size' | 'type' | undefined

  constructor(message: string, about?: 'size' | 'type') {
    super(message)
    this.about = about
  }
}

// Blocked and down are reported alike, so that nobody can use this to map a network.
function toRefusal(error: unknown, url: URL, signal: AbortSignal): Refusal {
  if (error instanceof Refusal) return error
  const host = hostOf(url)
  if (error instanceof Unusable) {
    const about = error.about === undefined ? {} : { about: error.about }
    return failed(`${host} gave no usable answer. ${error.message}`, { reason: 'bad_response', ...about }, error)
  }
  if (signal.aborted) return failed(`${host} did not answer in time.`, { reason: 'timeout' }, error)
  const why = url.port !== '' && isClosedPort(error) ? closedPort(url.port) : faultOfCertificate(error)
  const sentences = [`${host} could not be reached.`, ...(why === undefined ? [] : [why])]
  return failed(sentences.join(' '), { reason: 'unreachable' }, error)
}

const closedPort = (port: string) => `Port ${port} belongs to another protocol: use another one.`

/** Whether the first request was to a port that `fetch` refuses (Fetch standard, port blocking). */
const isClosedPort = (error: unknown): boolean =>
  error instanceof TypeError && error.cause instanceof Error && error.cause.message === 'bad port'

const untrusted = 'Its certificate is not trusted: nobody that is known here has signed it.'
const certificateFaults: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'Its certificate has expired.',
  CERT_NOT_YET_VALID: 'Its certificate is not valid yet.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another name.',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
}

/** What is wrong with the certificate for which a connection was given up. Only a host that may be asked has shown one. */
function faultOfCertificate(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause ? certificateFaults[String(cause.code)] : undefined
}

function failed(message: string, details: { reason: string; about?: string }, cause: unknown): Refusal {
  return new Refusal('upstream_failed', message, details, { cause })
}

function parse(address: string): URL {
  if (!URL.canParse(address)) throw notAllowed('This is not an address.')
  return new URL(address)
}

const notAllowed = (message: string) => new Refusal('url_not_allowed', message)

/** The headers of an answer. Bytes beyond ASCII in those that hold addresses are percent-encoded as they came, as browsers do it. */
function headersOf(answer: Response): Headers {
  const headers = new Headers([...answer.headers])
  for (const name of ['location', 'link']) {
    const value = headers.get(name)
    if (value !== null) headers.set(name, value.replaceAll(/[\u0080-\u00FF]/g, percentEncoded))
  }
  return headers
}

// Each character is a byte.
const percentEncoded = (byte: string) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`
