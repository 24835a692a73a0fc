import { z } from 'zod'

import { id, iso, timestamp, title } from '#kernel/schema.ts'

import type { Term } from './terms.ts'

export const taxonomies = ['category', 'tag'] as const

/** A category or tag in an answer. */
export const termOutput = z.object({
  id: id<'category' | 'tag'>('category').describe('Id: cat_... or tag_...'),
  taxonomy: z.enum(taxonomies),
  name: title(80),
  slug: z.string(),
  description: z.string().nullable(),
  postCount: z.int().describe('Published items'),
  version: z.int(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})

/** An author in an answer. */
export const authorOutput = z.object({
  id: id('author'),
  collectionId: id('collection'),
  name: title(120),
  slug: z.string(),
  bio: z.string().nullable(),
  avatarMediaId: id('media').nullable(),
  avatarUrl: z.string().nullable(),
  socialLinks: z.record(z.string(), z.string()).nullable(),
  autoAssignDescription: z.string().nullable(),
  postCount: z.int().describe('Published items'),
  version: z.int(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})

/** A category or tag as every answer shows it. */
export function describeTerm(term: Term<'category' | 'tag'>, postCount: number): z.input<typeof termOutput> {
  const { id: termId, kind: taxonomy, name, slug, description, version } = term
  return { id: termId, taxonomy, name, slug, description, postCount, version, ...times(term) }
}

/** An author as every answer shows it. */
export function describeAuthor(
  author: Term<'author'>,
  { postCount, avatarUrl }: { postCount: number; avatarUrl: string | null },
): z.input<typeof authorOutput> {
  const { id: authorId, collectionId, name, slug, description: bio, avatarMediaId, socialLinks, version } = author
  const { autoAssignDescription } = author
  const told = { id: authorId, collectionId, name, slug, bio, avatarMediaId, avatarUrl, socialLinks }
  return { ...told, autoAssignDescription, postCount, version, ...times(author) }
}

function times({ createdAt, updatedAt }: Term): { createdAt: string; updatedAt: string } {
  return { createdAt: iso(createdAt), updatedAt: iso(updatedAt) }
}
