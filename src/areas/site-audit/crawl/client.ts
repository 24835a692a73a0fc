import { setTimeout as pause } from 'node:timers/promises'

import { detailOf, Refusal } from '#kernel/errors.ts'
import type { Fetched, FetchRules, SafeFetch } from '#kernel/http.ts'
import { originOf } from '#std/url-key.ts'

/** An answer, or that there was none. */
export type Answer = Fetched | { error: 'timeout' | 'unreachable' }

/** What a request of a run may say. It never follows a redirect: `followRedirects` looks at each hop. */
export type AskRules = Omit<FetchRules, 'redirects' | 'http' | 'signal'>

export type Client = {
  /** Asks for an address in its turn; a redirect is an answer. Throws only when the run ends. */
  ask(url: string, rules?: AskRules): Promise<Answer>
}

type Options = {
  fetch: SafeFetch
  signal: AbortSignal
  userAgent: string
  /** Requests that may be open at once. */
  concurrency: number
  /** Seconds between the starts of requests to an origin; 0: none. */
  delayOf(origin: string): Promise<number>
}

/** How long an answer may take, in ms, where the rules of a request do not say otherwise. */
const answerMs = 10_000

/** How often a host can ask the whole run to wait, and for how long at most. */
const mostHolds = 2
const longestHold = 60_000

/** The way of a run to the outside: never more than so many requests at once, and as slowly as each host asks. */
export function openClient({ fetch, signal, userAgent, concurrency, delayOf }: Options): Client {
  const slots = semaphore(concurrency)
  const lanes = new Map<string, Promise<unknown>>()
  const lastStarts = new Map<string, number>()
  // What was asked before, such as robots.txt or by a worker that ended, counts as asked just now.
  const openedAt = performance.now()
  const heldUntil = new Map<string, number>()
  const holds = new Map<string, number>()
  // A timer counts from the beginning of its turn of the loop, so it may end too soon.
  const waitUntil = async (time: number) => {
    for (let left = time - performance.now(); left > 0; left = time - performance.now())
      await pause(Math.ceil(left), undefined, { signal })
  }

  async function ask(url: string, rules: AskRules = {}): Promise<Answer> {
    const delay = (await delayOf(originOf(url))) * 1000
    return delay === 0 ? attempt(url, rules, 0) : inLane(originOf(url), () => attempt(url, rules, delay))
  }

  async function attempt(url: string, rules: AskRules, delay: number): Promise<Answer> {
    const { host } = new URL(url)
    const origin = originOf(url)
    for (;;) {
      await waitUntil(heldUntil.get(host) ?? 0)
      const answer = await slots(async () => {
        if (delay > 0) await waitUntil((lastStarts.get(origin) ?? openedAt) + delay)
        lastStarts.set(origin, performance.now())
        return send(url, rules)
      })
      const holdMs = 'error' in answer ? undefined : holdOf(answer)
      const count = holds.get(host) ?? 0
      if (holdMs === undefined || count >= mostHolds) return answer
      // Requests that were open at once are told the same, which counts once.
      if ((heldUntil.get(host) ?? 0) <= performance.now()) holds.set(host, count + 1)
      heldUntil.set(host, performance.now() + holdMs)
    }
  }

  async function send(url: string, rules: AskRules): Promise<Answer> {
    signal.throwIfAborted()
    try {
      const headers = { 'user-agent': userAgent, 'accept-encoding': 'gzip, deflate, br', ...rules.headers }
      return await fetch(url, { timeoutMs: answerMs, ...rules, redirects: 0, http: true, headers, signal })
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof Refusal)) throw error
      return { error: detailOf(error, 'reason') === 'timeout' ? 'timeout' : 'unreachable' }
    }
  }

  /** One request of an origin after the other. */
  async function inLane<T>(origin: string, work: () => Promise<T>): Promise<T> {
    const before = lanes.get(origin) ?? Promise.resolve()
    const run = before.then(work, work)
    lanes.set(
      origin,
      run.catch(() => undefined),
    )
    return run
  }

  return { ask }
}

/** How long an answer asks to wait, in ms; undefined: it does not. */
function holdOf({ status, headers }: Fetched): number | undefined {
  const given = headers.get('retry-after')?.trim()
  if ((status !== 429 && status !== 503) || given === undefined || given === '') return undefined
  const ms = /^\d+$/.test(given) ? Number(given) * 1000 : Date.parse(given) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), longestHold)
}

function semaphore(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let open = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (open >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else open++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) open--
      else next()
    }
  }
}
