import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { browserNotAvailable, type Lab } from '#kernel/browser.ts'
import { Refusal } from '#kernel/errors.ts'
import type { SafeFetch } from '#kernel/http.ts'
import type { Log } from '#kernel/log.ts'
import type { FindAddress } from '#platform/http/find-address.ts'
import { openProxy } from '#platform/http/guarded-proxy.ts'
import { entryFile } from '#std/own-files.ts'

import type { InstalledParts } from './installed-parts.ts'
import type { LabFailure, LabMessage, LabTask } from './lab-task.ts'
import { killGroup, memoryOf } from './processes.ts'
import { sealedAt } from './sealed.ts'

type Options = {
  fetch: SafeFetch
  findAddress: FindAddress
  parts: InstalledParts
  log: Log
  limits?: Partial<typeof usualLimits>
}

const usualLimits = {
  /** One page in all: the browser, its load, and what Lighthouse computes of it. */
  measureMs: 120_000,
  renderMs: 30_000,
  /** Of the process with its browser. */
  memoryBytes: 2_500_000_000,
  /** Of everything that a page loads. */
  loadedBytes: 100_000_000,
}

const mostCharacters = 5_000_000
const heapMb = 1024
const lookEveryMs = 1000
const program = fileURLToPath(entryFile(import.meta.url, './lab-process.ts'))

/** A lab whose pages are opened by a process and a browser of their own, which are ended afterwards (site-audit.md#pages-are-measured-apart). */
export function openLab({ fetch, findAddress, parts, log, limits }: Options): Lab {
  const { measureMs, renderMs, memoryBytes, loadedBytes } = { ...usualLimits, ...limits }
  const canRender = () => parts.hasExecutable() && parts.puppeteer() !== undefined
  const canMeasure = () => canRender() && parts.lighthouse() !== undefined
  let lastMeasure: Promise<unknown> = Promise.resolve()

  type Asked = { kind: 'render'; mostCharacters: number } | { kind: 'measure'; device: 'mobile' | 'desktop' }

  async function open(address: string, asked: Asked, signal: AbortSignal): Promise<LabMessage> {
    const puppeteer = parts.puppeteer()
    const executable = await parts.executable()
    if (puppeteer === undefined || executable === undefined) throw browserNotAvailable()
    const url = await requirePage(address, fetch, signal)
    const proxy = await openProxy({ findAddress, maxBytes: loadedBytes })
    const profile = await mkdtemp(join(tmpdir(), 'masthead-lab-'))
    const own = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: profile, TMPDIR: profile }
    // Nothing of the server's environment: it has the secrets of the installation.
    const child = fork(program, { execArgv: [`--max-old-space-size=${heapMb}`], env: own, stdio: 'ignore' })
    const timer = AbortSignal.timeout(asked.kind === 'measure' ? measureMs : renderMs)
    try {
      return await answerOf(child, {
        task: {
          ...asked,
          puppeteer,
          lighthouse: parts.lighthouse(),
          executable: executable.path,
          args: sealedAt(proxy.port),
          env: { ...own, ...executable.env },
          profile,
          url,
        },
        timer,
        signal,
        memoryBytes,
      })
    } finally {
      child.kill('SIGKILL')
      await proxy.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    }
  }

  function refused({ failed, at }: LabFailure): Refusal {
    log.warn({ reason: failed, at }, 'page was not opened')
    return at === 'browser'
      ? browserNotAvailable('The browser of this installation does not start.')
      : cannotBeShown('bad_response')
  }

  return {
    canRender: async () => canRender(),
    canMeasure: async () => canMeasure(),

    async render(address, signal) {
      if (!canRender()) throw browserNotAvailable()
      const message = await open(address, { kind: 'render', mostCharacters }, signal)
      if ('html' in message) return message.html
      throw 'failed' in message ? refused(message) : new Error('the lab gave another answer')
    },

    async measure(address, { device, signal }) {
      if (!canMeasure()) throw browserNotAvailable('This installation has no Lighthouse to measure pages with.')
      // Two at once would measure each other.
      const mine = lastMeasure.then(() => {
        signal.throwIfAborted()
        return open(address, { kind: 'measure', device }, signal)
      })
      lastMeasure = mine.catch(() => undefined)
      const message = await mine
      if ('measured' in message) return message.measured
      throw 'failed' in message ? refused(message) : new Error('the lab gave another answer')
    },
  }
}

/** Asks for the page first, so that its refusal is reported as such. Returns the address that answers. */
async function requirePage(address: string, fetch: SafeFetch, signal: AbortSignal): Promise<string> {
  const { status, url } = await fetch(address, { http: true, redirects: 10, maxBytes: 1000, cut: true, signal })
  if (status < 400) return url
  throw new Refusal('upstream_failed', `The page answered ${status}.`, { reason: 'bad_response' })
}

const cannotBeShown = (reason: string) => new Refusal('upstream_failed', 'The page could not be shown.', { reason })

type Asking = { task: LabTask; timer: AbortSignal; signal: AbortSignal; memoryBytes: number }

/** What the process says in the end. It and its browser are gone when this returns or throws. */
async function answerOf(child: ChildProcess, { task, timer, signal, memoryBytes }: Asking): Promise<LabMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<LabMessage>()
  let browser: number | undefined
  child.on('message', (message: LabMessage) => {
    if ('browser' in message) browser = message.browser
    else resolve(message)
  })
  child.once('error', reject)
  child.once('exit', () => reject(cannotBeShown('bad_response')))
  const end = () => reject(signal.aborted ? signal.reason : cannotBeShown('timeout'))
  const ended = AbortSignal.any([signal, timer])
  ended.addEventListener('abort', end, { once: true })
  const looking = setInterval(() => {
    if (child.pid === undefined) return
    void memoryOf(child.pid).then((bytes) => bytes > memoryBytes && reject(cannotBeShown('bad_response')))
  }, lookEveryMs)
  try {
    if (ended.aborted) end()
    else child.send(task)
    return await promise
  } catch (error) {
    // One that has answered has closed its browser.
    if (browser !== undefined) killGroup(browser)
    throw error
  } finally {
    clearInterval(looking)
    ended.removeEventListener('abort', end)
  }
}
