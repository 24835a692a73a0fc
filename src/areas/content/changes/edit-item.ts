import { sql } from 'kysely'

import {
  alsoPublishedAt,
  dropRedirect,
  hasRedirect,
  pathOf,
  publishedAt,
  returnRedirect,
  returnTargets,
  storeRedirect,
} from '#areas/addresses/index.ts'
import type { Collection } from '#areas/collections/index.ts'
import { lastPublicPlace } from '#areas/content/revisions/last-public-place.ts'
import { type Authorship, continuesSitting, revisionUpdate, revisionWrite } from '#areas/content/revisions/revisions.ts'
import { countChange } from '#areas/content/stored/counts.ts'
import { bodyChanges, bodyOfWrite, type BodyWrite, bodyWrites, measuresOf } from '#areas/content/stored/item-body.ts'
import { requireFree } from '#areas/content/stored/item-slugs.ts'
import { categoryColumn, changedTerms, type TermChanges, termWrites } from '#areas/content/stored/item-terms.ts'
import { type NamedRecords, namedRecords, requireReferences } from '#areas/content/stored/named-records.ts'
import { isOtherProvenance, type Provenance, provenanceColumns } from '#areas/content/stored/provenance.ts'
import { searchWrite } from '#areas/content/stored/search.ts'
import {
  collectionIn,
  isSearchedChange,
  isTextChange,
  type ItemChanges,
  type ItemColumns,
  itemOf,
  type ItemRow,
  needsNewApproval,
  patchOf,
  type World,
} from '#areas/items/index.ts'
import type { ItemWriter, KeptKeys } from '#kernel/checks.ts'
import { inCollection } from '#kernel/content-revision.ts'
import type { Writer } from '#kernel/database.ts'
import type { ItemId } from '#kernel/ids.ts'
import { orSlugTaken } from '#kernel/slug-taken.ts'
import { writeTogether } from '#kernel/write-together.ts'
import { allInOrder, allOf } from '#std/all-of.ts'

import { columnsBySettings } from './by-settings.ts'
import { stateColumns, type StatusOf } from './transitions.ts'

export type ItemEdit = {
  /** The item's row is locked. */
  world: World
  changes: ItemChanges
  /** Where the status or its date changes; `firstPublishedAt` where that is taken back too. */
  state?: (StatusOf & { firstPublishedAt?: Date | null }) | undefined
  /** Where the body or its screenshots change. */
  body?: BodyWrite | undefined
  /** The item that replaces it, null: none any longer. Publishing it ends that. */
  consolidatedInto?: ItemId | null | undefined
  provenance?: Provenance | undefined
  authorship: Authorship
}

/**
 * Writes the changes of an item. Returns it as it is afterwards, and the names of the fields that differ now; without a
 * difference nothing is written and the version stays. Where its text comes from is a difference that no revision keeps.
 */
export async function editItem(ctx: ItemWriter, edit: ItemEdit): Promise<{ after: World; changed: string[] }> {
  const { world } = edit
  const wanted = wantedSlug(edit)
  const named = await namedRecords(ctx.db, { changes: edit.changes, slug: wanted, html: edit.body?.rendered.html })
  const decision = decide(edit, named)
  if (decision === undefined) return { after: world, changed: [] }

  const updating = updateRow(ctx.db, world.row, decision.columns, wanted?.slug)
  // With a new body all keys are compared: they travel with this statement, and what comes of them with the body.
  const recalling = edit.body === undefined ? undefined : ctx.checks.keptKeys(ctx.db, world.row.id)
  await allInOrder([updating, ...(recalling === undefined ? [] : [recalling])])
  const [row, kept] = [await updating, await recalling]
  if (decision.changed.length === 0) return { after: { ...world, row }, changed: [] }
  const continues = edit.state === undefined && (await continuesSitting(ctx.db, world, edit.authorship))
  const after = worldAfter(edit, decision, { row, lastRevision: world.lastRevision + (continues ? 0 : 1) })
  countChange(ctx.db, world, after)
  await writeBelongings(ctx, edit, { ...decision, named, after, kept })
  return { after, changed: decision.changed }
}

