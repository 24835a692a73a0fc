import type { PrepareCtx } from '#kernel/context.ts'
import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Rendered } from '#kernel/render.ts'

import type { ItemChanges } from './item-fields.ts'
import { bodyOf } from './items.ts'

/** A body that was rendered outside the transaction, and the stored one that it was made of, where it was. */
export type PreparedBody = {
  content: string
  format: 'markdown' | 'html'
  rendered: Rendered
  madeOf: { content: string; screenshots: unknown } | undefined
}

type RenderCtx = Pick<PrepareCtx, 'render' | 'read'>

/** Renders a new body. */
export async function renderNew(
  { render }: Pick<RenderCtx, 'render'>,
  { content = '', contentFormat = 'markdown', comparisonScreenshots = [] }: ItemChanges,
): Promise<Rendered> {
  return render({ content, format: contentFormat, comparisonScreenshots })
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
    rendered: await render({ content, format, comparisonScreenshots: screenshots }),
    madeOf: { content: stored.content, screenshots: stored.screenshots },
  }
}

/** Refuses when the stored body that was rendered is not the stored body any more. The item's row is locked. */
export async function requireFresh(
  db: Reader,
  itemId: string,
  prepared: PreparedBody | undefined,
  changes: ItemChanges,
): Promise<void> {
  if (prepared?.madeOf === undefined || changes.content !== undefined) return
  const { content } = await bodyOf(db, itemId)
  if (content !== prepared.madeOf.content)
    throw new Refusal(
      'conflict',
      'Another call changed the body at the same time. Repeat the call with a new idempotency key.',
    )
}
