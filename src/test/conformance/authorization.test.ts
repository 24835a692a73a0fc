import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { freePort } from '#test/listening.ts'
import { allowInBrowser, registerClient } from '#test/oauth-client.ts'
import { openServer, type TestServer } from '#test/server.ts'

import { revisions, runConformance } from './suite.ts'

// The official suite's scenarios for authorization servers, against the product. They end at a callback of the suite itself.
// One engine is enough (tests.md#one-engine-is-enough).
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let server: TestServer
beforeAll(async () => {
  server = await openServer({ OAUTH_CIMD: 'on' })
})
afterAll(() => server.close())

test.each(revisions)('the authorization server passes %s', async (revision) => {
  const { email } = await server.addOrganization(`Northwind ${revision}`)
  const redirect_uris = ['http://127.0.0.1/callback']
  const client = await registerClient(server, { redirect_uris, token_endpoint_auth_method: 'none' })
  const asked = ['--url', server.url, '--client-id', client.json.client_id, '--resource', `${server.url}/mcp`]

  let visit: Promise<unknown> | undefined
  const verdict = await runConformance(
    ['authorization', ...asked, '--port', String(await freePort()), '--spec-version', revision],
    (line) => {
      if (line.startsWith(`${server.url}/oauth/authorize?`)) visit = browse(line, email)
    },
  )
  await visit

  expect(verdict.code, verdict.output).toBe(0)
  expect(verdict.checks.map(({ id, status }) => [id, status])).toEqual([
    ['authorization-code-grant', 'SUCCESS'],
    ['authorization-server-metadata', 'SUCCESS'],
    ['authorization-server-metadata-cimd', 'SUCCESS'],
  ])
})

async function browse(address: string, email: string): Promise<void> {
  const callback = await allowInBrowser(server, { address, email })
  expect((await fetch(callback)).status).toBe(200)
}
