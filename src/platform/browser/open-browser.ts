import type { Browser as Chrome, HTTPRequest, Page } from 'puppeteer-core'

import type { Browser } from '#kernel/browser.ts'
import { Refusal } from '#kernel/errors.ts'
import type { SafeFetch } from '#kernel/http.ts'
import type { Log } from '#kernel/log.ts'

/** A Chromium, and the environment that it needs where the server's own will not do. */
export type Executable = { path: string; env?: Record<string, string> }

export type BrowserOptions = {
  /** Makes every request of a page to the outside. */
  fetch: SafeFetch
  /** The browser; null where this installation has none. */
  executable: Executable | null
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
const sealed = [
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-background-networking',
  '--disable-extensions',
  '--no-first-run',
]

/** A browser that is started for each capture and ended afterwards: no page meets another. */
export function openBrowser({ fetch, executable, log }: BrowserOptions): Browser {
  async function capture(address: string, signal: AbortSignal): Promise<Buffer> {
    const parts = executable === null ? undefined : await load(executable)
    if (parts === undefined) throw notAvailable()
    const chrome = await parts.launch().catch((error: unknown) => {
      log.error({ err: error }, 'browser did not start')
      throw new Refusal('browser_not_available', 'The browser of this installation does not start.', howToFix)
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

  return { isAvailable: async () => executable !== null && (await load(executable)) !== undefined, capture }
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

type Parts = { launch(): Promise<Chrome> }

// The driver is an optional package: its absence is not an error until somebody asks for a picture.
async function load({ path, env }: Executable): Promise<Parts | undefined> {
  try {
    const { default: puppeteer } = await import('puppeteer-core')
    // As root, Chromium has no sandbox; a server should not run as root.
    const args = [...sealed, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
    return { launch: () => puppeteer.launch({ executablePath: path, args, headless: true, ...(env && { env }) }) }
  } catch {
    return undefined
  }
}

async function end(chrome: Chrome): Promise<void> {
  await chrome.close().catch(() => chrome.process()?.kill('SIGKILL'))
}

const howToFix = {
  howToFix: 'Name a Chromium with CHROME_PATH, and install the optional package puppeteer-core beside Masthead.',
}

function notAvailable(): Refusal {
  return new Refusal('browser_not_available', 'This installation has no browser to look at pages with.', howToFix)
}
