import { sql } from 'kysely'

import { pathsLeadingTo } from '#areas/addresses/index.ts'
import { itemOf } from '#areas/items/index.ts'
import type { Reader } from '#kernel/database.ts'
import { absoluteUrl } from '#kernel/feed.ts'

import { around } from './around.ts'
import type { ItemFilter } from './item-lists.ts'
import { matchingItems } from './item-lists.ts'
import { outputOf } from './item-output.ts'

/** A whole item with both forms of its body, and the old paths that lead to it. */
export type WholeItem = ReturnType<typeof outputOf> & {
  content: string
  contentHtml: string
  /** A draft with a date is shown as scheduled (content.md#separate-axes-of-state); here the two can be distinguished. */
  isDraft: boolean
  aliases: string[]
  featuredImage: { url: string; alt: string | null } | null
}

type Place = Parameters<typeof around>[0]

/**
 * The next items by id after `after`, `limit` at most, with everything that belongs to them. Fewer than that: these are the
 * last.
 */
export async function itemBatch(
  ctx: Place,
  filter: ItemFilter,
  { after, limit }: { after: string; limit: number },
): Promise<WholeItem[]> {
  const found = await matchingItems(ctx.db, filter)
    .selectAll('item')
    .where('item.id', '>', after)
    .orderBy('item.id')
    .limit(limit)
    .execute()
  const rows = found.map((row) => itemOf(row))
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const bodies = new Map((await bodiesOf(ctx.db, ids)).map((body) => [body.item_id, body]))
  const aliases = Map.groupBy(await pathsLeadingTo(ctx.db, ids), ({ itemId }) => itemId)
  const images = await imagesOf(ctx, rows)
  const of = await around(ctx, rows)
  return rows.map((row) => {
    const body = bodies.get(row.id)
    const [content, contentHtml] = [body?.content ?? '', body?.content_html ?? '']
    const contentFormat = body?.content_format === 'html' ? 'html' : 'markdown'
    return {
      ...outputOf(row, { body: { content, contentFormat, contentHtml }, review: null }, 'source', of(row)),
      content,
      contentHtml,
      isDraft: row.status === 'draft',
      featuredImage: images.get(row.featured_image_id ?? '') ?? null,
      aliases: (aliases.get(row.id) ?? []).map(({ fromPath }) => fromPath),
    }
  })
}

async function imagesOf({ db, baseUrl }: Place, rows: readonly { featured_image_id: string | null }[]) {
  const ids = rows.flatMap(({ featured_image_id: id }) => id ?? [])
  if (ids.length === 0) return new Map<string, WholeItem['featuredImage']>()
  const media = await db
    .selectFrom('media')
    .select(['id', 'url', 'alt'])
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  return new Map(media.map(({ id, url, alt }) => [id as string, { url: absoluteUrl(url, baseUrl) ?? url, alt }]))
}

function bodiesOf(db: Reader, ids: readonly string[]) {
  return db
    .selectFrom('item_body')
    .select(['item_id', 'content', 'content_format', 'content_html'])
    .where('item_id', '=', sql<string>`any(${ids})`)
    .execute()
}
