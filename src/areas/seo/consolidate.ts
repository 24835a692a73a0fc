import {
  carriedOn,
  dropRedirect,
  pathOf,
  pathsLeadingTo,
  publishedAt,
  type RedirectRecord,
  redirectRecords,
  redirectsToUrls,
  retargetRedirects,
  storeRedirect,
} from '#areas/addresses/index.ts'
import type { Collection } from '#areas/collections/index.ts'
import { changedItem, editItem } from '#areas/content/index.ts'
import { collectionIn, type ItemRow, lockItems, type Surroundings, worldAround } from '#areas/items/index.ts'
import type { ItemWriter } from '#kernel/checks.ts'
import type { Ctx } from '#kernel/context.ts'
import type { Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import type { ItemId } from '#kernel/ids.ts'

import { addressBook, type AddressBook } from './address-book.ts'
import { type Found, referringItems, versionsOf } from './find-references.ts'
import { rewriteAddress } from './links/rewrite-links.ts'
import { linksTo } from './links/site-addresses.ts'
import { rewriteReferences } from './references.ts'

type WriteCtx = Ctx<'destructive'>

/** What was found before the transaction began (seo.md#consolidation-is-one-transaction). */
export type Prepared = { book: AddressBook; found: Found }

/** The items of a consolidation, locked together with everything that will be touched. */
export type Parties = { winner: ItemRow; duplicates: ItemRow[]; collection: Collection }

/** Locks the items and what refers to them, in a fixed order. Refuses with `not_found` where one is missing. */
export async function lockParties(
  db: Writer,
  { winnerId, duplicateIds }: { winnerId: ItemId; duplicateIds: readonly ItemId[] },
  prepared: Prepared | undefined,
): Promise<{ winner: ItemRow; duplicates: ItemRow[]; rows: Map<string, ItemRow> }> {
  const rows = await lockItems(db, new Set([winnerId, ...duplicateIds, ...(prepared?.found.touched.keys() ?? [])]))
  const rowOf = (id: ItemId) => {
    const row = rows.get(id)
    if (row === undefined) throw new Refusal('not_found', 'There is no such item.', { id: id.slice(0, 200) })
    return row
  }
  return { winner: rowOf(winnerId), duplicates: duplicateIds.map(rowOf), rows }
}

/** Refuses with `conflict` when what was prepared is no longer what is stored. The rows are locked. */
export async function requireUnchanged(
  ctx: WriteCtx,
  { winner, duplicates, rows }: { winner: ItemRow; duplicates: readonly ItemRow[]; rows: ReadonlyMap<string, ItemRow> },
  prepared: Prepared | undefined,
): Promise<Prepared> {
  if (prepared === undefined) throw changedMeanwhile()
  const { book, found } = prepared
  const place = { db: ctx.db, baseUrl: ctx.baseUrl, organizationId: ctx.access.organization.id }
  const present = await addressBook(place, winner, duplicates)
  if (JSON.stringify(present) !== JSON.stringify(book)) throw changedMeanwhile()
  for (const [id, { version }] of found.touched) {
    const row = rows.get(id)
    if (row !== undefined && row.trashed_at === null && row.version !== version) throw changedMeanwhile(id)
  }
  const unseen = (await versionsOf(ctx.db)).filter(({ id, version }) => found.versions.get(id) !== version)
  for (const item of await referringItems(
    ctx.db,
    unseen.map(({ id }) => id),
  ))
    if (rewriteReferences(item, book) !== undefined) throw changedMeanwhile(item.id)
  return prepared
}

type Edited = { before: ItemRow; after: ItemRow; collection: Collection }

/**
 * Rewrites every reference, one revision per item, and turns the duplicates into drafts. Returns the rows and what was
 * rewritten.
 */
export async function rewriteAll(
  ctx: WriteCtx,
  { winner, duplicates }: Parties,
  { rows, found, surroundings }: { rows: ReadonlyMap<string, ItemRow>; found: Found; surroundings: Surroundings },
): Promise<{ winner: ItemRow; duplicates: ItemRow[]; rewritten: Edited[] }> {
  const { db, actor, requestId, now } = ctx
  const authorship = { actor, requestId, now }
  const after = new Map<string, ItemRow>()
  const given = new Set<string>(duplicates.map(({ id }) => id))
  const rewritten: Edited[] = []

  for (const id of new Set([...given, ...found.touched.keys()])) {
    const row = rows.get(id)
    if (row === undefined || row.trashed_at !== null) continue
    const { changes = {}, body } = found.touched.get(id) ?? {}
    const edited = await editItem(ctx, {
      world: await worldAround(db, row, surroundings),
      changes,
      body,
      ...(given.has(id) ? { state: { status: 'draft' as const, publishAt: null }, consolidatedInto: winner.id } : {}),
      authorship,
    })
    after.set(id, edited.after.row)
    const collection = collectionIn(surroundings, row.collection_id)
    if (found.touched.has(id)) rewritten.push({ before: row, after: edited.after.row, collection })
  }
  // What gave way to a duplicate earlier now gives way to the winner.
  await db
    .updateTable('item')
    .set({ consolidated_into_id: winner.id })
    .where('consolidated_into_id', 'in', [...given])
    .execute()
  return {
    winner: after.get(winner.id) ?? winner,
    duplicates: duplicates.map((row) => after.get(row.id) ?? row),
    rewritten,
  }
}

/**
 * Lets every address of the duplicates lead to the winner: their paths, and what led to them. The winner's own path is not
 * redirected, so that there is no loop. Returns the redirects that changed.
 */
export async function redirectAll(
  ctx: ItemWriter,
  { winner, duplicates, collection }: Parties,
  { book, surroundings }: { book: AddressBook; surroundings: Surroundings },
): Promise<RedirectRecord[]> {
  const { db } = ctx
  const to = { itemId: winner.id }
  const leading = await pathsLeadingTo(
    db,
    duplicates.map(({ id }) => id),
  )
  const resolve = linksTo(book.site, book.duplicates, book.winner)
  const byUrl = (await redirectsToUrls(db)).filter(({ toUrl }) => rewriteAddress(toUrl, resolve) !== toUrl)
  const retargeted = [...leading, ...byUrl].map(({ id }) => id)
  await retargetRedirects(ctx, { ids: leading.map(({ id }) => id) }, to)
  const place = { db, site: book.site, collections: surroundings.collections }
  for (const [toUrl, some] of Map.groupBy(byUrl, (one) => one.toUrl))
    await retargetRedirects(ctx, { ids: some.map(({ id }) => id) }, (await carriedOn(place, to, toUrl)) ?? to)
  // Those too that wait for another item to leave their path.
  await retargetRedirects(ctx, { leadingTo: duplicates.map(({ id }) => id) }, to)

  const live = await publishedAt(
    db,
    surroundings.collections,
    duplicates.map((row) => pathOf(collection, row)),
  )
  const stored: string[] = []
  for (const row of duplicates) {
    const { slug } = row
    const fromPath = pathOf(collection, row)
    if (live.has(fromPath)) continue
    const outcome = await storeRedirect(ctx, { fromPath, to, reason: 'consolidation', fromSlug: slug })
    if (outcome === 'too_long')
      throw new Refusal(
        'validation_failed',
        `The path of ${slug} is too long for a redirect. Give the item a shorter slug.`,
        [
          {
            path: '/input/duplicateIds',
            message: 'Has an item whose path is too long for a redirect',
            code: 'invalid_value',
          },
        ],
      )
    stored.push(outcome.id)
  }
  await dropRedirect(ctx, pathOf(collection, winner), winner.id)
  return redirectRecords(db, [...new Set([...stored, ...retargeted])])
}

/** Notifies the websites of the winner, the duplicates, the rewritten public items and the redirects, in one message. */
export async function announceConsolidation(
  ctx: WriteCtx,
  before: Parties,
  { rewritten, ...after }: Omit<Parties, 'collection'> & { rewritten: readonly Edited[] },
  { redirects, settings }: { redirects: readonly RedirectRecord[]; settings: Surroundings['settings'] },
) {
  const { collection } = before
  const items = [changedItem(ctx, { before: before.winner, after: after.winner, collection, settings })]
  for (const [i, row] of after.duplicates.entries())
    items.push(changedItem(ctx, { before: before.duplicates[i], after: row, collection, settings }))
  const parties = new Set<string>(items.map(({ id }) => id))
  for (const edited of rewritten)
    if (edited.after.status === 'published' && !parties.has(edited.after.id))
      items.push(changedItem(ctx, { ...edited, settings }))
  return ctx.announce({
    reason: 'consolidated',
    items,
    redirects: redirects.map(({ fromPath, to }) => ({ from: fromPath, to })),
  })
}

function changedMeanwhile(itemId?: string): Refusal {
  return new Refusal(
    'conflict',
    'Another call changed what is consolidated, or what refers to it, at the same time. Repeat the call with a new idempotency key.',
    itemId === undefined ? undefined : { itemId },
  )
}
