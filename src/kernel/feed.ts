import type { z } from 'zod'

import type { SearchPatterns } from '#std/search-patterns.ts'
import { joinUrl } from '#std/urls.ts'

import type { ContentRevisions } from './content-revision.ts'
import type { Reader, Writer } from './database.ts'
import { JsonText } from './json-text.ts'

/** What `status` of the Content API accepts. */
export const feedStatuses = ['published', 'draft', 'scheduled', 'all'] as const
export type FeedStatus = (typeof feedStatuses)[number]

/** A collection as the request names it. */
export type CollectionKey = { slug: string } | { id: string }

/**
 * Where the collection of a request comes from: its path, a parameter, or always the same one. `'all'`: the enabled collections
 * that the plan opens.
 */
export type CollectionScope = 'path' | { parameter: string; default: string } | { slug: string } | 'all'

/**
 * What decides whether a request is answered at all (content-api.md#order-of-refusals). It is read by the same statement that
 * reads the data, and data behind a closed gate is not read.
 */
export type Gate = {
  contentMode: string
  exposeUnpublished: boolean
  organizationName: string
  siteUrl: string | null
  /** Whether the collection that the request names exists, is enabled and is opened by the plan. True for scope `'all'`. */
  collectionOpen: boolean
  /** The last change of organization, settings or collection. */
  changedAt: Date
  /** The collection that the request names, where it may be read. */
  collectionId: string | null
  /** The revisions of the organization in the state that was read. */
  revisions: ContentRevisions
}

/** Names of attributes; undefined: those that an answer has by default. */
export type Fields = ReadonlySet<string> | undefined

export type FindQuery = {
  organizationId: string
  /** Public address of the installation, without a trailing slash. */
  baseUrl: string
  collection: CollectionKey | undefined
  status: FeedStatus
  include: ReadonlySet<string>
  /** Names of the attributes that were asked for; undefined: the default ones. */
  fields: Fields
}

export type ListQuery = FindQuery & {
  limit: number
  offset: number
  search: SearchPatterns | undefined
  /** Ids per filter. All filters hold; within one, any id. */
  filters: ReadonlyMap<string, readonly string[]>
  /** Values of the parameters that a record must equal, and the times from which on it changed. */
  exact: ReadonlyMap<string, string>
  since: ReadonlyMap<string, Date>
  orderBy: string
  direction: 'asc' | 'desc'
}

export type ResourceName = { type: string; id: string }

/** A resource object without the protocol: paths are relative to `/v1/{organizationId}/`. */
export type Resource = ResourceName & {
  attributes: Readonly<Record<string, unknown>>
  relationships?: Readonly<Record<string, { data: readonly ResourceName[] } | { related: string }>>
  self?: string
  changedAt: Date
}

/** The same, stored as it is sent. */
export type StoredResource = Pick<Resource, 'id' | 'type' | 'self' | 'changedAt'> & {
  attributes: JsonText
  relationships: JsonText
}

export type FeedPage = {
  /** Undefined: there is no such organization. */
  gate: Gate | undefined
  total: number
  resources: readonly (Resource | StoredResource)[]
  included: readonly Resource[]
  store?: Storing
}

/** Stores what had to be put together, for those who ask next, in short transactions. Nothing is lost where it is not done. */
export type Storing = readonly ((db: Writer) => Promise<void>)[]

/** Where an old slug leads: another key of the same feed, and the redirect that says so. */
export type Moved = { key: string; redirectId: string }

export type FeedFind = {
  gate: Gate | undefined
  resource: Resource | StoredResource | undefined
  included: readonly Resource[]
  moved?: Moved | undefined
  store?: Storing
}

