import { type Incoming, jsonType, type Outgoing } from '#faces/http.ts'
import { Refusal } from '#kernel/errors.ts'

/** Any origin, without the browser's credentials. */
export const cors = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'WWW-Authenticate, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id',
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
export async function readBody({ body, headers }: Incoming, limit: number): Promise<string | 'too large'> {
  if (Number(headers['content-length'] ?? 0) > limit) return 'too large'
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limit) return 'too large'
      chunks.push(chunk)
    }
  } catch {
    throw new Refusal('malformed_request', 'The request ended before its body was complete.')
  }
  return Buffer.concat(chunks).toString('utf8')
}
