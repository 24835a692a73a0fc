import type { Insertable } from 'kysely'

import { dropRedirect, pathOf } from '#areas/addresses/index.ts'
import type { Collection } from '#areas/collections/index.ts'
import { type Authorship, revisionWrite } from '#areas/content/revisions/revisions.ts'
import { countChange } from '#areas/content/stored/counts.ts'
import { bodyOfWrite, bodyWrites, measuresOf } from '#areas/content/stored/item-body.ts'
import { freeSlugFor, plainSlugOf, requireFree } from '#areas/content/stored/item-slugs.ts'
import { categoryColumn, changedTerms, termWrites } from '#areas/content/stored/item-terms.ts'
import { namedRecords, requireReferences } from '#areas/content/stored/named-records.ts'
import { type Provenance, provenanceColumns } from '#areas/content/stored/provenance.ts'
import { searchWrite } from '#areas/content/stored/search.ts'
import {
  type ItemChanges,
  itemOf,
  type ItemRow,
  noTerms,
  patchOf,
  type Surroundings,
  type World,
  type Origin,
} from '#areas/items/index.ts'
import type { ItemWriter } from '#kernel/checks.ts'
import { inCollection } from '#kernel/content-revision.ts'
import type { Writer } from '#kernel/database.ts'
import { type ItemId, newId } from '#kernel/ids.ts'
import type { Rendered } from '#kernel/render.ts'
import type { Tables } from '#kernel/tables.ts'
import { writeTogether } from '#kernel/write-together.ts'
import { allOf } from '#std/all-of.ts'
import { titleKey } from '#std/text.ts'

import { columnsBySettings } from './by-settings.ts'
import { stateColumns, type StatusOf } from './transitions.ts'

export type NewItem = {
  surroundings: Surroundings
  collection: Collection
  title: string
  changes: ItemChanges
  state: StatusOf
  /** When it was published first, elsewhere: its date as soon as it is published here. */
  firstPublishedAt?: Date | null
  rendered: Rendered
  origin: Origin
  provenance?: Provenance
  authorship: Authorship
  /** What an import recognizes the item by. */
  sourceKey?: string
  createdAt?: Date
  /** When the source last changed its text (content.md#edited-at-follows-text). */
  editedAt?: Date | null
}

/** Writes a new item with everything that belongs to it: body, terms, search text, first revision. */
export async function insertItem(ctx: ItemWriter, item: NewItem): Promise<World> {
  const { db, checks } = ctx
  const { surroundings, collection, rendered, authorship } = item
  const changes = withDefaultAuthor(item.changes, collection)
  const named = await namedRecords(db, { changes, slug: wantedSlug(item), html: rendered.html })
  if (changes.slug !== undefined) requireFree(changes.slug, named)
  requireReferences(changes, named)
  const terms = changedTerms({ row: { collection_id: collection.id }, terms: noTerms() }, changes, named)
  const own = inCollection(db, collection.id)
  const row = await insertRow(own, item, { id: newId('item'), ...categoryColumn(terms) })

  const empty = { ...surroundings, row, terms: noTerms() }
  const body = { content: changes.content ?? '', format: changes.contentFormat ?? 'markdown', rendered } as const
  const world = { ...empty, body: bodyOfWrite(body), terms: { ...empty.terms, ...terms.lists }, lastRevision: 1 }
  countChange(db, undefined, world)
  await allOf([
    writeTogether(own, [
      ...bodyWrites(db, row.id, { ...body, shown: named.shown, isNew: true }),
      ...termWrites(db, row, { ...terms, isSynced: false }),
      searchWrite(db, row, rendered.searched),
      revisionWrite(db, world, authorship),
    ]),
    ...(row.status === 'published' ? [dropRedirect(ctx, pathOf(collection, row), row.id)] : []),
    checks.written(db, { ...surroundings, before: undefined, after: row, rendered }),
  ])
  return world
}

function withDefaultAuthor(changes: ItemChanges, { defaultAuthorId }: Collection): ItemChanges {
  if (changes.authorIds !== undefined || defaultAuthorId === null) return changes
  return { ...changes, authorIds: [defaultAuthorId] }
}

function wantedSlug({ changes: { slug }, collection }: NewItem): { collectionId: string; slug: string } | undefined {
  return slug === undefined ? undefined : { collectionId: collection.id, slug }
}

type Own = { id: ItemId; category_slug?: string | null }

/**
 * Inserts the row with the given slug, or with the one of its title and a suffix if that is taken; two calls at once never
 * collide (content.md#slugs).
 */
async function insertRow(db: Writer, item: NewItem, own: Own): Promise<ItemRow> {
  const { title, collection, changes } = item
  const { id } = own
  const columns = { ...columnsOf(item, id), ...own }
  for (let slug = changes.slug ?? plainSlugOf({ title, id }); ;) {
    const made = await db
      .insertInto('item')
      .values({ ...columns, slug })
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'collection_id', 'slug']).where('trashed_at', 'is', null).doNothing(),
      )
      .returningAll()
      .executeTakeFirst()
    if (made !== undefined) return itemOf(made)
    if (changes.slug === undefined) slug = await freeSlugFor(db, { collectionId: collection.id, title, id })
    else requireFree(slug, await namedRecords(db, { changes: {}, slug: { collectionId: collection.id, slug } }))
  }
}

function columnsOf(item: NewItem, id: ItemId): Omit<Insertable<Tables['item']>, 'slug'> {
  const { surroundings, collection, title, changes, state, rendered, origin, provenance, authorship } = item
  const { firstPublishedAt = null } = item
  const { slug: _, ...columns } = patchOf({ ...changes, title }).columns
  return {
    ...columns,
    ...columnsBySettings(surroundings.settings, changes),
    id,
    title,
    collection_id: collection.id,
    title_key: titleKey(title),
    ...stateColumns(state, firstPublishedAt),
    origin,
    ...(provenance === undefined ? {} : provenanceColumns(provenance)),
    source_key: item.sourceKey ?? null,
    created_at: item.createdAt ?? authorship.now,
    updated_at: authorship.now,
    edited_at: item.editedAt ?? null,
    ...measuresOf(changes.content ?? '', rendered),
  }
}
