import { createHash, randomBytes } from 'node:crypto'

import { clientOf } from './client.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any
export type HttpAnswer = { status: number; headers: Headers; text: string; json: Json; location: URL | undefined }
export type Tokens = {
  access_token: string
  refresh_token: string
  scope: string
  expires_in: number
  token_type: string
}
/** Where the server is reached. */
type Server = { url: string }
type Form = Record<string, string | readonly string[]>

export const callback = 'https://agent.example.com/callback'

/** A browser without scripts: it keeps cookies by path and follows no redirects by itself. */
export type Browser = {
  go(address: string, options?: { form?: Form; headers?: Record<string, string> }): Promise<HttpAnswer>
  setCookie(pair: string): void
}

export function openBrowser(server: Server): Browser {
  const jar = new Map<string, { value: string; path: string }>()
  return {
    async go(address, { form, headers = {} } = {}) {
      const url = new URL(address, server.url)
      const cookies = [...jar].filter(([, { path }]) => url.pathname.startsWith(path))
      const cookie = cookies.map(([key, { value }]) => `${key.split(' ')[0]}=${value}`).join('; ')
      const response = await fetch(url, {
        redirect: 'manual',
        method: form === undefined ? 'GET' : 'POST',
        headers: { ...(cookie === '' ? {} : { Cookie: cookie }), ...headers },
        ...(form === undefined ? {} : { body: bodyOf(form) }),
      })
      for (const line of response.headers.getSetCookie()) keep(line)
      return read(response)
    },
    setCookie: (pair) => keep(`${pair}; Path=/`),
  }

  function keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const at = pair.indexOf('=')
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/'
    const key = `${pair.slice(0, at)} ${path}`
    const isOver = attributes.some((one) => /^(expires=Thu, 01 Jan 1970|max-age=0)/i.test(one))
    if (isOver || at === pair.length - 1) jar.delete(key)
    else jar.set(key, { value: pair.slice(at + 1), path })
  }
}

export type Agent = TokenCalls & {
  clientId: string
  /** Where its person is sent. */
  authorizeUrl(changes?: Record<string, string | null>): string
  /** Opens the consent page of a signed-in person. */
  ask(browser: Browser, changes?: Record<string, string | null>): Promise<HttpAnswer & { address: string; form: Form }>
  /** Sends the form of the page and follows to the client's address. */
  answer(browser: Browser, page: { address: string; form: Form }, form?: Form): Promise<URL>
  /** Asks for consent, allows it and redeems the code. */
  connect(cookie: string, options?: { scope?: string; form?: Form }): Promise<Tokens>
  /** The same client at another node. */
  at(address: string): TokenCalls
}

type TokenCalls = {
  redeem(code: string, changes?: Record<string, string>): Promise<HttpAnswer>
  refresh(token: string, changes?: Record<string, string>): Promise<HttpAnswer>
  revoke(token: string): Promise<HttpAnswer>
}

