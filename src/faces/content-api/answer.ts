import { readGate } from '#areas/collections/index.ts'
import type { Reader } from '#kernel/database.ts'
import type { CollectionKey, DocumentFeed, Feed, FeedStatus, Gate, Moved, Resource } from '#kernel/feed.ts'
import { isId, type OrganizationId } from '#kernel/ids.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'
import { isSlug, slugLength } from '#std/slugs.ts'
import { isUnstorable } from '#std/text.ts'

import { findDocument, listDocument } from './document.ts'
import { linksOf } from './links.ts'
import { findParameters, listParameters, pageParameter, parameter } from './parameters.ts'
import { notFound, Problem } from './problem.ts'
import type { Content } from './reply.ts'
import type { Target } from './request.ts'
import type { Route } from './routes.ts'

/** A GET of a known route, for an organization id of the right form. */
export type Asked = { organizationId: OrganizationId; route: Route; target: Target; baseUrl: string }

export type Answer = Content | { location: string; isPublic: boolean; redirectId: string }

/** The answer to a request: one statement, as a read transaction of its own. Refusals are thrown as `Problem`. */
export function answerOf(database: TenantDatabase, asked: Asked): Promise<Answer> {
  const { route, organizationId } = asked
  return database.organizationStatement({ organizationId }, 'read', (db) => {
    if (route.to === 'document') return readDocument(db, route.feed, asked)
    return route.to === 'list' ? readList(db, route, asked) : readOne(db, route, asked)
  })
}

async function readList(db: Reader, route: Route & { to: 'list' }, asked: Asked): Promise<Answer> {
  const { feed, path } = route
  const { organizationId, baseUrl, target } = asked
  const collection = collectionOf(route, target)
  const parameters = await valid(db, collection, asked, () => listParameters(feed, target.parameters))
  const { query } = parameters
  const page = await feed.list(db, { ...query, organizationId, collection: collection?.key, baseUrl })
  const gate = admit(page.gate, { ...asked, collection: collection?.name, status: query.status })

  const prefix = prefixOf(asked)
  const links = feed.lists ? linksOf(`${prefix}${path}`, parameters, page.total) : { self: `${prefix}${path}` }
  const text = listDocument(page, prefix, parameters, links)
  return {
    text,
    changedAt: latest(gate, [...page.resources, ...page.included]),
    isPublic: query.status === 'published',
  }
}

async function readOne(db: Reader, route: Route & { to: 'find' }, asked: Asked): Promise<Answer> {
  const { feed, key } = route
  const { organizationId, baseUrl, target } = asked
  const collection = collectionOf(route, target)
  const query = await valid(db, collection, asked, () => {
    if (feed.keyForm && !feed.keyForm.pattern.test(key))
      throw new Problem(400, `The id of a ${feed.type} resource must have the form ${feed.keyForm.words}`)
    return findParameters(feed, target.parameters)
  })
  const found = await feed.find(db, storableKey(key), {
    ...query,
    organizationId,
    collection: collection?.key,
    baseUrl,
  })
  const gate = admit(found.gate, { ...asked, collection: collection?.name, status: query.status })

  const { resource, moved } = found
  const isPublic = query.status === 'published'
  if (resource !== undefined) {
    const text = findDocument({ ...found, resource }, prefixOf(asked), query)
    return { text, changedAt: latest(gate, [resource, ...found.included]), isPublic }
  }
  if (moved !== undefined) return { location: locationOf(moved, route, asked), isPublic, redirectId: moved.redirectId }
  throw notFound(feed.noun, key)
}

async function readDocument(db: Reader, feed: DocumentFeed, asked: Asked): Promise<Answer> {
  const { target } = asked
  const page = await valid(db, undefined, asked, () => (feed.paged ? pageParameter(target.parameters) : undefined))
  const document = await feed.read(db, { organizationId: asked.organizationId, baseUrl: asked.baseUrl, page })
  const gate = admit(document.gate, { ...asked, collection: undefined, status: 'published' })
  if (document.body === undefined) throw notFound('Page', String(page))
  return {
    text: document.body,
    mediaType: feed.contentType,
    changedAt: document.changedAt ?? gate.changedAt,
    isPublic: true,
  }
}

type Asking = { organizationId: string; collection: string | undefined; status: FeedStatus }

/** Organization, mode, collection, then what the organization does not show (content-api.md#order-of-refusals). */
function admit(gate: Gate | undefined, { organizationId, collection, status }: Asking): Gate {
  if (gate === undefined) throw notFound('Organization', organizationId)
  if (gate.contentMode !== 'headless')
    throw new Problem(403, 'The content of this organization is not available via the API')
  if (!gate.collectionOpen) throw notFound('Collection', collection ?? '')
  if (status !== 'published' && !gate.exposeUnpublished)
    throw new Problem(403, 'This organization shows published content only: leave status out, or ask for published')
  return gate
}

// A request with a parameter that is not allowed is refused for its organization, mode or collection first.
async function valid<T>(db: Reader, collection: Named | undefined, asked: Asked, parse: () => T): Promise<T> {
  try {
    return parse()
  } catch (error) {
    const gate = await readGate(db, collection?.key)
    admit(gate, { ...asked, collection: collection?.name, status: 'published' })
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

// The query string is kept, even where the target is elsewhere (content-api.md#old-slugs-redirect).
function locationOf(moved: Moved, { path }: { path: string }, asked: Asked): string {
  const { query } = asked.target
  if ('key' in moved)
    return `${prefixOf(asked)}${path}/${encodeURIComponent(moved.key)}${query === '' ? '' : `?${query}`}`
  const url = URL.parse(moved.url, asked.baseUrl)
  if (url === null) throw new Error('a redirect leads to no URL')
  if (query !== '') url.search = url.search === '' ? query : `${url.search}&${query}`
  return url.href
}

function latest(gate: Gate, resources: readonly Resource[]): Date {
  return resources.reduce((newest, { changedAt }) => (changedAt > newest ? changedAt : newest), gate.changedAt)
}
