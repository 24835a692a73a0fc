import { type Insertable, sql } from 'kysely'

import type { Collection } from '#areas/collections/index.ts'
import type { ItemWriter } from '#kernel/checks.ts'
import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { type ItemId, newId } from '#kernel/ids.ts'
import type { Rendered } from '#kernel/render.ts'
import { orSlugTaken } from '#kernel/slug-taken.ts'
import type { Tables } from '#kernel/tables.ts'
import { titleKey } from '#std/text.ts'

import { columnsBySettings } from './by-settings.ts'
import { bodyChanges, type BodyWrite, measuresOf, writeBody } from './item-body.ts'
import type { ItemChanges } from './item-fields.ts'
import { isTextChange, needsNewApproval, patchOf } from './item-patch.ts'
import { requireFree, slugFor } from './item-slugs.ts'
import { syncTerms, writeTerms } from './item-terms.ts'
import { type ItemRow, lockItem, requireItems } from './items.ts'
import { isOtherProvenance, type Provenance, provenanceColumns } from './provenance.ts'
import { pathOf } from './public-url.ts'
import { dropRedirect, storeRedirect } from './redirects.ts'
import { type Authorship, storeRevision } from './revisions.ts'
import { writeSearchText } from './search.ts'
import { collectionIn, type Surroundings } from './surroundings.ts'
import { stateColumns, type StatusOf } from './transitions.ts'

export type Origin = 'agent' | 'human' | 'import'

export type NewItem = {
  surroundings: Surroundings
  collection: Collection
  title: string
  changes: ItemChanges
  state: StatusOf
  rendered: Rendered
  origin: Origin
  provenance?: Provenance
  authorship: Authorship
  /** What an import finds the item by. */
  sourceKey?: string
  createdAt?: Date
  /** When the source changed its text last (D-58). */
  editedAt?: Date | null
}

/** Writes a new item with everything that belongs to it: body, terms, search text, first revision. */
export async function insertItem(
  ctx: ItemWriter,
  {
    surroundings,
    collection,
    title,
    changes,
    state,
    rendered,
    origin,
    provenance,
    authorship,
    sourceKey,
    createdAt,
    editedAt,
  }: NewItem,
): Promise<ItemRow> {
  const { db, checks } = ctx
  const id = newId('item')
  if (changes.slug !== undefined) await requireFree(db, collection.id, changes.slug)
  await requireReferences(db, changes)
  const bySettings = columnsBySettings(surroundings.settings, changes)
  const slug = await insertRow(db, changes.slug, (candidate) => ({
    ...patchOf({ ...changes, title, slug: candidate }).columns,
    ...bySettings,
    id,
    title,
    slug: candidate,
    collection_id: collection.id,
    title_key: titleKey(title),
    ...stateColumns(state),
    origin,
    ...(provenance === undefined ? {} : provenanceColumns(provenance)),
    source_key: sourceKey ?? null,
    created_at: createdAt ?? authorship.now,
    updated_at: authorship.now,
    edited_at: editedAt ?? null,
    ...measuresOf(changes.content ?? '', rendered),
  }))
  const body = { content: changes.content ?? '', format: changes.contentFormat ?? 'markdown', rendered }
  await writeBody(db, id, { ...body, isNew: true })
  const row = await lockItem(db, id)
  const authorIds =
    changes.authorIds ?? (collection.defaultAuthorId === null ? undefined : [collection.defaultAuthorId])
  await writeTerms(db, row, authorIds === undefined ? changes : { ...changes, authorIds })
  await writeSearchText(db, row, rendered.text)
  await storeRevision(db, row, authorship)
  await checks.written(db, { before: undefined, after: row, rendered, ...surroundings })
  if (row.status === 'published') await dropRedirect(ctx, pathOf(collection, slug))
  return row
}

type Row = Insertable<Tables['item']>

/** Inserts the row under the given slug, or under the first free one; two calls at once do not meet (D-3). */
async function insertRow(
  db: ItemWriter['db'],
  given: string | undefined,
  rowFor: (slug: string) => Row,
): Promise<string> {
  for (;;) {
    const { id, title, collection_id: collectionId } = rowFor('')
    const slug = given ?? (await slugFor(db, { collectionId, title, id }))
    const made = await db
      .insertInto('item')
      .values(rowFor(slug))
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'collection_id', 'slug']).where('trashed_at', 'is', null).doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (made !== undefined) return slug
    if (given !== undefined) await requireFree(db, collectionId, given)
  }
}

export type ItemEdit = {
  row: ItemRow
  surroundings: Surroundings
  changes: ItemChanges
  /** Where the status or its date changes. */
  state?: StatusOf | undefined
  /** Where the body or its screenshots change. */
  body?: BodyWrite | undefined
  /** The item that it gives way to. Publishing it ends that. */
  consolidatedInto?: ItemId | undefined
  provenance?: Provenance | undefined
  authorship: Authorship
}

