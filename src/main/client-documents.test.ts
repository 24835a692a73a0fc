import { expect, test } from 'vitest'

import { freePort } from '#test/listening.ts'
import { openServer } from '#test/server.ts'

/** Whether the server says that clients may be named by the URL of their metadata document. */
async function advertises(env: Record<string, string>): Promise<unknown> {
  const server = await openServer({ ...env, PORT: String(await freePort()) })
  try {
    const answer = await fetch(`${server.address}/.well-known/oauth-authorization-server`)
    return ((await answer.json()) as Record<string, unknown>)['client_id_metadata_document_supported'] ?? false
  } finally {
    await server.close()
  }
}

test.each([
  ['behind https', { BASE_URL: 'https://content.test' }, true],
  ['only on this machine', {}, false],
  ['where it is switched on', { OAUTH_CIMD: 'on' }, true],
  ['where it is switched off', { BASE_URL: 'https://content.test', OAUTH_CIMD: 'off' }, false],
])('%s, clients named by a document of their own: %o -> %s', async (_where, env, expected) => {
  expect(await advertises(env)).toBe(expected)
})
