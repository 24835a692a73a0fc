import { findSharedReport, organizationOfToken } from '#areas/visibility/index.ts'
import { newRequestId } from '#catalog/run/call.ts'
import { type Face, type Incoming, type Outgoing, splitUrl } from '#faces/http.ts'
import { asRefusal, methodNotAllowed, sendRefusal } from '#faces/problem.ts'
import type { Limiter } from '#kernel/access.ts'
import { Refusal } from '#kernel/errors.ts'
import { isId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import type { Visits } from '#platform/database/visits.ts'
import { addressPrefix } from '#std/address-prefix.ts'

import { policyOfPage, reportPage } from './report-page.ts'

type Parts = { visits: Visits; limiter: Limiter; log: Log }

const minute = 60_000
const perMinute = 60

/** `GET /r/<token>`: a shared report, frozen when it was shared (visibility.md#shared-reports-are-frozen). */
export function createReportsFace({ visits, limiter, log }: Parts): Face {
  const policy = policyOfPage()

  async function answer({ url, address }: Incoming): Promise<Outgoing> {
    const { allowed, resetMs } = await limiter.hit(`reports:${addressPrefix(address)}`, perMinute, minute)
    if (!allowed)
      throw new Refusal('rate_limited', 'Too many requests. Wait a moment.', undefined, {
        retryAfter: Math.ceil(resetMs / 1000),
      })
    const [, , token = '', ...others] = splitUrl(url).path.split('/')
    const organizationId = organizationOfToken(token)
    if (organizationId === undefined || !isId('organization', organizationId) || others.length > 0) throw nothing()
    const found = await visits.visit(organizationId, 'read', (db) => findSharedReport(db, token))
    if (found === undefined) throw nothing()
    return {
      status: 200,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'private, no-store',
        'X-Robots-Tag': 'noindex, nofollow',
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': policy,
        'Referrer-Policy': 'no-referrer',
      },
      body: Buffer.from(reportPage(found.report, found.expiresAt).text),
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

function nothing(): Refusal {
  return new Refusal('not_found', 'There is no such report, or it has expired.')
}
