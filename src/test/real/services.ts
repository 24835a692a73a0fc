import { createHmac } from 'node:crypto'

import sharp from 'sharp'
import { z } from 'zod'

/** What a reader who knows nothing of the connector sees of a copy, in plain values. */
export type ReadCopy = {
  state: 'published' | 'draft' | 'gone'
  title: string
  slug: string
  html: string
  excerpt: string
  categories: string[]
  tags: string[]
  /** Services write pictures again where that makes them smaller: each of the tests has its own measures. */
  picture: { size: string; alt: string } | null
  publishedAt: string
  seoTitle: string
  metaDescription: string
  canonicalUrl: string
  ogTitle: string
  ogDescription: string
  twitterTitle: string
  twitterDescription: string
  /** The item that the service keeps with it. */
  itemId: string
}

/** A real service on this machine, asked by its own API and by nothing of ours. */
export type RealService = {
  name: string
  mode: 'wordpress' | 'ghost'
  /** What a person enters to connect it. */
  given: { provider: 'wordpress' | 'ghost'; settings: { siteUrl: string }; secret: Record<string, string> }
  read(externalId: string): Promise<ReadCopy>
  /** The titles of all posts that are public. */
  titles(): Promise<string[]>
  /** Whether a category is a category there; where it is not, it is one of the tags. */
  hasCategories: boolean
}

const { REAL_WP_URL: wpUrl, REAL_WP_USER: wpUser = 'admin', REAL_WP_PASSWORD: wpPassword = '' } = process.env
const { REAL_GHOST_URL: ghostUrl, REAL_GHOST_KEY: ghostKey = '' } = process.env

/** Those that run: `npm run test:real` starts them. */
export const realServices: RealService[] = [
  ...(wpUrl === undefined ? [] : [wordpressAt(wpUrl)]),
  ...(ghostUrl === undefined ? [] : [ghostAt(ghostUrl)]),
]

const raw = z.object({ raw: z.string() })
const wpPost = z.object({
  status: z.string(),
  slug: z.string(),
  title: raw,
  content: raw,
  excerpt: raw,
  date_gmt: z.string(),
  featured_media: z.int(),
  meta: z.record(z.string(), z.string()).catch({}),
  _embedded: z.object({
    'wp:term': z.array(z.array(z.object({ taxonomy: z.string(), slug: z.string() }))),
  }),
})

function wordpressAt(siteUrl: string): RealService {
  const authorization = `Basic ${Buffer.from(`${wpUser}:${wpPassword.replaceAll(' ', '')}`).toString('base64')}`
  const ask = (path: string) => fetch(`${siteUrl}/index.php?rest_route=/wp/v2${path}`, { headers: { authorization } })

  async function picture(id: number): Promise<ReadCopy['picture']> {
    if (id === 0) return null
    const media = z
      .object({ source_url: z.string(), alt_text: z.string() })
      .parse(await (await ask(`/media/${id}`)).json())
    return { size: await sizeAt(media.source_url), alt: media.alt_text }
  }

  return {
    name: 'WordPress',
    mode: 'wordpress',
    given: {
      provider: 'wordpress',
      settings: { siteUrl },
      secret: { username: wpUser, applicationPassword: wpPassword },
    },
    hasCategories: true,
    async read(externalId) {
      const post = wpPost.parse(await (await ask(`/posts/${externalId}&context=edit&_embed=wp:term`)).json())
      const terms = post._embedded['wp:term'].flat()
      const slugs = (taxonomy: string) =>
        terms.filter((term) => term.taxonomy === taxonomy && term.slug !== 'uncategorized').map(({ slug }) => slug)
      // WordPress keeps a lone < of a plain text as an entity, and shows it as what it is.
      const meta = (key: string) => (post.meta[`masthead_${key}`] ?? '').replaceAll('&lt;', '<')
      return {
        state: post.status === 'publish' ? 'published' : post.status === 'trash' ? 'gone' : 'draft',
        title: post.title.raw,
        slug: post.slug,
        html: post.content.raw,
        excerpt: post.excerpt.raw,
        categories: slugs('category').toSorted(),
        tags: slugs('post_tag').toSorted(),
        picture: await picture(post.featured_media),
        publishedAt: post.date_gmt,
        seoTitle: meta('seo_title'),
        metaDescription: meta('meta_description'),
        canonicalUrl: meta('canonical_url'),
        ogTitle: meta('og_title'),
        ogDescription: meta('og_description'),
        twitterTitle: meta('twitter_title'),
        twitterDescription: meta('twitter_description'),
        itemId: meta('item_id'),
      }
    },
    async titles() {
      const all: string[] = []
      for (let page = 1; ; page++) {
        const answer = await ask(`/posts&context=edit&status=publish&per_page=100&page=${page}&_fields=title`)
        all.push(
          ...z
            .array(z.object({ title: raw }))
            .parse(await answer.json())
            .map(({ title }) => title.raw),
        )
        if (page >= Number(answer.headers.get('x-wp-totalpages') ?? 0)) return all
      }
    },
  }
}

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
const ghostTag = z.object({ slug: z.string(), name: z.string() })
const ghostPost = z.object({
  status: z.string(),
  slug: text,
  title: text,
  html: text,
  custom_excerpt: text,
  feature_image: z.string().nullish(),
  feature_image_alt: text,
  published_at: text,
  tags: z.array(ghostTag),
  meta_title: text,
  meta_description: text,
  canonical_url: text,
  og_title: text,
  og_description: text,
  twitter_title: text,
  twitter_description: text,
})

