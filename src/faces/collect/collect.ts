import { collectsViews } from '#areas/organizations/index.ts'
import { newRequestId } from '#catalog/run/call.ts'
import { type Face, type Incoming, type Outgoing, splitUrl } from '#faces/http.ts'
import { isNoneMatch } from '#faces/if-none-match.ts'
import { asRefusal, methodNotAllowed, sendRefusal } from '#faces/problem.ts'
import { readBody } from '#faces/read-body.ts'
import type { Hit } from '#kernel/access.ts'
import { Refusal } from '#kernel/errors.ts'
import { isId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import type { Visits } from '#platform/database/visits.ts'
import { addressPrefix } from '#std/address-prefix.ts'

import { reportedAddress } from './reported-address.ts'
import { reportingScript } from './script.ts'

type Parts = {
  visits: Visits
  limiter: { hitNow(id: string, limit: number, windowMs: number): Hit }
  baseUrl: () => string
  /** Called with each report that may count. It returns at once. */
  reported(view: { organizationId: string; address: string; userAgent: string }): void
  log: Log
}

const minute = 60_000
/** Reports that count, of one address prefix in a minute (analytics.md#reports-are-bounded). */
const reportsPerMinute = 60
/** Browsers keep the script: what asks more often is no browser. */
const scriptsPerMinute = 600
/** `{"path": …}` with the longest path, escaped. */
const mostBytes = 16_384

// What may be read by pages of any website; it has nothing of anybody.
const open = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' }

/** `GET /collect/<organization>.js` and what it sends: `POST /collect/<organization>` (analytics.md#pages-report-views). */
export function createCollectFace(parts: Parts): Face {
  return async (request) => {
    const requestId = newRequestId()
    const [, , name = '', ...others] = splitUrl(request.url).path.split('/')
    try {
      if (others.length === 0 && name.endsWith('.js')) {
        if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed('GET, HEAD', requestId)
        return await scriptFor(name.slice(0, -'.js'.length), request, parts)
      }
      if (request.method !== 'POST') return methodNotAllowed('POST', requestId)
      if (others.length === 0 && isId('organization', name)) await take(name, request, parts)
      return { status: 204, headers: { ...open, 'Cache-Control': 'no-store' }, body: null }
    } catch (error) {
      return sendRefusal(asRefusal(error, requestId, parts.log), requestId)
    }
  }
}

async function scriptFor(organizationId: string, request: Incoming, parts: Parts): Promise<Outgoing> {
  const { allowed, resetMs } = parts.limiter.hitNow(`script:${prefixOf(request)}`, scriptsPerMinute, minute)
  if (!allowed)
    throw new Refusal('rate_limited', 'Too many requests. Wait a moment.', undefined, {
      retryAfter: Math.ceil(resetMs / 1000),
    })
  const isOn =
    isId('organization', organizationId) && (await parts.visits.visit(organizationId, 'read', collectsViews)) === true
  if (!isOn) throw new Refusal('not_found', 'There is no such script: reported views are switched off.')
  const { body, etag } = reportingScript(`${parts.baseUrl()}/collect/${organizationId}`)
  const headers = { ...open, ETag: etag, 'Cache-Control': 'public, max-age=3600' }
  if (isNoneMatch(request.headers['if-none-match'], etag)) return { status: 304, headers, body: null }
  return { status: 200, headers: { ...headers, 'Content-Type': 'text/javascript; charset=utf-8' }, body }
}

/** Counts a report, unless its sender objects to being counted or reports too often. Nobody is told which. */
async function take(organizationId: string, request: Incoming, { limiter, reported }: Parts): Promise<void> {
  const { dnt, 'sec-gpc': privacy, origin, 'user-agent': userAgent = '' } = request.headers
  if (dnt === '1' || privacy === '1') return
  if (!limiter.hitNow(`report:${prefixOf(request)}`, reportsPerMinute, minute).allowed) return
  const body = await readBody(request, mostBytes)
  if (!Buffer.isBuffer(body)) return
  const address = reportedAddress(origin, body.toString('utf8'))
  if (address !== undefined) reported({ organizationId, address, userAgent })
}

const prefixOf = ({ address }: Incoming) => addressPrefix(address)
