import { createHash } from 'node:crypto'

import { noteBodyUses } from '#areas/media/index.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import type { Rendered } from '#kernel/render.ts'

import type { ItemChanges } from './item-fields.ts'
import { bodyOf } from './items.ts'

/** A body as it is to be stored: its source, and what was rendered of it. */
export type BodyWrite = { content: string; format: 'markdown' | 'html'; rendered: Rendered }

const wordsPerMinute = 220

/** The names of the fields of a body that differ from the stored one. */
export async function bodyChanges(
  db: Reader,
  itemId: string,
  { body, changes }: { body: BodyWrite; changes: ItemChanges },
): Promise<string[]> {
  const stored = await bodyOf(db, itemId)
  const changed: string[] = []
  if (changes.content !== undefined && stored.content !== body.content) changed.push('content')
  if (stored.contentFormat !== body.format) changed.push('contentFormat')
  return changed
}

/** Writes a body, and which media it shows. */
export async function writeBody(
  db: Writer,
  itemId: string,
  { content, format, rendered, isNew }: BodyWrite & { isNew: boolean },
): Promise<void> {
  const body = { content, content_format: format, content_html: rendered.html, policy_version: rendered.policyVersion }
  await db
    .insertInto('item_body')
    .values({ item_id: itemId, ...body })
    .onConflict((conflict) => conflict.columns(['organization_id', 'item_id']).doUpdateSet(body))
    .execute()
  await noteBodyUses(db, { itemId, html: rendered.html, isNew })
}

/** The columns of an item that are measured on its body. */
export function measuresOf(content: string, { wordCount }: Rendered) {
  return {
    word_count: wordCount,
    reading_minutes: wordCount === 0 ? 0 : Math.max(1, Math.round(wordCount / wordsPerMinute)),
    content_hash: createHash('sha256').update(content).digest('hex'),
  }
}