/** Registers a public client and acts as it over real HTTP. */
export async function openAgent(server: Server, metadata: Record<string, unknown> = {}): Promise<Agent> {
  const registered = await registerClient(server, {
    client_name: 'Agent of the test',
    redirect_uris: [callback],
    token_endpoint_auth_method: 'none',
    ...metadata,
  })
  if (registered.status !== 201) throw new Error(registered.text)
  const clientId: string = registered.json.client_id
  const redirect: string = registered.json.redirect_uris[0]
  const verifier = randomBytes(32).toString('base64url')

  function at(address: string): TokenCalls {
    const post = async (path: string, fields: Record<string, string>) =>
      read(await fetch(`${address}${path}`, { method: 'POST', body: new URLSearchParams(fields) }))
    return {
      redeem: (code, changes = {}) =>
        post('/oauth/token', {
          grant_type: 'authorization_code',
          client_id: clientId,
          redirect_uri: redirect,
          code,
          code_verifier: verifier,
          ...changes,
        }),
      refresh: (token, changes = {}) =>
        post('/oauth/token', { grant_type: 'refresh_token', client_id: clientId, refresh_token: token, ...changes }),
      revoke: (token) => post('/oauth/revoke', { token, client_id: clientId }),
    }
  }

  const agent: Agent = {
    clientId,
    authorizeUrl(changes = {}) {
      const query: Record<string, string | null> = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirect,
        scope: 'org:read content:read content:write',
        state: 'state-of-the-agent',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        resource: `${server.url}/mcp`,
        ...changes,
      }
      const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== null)
      return `${server.url}/oauth/authorize?${new URLSearchParams(given)}`
    },
    async ask(browser, changes) {
      const started = await browser.go(agent.authorizeUrl(changes))
      if (started.location === undefined) throw new Error(started.text)
      const page = await browser.go(started.location.href)
      return { ...page, address: started.location.href, form: formOf(page.text) }
    },
    async answer(browser, { address, form }, changes = {}) {
      const posted = await browser.go(address, { form: { ...form, decision: 'allow', ...changes } })
      if (posted.location === undefined) throw new Error(posted.text)
      const resumed = await browser.go(posted.location.href)
      if (resumed.location === undefined) throw new Error(resumed.text)
      return resumed.location
    },
    async connect(cookie, { scope, form } = {}) {
      const browser = openBrowser(server)
      browser.setCookie(cookie)
      const page = await agent.ask(browser, scope === undefined ? {} : { scope })
      const back = await agent.answer(browser, page, form)
      const answer = await agent.redeem(back.searchParams.get('code') ?? '')
      if (answer.status !== 200) throw new Error(`${back.href} ${answer.text}`)
      return answer.json
    },
    at,
    ...at(server.url),
  }
  return agent
}

export async function registerClient(server: Server, metadata: unknown): Promise<HttpAnswer> {
  return read(
    await fetch(`${server.url}/oauth/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(metadata),
    }),
  )
}

/**
 * What a person does at the address that a client opens: signs in and allows what is ticked. Returns where the browser is then
 * sent, which is the client's address.
 */
export async function allowInBrowser(
  server: Server,
  { address, email, password, form = {} }: { address: string; email: string; password?: string; form?: Form },
): Promise<URL> {
  const browser = openBrowser(server)
  browser.setCookie(await clientOf(server.url).signIn(email, password))
  const consent = (await browser.go(address)).location
  if (consent === undefined) throw new Error(`No consent page at ${address}`)
  const page = await browser.go(consent.href)
  const allowed = await browser.go(consent.href, { form: { ...formOf(page.text), decision: 'allow', ...form } })
  if (allowed.location === undefined) throw new Error(`${allowed.status} ${allowed.text}`)
  const resumed = await browser.go(allowed.location.href)
  if (resumed.location === undefined) throw new Error(`${resumed.status} ${resumed.text}`)
  return resumed.location
}

/** An operation on `/v2` with an access token. */
export async function callWithToken(
  server: Server,
  token: string,
  operation = 'listCollections',
  input: unknown = {},
  headers: Record<string, string> = {},
): Promise<HttpAnswer> {
  return read(
    await fetch(`${server.url}/v2/tools/${operation}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, ...headers },
      body: JSON.stringify({ input }),
    }),
  )
}

/** What a browser would send for the consent form: what is ticked and chosen, without a button. */
export function formOf(page: string): Form {
  const [, body = ''] = /<form id="consent"[^>]*>(.*?)<\/form>/s.exec(page) ?? []
  const inputs = [...body.matchAll(/<input\b([^>]*)>/g)].map(([, attributes = '']) => attributes)
  const sent = inputs.filter(
    (one) => !/\bdisabled\b/.test(one) && (/type="hidden"/.test(one) || /\bchecked\b/.test(one)),
  )
  const form: Record<string, string[]> = {}
  for (const one of sent) (form[attribute(one, 'name')] ??= []).push(attribute(one, 'value'))
  return form
}

function attribute(attributes: string, name: string): string {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? ''
}

function bodyOf(form: Form): URLSearchParams {
  return new URLSearchParams(
    Object.entries(form).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one])),
  )
}

async function read(response: Response): Promise<HttpAnswer> {
  const text = await response.text()
  const location = response.headers.get('location')
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: /json/.test(response.headers.get('content-type') ?? '') && text !== '' ? JSON.parse(text) : undefined,
    location: location === null ? undefined : new URL(location, response.url),
  }
}
