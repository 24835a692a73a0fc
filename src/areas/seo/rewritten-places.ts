import { z } from 'zod'

import type { ItemChanges } from '#areas/items/index.ts'

import type { Referring } from './references.ts'

/** A reference before and after, with the words around it; the fields that are no text have only their name. */
export const rewrittenPlace = z.object({
  field: z.enum(['content', 'canonicalUrl', 'relatedArticles', 'internalLinkSuggestions']),
  before: z.string().describe('Words before it'),
  from: z.string(),
  to: z.string(),
  after: z.string().describe('Words after it'),
})

/** The references that are rewritten in one item: how many, and the first of them. */
export type RewrittenPlaces = { count: number; first: z.output<typeof rewrittenPlace>[] }

const shownPlaces = 3
const wordsAround = 8
const longest = 200

/** Where the changes of an item differ from what is stored. An address has no space in it, so words can be compared one by one. */
export function placesOf(stored: Referring, changes: ItemChanges): RewrittenPlaces {
  const places = changes.content === undefined ? [] : placesInText(stored.content, changes.content)
  const bare = { before: '', from: '', to: '', after: '' }
  if (changes.canonicalUrl !== undefined)
    places.push({ ...bare, field: 'canonicalUrl', from: stored.canonical_url ?? '', to: changes.canonicalUrl ?? '' })
  if (changes.relatedArticles !== undefined) places.push({ ...bare, field: 'relatedArticles' })
  if (changes.internalLinkSuggestions !== undefined) places.push({ ...bare, field: 'internalLinkSuggestions' })
  return { count: places.length, first: places.slice(0, shownPlaces) }
}

function placesInText(before: string, after: string): RewrittenPlaces['first'] {
  const [old, now] = [before.split(/\s+/), after.split(/\s+/)]
  if (old.length !== now.length) return [{ field: 'content', before: '', from: '', to: '', after: '' }]
  return old.flatMap((word, at) => {
    const to = now[at] ?? ''
    if (word === to) return []
    const lead = now.slice(Math.max(0, at - wordsAround), at).join(' ')
    const tail = now.slice(at + 1, at + 1 + wordsAround).join(' ')
    return [{ field: 'content' as const, before: lead.slice(-longest), from: cut(word), to: cut(to), after: cut(tail) }]
  })
}

const cut = (text: string) => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text)
