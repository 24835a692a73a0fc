import { detailOf, Refusal } from '#kernel/errors.ts'
import { type Fetched, locationOf, type SafeFetch } from '#kernel/http.ts'

import type { ImportRecord } from './record.ts'

/** What a reader of somebody else's server works with. */
export type Outside = { fetch: SafeFetch; signal: AbortSignal; now: Date; userAgent: string }

/** Records of a source, and how many entries it has as far as that is already known. */
export type OutsideSource = { records: AsyncIterable<ImportRecord>; entries(): number | null }

/** Bytes of one page, feed or answer (exchange.md#sizes-from-outside). */
const pageBytes = 5_000_000
/** Bytes of a document: a WordPress export, an archive. */
export const documentBytes = 15 * 1024 * 1024

type Rules = {
  accept: string
  maxBytes?: number
  http?: boolean
  /** Whether a page may be read: asked for each address behind a redirect (exchange.md#robots). */
  allows?: (address: string) => Promise<boolean>
}

/** How long an answer may take, in ms, with all redirects that lead to it. */
const answerMs = 30_000
/** Redirects that are followed. */
const redirects = 3

/**
 * Reads an address. What may be better later (an address that cannot be reached, 429, 5xx) is `upstream_failed`, which a job
 * tries again; every other answer but 200 is `validation_failed`. The details of both hold the `status` of the answer.
 */
export async function readOutside(outside: Outside, address: string, rules: Rules): Promise<Fetched> {
  const answer = await (rules.allows === undefined
    ? ask(outside, address, { ...rules, redirects })
    : askEachHop(outside, address, { ...rules, allows: rules.allows }))
  if (answer.status === 200) return answer
  const host = new URL(answer.url).host
  if (answer.status === 429 || answer.status >= 500)
    throw new Refusal('upstream_failed', `${host} answers ${answer.status}: it is busy or broken.`, {
      reason: 'bad_response',
      status: answer.status,
    })
  const message = `${host} answers ${answer.status} at this address. Name one that answers 200.`
  throw new Refusal('validation_failed', message, { status: answer.status })
}

type Asked = Rules & { redirects: number; timeoutMs?: number }

async function ask(
  { fetch, signal, userAgent }: Outside,
  address: string,
  { accept, maxBytes = pageBytes, http = false, redirects: most, timeoutMs = answerMs }: Asked,
): Promise<Fetched> {
  signal.throwIfAborted()
  return fetch(address, {
    headers: { accept, 'user-agent': userAgent },
    http,
    maxBytes,
    redirects: most,
    timeoutMs,
  }).catch((error: unknown) => {
    throw isUnusable(error) ? new Refusal('validation_failed', error.message, error.details) : error
  })
}

/** The same with a question before each redirect is followed. */
async function askEachHop(
  outside: Outside,
  address: string,
  rules: Rules & Required<Pick<Rules, 'allows'>>,
): Promise<Fetched> {
  const until = performance.now() + answerMs
  let url = address
  for (let hop = 0; ; hop++) {
    const timeoutMs = Math.max(1, Math.ceil(until - performance.now()))
    const answer = await ask(outside, url, { ...rules, redirects: 0, timeoutMs })
    const location = locationOf(answer)
    if (location === null) return answer
    const next = URL.parse(location, url)
    if (next === null || hop === redirects)
      throw new Refusal('validation_failed', `${new URL(url).host} redirects to no page. Name one that answers 200.`, {
        status: answer.status,
      })
    url = next.href
    if (!(await rules.allows(url)))
      throw new Refusal(
        'robots_disallowed',
        `The robots.txt of ${next.host} forbids the page that this one redirects to.`,
      )
  }
}

/** Why one address of many could not be read, in words; faults are thrown again. */
export function whyNotRead(error: unknown): string {
  if (error instanceof Refusal) return error.message
  throw error
}

// An answer that is too large, or redirects forever, will be the same next time.
function isUnusable(error: unknown): error is Refusal {
  return error instanceof Refusal && error.code === 'upstream_failed' && detailOf(error, 'reason') === 'bad_response'
}

/** The type of an answer without its parameters. */
export function typeOf({ headers }: Pick<Fetched, 'headers'>): string {
  return headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/** What a later run recognises an address by: without scheme, `www.`, fragment and closing slash. */
export function keyOfAddress(address: string): string {
  const url = new URL(address)
  const path = `${url.pathname}${url.search}`
  return `url:${url.host.replace(/^www\./, '')}${path.endsWith('/') ? path.slice(0, -1) : path}`
}
