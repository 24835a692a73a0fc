import { readGate } from '#areas/collections/index.ts'
import { wholeOrganization } from '#kernel/content-revision.ts'
import type { Reader } from '#kernel/database.ts'
import type {
  CollectionKey,
  DocumentFeed,
  Feed,
  FeedFind,
  FeedPage,
  FeedStatus,
  Fields,
  Gate,
  Moved,
  Resource,
  Storing,
} from '#kernel/feed.ts'
import { isId, type OrganizationId } from '#kernel/ids.ts'
import { isSlug, slugLength } from '#std/slugs.ts'
import { isUnstorable } from '#std/text.ts'

import type { Elsewhere, Found } from './answer-cache.ts'
import { findDocument, listDocument } from './document.ts'
import { FinalAnswer } from './final-answer.ts'
import { linksOf, pathWith } from './links.ts'
import { findParameters, listParameters, pageParameter, parameter } from './parameters.ts'
import { notFound, Problem } from './problem.ts'
import type { Target } from './request.ts'
import type { Route } from './routes.ts'

/** A GET of a known route, for an organization id of the right form. */
export type Asked = { organizationId: OrganizationId; route: Route; target: Target; baseUrl: string }

/** How a request is answered: in its canonical form, with the one statement that reads it. */
export type Plan = {
  /** Equal for requests with equal answers; undefined where the request is refused whatever is stored. */
  key: string | undefined
  isSearch: boolean
  /** Reads what is stored as it is sent; undefined where something of it is not: then `read` says it. */
  readStored?(db: Reader): Promise<Read | undefined>
  /** Throws what is not an answer of this organization: that it does not exist, or that the request is not allowed. */
  read(db: Reader): Promise<Read>
}

/** What was found, and what is to be stored for those who ask next. */
export type Read = Found & { store?: Storing }

/** The plan of a request; reading refuses what the request may not ask. */
export function planOf(asked: Asked): Plan {
  const { route } = asked
  if (route.to === 'document') return documentPlan(route.feed, asked)
  return route.to === 'list' ? listPlan(route, asked) : findPlan(route, asked)
}

function listPlan(route: Route & { to: 'list' }, asked: Asked): Plan {
  const { feed, path } = route
  const { organizationId, baseUrl, target } = asked
  const collection = collectionOf(route, target)
  const parsed = attempt(() => listParameters(feed, target.parameters))
  if (parsed instanceof Problem) return refusal(collection, asked, parsed)
  const { query, given } = parsed
  const named = { ...query, organizationId, collection: collection?.key, baseUrl }
  const readOf = (page: FeedPage): Read => {
    const found = behind(page.gate, { ...asked, feed, collection, ...query }, (gate) => {
      const prefix = prefixOf(asked)
      const links = feed.lists ? linksOf(`${prefix}${path}`, parsed, page.total) : { self: `${prefix}${path}` }
      return new FinalAnswer({
        text: listDocument(page, prefix, parsed, links),
        changedAt: latest(gate, [...page.resources, ...page.included]),
        isPublic: query.status === 'published',
      })
    })
    return page.store === undefined ? found : { ...found, store: page.store }
  }
  const { stored } = feed
  return {
    key: pathWith(path, given),
    isSearch: query.search !== undefined,
    ...(stored && { readStored: async (db: Reader) => ifAny(await stored.list(db, named), readOf) }),
    read: async (db) => readOf(await feed.list(db, named)),
  }
}

function findPlan(route: Route & { to: 'find' }, asked: Asked): Plan {
  const { feed, key, path } = route
  const { organizationId, baseUrl, target } = asked
  const collection = collectionOf(route, target)
  const parsed = attempt(() => {
    if (feed.keyForm && !feed.keyForm.pattern.test(key))
      throw new Problem(400, `The id of a ${feed.type} resource must have the form ${feed.keyForm.words}`)
    return findParameters(feed, target.parameters)
  })
  if (parsed instanceof Problem) return refusal(collection, asked, parsed)
  const { given, ...query } = parsed
  const isPublic = query.status === 'published'
  const named = { ...query, organizationId, collection: collection?.key, baseUrl }
  const readOf = ({ store, ...found }: FeedFind): Read => {
    const read = behind(found.gate, { ...asked, feed, collection, ...query }, (gate) => {
      const { resource, moved } = found
      if (resource !== undefined) {
        const text = findDocument({ ...found, resource }, prefixOf(asked), query)
        const itemId = isPublic && feed.countsViews === true ? resource.id : undefined
        return new FinalAnswer({ text, changedAt: latest(gate, [resource, ...found.included]), isPublic, itemId })
      }
      if (moved === undefined) return notFound(feed.noun, key)
      return { location: locationOf(moved, route, asked), isPublic, redirectId: moved.redirectId }
    })
    return store === undefined ? read : { ...read, store }
  }
  const { stored } = feed
  const word = storableKey(key)
  return {
    // The query of a redirect is repeated as it came; redirects are not kept.
    key: pathWith(`${path}/${encodeURIComponent(key.toWellFormed())}`, given),
    isSearch: false,
    ...(stored && { readStored: async (db: Reader) => ifAny(await stored.find(db, word, named), readOf) }),
    read: async (db) => readOf(await feed.find(db, word, named)),
  }
}

