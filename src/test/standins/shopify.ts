import { type Answer, openStandin, type Request } from './standin.ts'

type Metafield = { namespace: string; key: string; value: string; type: string }
type Given = {
  title?: string
  handle?: string
  body?: string
  summary?: string
  isPublished?: boolean
  publishDate?: string
  tags?: string[]
  author?: { name?: string }
  blogId?: string
  image?: { url: string; altText: string } | null
  metafields?: Metafield[]
  redirectNewHandle?: boolean
}
export type ShopifyArticle = {
  id: string
  title: string
  handle: string
  body: string
  summary: string
  isPublished: boolean
  publishedAt: string | null
  updatedAt: string
  tags: string[]
  author: { name: string }
  image: { url: string } | null
  blogId: string
  metafields: Map<string, string>
}
type Variables = {
  id?: string
  after?: string | null
  article?: Given
  cleared?: { ownerId: string; namespace: string; key: string }[]
}

const accessToken = 'shpat_token_of_the_stand_in'
const client = { clientId: 'client-of-the-stand-in', clientSecret: 'secret-of-the-client' }
const inputs =
  'title handle body summary isPublished publishDate tags author blogId image metafields redirectNewHandle templateSuffix'.split(
    ' ',
  )

/** A shop in memory that speaks the Admin GraphQL API, with the traps that the real one has. */
export async function openShopify({ scopes = ['read_content', 'write_content'], blogs = 3 } = {}) {
  const articles = new Map<string, ShopifyArticle>()
  const redirects: { from: string; to: string }[] = []
  const state = { made: 0, clock: Date.parse('2026-01-01T00:00:00Z'), tokens: new Set([accessToken]), throttled: 0 }
  const now = () => new Date((state.clock += 1000)).toISOString().replace('.000Z', 'Z')
  const everyBlog = Array.from({ length: blogs }, (_, n) => ({
    id: `gid://shopify/Blog/${n + 1}`,
    title: `Blog ${n + 1}`,
  }))

  function route(request: Request): Answer {
    if (request.path === '/admin/oauth/access_token') return grant(request)
    if (request.path !== '/admin/api/2026-10/graphql.json') return { status: 404, json: { errors: 'Not Found' } }
    if (!state.tokens.has(String(request.headers['x-shopify-access-token'])))
      return {
        status: 401,
        json: { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' },
      }
    if (state.throttled > 0) {
      state.throttled--
      return throttled
    }
    const { query, variables } = JSON.parse(request.body.toString()) as { query: string; variables: Variables }
    const name = /^(?:query|mutation) (\w+)/.exec(query)?.[1]
    const data = answers[name ?? '']?.(variables)
    return data === undefined
      ? { status: 200, json: { errors: [{ message: 'Unknown', extensions: { code: 'undefinedField' } }] } }
      : { status: 200, json: { data } }
  }

  function grant({ headers, body }: Request): Answer {
    const form = new URLSearchParams(body.toString())
    const isForm = headers['content-type'] === 'application/x-www-form-urlencoded'
    const isKnown = form.get('client_id') === client.clientId && form.get('client_secret') === client.clientSecret
    const isCode = form.get('code') === 'agreed' && form.get('client_secret') === 'secret-of-the-app'
    if (isForm && isCode) return { status: 200, json: { access_token: accessToken, scope: scopes.join(',') } }
    if (!isForm || form.get('grant_type') !== 'client_credentials' || !isKnown)
      return { status: 400, json: { error: 'invalid_client' } }
    const token = `shpat_granted_${++state.made}`
    state.tokens.add(token)
    return { status: 200, json: { access_token: token, scope: scopes.join(','), expires_in: 86_399 } }
  }

  const answers: Record<string, (variables: Variables) => unknown> = {
    Probe: () => ({
      shop: { name: 'Lamp Shop' },
      currentAppInstallation: { accessScopes: scopes.map((handle) => ({ handle })) },
      blogs: { nodes: everyBlog.slice(0, 1) },
    }),
    Blogs: ({ after }) => ({ blogs: paged(everyBlog, { after, size: 250 }) }),
    Newest: ({ id, after }) => {
      if (!everyBlog.some((blog) => blog.id === id)) return { blog: null }
      const found = [...articles.values()].filter(({ blogId }) => blogId === id).toReversed()
      return { blog: { articles: paged(found.map(shown), { after, size: 50 }) } }
    },
    Read: ({ id = '' }) => {
      const article = articles.get(id)
      return {
        article: article === undefined ? null : shown(article),
        shop: { primaryDomain: { url: 'https://lamps.test' } },
      }
    },
    Create: ({ article = {} }) => ({ articleCreate: save(undefined, article) }),
    Update: ({ id = '', article = {}, cleared = [] }) => {
      for (const { ownerId, namespace, key } of cleared) articles.get(ownerId)?.metafields.delete(`${namespace}.${key}`)
      return { articleUpdate: change(id, article), metafieldsDelete: { userErrors: [] } }
    },
    TakeDown: ({ id = '', article = {} }) => ({ articleUpdate: change(id, article) }),
    Uninstall: () => {
      state.tokens.clear()
      return { appUninstall: { userErrors: [] } }
    },
    Remove: ({ id = '' }) => ({
      articleDelete: { userErrors: articles.delete(id) ? [] : [problem('NOT_FOUND', 'id')] },
    }),
  }

  function paged<T>(all: readonly T[], { after, size }: { after: string | null | undefined; size: number }) {
    const from = Number(after ?? 0)
    const to = from + size
    return {
      nodes: all.slice(from, to),
      pageInfo: { hasNextPage: to < all.length, endCursor: to < all.length ? String(to) : null },
    }
  }

  const problem = (code: string, ...field: string[]) => ({ code, field, message: code })

  function change(id: string, given: Given) {
    const article = articles.get(id)
    return article === undefined ? { article: null, userErrors: [problem('NOT_FOUND', 'id')] } : save(article, given)
  }

  function save(before: ShopifyArticle | undefined, given: Given) {
    const refused = refusal(before, given)
    if (refused !== undefined) return { article: null, userErrors: [refused] }
    const id = before?.id ?? `gid://shopify/Article/${++state.made}`
    const { metafields = [], publishDate, redirectNewHandle, author, blogId, image, ...fields } = given
    const article: ShopifyArticle = {
      id,
      title: '',
      handle: '',
      body: '',
      summary: '',
      tags: [],
      isPublished: false,
      author: { name: author?.name ?? '' },
      blogId: blogId ?? '',
      metafields: new Map(),
      ...before,
      ...fields,
      publishedAt: before?.publishedAt ?? null,
      updatedAt: now(),
      image:
        image === undefined
          ? (before?.image ?? null)
          : image && { url: `https://cdn.shopify.test/${id.slice(-2)}.png` },
    }
    if (author?.name !== undefined) article.author = { name: author.name }
    if (typeof given.body === 'string') article.body = given.body.replaceAll('<em>', '<i>').replaceAll('</em>', '</i>')
    article.publishedAt = article.isPublished
      ? (publishDate?.replace('.000Z', 'Z') ?? article.publishedAt ?? now())
      : null
    for (const { namespace, key, value } of metafields) article.metafields.set(`${namespace}.${key}`, value)
    const isTaken = (handle: string) =>
      [...articles.values()].some(
        (other) => other.id !== id && other.blogId === article.blogId && other.handle === handle,
      )
    for (let n = 1, wanted = article.handle; isTaken(article.handle); n++) article.handle = `${wanted}-${n}`
    if (before !== undefined && redirectNewHandle === true && before.handle !== article.handle)
      redirects.push({ from: before.handle, to: article.handle })
    articles.set(id, article)
    return { article: shown(article), userErrors: [] }
  }

  function refusal(before: ShopifyArticle | undefined, given: Given) {
    const unknown = Object.keys(given).find((name) => !inputs.includes(name))
    if (unknown !== undefined) return problem('INVALID', unknown)
    if ((given.title ?? before?.title ?? '') === '') return problem('BLANK', 'article', 'title')
    if (before === undefined && (given.author?.name ?? '') === '')
      return problem('AUTHOR_FIELD_REQUIRED', 'article', 'author')
    if (before === undefined && !everyBlog.some(({ id }) => id === given.blogId))
      return problem('NOT_FOUND', 'article', 'blogId')
    if (given.metafields?.some(({ value }) => value === '')) return problem('INVALID_VALUE', 'article', 'metafields')
    if (given.isPublished === true && Date.parse(given.publishDate ?? '') > Date.now())
      return problem('INVALID_PUBLISH_DATE', 'article')
    return undefined
  }

  function shown(article: ShopifyArticle) {
    const { metafields, blogId, ...fields } = article
    const metafield = (name: string) => {
      const value = metafields.get(name)
      return value === undefined ? null : { value }
    }
    return {
      ...fields,
      blog: { handle: `blog-${blogId.split('/').at(-1)}` },
      titleTag: metafield('global.title_tag'),
      descriptionTag: metafield('global.description_tag'),
      canonicalUrl: metafield('masthead.canonical_url'),
      itemId: metafield('masthead.item_id'),
    }
  }

  const standin = await openStandin(route)
  return {
    ...standin,
    articles,
    redirects,
    /** The next documents are refused because the bucket is empty. */
    throttle: (documents: number) => void (state.throttled = documents),
    /** No token that was ever granted is good any longer. */
    revoke: () => state.tokens.clear(),
    given: { provider: 'shopify' as const, settings: { shop: 'lamps.myshopify.com' }, secret: { accessToken } },
    client,
    /** Requests that make an article. */
    isCreate: ({ body }: Request) => body.toString().includes('mutation Create'),
    isGrant: ({ path }: Request) => path === '/admin/oauth/access_token',
    /** Requests that give a grant back. */
    isRevoke: ({ body }: Request) => body.toString().includes('appUninstall'),
    /** Whether no token that was granted is good any longer. */
    isRevoked: () => state.tokens.size === 0,
  }
}

const throttled: Answer = {
  status: 200,
  json: {
    errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
    extensions: {
      cost: {
        requestedQueryCost: 200,
        actualQueryCost: null,
        throttleStatus: { maximumAvailable: 1000, currentlyAvailable: 50, restoreRate: 50 },
      },
    },
  },
}
