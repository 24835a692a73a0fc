import { sql } from 'kysely'

import { renderNew } from '#areas/content/index.ts'
import type { ItemChanges, ItemRow } from '#areas/items/index.ts'
import type { PrepareCtx } from '#kernel/context.ts'
import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { type ItemId, storedId } from '#kernel/ids.ts'
import { bodiesAtOnce, type Rendered } from '#kernel/render.ts'
import { inOrder } from '#std/in-order.ts'
import { escapeLike } from '#std/text.ts'

import type { AddressBook } from './address-book.ts'
import { type Referring, rewriteReferences } from './references.ts'
import { placesOf, type RewrittenPlaces } from './rewritten-places.ts'

/** An item that refers to a duplicate, with what becomes of it; made from this version of the item. */
export type Touched = {
  id: ItemId
  version: number
  changes: ItemChanges
  places: RewrittenPlaces
  body: { content: string; format: 'markdown' | 'html'; rendered: Rendered } | undefined
}

/** What refers to the duplicates, and the version of every item that was looked at. */
export type Found = { versions: Map<string, number>; touched: Map<string, Touched> }

type FindCtx = Pick<PrepareCtx, 'read' | 'render' | 'checks'>

const lookedAtOnce = 500
const readAtOnce = 20
const mostItems = 5000
const mostCharacters = 40_000_000

/**
 * Finds what refers to the duplicates, and renders the bodies that change: outside any transaction, in batches of short ones. A
 * cheap look at the stored text shows which items are worth reading.
 */
export async function findReferences(ctx: FindCtx, book: AddressBook): Promise<Found> {
  const { read } = ctx
  const found: Found = { versions: new Map(), touched: new Map() }
  const patterns = patternsOf(book)
  const ids = book.duplicates.map(({ id }) => id)
  let characters = 0
  for (let after = ''; ;) {
    const rows = await read((db) => look(db, { after, patterns, ids }))
    for (const { id, version } of rows) found.versions.set(id, version)
    const candidates = rows.filter(({ refers }) => refers).map(({ id }) => id)
    for (let start = 0; start < candidates.length; start += readAtOnce) {
      const items = await read((db) => referringItems(db, candidates.slice(start, start + readAtOnce)))
      for await (const one of inOrder(items, bodiesAtOnce, (item) => touch(item, book, ctx))) {
        if (one === undefined) continue
        found.touched.set(one.id, one)
        characters += one.body?.content.length ?? 0
      }
      if (found.touched.size > mostItems || characters > mostCharacters) throw tooMany()
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < lookedAtOnce) return found
    after = last.id
  }
}

/** Items with what they refer to, the trash left out. */
export async function referringItems(
  db: Reader,
  ids: readonly string[],
): Promise<(Referring & { version: number; screenshots: ItemRow['comparison_screenshots'] })[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('item')
    .innerJoin('item_body', 'item_body.item_id', 'item.id')
    .select(['item.id', 'version', 'canonical_url', 'related_articles', 'internal_link_suggestions'])
    .select(['comparison_screenshots as screenshots', 'content', 'content_format as contentFormat'])
    .where('item.id', '=', sql<string>`any(${[...ids]})`)
    .where('trashed_at', 'is', null)
    .orderBy('item.id')
    .execute()
  return rows.map((row) => ({ ...row, id: storedId('item', row.id) }))
}

/** The version of every item outside the trash. */
export async function versionsOf(db: Reader): Promise<{ id: string; version: number }[]> {
  return db.selectFrom('item').select(['id', 'version']).where('trashed_at', 'is', null).execute()
}

async function touch(
  item: Awaited<ReturnType<typeof referringItems>>[number],
  book: AddressBook,
  ctx: FindCtx,
): Promise<Touched | undefined> {
  const changes = rewriteReferences(item, book)
  if (changes === undefined) return undefined
  const { id, version, contentFormat: format } = item
  const places = placesOf(item, changes)
  if (changes.content === undefined) return { id, version, changes, places, body: undefined }
  const { screenshots: comparisonScreenshots } = item
  try {
    const rendered = await renderNew(ctx, { content: changes.content, contentFormat: format, comparisonScreenshots })
    return { id, version, changes, places, body: { content: changes.content, format, rendered } }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const message = `The body of the item ${id}, which links to a duplicate, cannot be rendered: ${error.message}`
    throw error.inWords(message, { itemId: id })
  }
}

type Look = { after: string; patterns: string[]; ids: string[] }

async function look(db: Reader, { after, patterns, ids }: Look) {
  const any = sql`any(${patterns})`
  return db
    .selectFrom('item')
    .innerJoin('item_body', 'item_body.item_id', 'item.id')
    .select(['item.id', 'version'])
    .select(
      sql<boolean>`related_articles && ${ids} or canonical_url like ${any}
        or internal_link_suggestions::text like ${any} or content like ${any}`.as('refers'),
    )
    .where('trashed_at', 'is', null)
    .where('item.id', '>', after)
    .orderBy('item.id')
    .limit(lookedAtOnce)
    .execute()
}

/** What a text must contain to refer to a duplicate: an id, or the end of a path in one of its spellings. */
function patternsOf({ duplicates }: AddressBook): string[] {
  const ends = duplicates.flatMap(({ id, slug, paths, canonicalUrl }) => [
    id,
    slug,
    ...paths.map(endOf),
    ...(canonicalUrl === null ? [] : [endOf(canonicalUrl)]),
  ])
  const forms = ends.flatMap((end) => [end, ...encodedForms(end)])
  return [...new Set(forms)].map((form) => `%${escapeLike(form)}%`)
}

function endOf(address: string): string {
  const bare = address.replace(/\/+$/, '')
  return bare.slice(bare.lastIndexOf('/') + 1)
}

function encodedForms(text: string): string[] {
  try {
    const decoded = decodeURIComponent(text)
    const encoded = encodeURIComponent(decoded)
    return [decoded, encoded, encoded.toLowerCase()]
  } catch {
    return []
  }
}

function tooMany(): Refusal {
  return new Refusal(
    'too_large',
    `More than ${mostItems} items, or too much text, refer to these duplicates. Consolidate fewer of them in one call.`,
  )
}
