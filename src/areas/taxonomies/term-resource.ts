import { z } from 'zod'

import { absoluteUrl, type Resource } from '#kernel/feed.ts'
import { iso, timestamp } from '#kernel/schema.ts'

import type { TermRow } from './term-rows.ts'
import { type Term, type TermKind, termOf } from './terms.ts'

/** The resource types and the kinds of term behind them. */
export const kindOfType = { categories: 'category', tags: 'tag', authors: 'author' } as const
export type TermType = keyof typeof kindOfType

const typeOfKind = { category: 'categories', tag: 'tags', author: 'authors' } as const satisfies Record<
  TermKind,
  TermType
>

/** Attributes of a category or tag. */
export const termAttributes = z.object({
  name: z.string(),
  slug: z.string(),
  post_count: z.int().describe('Published articles'),
  created_at: timestamp(),
  updated_at: timestamp(),
})

/** Attributes of an author. */
export const authorAttributes = z.object({
  name: z.string(),
  slug: z.string(),
  bio: z.string().nullable(),
  avatar_url: z.string().nullable(),
  social_links: z.looseObject({}).nullable(),
  auto_assign_description: z.string().nullable(),
  post_count: z.int().describe('Published items in the collection'),
  collection_preset_id: z.string(),
  collection_slug: z.string(),
  created_at: timestamp(),
  updated_at: timestamp(),
})

/** The resource type of a kind of term. */
export function typeOfTerm<K extends TermKind>(kind: K): (typeof typeOfKind)[K] {
  return typeOfKind[kind]
}

/** The resource object of a category, tag or author. */
export function termResource(row: TermRow, baseUrl: string): Resource {
  const term = termOf(row)
  const type = typeOfTerm(term.kind)
  const isBuiltIn = row.collection_slug === 'articles'
  const slug = encodeURIComponent(row.collection_slug)
  const items = isBuiltIn ? 'articles' : `collections/${slug}/items`
  const times = { created_at: iso(term.createdAt), updated_at: iso(term.updatedAt) }
  const name = { name: term.name, slug: term.slug }
  return {
    type,
    id: term.id,
    attributes:
      type === 'authors'
        ? { ...name, ...authorDetails(term, row, baseUrl), ...times }
        : { ...name, post_count: row.post_count, ...times },
    relationships: { [isBuiltIn ? 'articles' : 'items']: { related: `${items}?${type}=${term.id}` } },
    self: `${type}/${term.id}${type === 'authors' && !isBuiltIn ? `?collection=${slug}` : ''}`,
    changedAt: term.updatedAt,
  }
}

function authorDetails(author: Term, row: TermRow, baseUrl: string) {
  return {
    bio: author.description,
    avatar_url: absoluteUrl(row.avatar_url, baseUrl),
    social_links: author.socialLinks,
    auto_assign_description: author.autoAssignDescription,
    post_count: row.post_count,
    collection_preset_id: author.collectionId,
    collection_slug: row.collection_slug,
  }
}
