import { z } from 'zod'

import { shapeOf } from '#catalog/run/shape.ts'
import { type AnyFeed, type DocumentFeed, type Feed, feedStatuses } from '#kernel/feed.ts'

import { maxPerPage } from './parameters.ts'

type Json = Record<string, unknown>

/** The description of this interface (OpenAPI 3.1), derived from its feeds. */
export function openApi(feeds: readonly AnyFeed[], baseUrl: string): Json {
  const resources = feeds.filter((feed) => feed.kind === 'resource')
  return {
    openapi: '3.1.1',
    info: {
      title: 'Masthead Content API',
      version: '1',
      description: 'Published content of an organization, read only, for websites and applications.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    security: [],
    tags: resources.map(({ type, summary }) => ({ name: type, description: summary })),
    paths: Object.fromEntries(
      feeds.flatMap((feed) => (feed.kind === 'document' ? [documentPath(feed)] : resourcePaths(feed))),
    ),
    components: {
      schemas: {
        ...Object.fromEntries(resources.map((feed) => [nameOf(feed), resourceSchema(feed)])),
        Problem: problem,
      },
      responses: {
        BadRequest: errorResponse('A parameter has a value that is not allowed'),
        Forbidden: errorResponse('The content is not available via the API'),
        NotFound: errorResponse('Organization, collection or resource not found'),
        TooMany: errorResponse('Too many requests from this address; Retry-After says when to ask again'),
        Failed: errorResponse('Something went wrong here; X-Request-Id leads to the reason in the log'),
        NotYet: errorResponse('The state that min_revision names is not here yet; Retry-After says when to ask again'),
      },
    },
  }
}

function resourcePaths(feed: Feed): [string, Json][] {
  return feed.paths.flatMap((path, index): [string, Json][] => {
    const list = pathOf(path)
    const suffix = `${nameOf(feed)}${index === 0 ? '' : `At${path.slice(1)}`}`
    return [
      [
        list,
        get({
          id: `list${suffix}`,
          summary: feed.summary,
          tag: feed.type,
          path: list,
          query: listQuery(feed),
          ok: listOf(feed),
          deprecated: index > 0,
        }),
      ],
      [
        `${list}/${keyOf(feed)}`,
        get({
          id: `get${suffix}`,
          summary: `One of: ${feed.summary}`,
          tag: feed.type,
          path: `${list}/${keyOf(feed)}`,
          query: findQuery(feed),
          ok: oneOf(feed),
          deprecated: index > 0,
        }),
      ],
    ]
  })
}

function documentPath(feed: DocumentFeed): [string, Json] {
  const path = pathOf(feed.path)
  const content = { [feed.contentType.split(';')[0] ?? '']: { schema: { type: 'string' } } }
  const id = `get${feed.path.replace(/[^a-z]+(.)/g, (_, letter: string) => letter.toUpperCase())}`
  return [
    path,
    get({
      id,
      summary: feed.summary,
      path,
      query: feed.paged ? [integer('page', { minimum: 1 })] : [],
      ok: content,
      deprecated: false,
    }),
  ]
}

const minRevision = text(
  'min_revision',
  'X-Content-Revision of a write: the answer shows at least that state, or is 503 after a second',
)

type Get = { id: string; summary: string; tag?: string; path: string; query: Json[]; ok: Json; deprecated: boolean }

function get({ id, summary, tag, path, query, ok, deprecated }: Get): Json {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name)
  const inPath = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))
  return {
    get: {
      operationId: id,
      summary,
      ...(tag ? { tags: [tag] } : {}),
      ...(deprecated ? { deprecated: true } : {}),
      parameters: [...inPath, ...query, minRevision],
      responses: {
        '200': { description: 'Found', content: ok },
        '304': { description: 'Not modified: If-None-Match names the current state' },
        ...(path.includes('{idOrSlug}') && query.some(({ name }) => name === 'status')
          ? { '308': { description: 'The slug is an old one: Location has the current one' } }
          : {}),
        '400': { $ref: '#/components/responses/BadRequest' },
        '403': { $ref: '#/components/responses/Forbidden' },
        '404': { $ref: '#/components/responses/NotFound' },
        '429': { $ref: '#/components/responses/TooMany' },
        '500': { $ref: '#/components/responses/Failed' },
        '503': { $ref: '#/components/responses/NotYet' },
      },
    },
  }
}

function listQuery(feed: Feed): Json[] {
  const { lists } = feed
  if (lists === undefined) return []
  return [
    integer('page', { minimum: 1, default: 1 }),
    integer('per_page', { minimum: 1, maximum: maxPerPage, default: 10 }),
    ...(lists.offset ? [integer('offset', { minimum: 0 })] : []),
    ...(lists.searches === undefined ? [] : [text('search', `Matches ${lists.searches}`)]),
    ...lists.filters.map((name) => text(name, `Comma-separated ids of ${name}`)),
    ...Object.entries(lists.exact ?? {}).map(([name, meaning]) => text(name, meaning)),
    ...Object.entries(lists.since ?? {}).map(([name, meaning]) => text(name, meaning)),
    ...(lists.orders === undefined
      ? []
      : [choice('orderby', lists.orders, lists.orders[0]), choice('order', ['asc', 'desc'], 'desc')]),
    ...findQuery(feed),
  ]
}

