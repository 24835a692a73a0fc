import { createHash } from 'node:crypto'

import { type Insertable, sql } from 'kysely'

import type { Collection } from '#areas/collections/index.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { type ItemId, newId } from '#kernel/ids.ts'
import type { Rendered } from '#kernel/render.ts'
import { orSlugTaken } from '#kernel/slug-taken.ts'
import type { Tables } from '#kernel/tables.ts'
import { titleKey } from '#std/text.ts'

import type { ItemChanges } from './item-fields.ts'
import { isTextChange, patchOf } from './item-patch.ts'
import { requireFree, slugFor } from './item-slugs.ts'
import { syncTerms, writeTerms } from './item-terms.ts'
import { type ItemRow, lockItem, requireItems } from './items.ts'
import { pathOf } from './public-url.ts'
import { dropRedirect, storeRedirect } from './redirects.ts'
import { type Authorship, storeRevision } from './revisions.ts'
import { writeSearchText } from './search.ts'
import type { StatusOf } from './transitions.ts'

export type Origin = 'agent' | 'human' | 'import'

export type NewItem = {
  collection: Collection
  title: string
  changes: ItemChanges
  state: StatusOf
  rendered: Rendered
  origin: Origin
  authorship: Authorship
  /** What an import finds the item by. */
  sourceKey?: string
  createdAt?: Date
  /** When the source changed its text last (D-58). */
  editedAt?: Date | null
}

const wordsPerMinute = 220

/** Writes a new item with everything that belongs to it: body, terms, search text, first revision. */
export async function insertItem(
  db: Writer,
  { collection, title, changes, state, rendered, origin, authorship, sourceKey, createdAt, editedAt }: NewItem,
): Promise<ItemRow> {
  const id = newId('item')
  if (changes.slug !== undefined) await requireFree(db, collection.id, changes.slug)
  await requireReferences(db, changes)
  const slug = await insertRow(db, changes.slug, (candidate) => ({
    ...patchOf({ ...changes, title, slug: candidate }).columns,
    id,
    title,
    slug: candidate,
    collection_id: collection.id,
    title_key: titleKey(title),
    status: state.status,
    publish_at: state.publishAt,
    origin,
    source_key: sourceKey ?? null,
    created_at: createdAt ?? authorship.now,
    updated_at: authorship.now,
    edited_at: editedAt ?? null,
    ...measuresOf(changes.content ?? '', rendered),
  }))
  await writeBody(db, id, { content: changes.content ?? '', format: changes.contentFormat ?? 'markdown', rendered })
  const row = await lockItem(db, id)
  const authorIds =
    changes.authorIds ?? (collection.defaultAuthorId === null ? undefined : [collection.defaultAuthorId])
  await writeTerms(db, row, authorIds === undefined ? changes : { ...changes, authorIds })
  await writeSearchText(db, searchedOf(row), rendered.text)
  await storeRevision(db, row, authorship)
  if (row.status === 'published') await dropRedirect(db, pathOf(collection, slug))
  return row
}

type Row = Insertable<Tables['item']>

/** Inserts the row under the given slug, or under the first free one; two calls at once do not meet (D-3). */
async function insertRow(db: Writer, given: string | undefined, rowFor: (slug: string) => Row): Promise<string> {
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
  collection: Collection
  changes: ItemChanges
  /** Where the status or its date changes. */
  state?: StatusOf | undefined
  /** Where the body or its screenshots change. */
  body?: { content: string; format: 'markdown' | 'html'; rendered: Rendered } | undefined
  authorship: Authorship
}

/**
 * Writes the changes of an item. Answers the row afterwards and the names of the fields that differ now; without any
 * difference nothing is written and the version stays.
 */