/**
 * Writes the changes of an item. Answers the row afterwards and the names of the fields that differ now; without any
 * difference nothing is written and the version stays. Where its text comes from is a difference that no revision keeps.
 */
export async function editItem(
  ctx: ItemWriter,
  { row, surroundings, changes, state, body, consolidatedInto, provenance, authorship }: ItemEdit,
): Promise<{ row: ItemRow; changed: string[] }> {
  const { db, checks } = ctx
  const collection = collectionIn(surroundings, row.collection_id)
  const { columns, changed: fields } = patchOf(changes, row)
  if (columns.slug !== undefined && row.trashed_at === null)
    await requireFree(db, collection.id, String(columns.slug), row.id)
  await requireReferences(db, changes)
  const newState = stateChanges(row, state)
  const bySettings = columnsBySettings(surroundings.settings, changes)
  const changed: string[] = [...fields, ...(await writeTerms(db, row, changes)), ...newState]
  if (body !== undefined) changed.push(...(await bodyChanges(db, row.id, { body, changes })))
  const winner = consolidatedInto ?? (state?.status === 'published' ? null : row.consolidated_into_id)
  if (winner !== row.consolidated_into_id) changed.push('consolidatedIntoId')
  const declared = provenance !== undefined && isOtherProvenance(row, provenance) ? provenanceColumns(provenance) : {}
  if (changed.length === 0 && Object.keys(declared).length === 0) return { row, changed }

  const update = db
    .updateTable('item')
    .set({
      ...columns,
      ...bySettings,
      ...declared,
      ...(state === undefined || newState.length === 0 ? {} : stateColumns(state)),
      consolidated_into_id: winner,
      ...(body === undefined ? {} : measuresOf(body.content, body.rendered)),
      ...(isTextChange(changed) ? { edited_at: authorship.now } : {}),
      // An edit after an approval asks for a new one (operations.md 3.14).
      ...(needsNewApproval(changed) && row.review_state === 'approved' ? { review_state: 'none' } : {}),
      updated_at: authorship.now,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', row.id)
    .returningAll()
  const after = (await orSlugTaken(update.executeTakeFirstOrThrow(), columns.slug ?? row.slug)) as ItemRow
  if (changed.length === 0) return { row: after, changed }
  if (body !== undefined) await writeBody(db, row.id, { ...body, isNew: false })
  if (state !== undefined) await syncTerms(db, after)
  if (isSearched(changed)) await writeSearchText(db, after, body?.rendered.text)
  await keepAddress(ctx, collection, row, after)
  await checks.written(db, { before: row, after, rendered: body?.rendered, ...surroundings })
  await storeRevision(db, after, authorship)
  return { row: after, changed }
}

// D-43: an address that was public keeps leading to the item; a live item takes its address over.
async function keepAddress(ctx: ItemWriter, collection: Collection, before: ItemRow, after: ItemRow): Promise<void> {
  if (before.status === 'published' && before.slug !== after.slug) {
    await storeRedirect(ctx, {
      fromPath: pathOf(collection, before.slug),
      to: { itemId: after.id },
      fromSlug: before.slug,
      reason: 'slug_change',
    })
  }
  if (after.status === 'published') await dropRedirect(ctx, pathOf(collection, after.slug))
}

function stateChanges(row: ItemRow, state: StatusOf | undefined): string[] {
  if (state === undefined) return []
  const changed: string[] = []
  if (state.status !== row.status) changed.push('status')
  if (state.publishAt?.getTime() !== row.publish_at?.getTime()) changed.push('publishAt')
  return changed
}

async function requireReferences(db: Reader, changes: ItemChanges): Promise<void> {
  await requireItems(db, changes.relatedArticles ?? [], '/input/relatedArticles')
  const suggested = (changes.internalLinkSuggestions ?? []).flatMap(({ targetItemId }) => targetItemId ?? [])
  await requireItems(db, suggested, '/input/internalLinkSuggestions')
  for (const field of ['featuredImageId', 'ogImageId'] as const) {
    const mediaId = changes[field]
    if (mediaId === undefined || mediaId === null) continue
    // Held, so that nobody deletes it before this commits.
    const image = db.selectFrom('media').select('id').where('id', '=', mediaId).where('kind', '=', 'image')
    const row = await image.forKeyShare().executeTakeFirst()
    if (row === undefined)
      throw new Refusal('not_found', 'There is no such image.', { path: `/input/${field}`, id: mediaId })
  }
}

function isSearched(changed: readonly string[]): boolean {
  return changed.some((field) =>
    ['title', 'excerpt', 'slug', 'canonicalUrl', 'externalUrl', 'content', 'contentFormat'].includes(field),
  )
}
