import { bodyAsked, type ItemChanges, type ItemRow, patchedRow, type World } from '#areas/items/index.ts'
import { ask, joined, question, selectFrom } from '#kernel/ask.ts'
import type { CheckedBody } from '#kernel/checks.ts'
import type { PrepareCtx } from '#kernel/context.ts'
import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Rendered } from '#kernel/render.ts'
import { canonicalJson } from '#std/json.ts'

/**
 * A body that was rendered outside the transaction, and what was stored then: the rest came from the changes that it was
 * rendered for.
 */
export type PreparedBody = {
  content: string
  format: 'markdown' | 'html'
  rendered: Rendered
  madeOf: { content: string; format: 'markdown' | 'html'; screenshots: unknown }
}

/** What bodies are rendered with, outside transactions. */
export type RenderCtx = Pick<PrepareCtx, 'render' | 'checks' | 'read'> & Partial<Pick<PrepareCtx, 'readOnce'>>

/** Reads with one statement, in as few messages as the context knows how to. */
export const readOnce = <T>(
  { read, readOnce: once = read }: Pick<RenderCtx, 'read' | 'readOnce'>,
  work: (db: Reader) => Promise<T>,
) => once(work)

/** Renders a new body. */
export async function renderNew(
  { render, checks, read }: RenderCtx,
  { content = '', contentFormat = 'markdown', comparisonScreenshots = [] }: ItemChanges,
): Promise<Rendered> {
  const rendered = await render({ content, format: contentFormat, comparisonScreenshots })
  await checks.prepare({ read }, rendered.html)
  return rendered
}

/** Renders the body that an item has after the changes; undefined if they leave it as it is. */
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
  const { body: stored, screenshots = [] } = await readOnce(ctx, (db) =>
    ask(db, joined({ body: bodyAsked(itemId), screenshots: screenshotsAsked(itemId) })),
  )
  // An unknown item is refused in the transaction, where it is one of the call's answers.
  if (stored === undefined) return undefined
  const content = changes.content ?? stored.content
  const format = changes.contentFormat ?? stored.contentFormat
  const comparisonScreenshots = changes.comparisonScreenshots ?? screenshots
  return {
    content,
    format,
    rendered: await renderNew(ctx, { content, contentFormat: format, comparisonScreenshots }),
    madeOf: { content: stored.content, format: stored.contentFormat, screenshots },
  }
}

const screenshotsAsked = (itemId: string) =>
  question(
    selectFrom('item').select('comparison_screenshots').where('id', '=', itemId),
    ([row]) => row?.comparison_screenshots,
  )

/** An item as it would be with changes that are not stored; without a prepared body, its body stays as it is. */
export function patchedItem(stored: ItemRow, changes: ItemChanges, prepared: PreparedBody | undefined) {
  return { row: patchedRow(stored, changes), body: prepared === undefined ? undefined : bodyOfPrepared(prepared) }
}

/** The body as it is stored. */
export function bodyOfPrepared({ content, format, rendered }: Omit<PreparedBody, 'madeOf'>): CheckedBody {
  return { content, contentFormat: format, contentHtml: rendered.html, rendered }
}

/** Refuses if a part of the body that the changes did not set is stored differently by now. The item's row is locked. */
export function requireFresh(
  { row, body }: World,
  { prepared, changes }: { prepared: PreparedBody | undefined; changes: ItemChanges },
): void {
  if (prepared === undefined) return
  const { madeOf } = prepared
  const { content, contentFormat } = body
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
