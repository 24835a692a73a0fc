import type { CheckedBody } from '#kernel/checks.ts'
import type { PrepareCtx } from '#kernel/context.ts'
import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Rendered } from '#kernel/render.ts'
import { canonicalJson } from '#std/json.ts'

import type { ItemChanges } from './item-fields.ts'
import { patchedRow } from './item-patch.ts'
import { bodyOf, type ItemRow } from './items.ts'

/** A body that was rendered outside the transaction, and what was stored then: the changes that it is made for gave the rest. */
export type PreparedBody = {
  content: string
  format: 'markdown' | 'html'
  rendered: Rendered
  madeOf: { content: string; format: 'markdown' | 'html'; screenshots: unknown }
}

/** What bodies are rendered with, outside of transactions. */
export type RenderCtx = Pick<PrepareCtx, 'render' | 'checks' | 'read'>

/** Renders a new body. */
export async function renderNew(
  { render, checks }: Omit<RenderCtx, 'read'>,
  { content = '', contentFormat = 'markdown', comparisonScreenshots = [] }: ItemChanges,
): Promise<Rendered> {
  const rendered = await render({ content, format: contentFormat, comparisonScreenshots })
  checks.prepare(rendered)
  return rendered
}

/** Renders the body that an item has after the changes; undefined where they leave it as it is. */
export async function renderChanged(
  ctx: RenderCtx,
  itemId: string,
  changes: ItemChanges,
): Promise<PreparedBody | undefined> {
  if (
    changes.content === undefined &&
    changes.contentFormat === undefined &&
    changes.comparisonScreenshots === undefined
  )
    return undefined
  const stored = await ctx.read(async (db) => {
    const row = await db.selectFrom('item').select('comparison_screenshots').where('id', '=', itemId).executeTakeFirst()
    // An unknown item is refused in the transaction, where it is one of the call's answers.
    return row === undefined ? undefined : { ...(await bodyOf(db, itemId)), screenshots: row.comparison_screenshots }
  })
  if (stored === undefined) return undefined
  const content = changes.content ?? stored.content
  const format = changes.contentFormat ?? stored.contentFormat
  const comparisonScreenshots =
    changes.comparisonScreenshots ?? (stored.screenshots as NonNullable<ItemChanges['comparisonScreenshots']>)
  return {
    content,
    format,
    rendered: await renderNew(ctx, { content, contentFormat: format, comparisonScreenshots }),
    madeOf: { content: stored.content, format: stored.contentFormat, screenshots: stored.screenshots },
  }
}

/** An item as it would be with changes that are not stored; without a prepared body that stays as it is. */
export function patchedItem(stored: ItemRow, changes: ItemChanges, prepared: PreparedBody | undefined) {
  return { row: patchedRow(stored, changes), body: prepared === undefined ? undefined : bodyOfPrepared(prepared) }
}

/** The body as it is stored. */
export function bodyOfPrepared({ content, format, rendered }: Omit<PreparedBody, 'madeOf'>): CheckedBody {
  return { content, contentFormat: format, contentHtml: rendered.html, rendered }
}

/** Refuses where a part of the body that the changes did not give is stored differently by now. The item's row is locked. */
export async function requireFresh(
  db: Reader,
  row: ItemRow,
  { prepared, changes }: { prepared: PreparedBody | undefined; changes: ItemChanges },
): Promise<void> {
  if (prepared === undefined) return
  const { madeOf } = prepared
  const { content, contentFormat } = await bodyOf(db, row.id)
  const isFresh =
    (changes.content !== undefined || content === madeOf.content) &&
    (changes.contentFormat !== undefined || contentFormat === madeOf.format) &&
    (changes.comparisonScreenshots !== undefined ||
      canonicalJson(row.comparison_screenshots) === canonicalJson(madeOf.screenshots))
  if (isFresh) return
  throw new Refusal(
    'conflict',
    'Another call changed the body or its screenshots at the same time. Repeat the call with a new idempotency key.',
  )
}
