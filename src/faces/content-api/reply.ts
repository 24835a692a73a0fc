import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { type Encoding, encodingFor, etagSuffix, isNoneMatch, mediaTypeFor } from './negotiation.ts'
import type { Problem } from './problem.ts'

/** What the face answers. The server writes it unchanged. */
export type Reply = { status: number; headers: Record<string, string>; body: Buffer | string | null }

/** The content of a 200 before encodings and conditions. Without a media type it is JSON. */
export type Content = { text: string; mediaType?: string; changedAt: Date | undefined; isPublic: boolean }

type Asked = { method: string; headers: IncomingHttpHeaders }

const always = {
  Vary: 'Accept, Accept-Encoding',
  'Access-Control-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
}
export const allowedMethods = 'GET, HEAD, OPTIONS'

/**
 * 200, or 304 when the client has these bytes (content-api.md#validators-and-encodings). `If-Modified-Since` is ignored: a list
 * that lost an entry has no later time.
 */
export async function contentReply({ method, headers }: Asked, content: Content): Promise<Reply> {
  const bytes = Buffer.from(content.text)
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 27)
  const encoding = encodingFor(joined(headers['accept-encoding']))
  const shared = {
    ...always,
    ETag: `"${hash}${etagSuffix[encoding]}"`,
    'Cache-Control': cacheControl(content.isPublic),
    ...(content.changedAt ? { 'Last-Modified': content.changedAt.toUTCString() } : {}),
  }
  if (isNoneMatch(headers['if-none-match'], hash)) return { status: 304, headers: shared, body: null }

  const body = await encoded(bytes, encoding)
  return withoutBodyForHead(method, {
    status: 200,
    headers: {
      ...shared,
      'Content-Type': content.mediaType ?? mediaTypeFor(headers.accept),
      ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
      'Content-Length': String(body.length),
      'Access-Control-Expose-Headers': 'ETag, Last-Modified',
    },
    body,
  })
}

/** A refusal in the one form that this interface has. */
export function problemReply({ method, headers }: Asked, problem: Problem): Reply {
  const body = problem.toJson()
  return withoutBodyForHead(method, {
    status: problem.status,
    headers: {
      ...always,
      ...problem.headers,
      'Cache-Control': 'private, no-store',
      'Content-Type': mediaTypeFor(headers.accept),
      'Content-Length': String(Buffer.byteLength(body)),
    },
    body,
  })
}

/** 308 to where an old slug leads (content-api.md#old-slugs-redirect). */
export function movedReply(location: string, isPublic: boolean): Reply {
  const headers = { ...always, Location: location, 'Cache-Control': cacheControl(isPublic), 'Content-Length': '0' }
  return { status: 308, headers, body: null }
}

/** What a path allows; it also answers the preflight of a browser that reads from another origin. */
export function optionsReply(): Reply {
  const headers = {
    ...always,
    Allow: allowedMethods,
    'Access-Control-Allow-Methods': allowedMethods,
    'Access-Control-Allow-Headers': 'Accept, Content-Type, If-None-Match',
    'Access-Control-Max-Age': '86400',
    'Content-Length': '0',
  }
  return { status: 204, headers, body: null }
}

function cacheControl(isPublic: boolean): string {
  return isPublic ? 'public, max-age=0, s-maxage=60, stale-while-revalidate=600' : 'private, no-store'
}

function withoutBodyForHead(method: string, reply: Reply): Reply {
  return method === 'HEAD' ? { ...reply, body: null } : reply
}

const compress = { gzip: promisify(gzip), br: promisify(brotliCompress) }

// The strongest level of br takes far longer than the answer itself.
async function encoded(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return bytes
  if (encoding === 'gzip') return compress.gzip(bytes)
  return compress.br(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
}

function joined(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header
}
