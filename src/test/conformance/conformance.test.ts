import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { openServer, type TestServer } from '#test/server.ts'

import { openFixtureServer } from './fixture-server.ts'
import { type KeyProxy, openKeyProxy } from './key-proxy.ts'
import { expectedFailures, passedOf, revisions, runConformance } from './suite.ts'

// The official conformance suite, unmodified, against `/mcp` (tests.md#official-clients-and-suites).
// One engine is enough (tests.md#one-engine-is-enough).
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let server: TestServer
let key: { id: string; secret: string }
beforeAll(async () => {
  server = await openServer()
  const { cookie } = await server.addOrganization('Northwind Media')
  key = await server.client.newKey(cookie)
})
afterAll(() => server.close())

describe('the protocol, over the tools, prompts and resources that the suite expects', () => {
  let fixture: Awaited<ReturnType<typeof openFixtureServer>>
  let proxy: KeyProxy
  beforeAll(async () => {
    fixture = await openFixtureServer(server.database, key.id)
    proxy = await openKeyProxy(fixture.url, key.secret)
  })
  afterAll(async () => {
    await proxy.close()
    await fixture.close()
  })

  test.each(revisions)('meets what %s requires, but for the listed failures', async (revision) => {
    const asked = ['server', '--url', `${proxy.url}/mcp`, '--requirements', revision]
    const verdict = await runConformance([...asked, ...expectedFailures(`fixture-${revision}`)])

    expect(verdict.code, verdict.output).toBe(0)
    expect(passedOf(verdict)).toBeGreaterThan(50)
  })
})

describe('the product', () => {
  let proxy: KeyProxy
  beforeAll(async () => {
    proxy = await openKeyProxy(server.url, key.secret)
  })
  afterAll(() => proxy.close())

  // Scenarios that do not call the suite's own tools, prompts and resources.
  test.each([
    ['2026-07-28', 'server-stateless'],
    ['2026-07-28', 'http-header-validation'],
    ['2026-07-28', 'tools-list'],
    ['2026-07-28', 'resources-list'],
    ['2026-07-28', 'sep-2164-resource-not-found'],
    ['2026-07-28', 'prompts-list'],
    ['2026-07-28', 'caching'],
    ['2026-07-28', 'input-required-result-unsupported-methods'],
    ['2026-07-28', 'server-sse-multiple-streams'],
    ['2026-07-28', 'dns-rebinding-protection'],
    ['2025-11-25', 'server-initialize'],
    ['2025-11-25', 'ping'],
    ['2025-11-25', 'tools-list'],
    ['2025-11-25', 'resources-list'],
    ['2025-11-25', 'prompts-list'],
    ['2025-11-25', 'dns-rebinding-protection'],
  ])('passes %s, %s', async (revision, scenario) => {
    const asked = ['server', '--url', `${proxy.url}/mcp`, '--spec-version', revision, '--scenario', scenario]
    // With a list of expected failures, a warning counts as a failure too.
    const verdict = await runConformance([...asked, ...expectedFailures('product')])

    expect(verdict.code, verdict.output).toBe(0)
    expect(passedOf(verdict), verdict.output).toBeGreaterThan(0)
  })
})
