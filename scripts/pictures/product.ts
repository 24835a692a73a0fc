import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { runCommand, startProcess } from '#test/server-process.ts'

const owner = { email: 'owner@example.com', password: 'a horse on a quiet hill' }

export type Product = {
  origin: string
  slug: string
  /** What the browser sends as the signed-in owner. */
  cookies: { name: string; value: string; url: string }[]
  /** Calls an operation as the owner. */
  call: Call
  /** Calls an operation with an API key. */
  callWith(key: string): Call
  stop(): Promise<void>
}
export type Call = (operation: string, input: object, more?: object) => Promise<any> // oxlint-disable-line typescript/no-explicit-any

/** Starts the product on a folder of its own, set up with the example workspace or with an empty organization. `env`: further settings. */
export async function startProduct(
  organization: string,
  { demo, env: more = {} }: { demo: boolean; env?: Record<string, string> },
): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'masthead-pictures-'))
  const env = {
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    MASTHEAD_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    LOG_FORMAT: 'json',
    SHUTDOWN_DELAY: '0',
    ...more,
  }
  const who = ['--email', owner.email, '--password', owner.password, '--organization', organization]
  const { code, output } = await runCommand(['setup', ...who, ...(demo ? ['--demo'] : [])], env)
  if (code !== 0) throw new Error(output)
  const server = await startProcess(env)
  const stop = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    return { ...(await signIn(server.url)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function signIn(origin: string): Promise<Omit<Product, 'stop'>> {
  const answer = await post(`${origin}/app/session`, owner)
  const { organizations } = (await answer.json()) as { organizations: { id: string; slug: string }[] }
  const { id = '', slug = '' } = organizations[0] ?? {}
  const pairs = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  const caller = (path: string, headers: Record<string, string>): Call => {
    return async (operation, input, more = {}) =>
      resultOf(await post(`${origin}/${path}/${operation}`, { input, ...more }, headers))
  }
  return {
    origin,
    slug,
    cookies: pairs.map((pair) => {
      const at = pair.indexOf('=')
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: origin }
    }),
    call: caller('app/operations', { cookie: pairs.join('; '), 'x-organization-id': id }),
    callWith: (key) => caller('v2/tools', { 'x-api-key': key }),
  }
}

async function resultOf(answer: Response): Promise<unknown> {
  return ((await answer.json()) as { result: unknown }).result
}

async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  // What waits for a person is answered so.
  if (!answer.ok && answer.status !== 428) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return answer
}
