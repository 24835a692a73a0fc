import type { IncomingMessage } from 'node:http'

/** Characters of a request's address and headers, each of which is a byte: fewer than these. */
export const longestHead = 16 * 1024

/** Whether address and headers of a request have too many characters together. */
export function isTooLong({ url = '', rawHeaders }: Pick<IncomingMessage, 'url' | 'rawHeaders'>): boolean {
  let length = url.length
  for (const text of rawHeaders) length += text.length
  return length >= longestHead
}
