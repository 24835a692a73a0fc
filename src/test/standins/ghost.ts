import { createHmac } from 'node:crypto'

import { type Answer, openStandin, type Request } from './standin.ts'

type Tag = { name: string; slug: string }
type GhostPost = Record<string, unknown> & {
  id: string
  slug: string
  title: string
  status: string
  updated_at: string
  tags: Tag[]
}

export const ghostKey = `${'0123456789abcdef01234567'}:${'ab'.repeat(32)}`

/** A Ghost in memory that speaks its Admin API, with the traps that the real one has. */
export async function openGhost() {
  const posts = new Map<string, GhostPost>()
  const images: { type: string; bytes: number }[] = []
  let made = 0
  let clock = Date.parse('2026-01-01T00:00:00Z')
  let key = ghostKey
  const now = () => new Date((clock += 1000)).toISOString()

  const error = (status: number, type: string, code: string | null = null): Answer => ({
    status,
    json: { errors: [{ type, code, message: type, context: null }] },
  })

  function route(request: Request): Answer {
    const path = request.path.replace('/ghost/api/admin', '')
    if (path === '/site/') return { status: 200, json: { site: { title: 'Example Blog' } } }
    if (!isSigned(request)) return error(401, 'UnauthorizedError', 'INVALID_JWT')
    if (path === '/images/upload/') {
      images.push({ type: request.headers['content-type'] ?? '', bytes: request.body.length })
      return {
        status: 201,
        json: { images: [{ url: `https://ghost.test/content/images/${images.length}.png`, ref: null }] },
      }
    }
    if (path === '/users/') return { status: 200, json: { users: [] } }
    const id = /^\/posts\/([^/]+)\/$/.exec(path)?.[1]
    if (path === '/posts/' && request.method === 'GET') {
      const tag = /tag:(\S+)/.exec(request.query.get('filter') ?? '')?.[1]
      const found = [...posts.values()].filter(
        (post) => tag === undefined || post.tags.some(({ slug }) => slug === tag),
      )
      return { status: 200, json: { posts: found.map((post) => shown(post, request)) } }
    }
    if (path === '/posts/') return save(undefined, request)
    const post = id === undefined ? undefined : posts.get(id)
    if (post === undefined) return error(404, 'NotFoundError')
    if (request.method === 'GET') return { status: 200, json: { posts: [shown(post, request)] } }
    if (request.method === 'PUT') return save(post, request)
    posts.delete(post.id)
    return { status: 204 }
  }

  function isSigned({ headers }: Request): boolean {
    const [head = '', body = '', signature = ''] = (headers.authorization ?? '').replace('Ghost ', '').split('.')
    const [, hex = ''] = key.split(':')
    const expected = createHmac('sha256', Buffer.from(hex, 'hex')).update(`${head}.${body}`).digest('base64url')
    if (signature !== expected || headers['accept-version'] !== 'v6.0') return false
    const { aud, iat, exp } = JSON.parse(Buffer.from(body, 'base64url').toString()) as {
      aud: string
      iat: number
      exp: number
    }
    return aud === '/admin/' && exp - iat <= 300
  }

  function save(before: GhostPost | undefined, request: Request): Answer {
    const [given = {}] = (JSON.parse(request.body.toString()) as { posts: Record<string, unknown>[] }).posts
    if (before !== undefined && given['updated_at'] == null) return error(422, 'ValidationError')
    if (before !== undefined && given['updated_at'] !== before.updated_at)
      return error(409, 'UpdateCollisionError', 'UPDATE_COLLISION')
    if (String(given['custom_excerpt'] ?? '').length > 300) return error(422, 'ValidationError')
    const id = before?.id ?? `6500000000000000000000${String(10 + made++)}`
    const post = {
      status: 'draft',
      tags: [],
      title: '',
      slug: `post-${id}`,
      ...before,
      ...given,
      id,
      updated_at: now(),
    } as GhostPost
    // Without `source=html` the HTML is not looked at; with it Ghost writes its own.
    if (request.query.get('source') !== 'html') post['html'] = before?.['html'] ?? null
    else if (typeof given['html'] === 'string')
      post['html'] = given['html'].replaceAll('<em>', '<i>').replaceAll('</em>', '</i>')
    const isTaken = (slug: string) => [...posts.values()].some((other) => other.id !== id && other.slug === slug)
    for (let n = 2, wanted = post.slug; isTaken(post.slug); n++) post.slug = `${wanted}-${n}`
    posts.set(id, post)
    return { status: before === undefined ? 201 : 200, json: { posts: [shown(post, request)] } }
  }

  const shown = (post: GhostPost, { query }: Request) => ({
    ...post,
    url: `https://ghost.test/${post.slug}/`,
    html: query.get('formats')?.includes('html') === true ? post['html'] : undefined,
    tags: query.get('include')?.includes('tags') === true ? post.tags : undefined,
  })

  const standin = await openStandin(route)
  return {
    ...standin,
    posts,
    images,
    changeKey: (to: string) => void (key = to),
    given: { provider: 'ghost' as const, settings: { siteUrl: standin.url }, secret: { adminApiKey: ghostKey } },
  }
}
