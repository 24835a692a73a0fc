// Measures the main screens with Lighthouse: `npm run lighthouse` starts a fresh product with the example workspace, opens six of
// its screens as the owner, on a desk and on a phone, and prints their scores and the audits that are not perfect. It judges
// nothing: times depend on the machine. Lighthouse is fetched into node_modules/.cache at the first use.
//   -- --only <text>       screens whose name contains it
//   -- --device <device>   desktop or mobile
//   -- --all               performance and best practices too, for which the browser of the tests is not enough
//   -- --slowdown <n>      the phone is so many times slower than this machine (4); how fast this one is, is printed as Lighthouse
//                          counts it: 1500 to 2000 for what 4 is meant for
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

import puppeteer, { type Browser } from 'puppeteer-core'

import { browserPath } from './browser.mjs'
import { type Product, startProduct } from './pictures/product.ts'

const { values: asked } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    device: { type: 'string' },
    all: { type: 'boolean', default: false },
    slowdown: { type: 'string', default: '4' },
  },
})
const slowdown = Number(asked.slowdown)
if (!(slowdown >= 1)) throw new Error('--slowdown is a number from 1 on')
const screens = [
  ['desk', ''],
  ['content', '/content'],
  ['article', '/content/:article'],
  ['approvals', '/approvals'],
  ['ai-answers', '/ai-answers'],
  ['agents', '/settings/api'],
] as const
const devices = ['desktop', 'mobile'] as const
/** Performance and best practices end in ERR_ABORTED with the browser of the tests: `--all` asks for them too. */
const categories = asked.all ? ['performance', 'accessibility', 'best-practices', 'seo'] : ['accessibility', 'seo']

type Audit = { id: string; title: string; score: number | null; scoreDisplayMode: string; displayValue?: string }
type Report = {
  categories: Record<string, { title: string; score: number | null }>
  audits: Record<string, Audit>
  environment: { benchmarkIndex: number }
  runtimeError?: { code: string; message: string }
}
type Lighthouse = {
  default(url: string, flags: object, config: object | undefined, page: unknown): Promise<{ lhr: Report } | undefined>
  desktopConfig: object
}

const lighthouse = await openLighthouse()
const product = await startProduct('Example Press', { demo: true })
try {
  const { items } = await product.call('listManagerItems', { pageSize: 1 })
  for (const [name, path] of screens.filter(([one]) => one.includes(asked.only)))
    for (const device of devices.filter((one) => asked.device === undefined || one === asked.device)) {
      const url = `${product.origin}/o/${product.slug}${path.replace(':article', items[0].id)}`
      print(name, device, await measure(url, device))
    }
} finally {
  await product.stop()
}

/** A browser of its own for each, so that none finds what another has left in the cache. */
async function measure(url: string, device: (typeof devices)[number]): Promise<Report | undefined> {
  const profile = await mkdtemp(join(tmpdir(), 'masthead-lighthouse-'))
  const browser = await start(profile)
  try {
    const page = await browser.newPage()
    await signIn(browser, product)
    // What the owner is signed in by is storage, which Lighthouse would clear first.
    const common = { onlyCategories: categories, logLevel: 'error', disableStorageReset: true }
    const flags = device === 'desktop' ? common : { ...common, throttling: { cpuSlowdownMultiplier: slowdown } }
    const done = await lighthouse.default(url, flags, device === 'desktop' ? lighthouse.desktopConfig : undefined, page)
    return done?.lhr
  } finally {
    await browser.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function start(profile: string): Promise<Browser> {
  const found = await browserPath()
  if (found === null) throw new Error('There is no browser: name one with CHROME_PATH')
  return puppeteer.launch({
    executablePath: found.path,
    env: { ...process.env, ...found.env },
    args: ['--no-sandbox', '--font-render-hinting=none'],
    userDataDir: profile,
    pipe: true,
    headless: true,
  })
}

async function signIn(browser: Browser, { cookies }: Product): Promise<void> {
  await browser.setCookie(
    ...cookies.map(({ name, value, url }) => ({
      name,
      value,
      domain: new URL(url).hostname,
      path: '/',
      httpOnly: true,
    })),
  )
}

function print(name: string, device: string, report: Report | undefined): void {
  if (report === undefined || report.runtimeError !== undefined) {
    console.log(`${name}, ${device}: not measured, ${report?.runtimeError?.message ?? 'no report'}`)
    return
  }
  const scores = Object.values(report.categories).map(({ title, score }) => `${title} ${percent(score)}`)
  const speed = `machine ${Math.round(report.environment.benchmarkIndex)}`
  console.log(
    `${name}, ${device}: ${scores.join(', ')} (${speed}${device === 'mobile' ? `, ${slowdown}x slower` : ''})`,
  )
  for (const { title, score, scoreDisplayMode, displayValue = '' } of Object.values(report.audits))
    if (score !== null && score < 0.9 && scoreDisplayMode !== 'informative')
      console.log(`  ${percent(score)} ${title} ${displayValue}`)
}

function percent(score: number | null): string {
  return score === null ? '–' : String(Math.round(score * 100))
}

async function openLighthouse(): Promise<Lighthouse> {
  const place = join(import.meta.dirname, '../node_modules/.cache/real-lab')
  const entry = join(place, 'node_modules/lighthouse/core/index.js')
  if (!existsSync(entry)) {
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, 'package.json'), JSON.stringify({ private: true }))
    const what = ['install', 'lighthouse@13', '--no-audit', '--no-fund', '--ignore-scripts']
    execFileSync('npm', what, { cwd: place, stdio: 'inherit' })
  }
  return (await import(pathToFileURL(entry).href)) as Lighthouse
}
