import { createHash } from 'node:crypto'

import { newRequestId } from '#catalog/run/call.ts'
import { type Face, type Incoming, jsonType, type Outgoing, splitUrl } from '#faces/http.ts'
import { isNoneMatch } from '#faces/if-none-match.ts'
import { asRefusal, methodNotAllowed, sendRefusal } from '#faces/problem.ts'
import { Refusal } from '#kernel/errors.ts'
import { lazily, once } from '#std/late.ts'

import { readConsentStyle } from './consent-style.ts'
import { consent } from './consent.ts'
import { cookieHeader } from './library-headers.ts'
import { cors, oauthError, preflight, readText } from './messages.ts'
import { metadataDocuments } from './metadata.ts'
import { type NetworkLimit, waitOf } from './network-limit.ts'
import { errorPage } from './pages.ts'
import { cleanAuthorization, cleanTokenRequest } from './parameters.ts'
import { documentFetcher, type OAuthParts } from './parts.ts'
import type { Library } from './provider.ts'
import { register } from './register.ts'

type Handler = (request: Incoming, requestId: string) => Promise<Outgoing>
type Route = { methods: Record<string, Handler>; isPage: boolean }

const longestForm = 64 * 1024
const metadataAge = 'public, max-age=300'
/** Each begins a record of its own, whoever asks (oauth.md#registration-is-open-and-bounded). */
const beginnings: NetworkLimit = { name: 'authorize', limit: 120, windowMs: 60_000 }

/** The authorization server: metadata below `/.well-known`, everything else below `/oauth`. */
export function createOAuth(parts: OAuthParts): Face {
  const server: Server = {
    parts,
    style: styleSheet(readConsentStyle()),
    library: lazily(async () => (await import('./provider.ts')).openLibrary(parts)),
    metadata: once(() => metadataDocuments(parts.baseUrl(), { clientDocuments: documentFetcher(parts) !== undefined })),
  }
  if (parts.clientDocuments === 'on' && documentFetcher(parts) === undefined)
    parts.log.warn({}, 'OAUTH_CIMD is on, but nothing fetches client metadata documents: it stays off')

  return async (request) => {
    const requestId = newRequestId()
    const { path } = splitUrl(request.url)
    const route = routeOf(server, path)
    if (request.method === 'OPTIONS' && path.startsWith('/.well-known/'))
      return withHeaders(preflight('GET, HEAD, OPTIONS'), { 'X-Request-Id': requestId })
    if (route?.isPage === true) return page(parts, request, requestId, route)
    const answer = await api(request, requestId, route).catch((error: unknown) => {
      const refusal = asRefusal(reasonOf(error), requestId, parts.log)
      return refusal.code === 'unavailable' ? tryLater(refusal) : sendRefusal(refusal, requestId)
    })
    return withHeaders(answer, {
      ...(answer.status === 503 && { 'Retry-After': String(soon) }),
      ...answer.headers,
      ...cors,
      'X-Request-Id': requestId,
    })
  }
}

/** Seconds after which a database that was away is worth another try. */
const soon = 1

/** What the library's database could not do (`unavailable.ts`), also where it is asked before the library is there. */
function reasonOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Refusal ? error.cause : error
}

function tryLater({ message, retryAfter }: Refusal): Outgoing {
  return oauthError(503, 'temporarily_unavailable', message, { 'Retry-After': String(retryAfter ?? soon) })
}

type Server = {
  parts: OAuthParts
  style: (request: Incoming) => Outgoing
  /** Loaded at first use. */
  library: () => Promise<Library>
  /** By path. The base URL is known once the server listens. */
  metadata: () => ReadonlyMap<string, object>
}

async function api(request: Incoming, requestId: string, route: Route | undefined): Promise<Outgoing> {
  if (route === undefined) throw new Refusal('not_found', 'There is nothing at this path.')
  const methods = `${Object.keys(route.methods).join(', ')}, OPTIONS`
  if (request.method === 'OPTIONS') return preflight(methods)
  const handler = route.methods[request.method]
  return handler === undefined ? methodNotAllowed(methods, requestId) : handler(request, requestId)
}

async function page(
  { baseUrl, log }: OAuthParts,
  request: Incoming,
  requestId: string,
  { methods }: Route,
): Promise<Outgoing> {
  const handler = methods[request.method]
  if (handler === undefined) return methodNotAllowed(Object.keys(methods).join(', '), requestId)
  try {
    return withHeaders(await handler(request, requestId), { 'X-Request-Id': requestId })
  } catch (error) {
    const { status, message, retryAfter } = asRefusal(reasonOf(error), requestId, log)
    const text = `${message} Nothing was granted. The request id is ${requestId}.`
    return withHeaders(errorPage(baseUrl(), { status, title: 'This did not work', text }), {
      'X-Request-Id': requestId,
      ...(status === 503 && { 'Retry-After': String(retryAfter ?? soon) }),
    })
  }
}

