import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { serverUrl } from '#platform/database/test-server.ts'
import { type Agent, callWithToken, openAgent, openBrowser } from '#test/oauth-client.ts'
import { openServer, type TestServer } from '#test/server.ts'

// Two whole servers, next to other tests on a small machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

// The embedded database has one process.
describe.skipIf(serverUrl === undefined)('two nodes on one database', () => {
  let first: TestServer
  let second: TestServer
  let owner: Awaited<ReturnType<TestServer['addOrganization']>>
  let agent: Agent

  beforeAll(async () => {
    first = await openServer({ OAUTH_REGISTRATIONS_PER_MINUTE: '0' })
    second = await first.another()
    owner = await first.addOrganization('Northwind Media')
  })
  afterAll(async () => {
    await second.close()
    await first.close()
  })

  test('make one key together, whichever is asked first', async () => {
    const keys = await Promise.all(
      [first.address, second.address].map(async (address) => (await fetch(`${address}/oauth/jwks`)).json()),
    )

    expect(keys[0]).toEqual(keys[1])
    const { rows } = await first.database.asIdentity((db) =>
      sql`select name from auth.installation where name = 'oauth_keys'`.execute(db),
    )
    expect(rows).toHaveLength(1)
  })

  test('share a flow: what began on one ends on the other', async () => {
    agent = await openAgent(first)
    const browser = openBrowser(first)
    browser.setCookie(owner.cookie)
    const page = await agent.ask(browser)
    const elsewhere = (address: string) => address.replace(first.url, second.address)
    const posted = await browser.go(elsewhere(page.address), { form: { ...page.form, decision: 'allow' } })
    expect(posted.status, posted.text).toBe(303)
    const resumed = await browser.go(posted.location?.href ?? '')
    const { status, json } = await agent.redeem(resumed.location?.searchParams.get('code') ?? '')

    expect(status).toBe(200)
    expect((await callWithToken({ url: second.address }, json.access_token)).status).toBe(200)
  })

  test('refresh one token at the same time, and both get working ones', async () => {
    const tokens = await agent.connect(owner.cookie)

    const answers = await Promise.all([
      agent.refresh(tokens.refresh_token),
      agent.at(second.address).refresh(tokens.refresh_token),
      agent.refresh(tokens.refresh_token),
      agent.at(second.address).refresh(tokens.refresh_token),
    ])

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    for (const { json } of answers) expect((await callWithToken(first, json.access_token)).status).toBe(200)
  })

  test('give a code away once', async () => {
    const browser = openBrowser(first)
    browser.setCookie(owner.cookie)
    const page = await agent.ask(browser)
    const back = await agent.answer(browser, page)
    const code = back.searchParams.get('code') ?? ''

    const answers = await Promise.all(
      [agent, agent.at(second.address), agent, agent.at(second.address)].map((node) => node.redeem(code)),
    )

    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true)
    for (const { status, json } of answers)
      if (status === 200) expect((await callWithToken({ url: second.address }, json.access_token)).status).toBe(401)
  })

  test('revoke and refresh at the same time, and nothing of the grant works afterwards', async () => {
    const tokens = await agent.connect(owner.cookie)

    const [revoked, refreshed] = await Promise.all([
      agent.revoke(tokens.access_token),
      agent.at(second.address).refresh(tokens.refresh_token),
    ])

    expect(revoked.status).toBe(200)
    expect([200, 400]).toContain(refreshed.status)
    expect((await callWithToken(first, tokens.access_token)).status).toBe(401)
    if (refreshed.status === 200) {
      expect((await callWithToken({ url: second.address }, refreshed.json.access_token)).status).toBe(401)
      expect((await agent.refresh(refreshed.json.refresh_token)).json.error).toBe('invalid_grant')
    }
  })
})
