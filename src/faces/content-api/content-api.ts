import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

import { readGate } from '#areas/collections/index.ts'
import { feeds } from '#catalog/feeds.ts'
import type { ReadyAnswer } from '#faces/http.ts'
import type { ContentRevisions } from '#kernel/content-revision.ts'
import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { isId, newId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

import { AnswerCache, type Found } from './answer-cache.ts'
import { type Asked, planOf, type Plan, type Read } from './answer.ts'
import type { AnswerCounter } from './count-answers.ts'
import { FinalAnswer } from './final-answer.ts'
import { hasReached, type MinRevision, minRevisionIn } from './min-revision.ts'
import { openApi } from './openapi.ts'
import { notFound, Problem } from './problem.ts'
import { allowedMethods, contentReply, movedReply, optionsReply, problemReply, type Reply } from './reply.ts'
import { targetOf } from './request.ts'
import { routeOf } from './routes.ts'
import { StoreLater } from './store-later.ts'

export type ContentApiOptions = {
  database: TenantDatabase
  /** Public address of the installation, without a trailing slash. */
  baseUrl: () => string
  /** Called with each redirect that was answered. It returns at once: nobody waits for a counter. */
  followed?: (organizationId: string, redirectId: string) => void
  /** Called with each answer that was sent whole or as a 304. It returns at once, too. */
  fetched?: (fetch: ContentFetch) => void
  /** What keeps answers. The one that makes it tells it what changed; by default nothing is kept. */
  cache?: AnswerCache
  counter?: AnswerCounter
  log: Log
}

/** A request as received: `url` is the raw path with its query. */
export type ContentRequest = { method: string; url: string; headers: IncomingHttpHeaders }

/** What was sent to whom. `itemId`: the published item that it is a view of. */
export type ContentFetch = { organizationId: string; itemId: string | undefined; userAgent: string }

export type ContentApi = {
  /** The answer to any request. It never throws. */
  reply(request: ContentRequest): Promise<Reply>
  /**
   * The answer that is kept for this very request, if it is current: no parsing, no waiting, no database. Only what `isAllowed`
   * lets through is counted.
   */
  ready(request: ContentRequest, isAllowed?: () => boolean): ReadyAnswer | undefined
  /** Resolves when everything is stored that answers had to be put together from. */
  stored(): Promise<void>
}

/** How long a request waits for the state that it demands, and between two looks, in ms. */
const patience = 1000
const between = 50

/**
 * The Content API (`/v1`): a function from requests to answers, whatever server it runs on. What the database says to a request is said
 * by one statement, in a read transaction of its organization: by that of what is stored, or else by that which puts it together.
 */
export function createContentApi(options: ContentApiOptions): ContentApi {
  const parts = { ...options, cache: options.cache ?? new AnswerCache({ bytes: 0, isShared: true }) }
  const { log, cache, counter, fetched } = parts
  const describe = description(options.baseUrl)
  const later = new StoreLater(parts)
  return {
    stored: () => later.settled(),
    async reply(request) {
      try {
        return await replyTo(request, { ...parts, describe, later })
      } catch (error) {
        if (error instanceof Problem) return problemReply(request, error)
        if (error instanceof Refusal && error.code === 'unavailable')
          return problemReply(
            request,
            new Problem(503, error.message, { 'Retry-After': String(error.retryAfter ?? 1) }),
          )
        const requestId = newId('request')
        log.error(
          { error: error instanceof Error ? error.stack : String(error), method: request.method, requestId },
          'content request failed',
        )
        return problemReply(
          request,
          new Problem(500, 'The request could not be answered', { 'X-Request-Id': requestId }),
        )
      }
    },
    ready({ method, url, headers }, isAllowed = () => true) {
      if (method !== 'GET' && method !== 'HEAD') return undefined
      const kept = cache.atUrl(url)
      const sent = kept?.answer.ready({ headers })
      if (kept === undefined || sent === undefined || !isAllowed()) return undefined
      counter?.count(kept.organizationId, sent.status === 304 ? 'contentNotModified' : 'contentHits')
      fetched?.(fetchOf(kept, { method, headers }))
      return sent
    },
  }
}

type Parts = ContentApiOptions & { cache: AnswerCache; describe: () => FinalAnswer; later: StoreLater }

async function replyTo(request: ContentRequest, parts: Parts): Promise<Reply> {
  const target = targetOf(request.url)
  const [version, organizationId = '', ...rest] = target?.segments ?? []
  if (target === undefined || version !== 'v1') throw notFound('Path', request.url)
  const describes = organizationId === 'openapi.json' && rest.length === 0
  const route = describes ? undefined : routeOf(feeds, rest, target.encoded.slice(2))
  if (!describes && route === undefined) throw notFound('Path', target.segments.map((part) => `/${part}`).join(''))

  if (request.method === 'OPTIONS') return optionsReply()
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new Problem(405, `Only ${allowedMethods} are allowed`, { Allow: allowedMethods })

  if (route === undefined) return contentReply(request, parts.describe())
  if (!isId('organization', organizationId)) throw notFound('Organization', organizationId)
  const asked = { organizationId, route, target, baseUrl: parts.baseUrl() }
  const { answer, isPrivate } = await answerTo(asked, request.url, parts)
  if (answer instanceof Problem) throw answer
  if (answer instanceof FinalAnswer) {
    parts.fetched?.(fetchOf({ organizationId, answer }, request))
    return contentReply(request, answer, isPrivate)
  }
  parts.followed?.(organizationId, answer.redirectId)
  return movedReply(answer.location, answer.isPublic && !isPrivate)
}

type FetchedAnswer = { organizationId: string; answer: FinalAnswer }

// A website that reads for its visitors forwards who they are.
function fetchOf(
  { organizationId, answer }: FetchedAnswer,
  { method, headers }: Pick<ContentRequest, 'method' | 'headers'>,
): ContentFetch {
  const visitor = headers['x-visitor-user-agent']
  return {
    organizationId,
    itemId: method === 'GET' ? answer.itemId : undefined,
    userAgent: typeof visitor === 'string' ? visitor : (headers['user-agent'] ?? ''),
  }
}

type Answered = { answer: Found['answer']; isPrivate: boolean }

async function answerTo(asked: Asked, url: string, { database, cache, counter, later }: Parts): Promise<Answered> {
  const { organizationId, target } = asked
  const plan = planOf(asked)
  const statement = <T>(work: (db: Reader) => Promise<T>) =>
    database.organizationStatement({ organizationId }, 'read', work)
  const keeping = ({ store = [], ...found }: Read): Found => {
    later.add(organizationId, store)
    return found
  }
  const read = async () =>
    keeping((plan.readStored && (await statement(plan.readStored))) ?? (await statement(plan.read)))
  const readState = async () => (await statement((db) => readGate(db, undefined)))?.revisions ?? new Map()
  const minimum = minimumIn(plan, target.parameters)
  if (plan.key === undefined || minimum instanceof Problem) {
    // Whatever is wrong with a request, its organization is looked at first.
    const { answer } = await read()
    if (minimum instanceof Problem && !(answer instanceof Problem)) throw minimum
    return { answer, isPrivate: true }
  }
  if (minimum !== undefined) return { answer: (await readFrom({ read, readState }, minimum)).answer, isPrivate: true }
  const { found, isHit } = await cache.answer(
    { organizationId, key: plan.key, isSearch: plan.isSearch, url },
    {
      read,
      ...replicaOf(asked, plan, { database, keeping }),
      readState,
    },
  )
  counter?.count(organizationId, isHit ? 'contentHits' : 'contentMisses')
  return { answer: found.answer, isPrivate: false }
}

function replicaOf(
  { organizationId }: Asked,
  { readStored, read }: Plan,
  { database, keeping }: { database: TenantDatabase; keeping: (read: Read) => Found },
) {
  if (database.backend?.replica == null) return {}
  const statement = <T>(work: (db: Reader) => Promise<T>) => database.replicaStatement({ organizationId }, work)
  const readReplica = async () => {
    const near = (readStored && (await statement(readStored))) ?? (await statement(read))
    return near && keeping(near)
  }
  return { readReplica }
}

function minimumIn(plan: Plan, search: URLSearchParams): MinRevision | Problem {
  try {
    return plan.key === undefined ? undefined : minRevisionIn(search)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

type Ways = { read: () => Promise<Found>; readState: () => Promise<ContentRevisions> }

/** Reads the state that is demanded, or waits for it, at most for a second: a look at the revisions costs less than the answer. */
async function readFrom({ read, readState }: Ways, minimum: NonNullable<MinRevision>): Promise<Found> {
  const until = performance.now() + patience
  const found = await read()
  if (hasReached(found.revisions, minimum)) return found
  for (;;) {
    if (performance.now() > until)
      throw new Problem(503, 'The state that min_revision names is not here yet', { 'Retry-After': '1' })
    await pause(between)
    if (hasReached(await readState(), minimum)) return read()
  }
}

/** The description of this interface, made once per address of the installation. */
function description(baseUrl: () => string): () => FinalAnswer {
  let known: { of: string; answer: FinalAnswer } | undefined
  return () => {
    const of = baseUrl()
    if (known?.of !== of) {
      const text = JSON.stringify(openApi(feeds, of))
      known = { of, answer: new FinalAnswer({ text, changedAt: undefined, isPublic: true }) }
    }
    return known.answer
  }
}
