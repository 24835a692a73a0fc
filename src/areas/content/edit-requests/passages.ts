import { z } from 'zod'

import { bodyAsked, fieldsOfRow, findItem, type ItemBody, type ItemRow } from '#areas/items/index.ts'
import { ask } from '#kernel/ask.ts'
import type { Reader } from '#kernel/database.ts'
import { text, words } from '#kernel/schema.ts'
import { withoutSpace } from '#std/find-passage.ts'
import { rawText } from '#std/html-tree.ts'
import { parseHtml } from '#std/parse-html.ts'

/** The texts of an item that a passage can be of. */
export const quotedFields = [
  'content',
  'title',
  'h1',
  'tldr',
  'excerpt',
  'seoTitle',
  'metaDescription',
  'ogTitle',
  'ogDescription',
] as const
export type QuotedField = (typeof quotedFields)[number]

/** A passage as a request names it: its words, never a position (content.md#passages-are-quotes). */
export const passageInput = z.strictObject({
  field: z.enum(quotedFields).default('content'),
  quote: words(1000).describe('Its words, as they are read or as they are in the source'),
  before: text(100).default('').describe('A bit of the text before it, to tell it from others'),
  after: text(100).default('').describe('A bit of the text after it'),
})

export const passageOutput = z.object({
  field: z.enum(quotedFields),
  quote: z.string(),
  before: z.string(),
  after: z.string(),
  isFound: z
    .boolean()
    .nullable()
    .describe('false: the passage has changed since; null: not looked at, in a list of several items'),
})

/** What passages are looked for in: an item as it is now. */
export type QuotedItem = { row: ItemRow; body: ItemBody }

/** Reads an item and its body. Errors: `not_found`. */
export async function quotedItem(db: Reader, itemId: string): Promise<QuotedItem> {
  // Sent together.
  const [row, body] = await Promise.all([findItem(db, { id: itemId }), ask(db, bodyAsked(itemId))])
  if (body === undefined) throw new Error('an item without a body')
  return { row, body }
}

/** Returns a function that says whether the words of a passage are still in its item. */
export function passageFinder({ row, body }: QuotedItem): (field: QuotedField, quote: string) => boolean {
  const fields: Readonly<Record<string, unknown>> = fieldsOfRow(row)
  // Read once for all passages, and only if there are any.
  let bodies: string[] | undefined
  return (field, quote) => {
    if (field === 'content') bodies ??= [rawText(parseHtml(body.contentHtml)), body.content].map(withoutSpace)
    const searched = field === 'content' ? (bodies ?? []) : [withoutSpace(String(fields[field] ?? ''))]
    return searched.some((letters) => letters.includes(withoutSpace(quote)))
  }
}
