import { STATUS_CODES } from 'node:http'

import { always } from '#faces/content-api/final-answer.ts'
import { Problem } from '#faces/content-api/problem.ts'
import { jsonType } from '#faces/http.ts'
import type { Code } from '#kernel/errors.ts'
import { faceName } from '#main/face-name.ts'

export type ParserStatus = 400 | 405 | 408 | 413 | 431 | 500

/** What is answered where no face answers. */
export type RefusalBody = { headers: Record<string, string>; body: string }

/** The code of an error object, and how to correct the request. */
const words: Readonly<Record<ParserStatus, readonly [Code, string]>> = {
  400: [
    'malformed_request',
    'The request is not well-formed HTTP. What is not ASCII in an address is percent-encoded.',
  ],
  405: ['method_not_allowed', 'This server opens no tunnels.'],
  408: ['request_timeout', 'The request came too slowly. Send it again, without pauses.'],
  413: ['too_large', 'The request has too many chunk extensions. Send it without them.'],
  431: ['too_large', 'Address and headers have more than 16 KB together. Shorten them, or ask for less at once.'],
  500: ['internal_error', 'Something went wrong here.'],
}

export const wordsOf = (status: ParserStatus) => words[status]

/**
 * The refusal of what no face answers, in the format of its path where that is known; otherwise a few plain words
 * (http.md#parsers-answer-as-the-path).
 */
export function refusalBody(status: ParserStatus, path: string | undefined, requestId: string): RefusalBody {
  const face = path === undefined ? 'web' : faceName(path)
  const [code, message] = words[status]
  if (face === 'web' || status === 405) return plain(status)
  if (face === 'v1') return json(new Problem(status, message).toJson(), always)
  if (face === 'mcp')
    return json(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_600, message, data: { requestId } } }))
  return json(JSON.stringify({ error: { code, message, status, requestId } }))
}

function json(body: string, headers: Record<string, string> = {}): RefusalBody {
  return { headers: { ...headers, 'Content-Type': jsonType, 'Cache-Control': 'no-store' }, body }
}

function plain(status: ParserStatus): RefusalBody {
  return { headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: `${STATUS_CODES[status]}\n` }
}
