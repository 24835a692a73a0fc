import { z } from 'zod'

import type { CmsCopy, CmsField, FieldMapping } from '#kernel/cms-connector.ts'
import type { Connection } from '#kernel/connection.ts'
import { ConnectorFault } from '#kernel/connector-fault.ts'

import { metaPrefix } from './seo-meta.ts'
import { call, label } from './wordpress-api.ts'

const raw = z.object({ raw: z.string() })

/** A post as its editors see it (`context=edit`), as far as it is read here. */
export const postSchema = z.object({
  id: z.int(),
  link: z.string(),
  slug: z.string(),
  status: z.string(),
  modified_gmt: z.string().nullish(),
  date_gmt: z.string().nullish(),
  title: raw,
  content: raw,
  excerpt: raw,
  featured_media: z.int().default(0),
  meta: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).default({}),
  _embedded: z
    .object({ 'wp:term': z.array(z.array(z.object({ taxonomy: z.string(), slug: z.string() }))).optional() })
    .optional(),
})

export type Post = z.output<typeof postSchema>

/** What every read of posts asks for: raw texts, and the slugs of terms. */
export const asEditor = { context: 'edit', _embed: 'wp:term' } as const

/** Errors: `notFound`. */
export async function readPost(connection: Connection, id: string): Promise<Post> {
  return parsePost(await call(connection, `/wp/v2/posts/${id}`, { query: asEditor }))
}

/** A post that the service answered with. Errors: `unavailable` where it is something else. */
export function parsePost(json: unknown): Post {
  const { data } = postSchema.safeParse(json)
  if (data !== undefined) return data
  throw new ConnectorFault('unavailable', `${label} answered with something that is not a post.`, { reason: 'no_post' })
}

/** The value of a meta key, undefined where the site does not register it. */
export function metaOf({ meta }: Post, key: string): unknown {
  return Array.isArray(meta) ? undefined : meta[key]
}

/** A post as a copy, with the mapped fields. */
export function copyOf(post: Post, mapping: FieldMapping): CmsCopy {
  return {
    externalId: String(post.id),
    externalUrl: post.link,
    etag: post.modified_gmt ?? null,
    state: post.status === 'publish' ? 'published' : post.status === 'trash' ? 'trashed' : 'draft',
    fields: Object.fromEntries(
      Object.entries(mapping).flatMap(([field, external]) => {
        const value = valueOf(post, external)
        return value === undefined ? [] : [[field as CmsField, value]]
      }),
    ),
  }
}

function valueOf(post: Post, external: string): string | null | undefined {
  if (external.startsWith(metaPrefix)) {
    const value = metaOf(post, external.slice(metaPrefix.length))
    return value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value)
  }
  const values: Record<string, string | null> = {
    title: post.title.raw,
    slug: post.slug,
    content: post.content.raw,
    excerpt: post.excerpt.raw,
    featured_media: post.featured_media === 0 ? null : String(post.featured_media),
    categories: termsOf(post, 'category', 'uncategorized'),
    tags: termsOf(post, 'post_tag'),
    date_gmt: post.date_gmt == null ? null : dateText(post.date_gmt),
  }
  return values[external]
}

// A post without a category gets the site's default one.
function termsOf({ _embedded }: Post, taxonomy: string, byDefault?: string): string {
  const found = (_embedded?.['wp:term'] ?? []).flat().filter((term) => term.taxonomy === taxonomy)
  const slugs = found.map(({ slug }) => slug).toSorted()
  return slugs.length === 1 && slugs[0] === byDefault ? '' : slugs.join(' ')
}

/** A time as WordPress writes it: seconds, UTC, without a zone. */
export const dateText = (time: string): string => time.slice(0, 19)
