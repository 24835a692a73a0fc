import { type IsAllowed, keepHtmlLinks, keepLinks, keepLinksOfWords } from '#std/keep-links.ts'
import { isObject } from '#std/objects.ts'

/** Where the texts of a form may link to, and how its body (the field `content`) is written where it has one. All others are words. */
export type LinksOfForm = { isAllowed: IsAllowed; body?: 'markdown' | 'html' }

const ofBody = { markdown: keepLinks, html: keepHtmlLinks }

/** A form whose texts link only to where they may; everything else keeps its words (generation.md#models-link-where-known). */
export function withKnownLinks(form: unknown, { isAllowed, body }: LinksOfForm): unknown {
  const words = (value: unknown): unknown => {
    if (typeof value === 'string') return keepLinksOfWords(value, isAllowed)
    if (Array.isArray(value)) return value.map(words)
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, words(one)]))
  }
  const kept = words(form)
  if (body === undefined || !isObject(form) || !isObject(kept) || typeof form['content'] !== 'string') return kept
  return { ...kept, content: ofBody[body](form['content'], isAllowed) }
}