function routeOf(server: Server, path: string): Route | undefined {
  const document = server.metadata().get(path)
  if (document !== undefined) return read(async () => json(document))
  const uid = /^\/oauth\/consent\/([\w-]{20,100})$/.exec(path)?.[1]
  if (uid !== undefined) {
    const handler = consentAt(server, uid)
    return pageRoute({ GET: handler, HEAD: handler, POST: handler })
  }
  const resume: Handler = (request, requestId) => passOn(server, request, requestId)
  if (/^\/oauth\/authorize\/[\w-]{20,100}$/.test(path)) return pageRoute({ GET: resume, HEAD: resume })
  switch (path) {
    case '/oauth/authorize': {
      const begin: Handler = (request, requestId) => authorize(server, request, requestId)
      return pageRoute({ GET: begin, HEAD: begin })
    }
    case '/oauth/consent.css':
      return read(async (request) => server.style(request))
    case '/oauth/jwks':
      return read(async (request, requestId) =>
        withHeaders(await passOn(server, request, requestId), { 'Cache-Control': metadataAge }),
      )
    case '/oauth/register':
      return post(async (request, requestId) =>
        register(request, { library: await server.library(), parts: server.parts, requestId }),
      )
    case '/oauth/token':
      return post((request, requestId) => passForm(server, request, requestId, cleanTokenRequest))
    case '/oauth/revoke':
      return post((request, requestId) => passForm(server, request, requestId, (form) => form))
    default:
      return undefined
  }
}

function consentAt({ library, parts }: Server, uid: string): Handler {
  return async (request, requestId) => consent(request, { library: await library(), parts, requestId, uid })
}

async function authorize(server: Server, request: Incoming, requestId: string): Promise<Outgoing> {
  const baseUrl = server.parts.baseUrl()
  const { path, query } = splitUrl(request.url)
  if ((query.get('client_id')?.length ?? 0) > 2000)
    return errorPage(baseUrl, {
      status: 400,
      title: 'This application is not known here',
      text: 'Its id is too long.',
    })
  const wait = await waitOf(server.parts.limiter, request.address, [beginnings])
  if (wait !== undefined) return tooMany(baseUrl, wait)
  return passOn(server, { ...request, url: `${path}?${cleanAuthorization(query, baseUrl)}` }, requestId)
}

function tooMany(baseUrl: string, wait: number): Outgoing {
  const text = `Too many applications from this network asked for access. Nothing was granted. Try again in ${wait} s.`
  const page = errorPage(baseUrl, { status: 429, title: 'Too many requests', text })
  return withHeaders(page, { 'Retry-After': String(wait) })
}

async function passOn({ library }: Server, request: Incoming, requestId: string): Promise<Outgoing> {
  const { call } = await library()
  const answer = await call({
    method: request.method,
    url: request.url,
    headers: { cookie: cookieHeader(request), accept: 'text/html', 'x-request-id': requestId },
    address: request.address,
  })
  return withHeaders(answer, { 'Referrer-Policy': 'no-referrer' })
}

type Clean = (form: URLSearchParams, baseUrl: string) => URLSearchParams

async function passForm(
  { parts, library }: Server,
  request: Incoming,
  requestId: string,
  clean: Clean,
): Promise<Outgoing> {
  const body = await readText(request, longestForm)
  if (body === 'too large') return oauthError(413, 'invalid_request', 'The body is too long.')
  const type = request.headers['content-type']
  const isForm = type?.split(';')[0]?.trim().toLowerCase() === 'application/x-www-form-urlencoded'
  const { call } = await library()
  return call({
    method: 'POST',
    url: splitUrl(request.url).path,
    headers: {
      'content-type': isForm ? 'application/x-www-form-urlencoded' : type,
      authorization: request.headers.authorization,
      accept: 'application/json',
      'x-request-id': requestId,
    },
    body: isForm ? clean(new URLSearchParams(body), parts.baseUrl()).toString() : body,
    address: request.address,
  })
}

function json(document: object): Outgoing {
  return {
    status: 200,
    headers: { 'Content-Type': jsonType, 'Cache-Control': metadataAge },
    body: JSON.stringify(document),
  }
}

function styleSheet(body: string): (request: Incoming) => Outgoing {
  const tag = `"${createHash('sha256').update(body).digest('hex').slice(0, 24)}"`
  const headers = { ETag: tag, 'Cache-Control': 'no-cache', 'Content-Type': 'text/css; charset=utf-8' }
  return (request) =>
    isNoneMatch(request.headers['if-none-match'], tag)
      ? { status: 304, headers, body: null }
      : { status: 200, headers, body }
}

function read(handler: Handler): Route {
  return { isPage: false, methods: { GET: handler, HEAD: handler } }
}

function post(handler: Handler): Route {
  return { isPage: false, methods: { POST: handler } }
}

function pageRoute(methods: Record<string, Handler>): Route {
  return { isPage: true, methods }
}

/** The headers, replacing those of the same name in any case. */
function withHeaders(answer: Outgoing, headers: Record<string, string>): Outgoing {
  const given = new Set(Object.keys(headers).map((name) => name.toLowerCase()))
  const rest = Object.entries(answer.headers).filter(([name]) => !given.has(name.toLowerCase()))
  return { ...answer, headers: { ...Object.fromEntries(rest), ...headers } }
}
