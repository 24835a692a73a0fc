import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type axeCore from 'axe-core'
import { test as base, type BrowserContextOptions, type Page } from '@playwright/test'

import { createTestDatabase, serverUrl } from '#platform/database/test-server.ts'
import { program } from '#test/program.ts'

export { expect } from '@playwright/test'

/** The person of the tests, in every installation that they start. */
export const owner = {
  email: 'owner@example.com',
  password: 'a horse on a quiet hill',
  organizationName: 'Northwind Media',
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const axeRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The faults that axe finds on a page, as sentences. */
export async function axe(page: Page): Promise<string[]> {
  // Evaluated code is not subject to the page's security policy.
  await page.evaluate(axeSource)
  return page.evaluate(async (rules) => {
    const { run } = Reflect.get(globalThis, 'axe') as Axe
    const { violations } = await run(document, { runOnly: rules })
    return violations.map(
      ({ id, help, nodes }) => `${id}: ${help}, at ${nodes.map(({ target }) => target).join(' ; ')}`,
    )
  }, axeRules)
}

/**
 * Starts the product's own entry point on a new data folder and waits for its output.
 *
 * @param wanted what the output must show before the server counts as started
 * @returns what was found in the output, and how to end the server
 */
export async function startServer(wanted: RegExp): Promise<{ found: string; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'masthead-'))
  const database = serverUrl === undefined ? undefined : await createTestDatabase(serverUrl)
  const server = spawn(process.execPath, [...program, 'start'], {
    env: { ...process.env, ...(database && { DATABASE_URL: database.url }), PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = async () => {
    if (server.exitCode === null) {
      server.kill('SIGTERM')
      await once(server, 'exit')
    }
    await database?.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  for await (const line of createInterface({ input: server.stdout })) {
    const found = line.match(wanted)?.[0]
    if (found) {
      server.stdout.resume()
      return { found, stop }
    }
  }
  await stop()
  throw new Error(`The server ended before it printed ${wanted}`)
}

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

type Axe = typeof axeCore
type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>
type Cookie = StorageState['cookies'][number]
type Installation = { origin: string; organization: { id: string; slug: string }; storageState: StorageState }

/** One server per worker, set up through its one-time link; each page is signed in and its console must stay clean. */
export const test = base.extend<{ expectedErrors: RegExp[] }, { installation: Installation }>({
  /** Console messages that a test expects, such as an answer of 401 that it provokes. */
  expectedErrors: [[], { option: true }],
  installation: [
    // Playwright parses the first parameter: it must be a destructuring pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const { found, stop } = await startServer(/http:\/\/127\.0\.0\.1:\d+\/setup\/[^\s"]+/)
      const { origin, pathname } = new URL(found)
      const answer = await fetch(`${origin}/app${pathname}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(owner),
      })
      if (!answer.ok) throw new Error(`The set-up was refused: ${await answer.text()}`)
      const { organizations } = await answer.json()
      const cookies = answer.headers.getSetCookie().map((line) => cookieOf(line, origin))
      await use({ origin, organization: organizations[0], storageState: { cookies, origins: [] } })
      await stop()
    },
    // The first start creates the database: on a busy machine that takes long.
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ installation }, use) => use(installation.origin),
  storageState: async ({ installation }, use) => use(installation.storageState),
  page: async ({ page, installation, expectedErrors }, use) => {
    const faults = await watch(page, installation.origin, expectedErrors)
    await use(page)
    if (faults.length > 0) throw new Error(faults.join('\n'))
  },
})

function cookieOf(line: string, origin: string): Cookie {
  const [pair = ''] = line.split(';')
  const at = pair.indexOf('=')
  return {
    name: pair.slice(0, at),
    value: pair.slice(at + 1),
    domain: new URL(origin).hostname,
    path: '/',
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: 'Lax',
  }
}
