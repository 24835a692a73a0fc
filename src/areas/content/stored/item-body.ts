import { createHash } from 'node:crypto'

import type { ItemBody, ItemChanges } from '#areas/items/index.ts'
import { bodyUseWrites } from '#areas/media/index.ts'
import type { Writer } from '#kernel/database.ts'
import type { Rendered } from '#kernel/render.ts'
import type { Write } from '#kernel/write-together.ts'

/** A body to be stored: its source, and what was rendered from it. */
export type BodyWrite = { content: string; format: 'markdown' | 'html'; rendered: Rendered }

const wordsPerMinute = 220

/** The names of the fields of a body that differ from the stored one. */
export function bodyChanges(stored: ItemBody, body: BodyWrite, changes: ItemChanges): string[] {
  const changed: string[] = []
  if (changes.content !== undefined && stored.content !== body.content) changed.push('content')
  if (stored.contentFormat !== body.format) changed.push('contentFormat')
  return changed
}

/** The body as it is stored. */
export function bodyOfWrite({ content, format, rendered }: BodyWrite): ItemBody {
  return { content, contentFormat: format, contentHtml: rendered.html }
}

/** The writes of a body, and of which media it shows. */
export function bodyWrites(
  db: Writer,
  itemId: string,
  { content, format, rendered, shown, isNew }: BodyWrite & { shown: readonly string[]; isNew: boolean },
): Write[] {
  const body = { content, content_format: format, content_html: rendered.html, policy_version: rendered.policyVersion }
  return [
    db
      .insertInto('item_body')
      .values({ item_id: itemId, ...body })
      // Not given again: a body is long.
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'item_id']).doUpdateSet((eb) => ({
          content: eb.ref('excluded.content'),
          content_format: eb.ref('excluded.content_format'),
          content_html: eb.ref('excluded.content_html'),
          policy_version: eb.ref('excluded.policy_version'),
        })),
      ),
    ...bodyUseWrites(db, { itemId, shown, isNew }),
  ]
}

/** The columns of an item that are computed from its body. */
export function measuresOf(content: string, { wordCount }: Rendered) {
  return {
    word_count: wordCount,
    reading_minutes: wordCount === 0 ? 0 : Math.max(1, Math.round(wordCount / wordsPerMinute)),
    content_hash: createHash('sha256').update(content).digest('hex'),
  }
}
