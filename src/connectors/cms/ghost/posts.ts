import { z } from 'zod'

import { comparableHtml } from '#connectors/cms/comparable-html.ts'
import { termsFor } from '#connectors/cms/terms-for.ts'
import { parsed } from '#connectors/request.ts'
import type { CmsCopy, CmsField, CmsItem, FieldMapping } from '#kernel/cms-connector.ts'
import type { Connection } from '#kernel/connection.ts'
import { ConnectorFault } from '#kernel/connector-fault.ts'
import { jsonLdScript } from '#std/json-ld-script.ts'

import { call, label } from './ghost-api.ts'

const term = z.object({ name: z.string(), slug: z.string() })
const optional = z.string().nullish()

/** A post, as far as it is read here. */
const postSchema = z.object({
  id: z.string(),
  url: optional,
  title: z.string(),
  slug: z.string(),
  html: optional,
  status: z.string(),
  updated_at: z.string(),
  published_at: optional,
  custom_excerpt: optional,
  feature_image: optional,
  tags: z.array(term).default([]),
  authors: z.array(term).default([]),
  meta_title: optional,
  meta_description: optional,
  canonical_url: optional,
  og_title: optional,
  og_description: optional,
  twitter_title: optional,
  twitter_description: optional,
  codeinjection_head: optional,
})

export type Post = z.output<typeof postSchema>

const answer = z.object({ posts: z.array(z.unknown()) })

/** What every read asks for. */
export const whole = { formats: 'html', include: 'tags,authors' } as const

/** The internal tag by which the post of an item is known. */
export const ownTag = (itemId: string) => ({ name: `#src-${itemId}`, slug: `hash-src-${itemId.toLowerCase()}` })

/** Whether a tag is one that visitors do not see: editors and this integration mark posts with such. */
export const isInternal = ({ name }: { name: string }): boolean => name.startsWith('#')

/** Errors: `notFound`. */
export async function readPost(connection: Connection, id: string): Promise<Post> {
  return onePost(await call(connection, `/posts/${encodeURIComponent(id)}/`, { query: whole }))
}

/** The posts of an answer. Errors: `unavailable` where it is something else. */
export function postsIn(json: unknown): Post[] {
  const { data } = answer.safeParse(json)
  if (data === undefined)
    throw new ConnectorFault('unavailable', `${label} answered with something that is not a post.`)
  return data.posts.map((post) => parsed(postSchema, post, label))
}

/** Its only one. */
export function onePost(json: unknown): Post {
  const [post] = postsIn(json)
  if (post === undefined) throw new ConnectorFault('notFound', `${label} no longer has this record.`)
  return post
}

/** A post as a copy, with the mapped fields. */
export function copyOf(post: Post, mapping: FieldMapping): CmsCopy {
  const values = valuesOf(post)
  return {
    externalId: post.id,
    externalUrl: post.url ?? null,
    etag: post.updated_at,
    state: post.status === 'published' ? 'published' : 'draft',
    fields: {
      ...(Object.fromEntries(
        comparableFields(mapping).map(([field, external]) => [field, values[external] ?? null]),
      ) as CmsCopy['fields']),
      ...(mapping.authors === undefined ? {} : { authors: post.authors.map(({ slug }) => slug).join(' ') }),
    },
  }
}

/** The same for what was sent. */
export function expectedOf(item: CmsItem, mapping: FieldMapping): CmsCopy['fields'] {
  const terms = slugsOf(termsFor('tags', { item, mapping }) ?? [])
  const values: Partial<Record<CmsField, string | null>> = {
    ...textsOf(item),
    contentHtml: comparableHtml(item.contentHtml),
    featuredImage: item.featuredImage?.checksum ?? null,
    tags: terms,
    categories: terms,
    ...(item.publishAt === null ? {} : { publishAt: seconds(item.publishAt.toISOString()) }),
  }
  return Object.fromEntries(
    comparableFields(mapping).flatMap(([field]) => (field in values ? [[field, values[field]]] : [])),
  )
}

// Categories and tags are one list there: it is compared once. Authors depend on who has an account: only a change of them is seen.
function comparableFields(mapping: FieldMapping): [CmsField, string][] {
  const entries = Object.entries(mapping) as [CmsField, string][]
  return entries.filter(
    ([field]) => field !== 'authors' && !(field === 'categories' && mapping.tags === mapping.categories),
  )
}

function valuesOf(post: Post): Record<string, string | null> {
  const { tags, authors: _, html, published_at: publishedAt, ...texts } = post
  const values = Object.entries(texts).map(([name, value]) => [name, value ?? null])
  return {
    ...(Object.fromEntries(values) as Record<string, string | null>),
    html: comparableHtml(html ?? ''),
    tags: slugsOf(tags.filter((tag) => !isInternal(tag))),
    published_at: publishedAt == null ? null : seconds(publishedAt),
  }
}

/** The fields of an item that are one text each. */
export function textsOf(item: CmsItem) {
  const { title, slug, excerpt, seoTitle, metaDescription, canonicalUrl, schemaJsonLd } = item
  const { ogTitle, ogDescription, twitterTitle, twitterDescription } = item
  return {
    title,
    slug,
    excerpt,
    seoTitle,
    metaDescription,
    canonicalUrl,
    ogTitle,
    ogDescription,
    twitterTitle,
    twitterDescription,
    schemaJsonLd: schemaJsonLd === null ? null : jsonLdScript(schemaJsonLd),
  }
}

const slugsOf = (terms: readonly { slug: string }[]): string =>
  [...new Set(terms.map(({ slug }) => slug))].toSorted().join(' ')

const seconds = (time: string): string => time.slice(0, 19)
