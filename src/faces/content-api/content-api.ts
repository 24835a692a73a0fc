import type { IncomingHttpHeaders } from 'node:http'

import { Refusal } from '#kernel/errors.ts'
import { isId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

import { answerOf } from './answer.ts'
import { feeds } from './feeds.ts'
import { openApi } from './openapi.ts'
import { notFound, Problem } from './problem.ts'
import { allowedMethods, contentReply, movedReply, optionsReply, problemReply, type Reply } from './reply.ts'
import { targetOf } from './request.ts'
import { routeOf } from './routes.ts'

export type ContentApiOptions = {
  database: TenantDatabase
  /** Public address of the installation, without a trailing slash. */
  baseUrl: () => string
  /** Called with each redirect that was answered. It returns at once: nobody waits for a counter. */
  followed?: (organizationId: string, redirectId: string) => void
  log: Log
}

/** A request as received: `url` is the raw path with its query. */
export type ContentRequest = { method: string; url: string; headers: IncomingHttpHeaders }

/**
 * The Content API (`/v1`): a function from requests to answers, whatever server it runs on. Each request that reaches the
 * database is one statement in one read transaction of its organization. It never throws.
 */
export function createContentApi(options: ContentApiOptions): (request: ContentRequest) => Promise<Reply> {
  const { log } = options
  return async (request) => {
    try {
      return await replyTo(request, options)
    } catch (error) {
      if (error instanceof Problem) return problemReply(request, error)
      if (error instanceof Refusal && error.code === 'unavailable')
        return problemReply(request, new Problem(503, error.message, { 'Retry-After': String(error.retryAfter ?? 1) }))
      log.error(
        { error: error instanceof Error ? error.stack : String(error), method: request.method },
        'content request failed',
      )
      return problemReply(request, new Problem(500, 'The request could not be answered'))
    }
  }
}

async function replyTo(request: ContentRequest, { database, baseUrl, followed }: ContentApiOptions): Promise<Reply> {
  const target = targetOf(request.url)
  const [version, organizationId = '', ...rest] = target?.segments ?? []
  if (target === undefined || version !== 'v1') throw notFound('Path', request.url)
  const describes = organizationId === 'openapi.json' && rest.length === 0
  const route = describes ? undefined : routeOf(feeds, rest, target.encoded.slice(2))
  if (!describes && route === undefined) throw notFound('Path', target.segments.map((part) => `/${part}`).join(''))

  if (request.method === 'OPTIONS') return optionsReply()
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new Problem(405, `Only ${allowedMethods} are allowed`, { Allow: allowedMethods })

  if (route === undefined) {
    const text = JSON.stringify(openApi(feeds, baseUrl()))
    return contentReply(request, { text, changedAt: undefined, isPublic: true })
  }
  if (!isId('organization', organizationId)) throw notFound('Organization', organizationId)
  const answer = await answerOf(database, { organizationId, route, target, baseUrl: baseUrl() })
  if (!('location' in answer)) return contentReply(request, answer)
  followed?.(organizationId, answer.redirectId)
  return movedReply(answer.location, answer.isPublic)
}
