import { scopes } from '#kernel/scope.ts'

/** The password of every person in the tests. */
export const password = 'a horse on a quiet hill'

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any
export type Answer = { status: number; headers: Headers; text: string; json: Json }
type CallOptions = { confirm?: boolean; dryRun?: boolean; idempotencyKey?: string; headers?: Record<string, string> }

export type Client = {
  send(path: string, request?: RequestInit): Promise<Answer>
  /** An operation on `/v2` with an API key. */
  call(key: string, operation: string, input: unknown, options?: CallOptions): Promise<Answer>
  /** An operation on `/app` with the cookie of a session. */
  inApp(cookie: string, operation: string, input: unknown, options?: CallOptions): Promise<Answer>
  /** The cookie of a new session. */
  signIn(email: string, secret?: string): Promise<string>
  /** A new API key of the session's organization. */
  newKey(cookie: string, fields?: Record<string, unknown>): Promise<{ id: string; secret: string }>
}

/** A client of a server over real HTTP. It never follows a redirect. */
export function clientOf(url: string): Client {
  async function send(path: string, request: RequestInit = {}): Promise<Answer> {
    const response = await fetch(`${url}${path}`, { redirect: 'manual', ...request })
    const text = await response.text()
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson && text !== '' ? JSON.parse(text) : undefined,
    }
  }

  function post(path: string, body: unknown, headers: Record<string, string>): Promise<Answer> {
    return send(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  }

  const operate = (path: string, input: unknown, credential: Record<string, string>, options: CallOptions = {}) => {
    const { idempotencyKey, headers = {}, ...envelope } = options
    const key: Record<string, string> = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }
    return post(path, { input, ...envelope }, { ...credential, ...key, ...headers })
  }

  const client: Client = {
    send,
    call: (key, name, input, options) => operate(`/v2/tools/${name}`, input, { 'X-API-Key': key }, options),
    inApp: (cookie, name, input, options) => operate(`/app/operations/${name}`, input, { Cookie: cookie }, options),
    async signIn(email, secret = password) {
      return cookieOf(await post('/app/session', { email, password: secret }, {}))
    },
    async newKey(cookie, fields = {}) {
      const { status, json, text } = await client.inApp(cookie, 'createApiKey', {
        name: 'Key of a test',
        scopes,
        ...fields,
      })
      if (status !== 200) throw new Error(text)
      return json.result
    },
  }
  return client
}

/** The name-value pair of the cookie that an answer sets. */
function cookieOf({ headers, text }: Answer): string {
  const cookie = headers.get('set-cookie')?.split(';')[0]
  if (cookie === undefined) throw new Error(`No cookie was set: ${text}`)
  return cookie
}
