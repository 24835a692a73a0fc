import type { IncomingHttpHeaders } from 'node:http'

import { always, cacheControl, type FinalAnswer, type Sent } from './final-answer.ts'
import { mediaTypeFor } from './negotiation.ts'
import type { Problem } from './problem.ts'

/** What the face answers. The server writes it unchanged. */
export type Reply = { status: number; headers: Record<string, string>; body: Buffer | string | null }

type Asked = { method: string; headers: IncomingHttpHeaders }

export const allowedMethods = 'GET, HEAD, OPTIONS'

/**
 * 200, or 304 when the client has these bytes (content-api.md#validators-and-encodings). `If-Modified-Since` is ignored: a list
 * that lost an entry has no later time. `isPrivate`: no shared cache may keep it.
 */
export async function contentReply({ method, headers }: Asked, answer: FinalAnswer, isPrivate = false): Promise<Reply> {
  const { status, head, body } = await answer.sent({ headers, isPrivate })
  return { status, headers: record(head), body: method === 'HEAD' ? null : (body ?? null) }
}

function record(head: Sent['head']): Record<string, string> {
  const headers: Record<string, string> = {}
  for (let at = 0; at < head.length; at += 2) headers[head[at] ?? ''] = head[at + 1] ?? ''
  return headers
}

/** A refusal in the one form that this interface has. */
export function problemReply({ method, headers }: Asked, problem: Problem): Reply {
  const body = problem.toJson()
  return {
    status: problem.status,
    headers: {
      ...always,
      ...problem.headers,
      'Cache-Control': 'private, no-store',
      'Content-Type': mediaTypeFor(headers.accept),
      'Content-Length': String(Buffer.byteLength(body)),
    },
    body: method === 'HEAD' ? null : body,
  }
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