function findQuery(feed: Feed): Json[] {
  const scope = feed.collection
  return [
    ...(typeof scope === 'object' && 'parameter' in scope
      ? [text(scope.parameter, `Id or slug of a collection; ${scope.default} by default`)]
      : []),
    ...(feed.statuses ? [choice('status', feedStatuses, 'published')] : []),
    ...(feed.lists ? [text('_fields', fieldsText(feed))] : []),
    ...(feed.includes.length > 0 ? [text('include', `Comma-separated: any of ${feed.includes.join(', ')}`)] : []),
  ]
}

function fieldsText({ further }: Feed): string {
  const names = 'Comma-separated names of the attributes to return; * names those of an answer without _fields'
  return further === undefined ? names : `${names}, including those shown only on request: ${further.join(', ')}`
}

function integer(name: string, limits: Json): Json {
  return { name, in: 'query', schema: { type: 'integer', ...limits } }
}

function text(name: string, description: string): Json {
  return { name, in: 'query', description, schema: { type: 'string' } }
}

function choice(name: string, values: readonly string[], standard: string): Json {
  return { name, in: 'query', schema: { type: 'string', enum: values, default: standard } }
}

const chosen = 'Without _fields, all but those shown only on request; with it, those that it names'

function resourceSchema(feed: Feed): Json {
  const { $schema: _, ...attributes } = z.toJSONSchema(shapeOf(feed.attributes), { io: 'output' })
  // `_fields` leaves out any of them, and a schema cannot depend on a parameter (content-api.md#attributes-may-be-absent).
  const required = feed.lists === undefined ? { required: attributes.required } : { required: [], description: chosen }
  return {
    type: 'object',
    required: ['id', 'type', 'attributes'],
    properties: {
      id: { type: 'string' },
      type: { type: 'string' },
      attributes: { ...attributes, ...required },
      relationships: {
        type: 'object',
        properties: Object.fromEntries(feed.includes.map((name) => [name, related(name)])),
      },
      links: { type: 'object', properties: { self: { type: 'string' } } },
    },
  }
}

function listOf(feed: Feed): Json {
  const path = { type: 'string' }
  const optional = { type: ['string', 'null'] }
  const paged = feed.lists !== undefined
  return json({
    type: 'object',
    required: ['data', 'meta', 'links'],
    properties: {
      data: { type: 'array', items: reference(feed) },
      ...(feed.includes.length > 0 ? included(feed) : {}),
      meta: {
        type: 'object',
        required: paged ? ['total', 'per_page', 'page'] : ['total'],
        properties: Object.fromEntries(
          (paged ? ['total', 'per_page', 'page', 'offset'] : ['total']).map((name) => [name, { type: 'integer' }]),
        ),
      },
      links: {
        type: 'object',
        properties: paged ? { self: path, first: path, last: path, prev: optional, next: optional } : { self: path },
      },
    },
  })
}

function oneOf(feed: Feed): Json {
  const properties = { data: reference(feed), ...(feed.includes.length > 0 ? included(feed) : {}) }
  return json({ type: 'object', required: ['data'], properties })
}

/** The resources that `include` adds, each once. */
const included = ({ includes }: Feed): Json => ({
  included: { type: 'array', items: { anyOf: includes.map((type) => reference({ type })) } },
})

/** The resources of a type that belong to one, in their order. */
const related = (type: string): Json => ({
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'array',
      items: {
        type: 'object',
        required: ['type', 'id'],
        properties: { type: { type: 'string', const: type }, id: { type: 'string' } },
      },
    },
  },
})

const problem = {
  type: 'object',
  required: ['errors'],
  properties: {
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['status', 'title', 'detail'],
        properties: { status: { type: 'string' }, title: { type: 'string' }, detail: { type: 'string' } },
      },
    },
  },
}

function errorResponse(description: string): Json {
  return { description, content: json({ $ref: '#/components/schemas/Problem' }) }
}

function json(schema: Json): Json {
  return { 'application/json': { schema }, 'application/vnd.api+json': { schema } }
}

function reference(feed: Pick<Feed, 'type'>): Json {
  return { $ref: `#/components/schemas/${nameOf(feed)}` }
}

function nameOf({ type }: Pick<Feed, 'type'>): string {
  return `${type[0]?.toUpperCase()}${type.slice(1)}`
}

function pathOf(path: string): string {
  return `/v1/{organizationId}${path.replace('{collection}', '{collectionSlug}')}`
}

function keyOf(feed: Feed): string {
  if (feed.type === 'collections') return '{collectionSlug}'
  return feed.keyForm ? '{id}' : '{idOrSlug}'
}