/** What an edit amounts to: the columns to write, and the names of the fields that differ. */
type Decision = { columns: ItemColumns; changed: string[]; terms: TermChanges }

/**
 * Decides what an edit writes; undefined if nothing differs. Refuses references to what does not exist, and a slug that is
 * taken.
 */
function decide({ world, changes, state, body, ...edit }: ItemEdit, named: NamedRecords): Decision | undefined {
  const { row, settings } = world
  const patch = patchOf(changes, row)
  if (patch.columns.slug !== undefined && row.trashed_at === null)
    requireFree(String(patch.columns.slug), named, row.id)
  requireReferences(changes, named)
  const bySettings = columnsBySettings(settings, changes)
  const terms = changedTerms(world, changes, named)
  const newState = stateChanges(row, state)
  const winner = winnerOf(edit.consolidatedInto, state, row)
  const changed = [
    ...patch.changed,
    ...terms.fields,
    ...newState,
    ...(body === undefined ? [] : bodyChanges(world.body, body, changes)),
    ...(winner === row.consolidated_into_id ? [] : ['consolidatedIntoId']),
  ]
  const isDeclared = edit.provenance !== undefined && isOtherProvenance(row, edit.provenance)
  if (changed.length === 0 && !isDeclared) return undefined
  const columns = {
    ...patch.columns,
    ...bySettings,
    ...categoryColumn(terms),
    ...(edit.provenance !== undefined && isDeclared ? provenanceColumns(edit.provenance) : {}),
    ...(state === undefined || newState.length === 0 ? {} : stateColumns(state, firstDateOf(state, row))),
    consolidated_into_id: winner,
    ...(body === undefined ? {} : measuresOf(body.content, body.rendered)),
    ...(isTextChange(changed) ? { edited_at: edit.authorship.now } : {}),
    // An edit after an approval asks for a new one (publishing.md#edits-take-approvals-away).
    ...(needsNewApproval(changed) && row.review_state === 'approved' ? { review_state: 'none' as const } : {}),
    updated_at: edit.authorship.now,
  }
  return { columns, changed, terms }
}

/** The slug that an item is to get and does not have yet, with its collection. Items in the trash occupy none. */
function wantedSlug({ world: { row }, changes }: ItemEdit): { collectionId: string; slug: string } | undefined {
  const { slug } = changes
  if (slug === undefined || slug === row.slug || row.trashed_at !== null) return undefined
  return { collectionId: row.collection_id, slug }
}

