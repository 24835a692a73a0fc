import { type Answer, openStandin, type Request } from './standin.ts'

export type WordpressPost = {
  id: number
  title: string
  content: string
  excerpt: string
  slug: string
  status: string
  date_gmt: string
  categories: number[]
  tags: number[]
  featured_media: number
  meta: Record<string, string>
}

type Term = { id: number; name: string; slug: string }
type Options = {
  /** Meta keys that the site registers for REST. */
  meta?: readonly string[]
  /** Plain permalinks: the API is at `?rest_route=` alone. */
  plain?: boolean
  user?: string
  password?: string
  capabilities?: Record<string, boolean>
  /** The address that it says of a post. */
  link?: (slug: string) => string
}

const companion = [
  'masthead_item_id',
  'masthead_seo_title',
  'masthead_meta_description',
  'masthead_canonical_url',
  'masthead_og_title',
  'masthead_og_description',
  'masthead_twitter_title',
  'masthead_twitter_description',
]

/** A WordPress site in memory that speaks its REST API, with the traps that the real one has. */
export async function openWordpress(options: Options = {}) {
  const { meta = companion, plain = false, user = 'editor', password = 'abcdefghijklmnopqrstuvwx' } = options
  const { link = (slug: string) => `https://blog.test/${slug}/` } = options
  const { capabilities = { publish_posts: true, upload_files: true, manage_categories: true } } = options
  const posts = new Map<number, WordpressPost>()
  const terms: Record<'categories' | 'tags', Term[]> = {
    categories: [{ id: 1, name: 'Uncategorized', slug: 'uncategorized' }],
    tags: [],
  }
  const media = new Map<number, { bytes: number; type: string; alt: string }>()
  const state = { password, next: 100 }
  const newId = () => state.next++

  const error = (status: number, code: string, data: object = {}): Answer => ({
    status,
    json: { code, message: code, data: { status, ...data } },
  })

  /** Slugs are kept percent-encoded, in lower case. */
  const kept = (slug: string) => encodeURIComponent(decodeURIComponent(slug)).toLowerCase()
  const slugsIn = ({ query }: Request) => query.get('slug')?.split(',').map(kept)

  function route(request: Request): Answer {
    const inQuery = request.query.get('rest_route')
    const path = inQuery ?? (plain ? undefined : /^\/wp-json(\/.*)$/.exec(request.path)?.[1])
    if (path === undefined) return { status: 404, headers: { 'content-type': 'text/html' } }
    if (path === '/') return { status: 200, json: { name: 'Site', namespaces: ['wp/v2'] } }
    const expected = `Basic ${Buffer.from(`${user}:${state.password}`).toString('base64')}`
    const signedIn = request.headers.authorization === expected
    if (request.headers.authorization !== undefined && !signedIn) return error(401, 'incorrect_password')
    if (!signedIn) return error(401, 'rest_cannot_create')
    const [, kind = '', id] = /^\/wp\/v2\/(\w+)(?:\/([^/]+))?$/.exec(path) ?? []
    if (kind === 'users' && id === 'me') return { status: 200, json: { id: 1, name: 'Editor', capabilities } }
    if (kind === 'posts') return postsRoute(request, id)
    if (kind === 'categories' || kind === 'tags') return termsRoute(request, kind)
    if (kind === 'media') return mediaRoute(request, id)
    return error(404, 'rest_no_route')
  }

  function postsRoute(request: Request, id: string | undefined): Answer {
    if (request.method === 'OPTIONS') {
      const properties = Object.fromEntries(meta.map((key) => [key, { type: 'string' }]))
      return { status: 200, json: { schema: { properties: { meta: { type: 'object', properties } } } } }
    }
    if (id === undefined && request.method === 'POST') return save(undefined, request)
    if (id === undefined) {
      const slugs = slugsIn(request)
      const statuses = request.query.get('status')?.split(',') ?? ['publish']
      const found = [...posts.values()].filter(
        (post) => (slugs === undefined || slugs.includes(post.slug)) && statuses.includes(post.status),
      )
      return { status: 200, json: found.map(shown) }
    }
    const post = posts.get(Number(id))
    if (post === undefined) return error(404, 'rest_post_invalid_id')
    if (request.method === 'GET') return { status: 200, json: shown(post) }
    if (request.method === 'POST') return save(post, request)
    if (post.status === 'trash') return error(410, 'rest_already_trashed')
    post.status = 'trash'
    post.slug = `${post.slug}__trashed`
    return { status: 200, json: shown(post) }
  }

  function save(before: WordpressPost | undefined, request: Request): Answer {
    const given = JSON.parse(request.body.toString()) as Partial<WordpressPost>
    if (typeof given.featured_media === 'number' && given.featured_media !== 0 && !media.has(given.featured_media))
      return error(400, 'rest_invalid_featured_media')
    if (before === undefined && (given.title ?? '') === '' && (given.content ?? '') === '')
      return error(400, 'empty_content')
    const post: WordpressPost = before ?? {
      id: newId(),
      title: '',
      content: '',
      excerpt: '',
      slug: '',
      status: 'draft',
      date_gmt: new Date().toISOString().slice(0, 19),
      categories: [],
      tags: [],
      featured_media: 0,
      meta: Object.fromEntries(meta.map((key) => [key, ''])),
    }
    const { meta: givenMeta = {}, slug = post.slug, ...fields } = given
    Object.assign(post, fields, {
      slug: freeSlug(slug === '' ? post.title.toLowerCase().replaceAll(/\W+/g, '-') : kept(slug), post.id),
    })
    // Unknown keys are dropped without a word.
    for (const [key, value] of Object.entries(givenMeta)) if (meta.includes(key)) post.meta[key] = value
    if (post.categories.length === 0) post.categories = [1]
    if (post.status === 'publish' && post.date_gmt > new Date().toISOString()) post.status = 'future'
    posts.set(post.id, post)
    return { status: before === undefined ? 201 : 200, json: shown(post) }
  }

  // A taken slug gets a number, without a word.
  function freeSlug(wanted: string, id: number): string {
    const isTaken = (slug: string) => [...posts.values()].some((post) => post.id !== id && post.slug === slug)
    let slug = wanted
    for (let n = 2; isTaken(slug); n++) slug = `${wanted}-${n}`
    return slug
  }

  const shown = (post: WordpressPost) => {
    const of = (taxonomy: string, ids: number[], known: Term[]) =>
      ids
        .flatMap((id) => known.filter((term) => term.id === id))
        .map(({ id, name, slug }) => ({ id, name, slug, taxonomy }))
    return {
      ...post,
      link: link(post.slug),
      modified_gmt: new Date().toISOString().slice(0, 19),
      title: { raw: post.title, rendered: post.title },
      content: { raw: post.content, rendered: `<p>${post.content}</p>` },
      excerpt: { raw: post.excerpt, rendered: post.excerpt },
      meta: meta.length === 0 ? [] : post.meta,
      _embedded: {
        'wp:term': [of('category', post.categories, terms.categories), of('post_tag', post.tags, terms.tags)],
      },
    }
  }

  function termsRoute(request: Request, kind: 'categories' | 'tags'): Answer {
    if (request.method === 'GET') {
      const slugs = slugsIn(request)
      return { status: 200, json: terms[kind].filter(({ slug }) => slugs === undefined || slugs.includes(slug)) }
    }
    const given = JSON.parse(request.body.toString()) as Term
    const [name, slug] = [given.name.replaceAll('&', '&amp;'), kept(given.slug)]
    const same = terms[kind].find((term) => term.name === name || term.slug === slug)
    if (same !== undefined) return error(400, 'term_exists', { term_id: same.id })
    const term = { id: newId(), name, slug }
    terms[kind].push(term)
    return { status: 201, json: term }
  }

  function mediaRoute(request: Request, id: string | undefined): Answer {
    if (id === undefined) {
      const made = { bytes: request.body.length, type: request.headers['content-type'] ?? '', alt: '' }
      const mediaId = newId()
      media.set(mediaId, made)
      return { status: 201, json: { id: mediaId } }
    }
    const known = media.get(Number(id))
    if (known === undefined) return error(404, 'rest_post_invalid_id')
    known.alt = (JSON.parse(request.body.toString()) as { alt_text: string }).alt_text
    return { status: 200, json: { id: Number(id) } }
  }

  const standin = await openStandin(route)
  return {
    ...standin,
    posts,
    terms,
    media,
    /** The one that has the old password is refused from now on. */
    changePassword: (to: string) => void (state.password = to),
    given: {
      provider: 'wordpress' as const,
      settings: { siteUrl: standin.url },
      secret: { username: user, applicationPassword: password },
    },
    /** Requests that make a post. */
    isCreate: ({ method, path }: Request) => method === 'POST' && path.endsWith('/wp/v2/posts'),
  }
}
