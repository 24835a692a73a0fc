// The process in which a page is rendered or measured (site-audit.md#pages-are-measured-apart). It does one task and ends.
import { rmSync } from 'node:fs'

import type { Browser, Page, PuppeteerNode } from 'puppeteer-core'

import type { Device, Measured } from '#kernel/browser.ts'

import type { LabMessage, LabTask } from './lab-task.ts'

const loadMs = 20_000
const settleMs = 5000

process.once('message', (task: LabTask) => void work(task))

async function work(task: LabTask): Promise<void> {
  let started: Browser | undefined
  // The one that asked is gone.
  process.once('disconnect', () => {
    started?.process()?.kill('SIGKILL')
    rmSync(task.profile, { recursive: true, force: true, maxRetries: 5 })
    process.exit(1)
  })
  const browser = await start(task).catch((error: unknown) => end({ failed: String(error), at: 'browser' }))
  started = browser
  const { pid } = browser.process() ?? {}
  if (pid !== undefined) process.send?.({ browser: pid } satisfies LabMessage)
  try {
    const page = await browser.newPage()
    const done = task.kind === 'measure' ? { measured: await measure(page, task) } : { html: await render(page, task) }
    await browser.close()
    end(done)
  } catch (error) {
    await browser.close().catch(() => undefined)
    end({ failed: error instanceof Error ? error.message : String(error), at: 'page' })
  }
}

function end(message: LabMessage): never | Promise<never> {
  return new Promise<never>(() => process.send?.(message, () => process.exit(0)))
}

async function start({ puppeteer, executable, args, env, profile }: LabTask): Promise<Browser> {
  const { default: driver } = (await import(puppeteer)) as { default: PuppeteerNode }
  // Over a pipe: no port that others could use, and the browser ends when the pipe does.
  const options = { executablePath: executable, args, env, userDataDir: profile, pipe: true, headless: true }
  return driver.launch(options)
}

async function render(page: Page, { url, mostCharacters }: LabTask & { kind: 'render' }): Promise<string> {
  await page.setViewport({ width: 1280, height: 800 })
  await page.goto(url, { waitUntil: 'load', timeout: loadMs })
  await page.waitForNetworkIdle({ idleTime: 500, timeout: settleMs }).catch(() => undefined)
  return String(await page.evaluate(`document.documentElement.outerHTML.slice(0, ${mostCharacters})`))
}

/** The part of Lighthouse's result that is read here. */
type Lighthouse = {
  default(url: string, flags: object, config: object | undefined, page: Page): Promise<{ lhr: Report } | undefined>
  desktopConfig: object
}
type Report = {
  runtimeError?: { code: string }
  categories: { performance?: { score: number | null } }
  audits: Record<
    string,
    { numericValue?: number; details?: { items?: Record<string, number | undefined>[] } } | undefined
  >
}

const flags = {
  onlyCategories: ['performance'],
  skipAudits: ['screenshot-thumbnails', 'final-screenshot', 'script-treemap-data'],
  disableFullPageScreenshot: true,
  logLevel: 'silent',
}

async function measure(page: Page, { url, device, lighthouse = '' }: LabTask & { kind: 'measure' }): Promise<Measured> {
  const { default: run, desktopConfig } = (await import(lighthouse)) as Lighthouse
  const ended = await run(url, flags, configOf(device, desktopConfig), page)
  if (ended === undefined) throw new Error('no report')
  const { runtimeError, categories, audits } = ended.lhr
  const score = categories.performance?.score
  if (runtimeError !== undefined || score == null) throw new Error(runtimeError?.code ?? 'no score')
  const value = (audit: string) => audits[audit]?.numericValue ?? null
  return {
    score: Math.round(score * 100),
    lcp: value('largest-contentful-paint'),
    fcp: value('first-contentful-paint'),
    tbt: value('total-blocking-time'),
    si: value('speed-index'),
    ttfb: audits['metrics']?.details?.items?.[0]?.['timeToFirstByte'] ?? null,
    cls: value('cumulative-layout-shift'),
  }
}

// The default is a phone.
const configOf = (device: Device, desktop: object) => (device === 'desktop' ? desktop : undefined)