export async function editItem(
  db: Writer,
  { row, collection, changes, state, body, authorship }: ItemEdit,
): Promise<{ row: ItemRow; changed: string[] }> {
  const { columns, changed: fields } = patchOf(changes, row)
  if (columns.slug !== undefined && row.trashed_at === null)
    await requireFree(db, collection.id, String(columns.slug), row.id)
  await requireReferences(db, changes)
  const changed: string[] = [...fields, ...(await writeTerms(db, row, changes)), ...stateChanges(row, state)]
  if (body !== undefined) changed.push(...(await bodyChanges(db, row, body, changes)))
  if (changed.length === 0) return { row, changed }

  const update = db
    .updateTable('item')
    .set({
      ...columns,
      ...(state === undefined ? {} : { status: state.status, publish_at: state.publishAt }),
      ...(body === undefined ? {} : measuresOf(body.content, body.rendered)),
      ...(isTextChange(changed) ? { edited_at: authorship.now } : {}),
      // An edit after an approval asks for a new one (operations.md 3.14).
      ...(isTextChange(changed) && row.review_state === 'approved' ? { review_state: 'none' } : {}),
      updated_at: authorship.now,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', row.id)
  await orSlugTaken(update.execute(), columns.slug ?? row.slug)
  if (body !== undefined) await writeBody(db, row.id, body)
  const after = await lockItem(db, row.id)
  if (state !== undefined) await syncTerms(db, after)
  if (isSearched(changed)) await writeSearchText(db, searchedOf(after), body?.rendered.text)
  await keepAddress(db, collection, row, after)
  await storeRevision(db, after, authorship)
  return { row: after, changed }
}

// D-43: an address that was public keeps leading to the item; a live item takes its address over.
async function keepAddress(db: Writer, collection: Collection, before: ItemRow, after: ItemRow): Promise<void> {
  if (before.status === 'published' && before.slug !== after.slug) {
    await storeRedirect(db, {
      fromPath: pathOf(collection, before.slug),
      to: { itemId: after.id as ItemId },
      reason: 'slug_change',
    })
  }
  if (after.status === 'published') await dropRedirect(db, pathOf(collection, after.slug))
}

function stateChanges(row: ItemRow, state: StatusOf | undefined): string[] {
  if (state === undefined) return []
  const changed: string[] = []
  if (state.status !== row.status) changed.push('status')
  if (state.publishAt?.getTime() !== row.publish_at?.getTime()) changed.push('publishAt')
  return changed
}

async function bodyChanges(
  db: Reader,
  row: ItemRow,
  body: NonNullable<ItemEdit['body']>,
  changes: ItemChanges,
): Promise<string[]> {
  const stored = await db
    .selectFrom('item_body')
    .select(['content', 'content_format'])
    .where('item_id', '=', row.id)
    .executeTakeFirstOrThrow()
  const changed: string[] = []
  if (changes.content !== undefined && stored.content !== body.content) changed.push('content')
  if (stored.content_format !== body.format) changed.push('contentFormat')
  return changed
}

async function writeBody(
  db: Writer,
  itemId: string,
  { content, format, rendered }: { content: string; format: string; rendered: Rendered },
): Promise<void> {
  const body = { content, content_format: format, content_html: rendered.html, policy_version: rendered.policyVersion }
  await db
    .insertInto('item_body')
    .values({ item_id: itemId, ...body })
    .onConflict((conflict) => conflict.columns(['organization_id', 'item_id']).doUpdateSet(body))
    .execute()
}

function measuresOf(content: string, { wordCount }: Rendered) {
  return {
    word_count: wordCount,
    reading_minutes: wordCount === 0 ? 0 : Math.max(1, Math.round(wordCount / wordsPerMinute)),
    content_hash: createHash('sha256').update(content).digest('hex'),
  }
}

async function requireReferences(db: Reader, changes: ItemChanges): Promise<void> {
  await requireItems(db, changes.relatedArticles ?? [], '/input/relatedArticles')
  const suggested = (changes.internalLinkSuggestions ?? []).flatMap(({ targetItemId }) => targetItemId ?? [])
  await requireItems(db, suggested, '/input/internalLinkSuggestions')
  for (const field of ['featuredImageId', 'ogImageId'] as const) {
    const mediaId = changes[field]
    if (mediaId === undefined || mediaId === null) continue
    const row = await db.selectFrom('media').select('id').where('id', '=', mediaId).executeTakeFirst()
    if (row === undefined)
      throw new Refusal('not_found', 'There is no such media.', { path: `/input/${field}`, id: mediaId })
  }
}

function isSearched(changed: readonly string[]): boolean {
  return changed.some((field) =>
    ['title', 'excerpt', 'slug', 'canonicalUrl', 'externalUrl', 'content', 'contentFormat'].includes(field),
  )
}

function searchedOf(row: ItemRow) {
  return {
    id: row.id,
    collectionId: row.collection_id,
    title: row.title,
    excerpt: row.excerpt,
    slug: row.slug,
    canonicalUrl: row.canonical_url,
    externalUrl: row.external_url,
  }
}
