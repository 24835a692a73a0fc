import { sql } from 'kysely'

import { renderNew } from '#areas/content/changes/rendering.ts'
import type { ItemChanges } from '#areas/items/index.ts'
import { replaceAddress, replacePicture, type Replacement } from '#areas/media/index.ts'
import type { PrepareCtx } from '#kernel/context.ts'
import type { Reader } from '#kernel/database.ts'
import { storedId } from '#kernel/ids.ts'
import type { Rendered } from '#kernel/render.ts'

export const picturePlaces = ['featuredImageId', 'ogImageId', 'comparisonScreenshots', 'content'] as const
type Place = (typeof picturePlaces)[number]

/** An item that shows an image, with what becomes of it; made from this version of the item. */
export type Pictured = {
  id: string
  version: number
  changes: ItemChanges
  places: Place[]
  body: { content: string; format: 'markdown' | 'html'; rendered: Rendered } | undefined
}

/** The version of every item that was looked at, and what becomes of those that change. */
export type FoundPictured = { versions: Map<string, number>; pictured: Pictured[] }

/** The ids of the items that show an image or link to it, of every status, the trash included; at most `most`. */
export async function itemsPicturing(db: Reader, mediaId: string, most: number): Promise<string[]> {
  const pattern = `%${mediaId}%`
  const rows = await db
    .selectFrom('item')
    .innerJoin('item_body', 'item_body.item_id', 'item.id')
    .select('item.id')
    .where(
      sql<boolean>`(featured_image_id = ${mediaId} or og_image_id = ${mediaId}
        or comparison_screenshots::text like ${pattern} or content like ${pattern})`,
    )
    .orderBy('item.id')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** What becomes of items when one image takes the place of another: bodies are rendered outside any transaction. */
export async function findPictured(
  ctx: Pick<PrepareCtx, 'read' | 'render' | 'checks'>,
  ids: readonly string[],
  replacement: Replacement,
): Promise<FoundPictured> {
  const found: FoundPictured = { versions: new Map(), pictured: [] }
  for (const id of ids) {
    const item = await ctx.read((db) => readItem(db, id))
    found.versions.set(id, item.version)
    const { changes, screenshots } = changesOf(item, replacement)
    const places = picturePlaces.filter((place) => changes[place] !== undefined)
    if (places.length === 0) continue
    const { version, content, contentFormat: format } = item
    const written = { content: changes.content ?? content, contentFormat: format, comparisonScreenshots: screenshots }
    const isRendered = changes.content !== undefined || changes.comparisonScreenshots !== undefined
    const body = isRendered ? { content: written.content, format, rendered: await renderNew(ctx, written) } : undefined
    found.pictured.push({ id, version, changes, places, body })
  }
  return found
}

async function readItem(db: Reader, id: string) {
  return db
    .selectFrom('item')
    .innerJoin('item_body', 'item_body.item_id', 'item.id')
    .select(['featured_image_id', 'og_image_id', 'comparison_screenshots', 'version'])
    .select(['content', 'content_format as contentFormat'])
    .where('item.id', '=', id)
    .executeTakeFirstOrThrow()
}

function changesOf(item: Awaited<ReturnType<typeof readItem>>, replacement: Replacement) {
  const { from, to } = replacement
  const changes: ItemChanges = {}
  if (item.featured_image_id === from.id) changes.featuredImageId = storedId('media', to.id)
  if (item.og_image_id === from.id) changes.ogImageId = storedId('media', to.id)
  const content = replacePicture(item.content, item.contentFormat, replacement)
  if (content !== item.content) changes.content = content
  const screenshots = item.comparison_screenshots.map((shot) => ({
    ...shot,
    screenshotUrl: replaceAddress(shot.screenshotUrl, replacement),
  }))
  if (screenshots.some(({ screenshotUrl }, i) => screenshotUrl !== item.comparison_screenshots[i]?.screenshotUrl))
    changes.comparisonScreenshots = screenshots
  return { changes, screenshots }
}
