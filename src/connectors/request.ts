import type { z } from 'zod'

import type { Connection } from '#kernel/connection.ts'
import { ConnectorFault, type FaultKind } from '#kernel/connector-fault.ts'
import { detailOf, Refusal } from '#kernel/errors.ts'
import type { Fetched, FetchRules } from '#kernel/http.ts'
import { storable } from '#std/storable.ts'
import { oneLine, truncate } from '#std/text.ts'

import { withoutEchoes } from './echoes.ts'

/** Limits of a request to a service. */
const limits = { timeoutMs: 30_000, maxBytes: 5_000_000, redirects: 3 }

/**
 * Sends one request to a service. The credential is in no answer, even where the service echoes it. Errors: `unavailable` where no
 * usable answer came, so that nobody knows whether it was carried out. Statuses are the caller's to judge.
 */
export async function request(connection: Connection, address: string, rules: FetchRules = {}): Promise<Fetched> {
  const fetched = await rawRequest(connection, address, rules)
  return { ...fetched, body: withoutEchoes(fetched.body, connection, rules.headers) }
}

/** The same with the answer as it came, for what has to find a secret in it. */
export async function rawRequest(connection: Connection, address: string, rules: FetchRules = {}): Promise<Fetched> {
  try {
    return await connection.fetch(address, { ...limits, ...rules })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const reason = detailOf(error, 'reason')
    throw new ConnectorFault('unavailable', error.message, { reason: typeof reason === 'string' ? reason : undefined })
  }
}

/** An address of the provider, at the base address of the operator where one is set. */
export function addressAt({ baseUrl }: Pick<Connection, 'baseUrl'>, address: string): string {
  if (baseUrl === undefined) return address
  const [url, base] = [new URL(address), new URL(baseUrl)]
  return `${base.origin}${url.pathname}${url.search}`
}

/** The body as JSON with texts that can be stored, undefined where it is none: hosts answer errors in HTML. */
export function jsonOf({ headers, body }: Fetched): unknown {
  const type = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (!/^application\/(.+\+)?json$|^text\/json$/.test(type)) return undefined
  try {
    return JSON.parse(body.toString('utf8'), (_, value: unknown) =>
      typeof value === 'string' ? storable(value) : value,
    ) as unknown
  } catch {
    return undefined
  }
}

/**
 * Whether a service did what it was asked: a 2xx with JSON, or with nothing. A page in its place, as of a cache or a site under
 * maintenance, is no answer of the service (integrations.md#the-service-says-gone).
 */
export function isDone(fetched: Fetched): boolean {
  const { status, body } = fetched
  return status >= 200 && status < 300 && (body.length === 0 || jsonOf(fetched) !== undefined)
}

/**
 * What a service answered, as far as it is read here. Errors: `unavailable` where it is something else, as from a cache or a firewall
 * in front of the service: whether a write happened is unknown then.
 */
export function parsed<T>(schema: z.ZodType<T>, json: unknown, label: string): T {
  const { data, success } = schema.safeParse(json)
  if (success) return data
  throw new ConnectorFault('unavailable', `${label} gave an answer that is not understood.`, {
    reason: 'not_understood',
  })
}

const kindOfStatus: Readonly<Record<number, FaultKind>> = {
  401: 'auth',
  403: 'forbidden',
  404: 'notFound',
  409: 'conflict',
  410: 'notFound',
  429: 'rateLimited',
}

const sentences: Readonly<Record<FaultKind, string>> = {
  auth: 'refuses the credential',
  forbidden: 'does not allow this with the credential',
  invalid: 'does not accept what was sent',
  notFound: 'no longer has this record',
  conflict: 'has a newer version of this record',
  rateLimited: 'asks to wait',
  unavailable: 'is not working right now',
}

/**
 * The fault that a status means, by the rules that services share: 5xx and 3xx `unavailable`, 401 `auth`, 403 `forbidden`, 404
 * and 410 `notFound`, 409 `conflict`, 429 `rateLimited`, any other 4xx `invalid`. A connector gives `kind` where its service
 * means something else by it, and `reason`, a short code of the service.
 */
export function faultOf(
  label: string,
  { status, headers }: Pick<Fetched, 'status' | 'headers'>,
  more: {
    kind?: FaultKind | undefined
    reason?: string | undefined
    retryAfterMs?: number | undefined
    /** The field of what was sent that the service names. */
    field?: string | undefined
    /** The sentence in the known place of the service's errors. */
    said?: string | undefined
  } = {},
): ConnectorFault {
  const kind = more.kind ?? kindOfStatus[status] ?? (status >= 400 && status < 500 ? 'invalid' : 'unavailable')
  const [reason, field] = [shortCode(more.reason), shortCode(more.field)]
  const message = `${label} ${sentences[kind]} (${[reason ?? status, field].filter((one) => one !== undefined).join(': ')}).`
  const retryAfterMs = more.retryAfterMs ?? retryAfterOf(headers.get('retry-after'))
  return new ConnectorFault(kind, message, {
    reason,
    httpStatus: status,
    retryAfterMs,
    field,
    said: sentence(more.said),
  })
}

/** `Retry-After` in milliseconds: seconds or a date. Undefined where it says neither. */
export function retryAfterOf(value: string | null): number | undefined {
  if (value === null) return undefined
  if (/^\d{1,9}(\.\d+)?$/.test(value.trim())) return Math.ceil(Number(value) * 1000)
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now())
}

/** What a service says, as it may be shown: plain, on one line, short. */
function sentence(said: string | undefined): string | undefined {
  const plain = oneLine((said ?? '').replaceAll(/<[^>]*>/g, ' ').replaceAll(/\p{C}/gu, ' ')).trim()
  return plain === '' ? undefined : truncate(plain, 200)
}

// A code is shown to people and agents, so it is only taken where it looks like one.
function shortCode(reason: string | undefined): string | undefined {
  return reason !== undefined && /^[\w.:-]{1,64}$/.test(reason) ? reason : undefined
}