async function updateRow(
  db: Writer,
  { id, slug, collection_id: collectionId }: ItemRow,
  columns: ItemColumns,
  wanted: string | undefined,
): Promise<ItemRow> {
  const update = inCollection(db, collectionId)
    .updateTable('item')
    .set({ ...columns, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .returningAll()
  return itemOf(await orSlugTaken(update.executeTakeFirstOrThrow(), wanted ?? slug))
}

function worldAfter(
  { world, body }: ItemEdit,
  { terms }: Decision,
  own: { row: ItemRow; lastRevision: number },
): World {
  return {
    ...world,
    ...own,
    body: body === undefined ? world.body : bodyOfWrite(body),
    terms: { ...world.terms, ...terms.lists },
  }
}

/** Writes what belongs to an item besides its row: body, terms, searched text, revision, redirects, what checks keep of it. */
async function writeBelongings(
  ctx: ItemWriter,
  { world: before, state, body, authorship }: ItemEdit,
  { changed, terms, named, after, kept }: Decision & { named: NamedRecords; after: World; kept: KeptKeys | undefined },
): Promise<void> {
  const { db, checks } = ctx
  await allOf([
    writeTogether(inCollection(db, after.row.collection_id), [
      ...(body === undefined ? [] : bodyWrites(db, after.row.id, { ...body, shown: named.shown, isNew: false })),
      ...termWrites(db, after.row, { ...terms, isSynced: state !== undefined && hasTerms(before) }),
      isSearchedChange(changed) ? searchWrite(db, after.row, body?.rendered.searched) : undefined,
      after.lastRevision === before.lastRevision
        ? revisionUpdate(db, after, authorship)
        : revisionWrite(db, after, authorship),
    ]),
    keepAddress(ctx, before, after),
    checks.written(db, {
      ...after,
      before: before.row,
      after: after.row,
      isRelabelled: terms.lists.category !== undefined || terms.lists.tag !== undefined,
      rendered: body?.rendered,
      kept,
    }),
  ])
}

const hasTerms = ({ terms }: World): boolean => Object.values(terms).some((list) => list.length > 0)

// An address that was public keeps leading to the item, unless it led elsewhere before; a live item takes its address over
// (content.md#old-addresses-lead-on, content.md#redirects-give-way).
async function keepAddress(ctx: ItemWriter, former: World, latter: World): Promise<void> {
  const [before, after] = [former.row, latter.row]
  const collection = collectionIn(latter, after.collection_id)
  const isLive = after.status === 'published'
  const [from, to] = [pathOf(collection, before), pathOf(collection, after)]
  const hasMoved = from !== to
  if (before.status === 'published' && (hasMoved || !isLive)) {
    const left = { path: from, collectionId: before.collection_id }
    const holder = await alsoPublishedAt(ctx.db, latter.collections, left)
    const isReturned = await returnRedirect(ctx, { fromPath: from, itemId: after.id, holder })
    // What is off the public is led to from there when it is back (`leadFromFormer`).
    if (hasMoved && isLive && !isReturned)
      await storeRedirect(ctx, {
        fromPath: from,
        to: { itemId: after.id },
        fromSlug: before.slug,
        reason: 'slug_change',
        holder,
      })
  }
  if (!isLive) return
  await allOf([
    dropRedirect(ctx, to, after.id),
    ...(before.status === 'published'
      ? []
      : [returnTargets(ctx, after.id), leadFromFormer(ctx, former, { collection, to })]),
  ])
}

// What was taken off and comes back elsewhere is found where it was, unless that place has another meaning by now.
async function leadFromFormer(
  ctx: ItemWriter,
  { row, lastRevision, collections }: World,
  { collection, to }: { collection: Collection; to: string },
): Promise<void> {
  if (row.first_published_at === null) return
  const former = await lastPublicPlace(ctx.db, row.id, lastRevision)
  if (former === undefined) return
  const fromPath = pathOf(collection, former)
  if (fromPath === to || (await hasRedirect(ctx.db, fromPath))) return
  if ((await publishedAt(ctx.db, collections, [fromPath])).size > 0) return
  await storeRedirect(ctx, { fromPath, to: { itemId: row.id }, fromSlug: former.slug, reason: 'slug_change' })
}

function firstDateOf({ firstPublishedAt }: NonNullable<ItemEdit['state']>, row: ItemRow): Date | null {
  return firstPublishedAt === undefined ? row.first_published_at : firstPublishedAt
}

function winnerOf(given: ItemId | null | undefined, state: StatusOf | undefined, row: ItemRow): string | null {
  if (given !== undefined) return given
  return state?.status === 'published' ? null : row.consolidated_into_id
}

function stateChanges(row: ItemRow, state: ItemEdit['state']): string[] {
  if (state === undefined) return []
  const changed: string[] = []
  if (state.status !== row.status) changed.push('status')
  if (state.publishAt?.getTime() !== row.publish_at?.getTime()) changed.push('publishAt')
  const first = stateColumns(state, firstDateOf(state, row)).first_published_at
  const isGiven = state.firstPublishedAt !== undefined
  if (isGiven && first?.getTime() !== row.first_published_at?.getTime()) changed.push('firstPublishedAt')
  return changed
}