/** A `/v1` resource, declared once. The face owns everything that is protocol (content-api.md#feeds-are-declared-once). */
export type Feed = {
  kind: 'resource'
  type: string
  /** What a 404 calls one of these. */
  noun: string
  summary: string
  /** Below `/v1/{organizationId}`; the first is the resource's own, the others are aliases. `{collection}` is a path value. */
  paths: readonly string[]
  collection: CollectionScope
  attributes: z.ZodObject
  /** Attributes that are shown only where `_fields` asks for them (content-api.md#further-attributes). */
  further?: readonly string[]
  /** Attributes that only a single fetch shows. */
  singleOnly?: readonly string[]
  /** The form of the path value, where it is not id or slug; any other form is 400. */
  keyForm?: { pattern: RegExp; words: string }
  includes: readonly string[]
  /** Whether each fetch of one is counted as a view of an item. */
  countsViews?: boolean
  /** Whether unpublished records can be requested. */
  statuses: boolean
  /** Whether what these attributes show is the collection's own; by default it is, unless the collection is `'all'`. */
  isOwn?: (fields: Fields) => boolean
  /** Undefined: the list takes no parameters and is not paged. */
  lists:
    | {
        /** Undefined: the list cannot be searched. */
        searches?: string
        filters: readonly string[]
        /** Parameters that a record must equal, and those that name a time, with what they mean. */
        exact?: Readonly<Record<string, string>>
        since?: Readonly<Record<string, string>>
        /** Undefined: the list has one order. */
        orders?: readonly [string, ...string[]]
        offset: boolean
      }
    | undefined
  list(db: Reader, query: ListQuery): Promise<FeedPage>
  /** `key` is the decoded path value: storable text of at most 200 characters. */
  find(db: Reader, key: string, query: FindQuery): Promise<FeedFind>
  /** The same from what is stored as it is sent; undefined where something of it is not stored. */
  stored?: {
    list(db: Reader, query: ListQuery): Promise<FeedPage | undefined>
    find(db: Reader, key: string, query: FindQuery): Promise<FeedFind | undefined>
  }
}

export type DocumentQuery = { organizationId: string; baseUrl: string; page: number | undefined }

export type FeedDocument = { gate: Gate | undefined; body: string | undefined; changedAt: Date | undefined }

/** A `/v1` answer that is not JSON: sitemap, feed, llms.txt (content-api.md#documents). */
export type DocumentFeed = {
  kind: 'document'
  summary: string
  path: string
  contentType: string
  paged: boolean
  /** No body: there is no such page. */
  read(db: Reader, query: DocumentQuery): Promise<FeedDocument>
}

export type AnyFeed = Feed | DocumentFeed

/** Declares a resource. Returns the declaration unchanged. */
export function feed(declaration: Omit<Feed, 'kind'>): Feed {
  return { kind: 'resource', ...declaration }
}

/** Declares a document. Returns the declaration unchanged. */
export function documentFeed(declaration: Omit<DocumentFeed, 'kind'>): DocumentFeed {
  return { kind: 'document', ...declaration }
}

/** An address as an answer shows it: stored paths become addresses below the installation's own. */
export function absoluteUrl(url: string | null, baseUrl: string): string | null {
  return url?.startsWith('/') ? joinUrl(baseUrl, url) : url
}

/** A resource as JSON:API writes it; `prefix` is `/v1/{organizationId}/`, `fields` those that were asked for. */
export function resourceObject(
  { id, type, attributes, relationships, self }: Resource | StoredResource,
  prefix: string,
  fields?: Fields,
) {
  return {
    id,
    type,
    attributes: fields === undefined || attributes instanceof JsonText ? attributes : pick(attributes, fields),
    ...(relationships && { relationships: relationshipsObject(relationships, prefix) }),
    ...(self && { links: { self: `${prefix}${self}` } }),
  }
}

function relationshipsObject(relationships: NonNullable<Resource['relationships']> | JsonText, prefix: string) {
  if (relationships instanceof JsonText) return relationships
  return Object.fromEntries(
    Object.entries(relationships).map(([name, value]) => [
      name,
      'data' in value ? value : { data: null, links: { related: `${prefix}${value.related}` } },
    ]),
  )
}

function pick(attributes: Resource['attributes'], fields: NonNullable<Fields>) {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => fields.has(name)))
}
