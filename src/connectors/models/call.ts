import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { retryAfterOf } from '#connectors/request.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Fetched, FetchRules } from '#kernel/http.ts'
import { type ModelConnection, ModelFault, type ModelFaultCode } from '#kernel/model.ts'
import { isObject } from '#std/objects.ts'

import { type ModelStream, readStream, type StreamEnd } from './stream.ts'
import { parse } from './texts-of-answers.ts'

/** One request to a provider. `host`: its own, without a version segment. */
export type ModelCall = {
  label: string
  host: string
  path: string
  headers: Record<string, string>
  /** None: it is read. */
  body?: Record<string, unknown>
  /** How the answer is put together where it is asked for as a stream. */
  stream?: ModelStream | undefined
}

/** What came back: JSON whose texts can be stored, and have no key. */
export type Called = { json: Record<string, unknown>; rawHash: string; tries: number }

const limits = { timeoutMs: 120_000, maxBytes: 5_000_000, redirects: 0 }
const mostTries = 3
const longestWaitMs = 60_000

/**
 * Sends a request, up to three times: after 429 when the provider says, after 529, 5xx, time-outs and broken connections with
 * jitter (models.md#tries). Errors: `ModelFault`.
 */
export async function callModel(connection: ModelConnection, call: ModelCall): Promise<Called> {
  const wait = connection.wait ?? ((ms: number) => sleep(ms, undefined, { signal: connection.signal }))
  for (let tries = 1; ; tries++) {
    try {
      return { ...(await send(connection, call)), tries }
    } catch (error) {
      connection.signal?.throwIfAborted()
      if (!(error instanceof ModelFault)) throw error
      const { code, message, httpStatus, retryAfterMs } = error
      if (code === 'timeout' || brokeOff(error)) connection.onLost?.()
      if (tries === mostTries || !isWorthAgain(error))
        throw new ModelFault(code, message, { httpStatus, retryAfterMs, tries })
      await wait(Math.min(longestWaitMs, retryAfterMs ?? 500 * 2 ** tries * (0.5 + Math.random())))
    }
  }
}

const broken: ReadonlySet<string> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

/** Whether the connection ended, or carried what is no answer, once it stood: the request may have been answered, and paid. */
function brokeOff(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return broken.has(code) || error.name === 'HTTPParserError' || brokeOff(error.cause)
}

const isWorthAgain = ({ code }: ModelFault): boolean =>
  code === 'rate_limited' || code === 'unavailable' || code === 'timeout'

async function send(connection: ModelConnection, call: ModelCall): Promise<Omit<Called, 'tries'>> {
  const reading = call.stream === undefined ? undefined : readStream(call.stream)
  const fetched = await reach(connection, call, reading?.onPart)
  // A server that does not stream answers at once.
  const raw = reading?.hasBegun() === true ? streamed(call.label, reading.end()) : fetched.body.toString('utf8')
  const json = parse(raw, connection)
  const { status } = fetched
  if (status < 200 || status > 299) throw faultOf(call.label, fetched, json)
  if (json === undefined) throw unusable(call.label)
  return { json, rawHash: createHash('sha256').update(fetched.body).digest('hex') }
}

/** The answer that a stream made up. Errors: what the stream reports; `unavailable` where it broke off. */
function streamed(label: string, end: StreamEnd): string {
  if (end.what === 'whole') return JSON.stringify(end.json)
  if (end.what === 'malformed') throw unusable(label)
  if (end.what === 'broken off') throw new ModelFault('unavailable', `${label} broke off in the middle of its answer.`)
  const code = codeOf(statusOf(end.error), errorIn({ error: end.error }))
  throw new ModelFault(code, `${label} ${sentences[code]} (in its stream).`)
}

