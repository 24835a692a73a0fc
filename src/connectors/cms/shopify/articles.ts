import { z } from 'zod'

import { comparableHtml } from '#connectors/cms/comparable-html.ts'
import { termsFor } from '#connectors/cms/terms-for.ts'
import type { CmsCopy, CmsField, CmsItem, CmsTerm, FieldMapping } from '#kernel/cms-connector.ts'
import type { Connection } from '#kernel/connection.ts'

/** Metafields that are read and written, by the names of mappings. */
export const metafields = ['global.title_tag', 'global.description_tag', 'masthead.canonical_url'] as const
/** The one by which the item of an article is known. */
export const ownMetafield = 'masthead.item_id'

const value = z.object({ value: z.string() }).nullish()

export const articleSchema = z.object({
  id: z.string(),
  title: z.string(),
  handle: z.string(),
  body: z.string(),
  summary: z.string().nullish(),
  isPublished: z.boolean(),
  publishedAt: z.string().nullish(),
  updatedAt: z.string().nullish(),
  tags: z.array(z.string()).default([]),
  author: z.object({ name: z.string() }).nullish(),
  image: z.object({ url: z.string() }).nullish(),
  blog: z.object({ handle: z.string() }),
  titleTag: value,
  descriptionTag: value,
  canonicalUrl: value,
  itemId: value,
})

export type Article = z.output<typeof articleSchema>

/** What every read asks for. */
export const articleFields = `id title handle body summary isPublished publishedAt updatedAt tags
  author { name } image { url } blog { handle }
  titleTag: metafield(namespace: "global", key: "title_tag") { value }
  descriptionTag: metafield(namespace: "global", key: "description_tag") { value }
  canonicalUrl: metafield(namespace: "masthead", key: "canonical_url") { value }
  itemId: metafield(namespace: "masthead", key: "item_id") { value }`

/** An article as a copy, with the mapped fields. `address`: that of the shop. */
export function copyOf(article: Article, mapping: FieldMapping, address: string): CmsCopy {
  const values = valuesOf(article)
  return {
    externalId: article.id,
    externalUrl: `${address.replace(/\/+$/, '')}/blogs/${article.blog.handle}/${article.handle}`,
    etag: article.updatedAt ?? null,
    state: article.isPublished ? 'published' : 'draft',
    fields: Object.fromEntries(
      comparableEntries(mapping).flatMap(([field, external]) => {
        const known = values[external]
        return known === undefined ? [] : [[field, known] as const]
      }),
    ),
  }
}

/** The same for what was sent. */
export function expectedOf(item: CmsItem, mapping: FieldMapping): CmsCopy['fields'] {
  const values = textsOf(item)
  const tags = comparableTags(tagsOf(item, mapping) ?? [])
  const more: CmsCopy['fields'] = {
    contentHtml: comparableHtml(item.contentHtml),
    featuredImage: item.featuredImage?.checksum ?? null,
    tags,
    categories: tags,
    ...(item.authors[0] === undefined ? {} : { authors: item.authors[0].name }),
    ...(item.publishAt === null ? {} : { publishAt: item.publishAt.toISOString().slice(0, 19) }),
  }
  const all: CmsCopy['fields'] = { ...values, ...more }
  return Object.fromEntries(
    comparableEntries(mapping).flatMap(([field]) => (field in all ? [[field, all[field] ?? null] as const] : [])),
  )
}

/** The tags of an article: categories and tags are one list there. Undefined where neither is mapped to it. */
export function tagsOf(item: CmsItem, mapping: FieldMapping): string[] | undefined {
  const terms = termsFor('tags', { item, mapping })
  return terms === undefined ? undefined : [...new Set(terms.map(tagOf))]
}

// A comma would begin another tag.
const tagOf = ({ name }: CmsTerm): string => name.replaceAll(',', ' ').replaceAll(/\s+/g, ' ').trim()

/** The fields of an item that are one text each. */
export function textsOf({ title, slug, excerpt, seoTitle, metaDescription, canonicalUrl }: CmsItem) {
  return { title, slug, excerpt, seoTitle, metaDescription, canonicalUrl }
}

// The list of tags is compared once.
function comparableEntries(mapping: FieldMapping): [CmsField, string][] {
  const entries = Object.entries(mapping) as [CmsField, string][]
  return entries.filter(([field]) => !(field === 'categories' && mapping.tags === mapping.categories))
}

function valuesOf(article: Article): Readonly<Record<string, string | null>> {
  return {
    title: article.title,
    handle: article.handle,
    body: comparableHtml(article.body),
    summary: article.summary == null || article.summary === '' ? null : comparableHtml(article.summary),
    image: article.image?.url ?? null,
    tags: comparableTags(article.tags),
    'author.name': article.author?.name ?? null,
    'global.title_tag': article.titleTag?.value ?? null,
    'global.description_tag': article.descriptionTag?.value ?? null,
    'masthead.canonical_url': article.canonicalUrl?.value ?? null,
    ...(article.publishedAt == null ? {} : { publishDate: article.publishedAt.slice(0, 19) }),
  }
}

const comparableTags = (tags: readonly string[]): string =>
  tags
    .map((tag) => tag.toLowerCase())
    .toSorted()
    .join(', ')

/** An id as the service writes it. */
export const gid = (id: string): string => (id.startsWith('gid://') ? id : `gid://shopify/Article/${id}`)

/** The address by which a shop is known here. */
export const addressOfShop = ({ settings }: Connection): string => `https://${settings['shop'] ?? ''}`
