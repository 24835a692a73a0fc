import { z } from 'zod'

import { bodyAsked, fieldsOfRow, findItem, type ItemBody, type ItemRow } from '#areas/items/index.ts'
import { ask } from '#kernel/ask.ts'
import { breather, inTurns } from '#kernel/breathe.ts'
import type { Reader } from '#kernel/database.ts'
import { text, words } from '#kernel/schema.ts'
import { readingBareText } from '#std/bare-text.ts'
import { withoutSpace } from '#std/find-passage.ts'

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
  'twitterTitle',
  'twitterDescription',
] as const satisfies readonly ('content' | keyof ReturnType<typeof fieldsOfRow>)[]
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

/** Whether the words of a passage are still in a field of an item. */
export type FindsPassage = (field: QuotedField, quote: string) => boolean

/** Reads an item once for all passages that are asked about, its body in parts (turns.md#long-work-breathes), and only if one is of it. */
export async function passageFinder(
  { row, body }: QuotedItem,
  asked: readonly { field: string | null }[],
): Promise<FindsPassage> {
  const fields: Readonly<Record<string, unknown>> = fieldsOfRow(row)
  const bodies = asked.some(({ field }) => field === 'content')
    ? [await inTurns(readingBareText(body.contentHtml), breather(undefined)), body.content].map(withoutSpace)
    : []
  return (field, quote) => {
    const searched = field === 'content' ? bodies : [withoutSpace(String(fields[field] ?? ''))]
    return searched.some((letters) => letters.includes(withoutSpace(quote)))
  }
}
