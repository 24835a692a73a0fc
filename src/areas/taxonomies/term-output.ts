import { z } from 'zod'

import { iso } from '#kernel/schema.ts'
import { pickNames, pluck } from '#std/pluck.ts'

import { authorFields, taxonomyFields } from './term-fields.ts'
import type { Term } from './terms.ts'

/** A category or tag in an answer. */
export const termOutput = z.object(pluck(taxonomyFields, 'output'))

/** An author in an answer. */
export const authorOutput = z.object(pluck(authorFields, 'output'))

/** A category or tag as every answer shows it. */
export function describeTerm(term: Term<'category' | 'tag'>, postCount: number): z.input<typeof termOutput> {
  return { ...pickNames(term, taxonomyFields), taxonomy: term.kind, postCount, ...times(term) }
}

/** An author as every answer shows it. */
export function describeAuthor(
  author: Term<'author'>,
  { postCount, avatarUrl }: { postCount: number; avatarUrl: string | null },
): z.input<typeof authorOutput> {
  return { ...pickNames(author, authorFields), bio: author.description, avatarUrl, postCount, ...times(author) }
}

function times({ createdAt, updatedAt }: Term): { createdAt: string; updatedAt: string } {
  return { createdAt: iso(createdAt), updatedAt: iso(updatedAt) }
}
