import { test as base, type Page } from '@playwright/test'

import { type InstalledServer, type Installation, owner, startInstalledServer } from './installed-server.ts'
import { countTraffic } from './traffic.ts'

export { expect } from '@playwright/test'

/**
 * Watches a page: every error in its console, every fault of its scripts and every request to another origin is kept.
 *
 * @param expected console messages that belong to the story
 */
export async function watch(page: Page, origin: string, expected: readonly RegExp[] = []): Promise<string[]> {
  const faults: string[] = []
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !expected.some((pattern) => pattern.test(text))) faults.push(text)
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  await page.route(
    (url) => url.origin !== origin && /^https?:$/.test(url.protocol),
    (route) => {
      faults.push(`request to another origin: ${route.request().url()}`)
      return route.abort()
    },
  )
  return faults
}

type Options = {
  /** Console messages that a test expects, such as an answer of 401 that it provokes. */
  expectedErrors: RegExp[]
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
  page: async ({ page, installation, expectedErrors }, use) => {
    countTraffic(page)
    const faults = await watch(page, installation.origin, expectedErrors)
    await use(page)
    if (faults.length > 0) throw new Error(faults.join('\n'))
  },
})
