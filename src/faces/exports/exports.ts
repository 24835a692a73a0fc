import { findExport, readChunk } from '#areas/exchange/index.ts'
import { newRequestId } from '#catalog/run/call.ts'
import { type Face, type Incoming, type Outgoing, type Stream, splitUrl } from '#faces/http.ts'
import { asRefusal, methodNotAllowed, sendRefusal } from '#faces/problem.ts'
import type { Limiter } from '#kernel/access.ts'
import { Refusal } from '#kernel/errors.ts'
import { isId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import type { Visits } from '#platform/database/visits.ts'
import { addressPrefix } from '#std/address-prefix.ts'

type Parts = { visits: Visits; limiter: Limiter; log: Log }

const minute = 60_000
const perMinute = 60

/**
 * `GET /exports/<organization>/<token>`: the file of an export while it lives (exchange.md#exports-lie-in-the-database). The token
 * is the permission, so nobody keeps it: neither caches nor the next page.
 */
export function createExportsFace({ visits, limiter, log }: Parts): Face {
  async function answer({ url, address }: Incoming): Promise<Outgoing> {
    const { allowed, resetMs } = await limiter.hit(`exports:${addressPrefix(address)}`, perMinute, minute)
    if (!allowed)
      throw new Refusal('rate_limited', 'Too many requests. Wait a moment.', undefined, {
        retryAfter: Math.ceil(resetMs / 1000),
      })
    const [, , organizationId = '', token = '', ...others] = splitUrl(url).path.split('/')
    if (!isId('organization', organizationId) || others.length > 0) throw nothing()
    const file = await visits.visit(organizationId, 'read', (db) => findExport(db, token))
    if (file === undefined) throw nothing()
    return {
      status: 200,
      headers: {
        'Content-Type': file.mediaType,
        'Content-Length': String(file.bytes),
        'Content-Disposition': `attachment; filename="${file.name.replace(/[^\w.-]/g, '-')}"`,
        'Cache-Control': 'private, no-store',
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Referrer-Policy': 'no-referrer',
      },
      body: bodyOf(visits, organizationId, file.id),
      isFinite: true,
    }
  }

  return async (request) => {
    const requestId = newRequestId()
    if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed('GET, HEAD', requestId)
    try {
      return await answer(request)
    } catch (error) {
      return sendRefusal(asRefusal(error, requestId, log), requestId)
    }
  }
}

// Each part is a short transaction of its own: a slow client holds no connection.
async function* bodyOf(visits: Visits, organizationId: string, fileId: string): Stream {
  for (let n = 0; ; n++) {
    const chunk = await visits.visit(organizationId, 'read', (db) => readChunk(db, fileId, n))
    if (chunk === undefined) return
    yield chunk
  }
}

function nothing(): Refusal {
  return new Refusal('not_found', 'This file no longer exists. Exports are kept for an hour: create another one.')
}
