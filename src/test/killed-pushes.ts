import { expect } from 'vitest'

import { clientOf, password } from './client.ts'
import type { Place } from './place.ts'
import { runCommand, type ServerProcess, startProcess } from './server-process.ts'

const email = 'owner@example.com'
const patience = { timeout: 1_200_000, interval: 100 }

type Service = {
  mode: 'wordpress' | 'ghost'
  /** What a person enters to connect it. */
  given: object
  /** How many copies the service has by now. */
  copies(): number | Promise<number>
}

/**
 * Lets a server of its own push as many articles to a service, called “Copy 0” and so on, and kills it twice in the middle, at any
 * point of a push. Returns the state of connectors when all is done.
 */
export async function pushWhileKilled(
  place: Place,
  service: Service,
  articles: number,
): Promise<{ contentMode: string }> {
  const setUp = ['setup', '--email', email, '--password', password, '--organization', 'Copy Press']
  const { code, output } = await runCommand(setUp, place.env)
  expect(code, output).toBe(0)
  const env = { ...place.env, ALLOW_PRIVATE_NETWORK: '127.0.0.0/8' }
  let server: ServerProcess = await startProcess(env)
  try {
    let client = clientOf(server.url)
    const cookie = await signedIn(client)
    const person = async (operation: string, input: object, idempotencyKey?: string) => {
      const key = idempotencyKey === undefined ? {} : { idempotencyKey }
      for (;;) {
        const answer = await client.inApp(cookie, operation, input, { confirm: true, ...key })
        // A server on a busy machine asks to repeat the call.
        if (answer.status === 503) continue
        expect(answer.status, answer.text).toBe(200)
        return answer.json?.result
      }
    }
    const article = { collectionId: 'articles', content: 'Text.', status: 'published' }
    for (let n = 0; n < articles; n++) await person('createItem', { ...article, title: `Copy ${n}` }, `copy-${n}`)
    await person('setConnectorSecret', service.given)
    const { jobId } = await person('setContentMode', { mode: service.mode, migrate: 'push_published' })

    for (const part of [0.25, 0.6]) {
      await expect.poll(() => service.copies(), patience).toBeGreaterThan(articles * part)
      await server.kill()
      server = await startProcess(env)
      client = clientOf(server.url)
    }
    await expect.poll(async () => (await person('getJob', { jobId })).state, patience).toBe('succeeded')
    return await person('getConnectorState', {})
  } finally {
    await server.kill()
  }
}

/** A server on a busy machine asks to repeat the call. */
async function signedIn(client: ReturnType<typeof clientOf>): Promise<string> {
  for (;;) {
    try {
      return await client.signIn(email)
    } catch (error) {
      if (!String(error).includes('"status":503')) throw error
    }
  }
}

/** The titles that the service has when each article is there once. */
export const titlesOf = (articles: number): string[] =>
  Array.from({ length: articles }, (_, n) => `Copy ${n}`).toSorted()
