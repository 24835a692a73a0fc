import { isUtf8 } from 'node:buffer'

import type { Envelope } from '#catalog/run/call.ts'
import { Refusal } from '#kernel/errors.ts'
import { depthOf, findForbidden, jsonDepth } from '#std/json.ts'
import { isObject } from '#std/objects.ts'

import { readInTurn } from './big-bodies.ts'
import type { Incoming } from './http.ts'
import { readBody } from './read-body.ts'

const byteOrderMark = Buffer.from('\uFEFF')
const bodyLimit = 4 * 1024 * 1024
const fields = new Set(['input', 'confirm', 'dryRun'])

/**
 * The envelope of an operation call on `/v2` and `/app`: `{input, confirm?, dryRun?}` and the header `Idempotency-Key`.
 * `party`: the organization that asks. Errors: 413 `too_large`, 415 `unsupported_media_type`, 400 `malformed_request`
 * (calls.md#hostile-input), 429 and 503 where too many large ones wait.
 */
export async function readEnvelope(request: Incoming, party?: string): Promise<Envelope> {
  const body = await readJson(request, party)
  const unknown = Object.keys(body).find((name) => !fields.has(name))
  if (unknown !== undefined)
    throw malformed(
      `The body has the unknown field "${unknown.slice(0, 60)}". It takes input, confirm and dryRun.`,
      `/${unknown.slice(0, 60)}`,
      'unknown_field',
    )
  const input = body['input']
  if (!isObject(input))
    throw malformed(
      'The body needs "input", an object with the fields of the operation.',
      '/input',
      input === undefined ? 'required' : 'invalid_type',
    )
  const { dryRun = false } = body
  if (typeof dryRun !== 'boolean') throw malformed('"dryRun" is true or false.', '/dryRun', 'invalid_type')
  // Only the JSON true confirms.
  return {
    input,
    confirm: body['confirm'] === true,
    dryRun,
    // A rehearsal does not read its key, whatever is in it (calls.md#dry-runs).
    idempotencyKey: dryRun ? undefined : idempotencyKey(request),
  }
}

/** A JSON object as body. Duplicate keys: the last one counts. */
export async function readJson(request: Incoming, party?: string): Promise<Record<string, unknown>> {
  requireJsonType(request)
  const bytes = await readJsonBytes(request)
  return readInTurn(bytes, party, () => objectOf(bytes))
}

function objectOf(bytes: Buffer): Record<string, unknown> {
  const text = textOf(bytes)
  if (text === undefined) throw malformed('The body is not UTF-8.', '', 'invalid_encoding')
  if (depthOf(text, jsonDepth + 1) > jsonDepth)
    throw malformed(`The body is nested deeper than ${jsonDepth} levels.`, '', 'too_deep')
  const body = parse(text)
  if (!isObject(body)) throw malformed('The body must be a JSON object.', '', 'invalid_type')
  const forbidden = findForbidden(body)
  if (forbidden !== undefined)
    throw malformed(
      'A text contains a NUL or a lone surrogate, which cannot be stored.',
      forbidden.slice(0, 300),
      'invalid_characters',
    )
  return body
}

/** Refuses (415) unless the body is declared as JSON that is not compressed. */
export function requireJsonType({ headers }: Incoming): void {
  const coding = headers['content-encoding']?.trim().toLowerCase()
  if (coding !== undefined && coding !== '' && coding !== 'identity')
    throw new Refusal(
      'unsupported_media_type',
      'Send the body as it is: Content-Encoding (gzip, br and the like) is not accepted.',
    )
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json')
    throw new Refusal('unsupported_media_type', 'Send the body with Content-Type: application/json.')
}

/** The bytes of a body that is JSON: 413 above 4 MiB, 400 where it is cut off. */
export async function readJsonBytes(request: Incoming): Promise<Buffer> {
  const bytes = await readBody(request, bodyLimit)
  if (bytes === 'too large') throw new Refusal('too_large', `The body is larger than ${bodyLimit / 1024 / 1024} MiB.`)
  if (bytes === 'cut off') throw malformed('The request ended before its body was complete.', '', 'incomplete_body')
  return bytes
}

/**
 * The text of a body, undefined unless it is UTF-8: without a byte order mark, which is not JSON (RFC 8259, 8.1) but may be
 * ignored.
 */
export function textOf(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString('utf8', byteOrderMark.equals(bytes.subarray(0, 3)) ? 3 : 0) : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw malformed('The body is not JSON.', '', 'invalid_json')
  }
}

// The structured-field form is accepted: "abc" and abc are one key (calls.md#idempotency-keys).
function idempotencyKey({ headersDistinct }: Incoming): string | undefined {
  const [line, ...others] = headersDistinct['idempotency-key'] ?? []
  if (line === undefined) return undefined
  if (others.length > 0) throw malformed('The header Idempotency-Key is sent twice.', '', 'duplicate_header')
  const key = line.length >= 2 && line.startsWith('"') && line.endsWith('"') ? line.slice(1, -1) : line
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw malformed('Idempotency-Key takes 1 to 255 visible ASCII characters.', '', 'invalid_header')
  return key
}

function malformed(message: string, path: string, code: string): Refusal {
  return new Refusal('malformed_request', message, [{ path, message, code }])
}
