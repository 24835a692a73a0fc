import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { callWithToken, formOf, openAgent, openBrowser } from '#test/oauth-client.ts'
import { openServer, type TestServer } from '#test/server.ts'

// A whole server beside other tests on a small machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let server: TestServer
let owner: Awaited<ReturnType<TestServer['addOrganization']>>
beforeAll(async () => {
  server = await openServer({ OAUTH_REGISTRATIONS_PER_MINUTE: '0' })
  owner = await server.addOrganization('Northwind Media')
})
afterAll(() => server.close())

test('an agent registers, its person signs in and allows, and the agent works', async () => {
  const agent = await openAgent(server)
  const browser = openBrowser(server)

  const started = await browser.go(agent.authorizeUrl())
  expect(started.status).toBe(303)
  const signedOut = await browser.go(started.location?.href ?? '')
  expect([signedOut.status, signedOut.location?.pathname]).toEqual([303, '/sign-in'])
  const returnTo = signedOut.location?.searchParams.get('returnTo') ?? ''
  browser.setCookie(await server.client.signIn(owner.email))
  const page = await browser.go(returnTo)
  expect(page.status, page.text).toBe(200)
  const back = await agent.answer(browser, {
    address: returnTo,
    form: formOf(page.text),
  })
  expect(`${back.origin}${back.pathname}`).toBe('https://agent.example.com/callback')
  expect(back.searchParams.get('state')).toBe('state-of-the-agent')
  expect(back.searchParams.get('iss')).toBe(server.url)
  const { status, json } = await agent.redeem(back.searchParams.get('code') ?? '')
  expect(status).toBe(200)
  const done = await callWithToken(server, json.access_token)
  expect(done.status, done.text).toBe(200)
})
