import { test as base, type Page, type Request } from '@playwright/test'

import { type InstalledServer, type Installation, owner, startInstalledServer } from './installed-server.ts'
import { countTraffic } from './traffic.ts'

export { expect } from '@playwright/test'

type Expected = {
  /** Console messages that belong to the story. */
  errors?: readonly RegExp[]
  /** Addresses of other origins that belong to it. */
  addresses?: readonly RegExp[]
}

/**
 * Watches a page: every error in its console, every fault of its scripts and every request to another origin is kept. It only listens
 * (tests.md#watched-without-a-route).
 */
export function watch(page: Page, origin: string, { errors = [], addresses = [] }: Expected = {}): string[] {
  const faults: string[] = []
  const isElsewhere = (request: Request) => {
    const url = new URL(request.url())
    const isExpected = request.redirectedFrom() !== null || addresses.some((pattern) => pattern.test(url.href))
    return url.origin !== origin && /^https?:$/.test(url.protocol) && !isExpected
  }
  const faultOf = (request: Request) => `request to another origin: ${request.url()}`
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !errors.some((pattern) => pattern.test(text))) faults.push(text)
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('request', (request) => {
    if (isElsewhere(request)) faults.push(faultOf(request))
  })
  page.on('requestfailed', (request) => {
    // The page's own policy held it back: it was never sent.
    if (isElsewhere(request) && /csp/i.test(request.failure()?.errorText ?? ''))
      faults.splice(faults.indexOf(faultOf(request)), 1)
  })
  return faults
}

type Options = {
  /** Console messages that a test expects, such as an answer of 401 that it provokes. */
  expectedErrors: RegExp[]
  /** Addresses of other origins that a test leads to. */
  expectedAddresses: RegExp[]
  /** Whose screens the tests open. What a file creates does not disturb others where it names an organization of its own. */
  organizationName: string
  /** Whether that organization begins with the example workspace. */
  withExamples: boolean
  installation: Installation
}

/**
 * One server per worker, set up through its one-time link; each page is signed in and its console must stay clean
 * (tests.md#one-server-per-browser-worker).
 */
export const test = base.extend<Options, { server: InstalledServer }>({
  expectedErrors: [[], { option: true }],
  expectedAddresses: [[], { option: true }],
  organizationName: [owner.organizationName, { option: true }],
  withExamples: [false, { option: true }],
  server: [
    // Playwright parses the first parameter: it must be a destructuring pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await startInstalledServer()
      await use(server)
      await server.stop()
    },
    // On a busy machine a start takes long.
    { scope: 'worker', timeout: 120_000 },
  ],
  installation: async ({ server, organizationName, withExamples }, use) =>
    use(await server.organizationOf(organizationName, withExamples)),
  baseURL: async ({ installation }, use) => use(installation.origin),
  storageState: async ({ installation }, use) => use(installation.storageState),
  page: async ({ page, installation, expectedErrors, expectedAddresses }, use) => {
    countTraffic(page)
    const expected = { errors: expectedErrors, addresses: expectedAddresses }
    const faults = watch(page, installation.origin, expected)
    await use(page)
    if (faults.length > 0) throw new Error(faults.join('\n'))
  },
})