function ifAny<T, R>(value: T | undefined, then: (value: T) => R): R | undefined {
  return value === undefined ? undefined : then(value)
}

function documentPlan(feed: DocumentFeed, asked: Asked): Plan {
  const { target, organizationId, baseUrl } = asked
  const page = attempt(() => pageParameter(feed, target.parameters))
  if (page instanceof Problem) return refusal(undefined, asked, page)
  return {
    key: pathWith(feed.path, new Map(page === undefined ? [] : [['page', String(page)]])),
    isSearch: false,
    async read(db) {
      const document = await feed.read(db, { organizationId, baseUrl, page })
      const shown = {
        ...asked,
        feed: undefined,
        collection: undefined,
        status: 'published',
        fields: undefined,
      } as const
      return behind(document.gate, shown, (gate) => {
        if (document.body === undefined) return notFound('Page', String(page))
        return new FinalAnswer({
          text: document.body,
          mediaType: feed.contentType,
          changedAt: latest(gate, document.changedAt === undefined ? [] : [{ changedAt: document.changedAt }]),
          isPublic: true,
        })
      })
    },
  }
}

/** A request that is not allowed is refused for its organization, mode or collection first. */
function refusal(collection: Named | undefined, { organizationId }: Asked, problem: Problem): Plan {
  return {
    key: undefined,
    isSearch: false,
    async read(db) {
      const gate = existing(await readGate(db, collection?.key), organizationId)
      throw closedBy(gate, { collection, status: 'published' }) ?? problem
    },
  }
}

type Shown = {
  organizationId: string
  feed: Feed | undefined
  collection: Named | undefined
  status: FeedStatus
  fields: Fields
}

/** What is answered behind the gate, with the state in which both were read. */
function behind(
  found: Gate | undefined,
  { organizationId, feed, collection, status, fields }: Shown,
  answer: (gate: Gate) => FinalAnswer | Problem | Elsewhere,
): Found {
  const gate = existing(found, organizationId)
  const isOwn = feed !== undefined && feed.collection !== 'all' && feed.isOwn?.(fields) !== false
  return {
    answer: closedBy(gate, { collection, status }) ?? answer(gate),
    scope: isOwn ? (gate.collectionId ?? wholeOrganization) : undefined,
    revisions: gate.revisions,
  }
}

function existing(gate: Gate | undefined, organizationId: string): Gate {
  if (gate === undefined) throw notFound('Organization', organizationId)
  return gate
}

/** Mode, collection, then what the organization does not show (content-api.md#order-of-refusals). */
function closedBy(gate: Gate, { collection, status }: Pick<Shown, 'collection' | 'status'>): Problem | undefined {
  if (gate.contentMode !== 'headless')
    return new Problem(403, 'The content of this organization is not available via the API')
  if (!gate.collectionOpen) return notFound('Collection', collection?.name ?? '')
  if (status !== 'published' && !gate.exposeUnpublished)
    return new Problem(403, 'This organization shows published content only: leave status out, or ask for published')
  return undefined
}

function attempt<T>(parse: () => T): T | Problem {
  try {
    return parse()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

type Named = { name: string; key: CollectionKey }

function collectionOf(route: { feed: Feed; collection: string | undefined }, target: Target): Named | undefined {
  const scope = route.feed.collection
  if (scope === 'all') return undefined
  if (scope === 'path') return named(route.collection ?? '', false)
  return 'slug' in scope
    ? named(scope.slug, false)
    : named(parameter(target.parameters, scope.parameter) ?? scope.default, true)
}

// What cannot be a slug names no collection, and a slug is never empty.
function named(name: string, idAllowed: boolean): Named {
  if (idAllowed && isId('collection', name)) return { name, key: { id: name } }
  return { name, key: { slug: isSlug(name) ? name : '' } }
}

// A path value that cannot be stored is nobody's slug, and a slug is never empty.
function storableKey(key: string): string {
  return isUnstorable(key) || key.length > slugLength ? '' : key.normalize('NFC')
}

function prefixOf({ organizationId }: Asked): string {
  return `/v1/${organizationId}/`
}

// The query string is kept (content-api.md#old-slugs-redirect).
function locationOf({ key }: Moved, { path }: { path: string }, asked: Asked): string {
  const { query } = asked.target
  return `${prefixOf(asked)}${path}/${encodeURIComponent(key)}${query === '' ? '' : `?${query}`}`
}

function latest(gate: Gate, resources: readonly Pick<Resource, 'changedAt'>[]): Date {
  return resources.reduce((newest, { changedAt }) => (changedAt > newest ? changedAt : newest), gate.changedAt)
}