function ghostAt(siteUrl: string): RealService {
  const ask = (path: string) =>
    fetch(`${siteUrl}/ghost/api/admin${path}`, {
      headers: { authorization: `Ghost ${ghostToken()}`, 'accept-version': 'v6.0' },
    })
  const posts = async (path: string) =>
    z.object({ posts: z.array(z.unknown()) }).parse(await (await ask(path)).json()).posts
  return {
    name: 'Ghost',
    mode: 'ghost',
    given: { provider: 'ghost', settings: { siteUrl }, secret: { adminApiKey: ghostKey } },
    hasCategories: false,
    async read(externalId) {
      const answer = await ask(`/posts/${externalId}/?formats=html&include=tags`)
      if (answer.status === 404) return { ...nothing, state: 'gone' }
      const post = ghostPost.parse(z.object({ posts: z.array(z.unknown()) }).parse(await answer.json()).posts[0])
      const shown = post.tags.filter(({ name }) => !name.startsWith('#'))
      const picture = post.feature_image
      return {
        state: post.status === 'published' ? 'published' : 'draft',
        title: post.title,
        slug: post.slug,
        html: post.html,
        excerpt: post.custom_excerpt,
        categories: [],
        tags: shown.map(({ slug }) => slug).toSorted(),
        picture: picture == null ? null : { size: await sizeAt(picture), alt: post.feature_image_alt },
        publishedAt: post.published_at.slice(0, 19),
        seoTitle: post.meta_title,
        metaDescription: post.meta_description,
        canonicalUrl: post.canonical_url,
        ogTitle: post.og_title,
        ogDescription: post.og_description,
        twitterTitle: post.twitter_title,
        twitterDescription: post.twitter_description,
        itemId: post.tags.find(({ name }) => name.startsWith('#src-'))?.name.slice(5) ?? '',
      }
    },
    async titles() {
      const all: string[] = []
      for (let page = 1; ; page++) {
        const found = await posts(`/posts/?filter=status:published&fields=title&limit=100&page=${page}`)
        all.push(...found.map((post) => z.object({ title: z.string() }).parse(post).title))
        if (found.length < 100) return all
      }
    },
  }
}

const nothing: ReadCopy = {
  state: 'gone',
  title: '',
  slug: '',
  html: '',
  excerpt: '',
  categories: [],
  tags: [],
  picture: null,
  publishedAt: '',
  seoTitle: '',
  metaDescription: '',
  canonicalUrl: '',
  ogTitle: '',
  ogDescription: '',
  twitterTitle: '',
  twitterDescription: '',
  itemId: '',
}

/** The measures of what a visitor gets at the address of a picture. */
async function sizeAt(url: string): Promise<string> {
  const { width, height } = await sharp(Buffer.from(await (await fetch(url)).arrayBuffer())).metadata()
  return `${width} x ${height}`
}

function ghostToken(): string {
  const [kid = '', hex = ''] = ghostKey.split(':')
  const iat = Math.floor(Date.now() / 1000)
  const parts = [
    { alg: 'HS256', typ: 'JWT', kid },
    { iat, exp: iat + 200, aud: '/admin/' },
  ]
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${signed}.${createHmac('sha256', Buffer.from(hex, 'hex')).update(signed).digest('base64url')}`
}