async function reach(
  connection: ModelConnection,
  { label, host, path, headers, body, stream }: ModelCall,
  onPart: FetchRules['onPart'],
): Promise<Fetched> {
  const address = `${connection.baseUrl ?? host}${path}`
  const accept = stream === undefined ? 'application/json' : 'text/event-stream, application/json'
  try {
    return await connection.fetch(address, {
      ...limits,
      method: body === undefined ? 'GET' : 'POST',
      headers: { accept, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(connection.signal === undefined ? {} : { signal: connection.signal }),
      ...(onPart === undefined ? {} : { onPart }),
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { reason } = (error.details ?? {}) as { reason?: string }
    if (reason === 'timeout') throw new ModelFault('timeout', `${label} did not answer in time.`)
    if (reason === 'unreachable')
      throw new ModelFault('unavailable', `${label} could not be reached.`, { cause: error })
    if (reason === 'bad_response') throw unusable(label)
    throw error
  }
}

/** An answer of 2xx that says nothing that can be used. */
export function unusable(label: string): ModelFault {
  return new ModelFault('bad_response', `${label} gave an answer that cannot be used.`)
}

function faultOf(label: string, { status, headers }: Fetched, json: Record<string, unknown> | undefined): ModelFault {
  const code = codeOf(status, errorIn(json))
  const retryAfterMs = code === 'rate_limited' ? retryAfterOf(headers.get('retry-after')) : undefined
  return new ModelFault(code, `${label} ${sentences[code]} (${status}).`, { httpStatus: status, retryAfterMs })
}

const sentences: Readonly<Record<ModelFaultCode, string>> = {
  auth_failed: 'refuses the key',
  quota_exhausted: 'says that its quota is used up',
  rate_limited: 'asks to wait',
  timeout: 'did not answer in time',
  unavailable: 'is not working right now',
  bad_response: 'does not accept the request',
  refused: 'refuses to answer this',
}

type ErrorText = { code: string; message: string }

function codeOf(status: number, { code, message }: ErrorText): ModelFaultCode {
  const isQuota = /insufficient_quota|billing/.test(code) || /credit balance is too low/i.test(message)
  if (status === 402 || ((status === 429 || status === 400 || status === 403) && isQuota)) return 'quota_exhausted'
  if (status === 401 || status === 403) return 'auth_failed'
  if (status === 429) return 'rate_limited'
  if (status === 408 || status >= 500) return 'unavailable'
  // Google answers 400 to a key that it does not know.
  if (status === 400 && /API_KEY_INVALID/.test(code)) return 'auth_failed'
  if (status === 400 && isContentPolicy(code, message)) return 'refused'
  return 'bad_response'
}

/** The status with which a provider would have answered what it reports within a stream. */
function statusOf(error: Record<string, unknown>): number {
  const given = [error['status'], error['code']].find((one) => typeof one === 'number' && one >= 400 && one <= 599)
  if (typeof given === 'number') return given
  const { code } = errorIn({ error })
  return faultWords.find(({ words }) => words.test(code))?.status ?? 400
}

const faultWords = [
  { words: /overloaded/i, status: 529 },
  { words: /rate_?limit|resource_exhausted|quota/i, status: 429 },
  { words: /authentication|permission|unauthenticated|api_key/i, status: 401 },
  { words: /server_error|api_error|internal|unavailable|timeout|deadline/i, status: 500 },
]

function isContentPolicy(code: string, message: string): boolean {
  return (
    /content_?(policy|filter)|moderation_blocked|invalid_prompt|safety|prohibited/i.test(code) ||
    /content (filtering )?polic|usage polic|content filter|safety system|blocked (due to|by|for) safety/i.test(message)
  )
}

/** Every code and the sentence of an error body, to judge by; nothing of it is shown or stored. */
function errorIn(json: Record<string, unknown> | undefined): ErrorText {
  const error = json?.['error']
  if (typeof error === 'string') return { code: '', message: error }
  if (!isObject(error)) return { code: '', message: '' }
  const details = Array.isArray(error['details']) ? (error['details'] as unknown[]) : []
  const reasons = details.flatMap((one) => (isObject(one) && typeof one['reason'] === 'string' ? [one['reason']] : []))
  const codes = [error['code'], error['type'], error['status'], ...reasons].filter((one) => typeof one === 'string')
  return { code: codes.join(' '), message: typeof error['message'] === 'string' ? error['message'] : '' }
}

/** `Authorization` with the key as a bearer; nothing without one. */
export function bearer({ key }: ModelConnection): Record<string, string> {
  return key === null ? {} : { authorization: `Bearer ${key.reveal()}` }
}
