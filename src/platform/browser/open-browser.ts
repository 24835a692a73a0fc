import type { Browser as Chrome, HTTPRequest, Page, PuppeteerNode } from 'puppeteer-core'

import { type Browser, browserNotAvailable, type Lab, noLab } from '#kernel/browser.ts'
import { Refusal } from '#kernel/errors.ts'
import type { SafeFetch } from '#kernel/http.ts'
import type { Log } from '#kernel/log.ts'

import type { InstalledParts } from './installed-parts.ts'
import { sealedAt } from './sealed.ts'
import type { Executable } from './unpack-chromium.ts'

export type BrowserOptions = {
  /** Makes every request of a page to the outside. */
  fetch: SafeFetch
  parts: InstalledParts
  /** Where pages are rendered and measured; nowhere by default. */
  lab?: Lab
  log: Log
}

const viewport = { width: 1280, height: 800 }
const captureMs = 30_000
const settleMs = 3_000
/** The most requests of one page; what a page asks for beyond them stays blank. */
const mostRequests = 200
const request = { maxBytes: 5_000_000, timeoutMs: 15_000 }

/**
 * Nothing leaves the browser by itself: its requests are intercepted and made by the guarded client, and anything else that
 * would open a connection (WebSocket, WebRTC, preconnect) meets a non-existent proxy (content.md#screenshots-need-a-browser).
 */
const nowhere = 9

/** A browser that is started for each capture and ended afterwards: no page meets another. */
export function openBrowser({ fetch, parts, lab = noLab, log }: BrowserOptions): Browser {
  const isAvailable = () => parts.hasExecutable() && parts.puppeteer() !== undefined

  async function capture(address: string, signal: AbortSignal): Promise<Buffer> {
    const driver = parts.puppeteer()
    const executable = await parts.executable()
    if (driver === undefined || executable === undefined) throw browserNotAvailable()
    const chrome = await launch(driver, executable).catch((error: unknown) => {
      log.error({ err: error }, 'browser did not start')
      throw browserNotAvailable('The browser of this installation does not start.')
    })
    const timer = AbortSignal.timeout(captureMs)
    const ended = AbortSignal.any([signal, timer])
    ended.addEventListener('abort', () => void end(chrome), { once: true })
    try {
      ended.throwIfAborted()
      return await look(await chrome.newPage(), address, fetch)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof Refusal) throw error
      throw new Refusal('upstream_failed', 'The page could not be shown.', {
        reason: timer.aborted ? 'timeout' : 'bad_response',
      })
    } finally {
      await end(chrome)
    }
  }

  return { isAvailable: async () => isAvailable(), capture, lab }
}

async function look(page: Page, address: string, fetch: SafeFetch): Promise<Buffer> {
  // The page itself is fetched first, so that its refusal is reported as such; the browser then gets that answer.
  const first = await fetch(address, request)
  if (first.status >= 400)
    throw new Refusal('upstream_failed', `The page answered ${first.status}.`, { reason: 'bad_response' })
  await page.setViewport(viewport)
  await page.setBypassServiceWorker(true)
  await page.setRequestInterception(true)
  const known: SafeFetch = async (url, rules) => (url === first.url ? first : fetch(url, rules))
  let requests = 0
  page.on('request', (asked) => {
    requests += 1
    void answer(asked, requests > mostRequests ? undefined : known)
  })
  await page.goto(first.url, { waitUntil: 'load', timeout: captureMs })
  await page.waitForNetworkIdle({ idleTime: 500, timeout: settleMs }).catch(() => undefined)
  return Buffer.from(await page.screenshot({ type: 'png' }))
}

async function answer(asked: HTTPRequest, fetch: SafeFetch | undefined): Promise<void> {
  try {
    const url = asked.url()
    if (/^(data|blob|about):/.test(url)) return await asked.continue()
    if (fetch === undefined || asked.method() !== 'GET') return await asked.abort('blockedbyclient')
    const { status, headers, body } = await fetch(url, request)
    const type = headers.get('content-type')
    await asked.respond({
      status,
      body,
      ...(type === null ? {} : { contentType: type }),
      headers: { 'access-control-allow-origin': '*' },
    })
  } catch {
    await asked.abort('failed').catch(() => undefined)
  }
}

async function launch(driver: string, { path, env }: Executable): Promise<Chrome> {
  const { default: puppeteer } = (await import(driver)) as { default: PuppeteerNode }
  return puppeteer.launch({ executablePath: path, args: sealedAt(nowhere), headless: true, ...(env && { env }) })
}

async function end(chrome: Chrome): Promise<void> {
  await chrome.close().catch(() => chrome.process()?.kill('SIGKILL'))
}
