import { sql, type UpdateObject } from 'kysely'

import { allCollections } from '#areas/collections/index.ts'
import { getSettings } from '#areas/organizations/index.ts'
import type { ItemWriter } from '#kernel/checks.ts'
import type { Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { type ItemId, newId } from '#kernel/ids.ts'
import { recordChanges } from '#kernel/record-changes.ts'
import type { Tables } from '#kernel/tables.ts'
import { nextVersion } from '#kernel/version.ts'
import { mapNames } from '#std/pluck.ts'
import { pathKey, spellings } from '#std/site-paths.ts'
import { textHash } from '#std/text-hash.ts'
import { escapeLike } from '#std/text.ts'
import { lastSegment } from '#std/urls.ts'

import { carriedOn, type Target } from './carried-on.ts'
import { isInForce, isOfPath, type RedirectRow, targetOf } from './find-redirects.ts'
import { pathReader } from './site-addresses.ts'

/** Why there is a redirect. */
export const redirectReasons = ['consolidation', 'slug_change', 'manual', 'import'] as const
export type RedirectReason = (typeof redirectReasons)[number]

const slugLength = 200

/**
 * Stores that a path leads elsewhere (content.md#old-addresses-lead-on). An older redirect of the same path, in any spelling, gives way. Targets are items or addresses,
 * never paths, so that a chain is one hop: it follows the item, whatever its slug becomes. `/v1` finds it by the last segment
 * of the path, or by the slug that the path was made of. Unless a person chose the target, the former one is kept. A redirect to the
 * path as an address leads to the target directly from now on, with its query. It waits for a published item that has the path, its
 * `holder` (content.md#redirects-give-way). Returns its id.
 */
export async function storeRedirect(
  { db, checks }: ItemWriter,
  { fromPath, to, reason, fromSlug, holder }: NewRedirect,
): Promise<{ id: string } | 'too_long'> {
  if (isTooLong(fromPath)) return 'too_long'
  const { before, addressed } = await lockAround(db, fromPath)
  const path = before?.from_path ?? fromPath
  const columns = {
    ...columnsOf(to),
    reason,
    from_slug: fromSlug ?? lastSegment(fromPath),
    gave_way_to: holder ?? null,
  }
  const stored = await db
    .insertInto('redirect')
    .values({ id: newId('redirect'), from_path: path, from_hash: textHash(path), ...columns })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'from_hash']).doUpdateSet((set) => ({
        ...columns,
        ...formerOf(before, to, reason),
        version: set('redirect.version', '+', 1),
        updated_at: new Date(),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  redirectChanges.report(db, before, stored)
  const led = before?.to_item_id ?? null
  await checks.redirected(db, { paths: [path], itemIds: [...(led === null ? [] : [led]), ...itemOf(to)] })
  if (holder === undefined) await leadOn({ db, checks }, addressed, { fromPath, to })
  return { id: stored.id }
}

type NewRedirect = {
  fromPath: string
  to: Target
  reason: RedirectReason
  fromSlug?: string
  holder?: ItemId | undefined
}

/** The redirect of a path, and those that may lead to the path by an address: they name its end, however it is spelled. */
async function lockAround(
  db: Writer,
  fromPath: string,
): Promise<{ before: RedirectRow | undefined; addressed: RedirectRow[] }> {
  const end = pathKey(fromPath).split('/').at(-1)
  const ends = spellings(`/${end}`).map((spelled) => `%${escapeLike(spelled.slice(1))}%`)
  const rows = await db
    .selectFrom('redirect')
    .selectAll()
    .where(({ or, and, eb }) =>
      or([
        isOfPath(fromPath),
        // Those that lead to items are in the same index: there may be many of them.
        and([eb('to_item_id', 'is', null), eb('to_url', 'like', sql<string>`any(${ends})`)]),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  const own = rows.filter((row) => pathKey(row.from_path) === pathKey(fromPath))
  const before = own.find((row) => row.from_path === fromPath) ?? own[0]
  return { before, addressed: rows.filter((row) => row !== before) }
}

/** Lets what led to a path of the website by its address lead where the path leads now (content.md#old-addresses-lead-on). */
async function leadOn(
  ctx: ItemWriter,
  addressed: readonly RedirectRow[],
  { fromPath, to }: { fromPath: string; to: Target },
): Promise<void> {
  if (addressed.length === 0) return
  const { db } = ctx
  const { siteUrl, brand } = await getSettings(db)
  const pathsIn = pathReader({ siteUrl, domains: brand.domains })
  const isAt = (url: string, path: string) => pathsIn(url).some((place) => pathKey(place.path) === pathKey(path))
  const chained = addressed.filter(({ to_url: url }) => url !== null && isAt(url, fromPath))
  if (chained.length === 0) return
  const around = { db, site: { siteUrl }, collections: await allCollections(db) }
  for (const [url, some] of Map.groupBy(chained, (row) => row.to_url ?? '')) {
    const onwards = await carriedOn(around, to, url)
    if (onwards === undefined) continue
    const leadsToItself = ({ from_path: path }: RedirectRow) => 'url' in onwards && isAt(onwards.url, path)
    const { circling = [], moving = [] } = Object.groupBy(some, (row) => (leadsToItself(row) ? 'circling' : 'moving'))
    await retargetRedirects(ctx, { ids: moving.map(({ id }) => id) }, onwards)
    // The item has that path now, so that the redirect gives way to it.
    if ('itemId' in to) await retargetRedirects(ctx, { ids: circling.map(({ id }) => id) }, to)
  }
}

function formerOf(before: RedirectRow | undefined, to: Target, reason: RedirectReason) {
  if (before === undefined || leadsTo(before, to)) return {}
  if (reason === 'manual') return { former_item_id: null, former_url: null }
  return { former_item_id: before.to_item_id, former_url: before.to_url }
}

function leadsTo(row: RedirectRow, to: Target): boolean {
  return 'itemId' in to ? row.to_item_id === to.itemId : row.to_url === to.url
}

/** Whether no redirect can have this path. */
export function isTooLong(fromPath: string): boolean {
  const fromSlug = lastSegment(fromPath)
  return fromPath.length > 2048 || fromSlug.length > slugLength || fromSlug === ''
}

/** The redirects of a path give way to a live item that takes it, and wait for it to leave (content.md#redirects-give-way). */
export async function dropRedirect(ctx: ItemWriter, fromPath: string, itemId: ItemId): Promise<void> {
  const { db, checks } = ctx
  const rows = await db
    .updateTable('redirect')
    .set({ gave_way_to: itemId, ...nextVersion })
    .where(isOfPath(fromPath))
    .where(isInForce)
    .returningAll()
    .execute()
  if (rows.length === 0) return
  const beforeOf = (row: RedirectRow) => ({ ...row, gave_way_to: null, version: row.version - 1 })
  const { own = [], others = [] } = Object.groupBy(rows, (row) => (row.to_item_id === itemId ? 'own' : 'others'))
  // The item is there itself now.
  await removeRedirects(ctx, own.map(beforeOf))
  for (const row of others) redirectChanges.report(db, beforeOf(row), row)
  await checks.redirected(db, {
    paths: others.map((row) => row.from_path),
    itemIds: others.flatMap((row) => row.to_item_id ?? []),
  })
}

/**
 * The redirects of a path lead again where they led before a live item took the path, which it no longer has
 * (content.md#redirects-give-way), or wait for its next `holder`. False if there is none; one that leads to this very item stays away.
 */
export async function returnRedirect(
  { db, checks }: ItemWriter,
  { fromPath, itemId, holder }: { fromPath: string; itemId: ItemId; holder: ItemId | undefined },
): Promise<boolean> {
  const rows = await db
    .updateTable('redirect')
    .set({ gave_way_to: holder ?? null, ...nextVersion })
    .where(isOfPath(fromPath))
    .where('gave_way_to', '=', itemId)
    .where(sql<boolean>`to_item_id is distinct from ${itemId}`)
    .returningAll()
    .execute()
  for (const row of rows) redirectChanges.report(db, { ...row, gave_way_to: itemId, version: row.version - 1 }, row)
  const [first] = rows
  if (first === undefined || holder !== undefined) return first !== undefined
  await checks.redirected(db, { paths: [fromPath], itemIds: rows.flatMap((row) => row.to_item_id ?? []) })
  const { addressed } = await lockAround(db, fromPath)
  await leadOn({ db, checks }, addressed, { fromPath, to: targetOf(first) })
  return true
}

/** What led to an item before its redirects were moved leads to it again: it is live again. */
export async function returnTargets({ db, checks }: ItemWriter, itemId: ItemId): Promise<void> {
  const rows = await db.selectFrom('redirect').selectAll().where('former_item_id', '=', itemId).forUpdate().execute()
  if (rows.length === 0) return
  await rewriteRedirects(db, rows, { to_item_id: itemId, to_url: null, former_item_id: null, former_url: null })
  await checks.redirected(db, { itemIds: [itemId, ...rows.flatMap((row) => row.to_item_id ?? [])] })
}

function itemOf(target: Target): string[] {
  return 'itemId' in target ? [target.itemId] : []
}

/** Points redirects to another target: those that are named, or all that lead to an item. They keep the former one. */
export async function retargetRedirects(
  { db, checks }: ItemWriter,
  which: { ids: readonly string[] } | { leadingTo: readonly string[] },
  to: Target,
): Promise<void> {
  if ('ids' in which && which.ids.length === 0) return
  const rows = await db
    .selectFrom('redirect')
    .selectAll()
    .where((redirect) =>
      'ids' in which
        ? redirect('id', '=', sql<string>`any(${[...which.ids]})`)
        : redirect('to_item_id', '=', sql<string>`any(${[...which.leadingTo]})`),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  const moving = rows.filter((row) => !leadsTo(row, to))
  if (moving.length === 0) return
  const former = { former_item_id: sql<string | null>`to_item_id`, former_url: sql<string | null>`to_url` }
  await rewriteRedirects(db, moving, { ...columnsOf(to), ...former })
  await checks.redirected(db, { itemIds: itemOf(to) })
}

/** Removes redirects for good. */
export async function removeRedirects({ db, checks }: ItemWriter, rows: readonly RedirectRow[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .deleteFrom('redirect')
    .where('id', '=', sql<string>`any(${rows.map(({ id }) => id)})`)
    .execute()
  for (const row of rows) redirectChanges.report(db, row, undefined)
  const itemIds = rows.flatMap((row) => row.to_item_id ?? [])
  await checks.redirected(db, { paths: rows.map((row) => row.from_path), itemIds })
}

async function rewriteRedirects(
  db: Writer,
  rows: readonly RedirectRow[],
  columns: UpdateObject<Tables, 'redirect'>,
): Promise<void> {
  const before = new Map(rows.map((row) => [row.id, row]))
  const written = await db
    .updateTable('redirect')
    .set({ ...columns, ...nextVersion })
    .where('id', '=', sql<string>`any(${[...before.keys()]})`)
    .returningAll()
    .execute()
  for (const row of written) redirectChanges.report(db, before.get(row.id), row)
}

/** How changes of redirects are reported. */
export const redirectChanges = recordChanges<RedirectRow>('redirect', {
  titleOf: (row) => row.from_path,
  stateOf: (row) => ({
    n: row.version,
    snapshot: mapNames(redirectFields, (field) => row[redirectFields[field]]),
  }),
})

/** The fields of a redirect that can differ between two of its states, and their columns. */
export const redirectFields = {
  fromPath: 'from_path',
  fromSlug: 'from_slug',
  toItemId: 'to_item_id',
  toUrl: 'to_url',
  reason: 'reason',
  formerItemId: 'former_item_id',
  formerUrl: 'former_url',
  gaveWayTo: 'gave_way_to',
} as const

/** Refuses a target that is the source itself. */
export function redirectLoop(): Refusal {
  return new Refusal(
    'redirect_loop',
    'The target of the redirect leads back to where it begins. Choose another item or address.',
  )
}

function columnsOf(to: Target) {
  return 'itemId' in to ? { to_item_id: to.itemId, to_url: null } : { to_item_id: null, to_url: to.url }
}
