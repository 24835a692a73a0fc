import type { PrepareCtx } from '#kernel/context.ts'
import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Rendered } from '#kernel/render.ts'
import { canonicalJson } from '#std/json.ts'

import type { ItemChanges } from './item-fields.ts'
import { bodyOf, type ItemRow } from './items.ts'
import { featuresOf } from './similarity/item-similarity.ts'

/** A body that was rendered outside the transaction, and what was stored then: the changes that it is made for gave the rest. */
export type PreparedBody = {
  content: string
  format: 'markdown' | 'html'
  rendered: Rendered
  madeOf: { content: string; format: 'markdown' | 'html'; screenshots: unknown }
}

type RenderCtx = Pick<PrepareCtx, 'render' | 'read'>

/** Renders a new body. */
export async function renderNew(
  { render }: Pick<RenderCtx, 'render'>,
  { content = '', contentFormat = 'markdown', comparisonScreenshots = [] }: ItemChanges,
): Promise<Rendered> {
  return withFeatures(await render({ content, format: contentFormat, comparisonScreenshots }))
}

/** A rendered body whose signature is made before its transaction begins. */
export function withFeatures(rendered: Rendered): Rendered {
  featuresOf(rendered)
  return rendered
}

/** Renders the body that an item has after the changes; undefined where they leave it as it is. */
export async function renderChanged(
  { render, read }: RenderCtx,
  itemId: string,
  changes: ItemChanges,
): Promise<PreparedBody | undefined> {
  if (
    changes.content === undefined &&
    changes.contentFormat === undefined &&
    changes.comparisonScreenshots === undefined
  )
    return undefined
  const stored = await read(async (db) => {
    const row = await db.selectFrom('item').select('comparison_screenshots').where('id', '=', itemId).executeTakeFirst()
    // An unknown item is refused in the transaction, where it is one of the call's answers.
    return row === undefined ? undefined : { ...(await bodyOf(db, itemId)), screenshots: row.comparison_screenshots }
  })
  if (stored === undefined) return undefined
  const content = changes.content ?? stored.content
  const format = changes.contentFormat ?? stored.contentFormat
  const screenshots =
    changes.comparisonScreenshots ?? (stored.screenshots as NonNullable<ItemChanges['comparisonScreenshots']>)
  return {
    content,
    format,
    rendered: withFeatures(await render({ content, format, comparisonScreenshots: screenshots })),
    madeOf: { content: stored.content, format: stored.contentFormat, screenshots: stored.screenshots },
  }
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
