import { Readable } from 'node:stream'

import type { Incoming } from '#faces/http.ts'

/** A request to `/mcp` with a JSON body, for tests that need no server. */
export function incoming(body: unknown, lines: Record<string, string>): Incoming {
  const headers = { 'content-type': 'application/json', host: 'masthead.test', ...lines }
  return {
    method: 'POST',
    url: '/mcp',
    headers,
    headersDistinct: Object.fromEntries(Object.entries(headers).map(([name, line]) => [name, [line]])),
    body: Readable.from([Buffer.from(JSON.stringify(body))]),
    address: '127.0.0.1',
  }
}
