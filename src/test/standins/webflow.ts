import { type Answer, openStandin, type Request } from './standin.ts'

type WebflowItem = {
  id: string
  lastPublished: string | null
  lastUpdated: string
  isDraft: boolean
  isArchived: boolean
  fieldData: Record<string, unknown>
}
type Field = { slug: string; type: string; isRequired?: boolean; isEditable?: boolean }

const token = 'token-of-the-webflow-stand-in'

/** The fields of a collection of posts, with the one that keeps the id of the item. */
export const postFields: readonly Field[] = [
  { slug: 'name', type: 'PlainText', isRequired: true },
  { slug: 'slug', type: 'PlainText', isRequired: true },
  { slug: 'post-body', type: 'RichText' },
  { slug: 'post-summary', type: 'PlainText' },
  { slug: 'main-image', type: 'Image' },
  { slug: 'author-name', type: 'PlainText' },
  { slug: 'seo-title', type: 'PlainText' },
  { slug: 'meta-description', type: 'PlainText' },
  { slug: 'canonical-url', type: 'Link' },
  { slug: 'masthead-id', type: 'PlainText' },
  { slug: 'author', type: 'Reference' },
]

/** A Webflow in memory that speaks its Data API v2, with the traps that the real one has. */
export async function openWebflow({ fields = postFields }: { fields?: readonly Field[] } = {}) {
  const items = new Map<string, WebflowItem>()
  const sites = [
    { id: 'site1', displayName: 'Lamp Press', shortName: 'lamp-press', customDomains: [{ url: 'lamps.test' }] },
    { id: 'site2', displayName: 'Other Press', shortName: 'other-press', customDomains: [] },
  ]
  const collections = [
    { id: 'posts', displayName: 'Blog Posts', slug: 'post', site: 'site1' },
    { id: 'notes', displayName: 'Notes', slug: 'note', site: 'site2' },
  ]
  const state = { token, made: 0, clock: Date.parse('2026-01-01T00:00:00Z'), fields }
  const now = () => new Date((state.clock += 1000)).toISOString()

  const error = (status: number, code: string): Answer => ({
    status,
    json: { code, message: code, externalReference: null, details: [] },
  })

  function route(request: Request): Answer {
    const { method, path, headers } = request
    if (method === 'POST' && path === '/oauth/access_token') {
      const given = new URLSearchParams(request.body.toString())
      const isKnown = given.get('code') === 'agreed' && given.get('client_secret') === 'secret-of-the-app'
      return isKnown ? { status: 200, json: { access_token: state.token } } : error(400, 'invalid_grant')
    }
    if (method === 'POST' && path === '/oauth/revoke_authorization') return revoke(request)
    if (headers.authorization !== `Bearer ${state.token}`) return error(401, 'not_authorized')
    if (path === '/v2/sites') return { status: 200, json: { sites } }
    const site = /^\/v2\/sites\/([^/]+)(\/collections)?$/.exec(path)
    if (site !== null) {
      const found = sites.find(({ id }) => id === site[1])
      if (found === undefined) return error(404, 'resource_not_found')
      if (site[2] === undefined) return { status: 200, json: found }
      return { status: 200, json: { collections: collections.filter((one) => one.site === found.id) } }
    }
    const [, collectionId, rest = ''] = /^\/v2\/collections\/([^/]+)(\/.*)?$/.exec(path) ?? []
    const collection = collections.find(({ id }) => id === collectionId)
    if (collection === undefined) return error(404, 'resource_not_found')
    if (rest === '') return { status: 200, json: { ...collection, fields: state.fields.map(described) } }
    if (rest === '/items' && method === 'GET') return list(request)
    if (rest === '/items' && method === 'POST') return create(request, { live: false })
    if (rest === '/items/live' && method === 'POST') return create(request, { live: true })
    if (rest === '/items/publish' && method === 'POST') return publish(request)
    const [, id = '', live] = /^\/items\/([^/]+)(\/live)?$/.exec(rest) ?? []
    const item = items.get(id)
    if (item === undefined || (live !== undefined && item.lastPublished === null))
      return error(404, 'resource_not_found')
    if (method === 'GET') return { status: 200, json: item }
    if (method === 'PATCH') return change(item, request)
    if (live === undefined) items.delete(id)
    else item.lastPublished = null
    return { status: 204 }
  }

  function revoke({ headers, body }: Request): Answer {
    const isJson = headers['content-type'] === 'application/json'
    const given = isJson ? (JSON.parse(body.toString()) as Record<string, unknown>) : {}
    if (given['client_id'] !== 'app' || given['client_secret'] !== 'secret-of-the-app')
      return error(400, 'invalid_client')
    const isOurs = given['access_token'] === state.token
    if (isOurs) state.token = 'token-of-nobody'
    return { status: 200, json: { did_revoke: isOurs } }
  }

  const described = (field: Field) => ({ isRequired: false, isEditable: true, ...field, displayName: field.slug })

  function list({ query }: Request): Answer {
    const slug = query.get('slug')
    const [offset, limit] = [Number(query.get('offset') ?? 0), Math.min(100, Number(query.get('limit') ?? 100))]
    const found = [...items.values()].filter(({ fieldData }) => slug === null || fieldData['slug'] === slug)
    const pagination = { limit, offset, total: found.length }
    return { status: 200, json: { items: found.slice(offset, offset + limit), pagination } }
  }

  type Given = { isDraft?: boolean; isArchived?: boolean; fieldData?: Record<string, unknown> }

  function problemOf({ fieldData = {} }: Given, before: Record<string, unknown> = {}): Answer | undefined {
    const known = state.fields.map(({ slug }) => slug)
    const isUnknown = Object.keys(fieldData).some((name) => !known.includes(name))
    const missing = state.fields.some(
      ({ slug, isRequired }) => isRequired === true && !{ ...before, ...fieldData }[slug],
    )
    return isUnknown || missing ? error(400, 'validation_error') : undefined
  }

  function create({ body }: Request, { live }: { live: boolean }): Answer {
    const given = JSON.parse(body.toString()) as Given
    const problem = problemOf(given)
    if (problem !== undefined) return problem
    const id = `item${state.made++}`
    const item: WebflowItem = {
      id,
      lastPublished: live ? now() : null,
      lastUpdated: now(),
      // Left out, it waits for the next publication of the whole site.
      isDraft: given.isDraft ?? false,
      isArchived: given.isArchived ?? false,
      fieldData: stored(given.fieldData ?? {}, id),
    }
    items.set(id, item)
    return { status: 202, json: item }
  }

  function change(item: WebflowItem, { body }: Request): Answer {
    const given = JSON.parse(body.toString()) as Given
    const problem = problemOf(given, item.fieldData)
    if (problem !== undefined) return problem
    item.isDraft = given.isDraft ?? false
    item.fieldData = { ...item.fieldData, ...stored(given.fieldData ?? {}, item.id) }
    item.lastUpdated = now()
    return { status: 200, json: item }
  }

  function publish({ body }: Request): Answer {
    const { itemIds } = JSON.parse(body.toString()) as { itemIds: string[] }
    const found = itemIds.flatMap((id) => items.get(id) ?? [])
    for (const item of found) Object.assign(item, { isDraft: false, lastPublished: now() })
    return { status: 202, json: { publishedItemIds: found.map(({ id }) => id), errors: [] } }
  }

  /** HTML of its own, pictures on its own host, and some characters behind a slug that is taken. */
  function stored(data: Record<string, unknown>, id: string): Record<string, unknown> {
    const kept: Record<string, unknown> = { ...data }
    const { 'post-body': html, 'main-image': image, slug } = data
    if (typeof html === 'string') kept['post-body'] = html.replaceAll(/<p>/g, '<p id="">').replaceAll('\n', '')
    if (typeof image === 'object' && image !== null)
      kept['main-image'] = { ...image, fileId: `file-${id}`, url: `https://cdn.webflow.test/${id}.png` }
    const isTaken = [...items.values()].some((other) => other.id !== id && other.fieldData['slug'] === slug)
    if (typeof slug === 'string' && isTaken) kept['slug'] = `${slug}-e9f6b`
    return kept
  }

  const standin = await openStandin(route)
  return {
    ...standin,
    items,
    changeToken: (to: string) => void (state.token = to),
    changeFields: (to: readonly Field[]) => void (state.fields = to),
    given: { provider: 'webflow' as const, secret: { token } },
    /** Requests that give a grant back. */
    isRevoke: ({ path }: Request) => path === '/oauth/revoke_authorization',
    /** Whether the token that was granted is good no longer. */
    isRevoked: () => state.token !== token,
    /** Requests that make an item. */
    isCreate: ({ method, path }: Request) => method === 'POST' && /\/items(\/live)?$/.test(path),
  }
}
