import type { IncomingMessage } from 'node:http'

/** Characters of a request's address and headers, each of which is a byte: fewer than these. */
export const longestHead = 16 * 1024

/** What is wrong with a head that the parser let pass: its status. It is too long, or names no host (RFC 9112, 3.2). */
export function headFault({
  url = '',
  rawHeaders,
  headers,
  httpVersion,
}: Pick<IncomingMessage, 'url' | 'rawHeaders' | 'headers' | 'httpVersion'>): 400 | 431 | undefined {
  let length = url.length
  for (const text of rawHeaders) length += text.length
  if (length >= longestHead) return 431
  return headers.host === undefined && httpVersion === '1.1' ? 400 : undefined
}
