import { exposedHeaders } from '#faces/exposed-headers.ts'
import { type Incoming, jsonType, type Outgoing } from '#faces/http.ts'
import { readBody } from '#faces/read-body.ts'
import { Refusal } from '#kernel/errors.ts'

/** Any origin, without the browser's credentials. */
export const cors = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposedHeaders,
}

/** The answer to a preflight for a path with these methods. */
export function preflight(methods: string): Outgoing {
  const headers = {
    ...cors,
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, Accept, MCP-Protocol-Version',
    'Access-Control-Max-Age': '86400',
  }
  return { status: 204, headers, body: null }
}

/** An error as RFC 6749 5.2 and RFC 7591 3.2.2 write it. */
export function oauthError(
  status: number,
  error: string,
  description: string,
  headers: Record<string, string> = {},
): Outgoing {
  return {
    status,
    headers: { ...headers, 'Content-Type': jsonType, 'Cache-Control': 'no-store' },
    body: JSON.stringify({ error, error_description: description }),
  }
}

/** The body as text, unless it is longer than `limit` bytes. Bytes that are not UTF-8 become U+FFFD. */
export async function readText(request: Incoming, limit: number): Promise<string | 'too large'> {
  const bytes = await readBody(request, limit)
  if (bytes === 'too large') return bytes
  if (bytes === 'cut off') throw new Refusal('malformed_request', 'The request ended before its body was complete.')
  return bytes.toString('utf8')
}
