// Prints what each screen asks for until it shows its data, as a table: `npm run screen-loads` starts a fresh product with the
// example workspace and opens every screen as the owner, each in a browser that has kept nothing. Times depend on the machine.
//   -- --only <text>   screens whose name contains it
import { parseArgs } from 'node:util'

import { type BrowserContext, chromium, type Page } from '@playwright/test'

import { countTraffic, settled } from '#test/browser/traffic.ts'

import { browserPath } from './browser.mjs'
import { openOutside } from './pictures/outside.ts'
import { startProduct } from './pictures/product.ts'
import { furnish } from './pictures/scene.ts'
import type { Screen } from './pictures/screen.ts'
import { screensOf } from './pictures/screens.ts'

const { values: asked } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const outside = await openOutside()
const product = await startProduct('Example Press', { demo: true, env: outside.env })
const found = await browserPath()
Object.assign(process.env, found?.env)
const browser = await chromium.launch({ ...(found ? { executablePath: found.path } : {}), args: ['--no-sandbox'] })
try {
  const scene = await furnish(product, outside)
  const screens = await screensOf(await (await signedIn()).newPage(), product, scene)
  console.log('| Screen | Reads | Requests | KB | Paint, ms | Data, ms |\n|---|---|---|---|---|---|')
  for (const screen of screens.filter(({ name, act, isDoor }) => name.includes(asked.only) && !act && !isDoor))
    console.log(await loadOf(screen))
} finally {
  await browser.close()
  await product.stop()
  await outside.close()
}

/** One screen in a context of its own: what a first visit costs. */
async function loadOf({ name, path }: Screen): Promise<string> {
  const context = await signedIn()
  const page = await context.newPage()
  countTraffic(page)
  const bytes = await countBytes(page)
  await page.goto(`${product.origin}${path}`)
  await page.locator('h1').first().waitFor()
  await settled(page)
  const { reads, requests, painted, data } = await page.evaluate(timesOf)
  await context.close()
  return `| ${name} | ${reads} | ${requests} | ${Math.round(bytes() / 1024)} | ${painted} | ${data} |`
}

/** Reads are calls of operations; the data is there when the last of them has been answered. Runs in the page. */
function timesOf() {
  const entries = performance.getEntriesByType('resource')
  const calls = entries.filter(({ name }) => new URL(name).pathname.startsWith('/app/operations/'))
  const ends = (calls as PerformanceResourceTiming[]).map(({ responseEnd }) => responseEnd)
  const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
  return {
    reads: calls.length,
    // The page itself is none of its resources.
    requests: entries.length + 1,
    painted: Math.round(paint),
    data: Math.round(Math.max(paint, ...ends)),
  }
}

/** Counts what comes over the network, encoded, with heads. */
async function countBytes(page: Page): Promise<() => number> {
  let sum = 0
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => void (sum += encodedDataLength))
  return () => sum
}

async function signedIn(): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  await context.addCookies(product.cookies)
  return context
}
