import { sql } from 'kysely'

import type { Reader, Writer } from '#kernel/database.ts'
import { type Plan, requireFeature } from '#kernel/entitlement.ts'
import { Refusal } from '#kernel/errors.ts'
import type { AuthorId, CollectionId } from '#kernel/ids.ts'
import { isId } from '#kernel/ids.ts'

import type { CollectionKind } from './presets.ts'

export type Collection = {
  id: CollectionId
  slug: string
  name: string
  kind: CollectionKind
  enabled: boolean
  builtIn: boolean
  urlTemplate: string
  fieldsSchema: Record<string, unknown> | null
  defaultAuthorId: AuthorId | null
  cmsTargetId: string | null
  version: number
  createdAt: Date
  updatedAt: Date
}

declare module '#kernel/json-columns.ts' {
  interface JsonColumns {
    'collection.fields_schema': Record<string, unknown>
  }
}

/** All collections of the organization, by id. */
export async function allCollections(db: Reader): Promise<Collection[]> {
  return (await db.selectFrom('collection').selectAll().orderBy('id').execute()).map((row) => collectionOf(row))
}

/** A collection by id or slug; `not_found` when there is none. */
export async function getCollection(db: Reader, idOrSlug: string): Promise<Collection> {
  return existing(await byIdOrSlug(db, idOrSlug).executeTakeFirst(), idOrSlug)
}

/** The same, locked until the transaction ends: nobody else changes it meanwhile. */
export async function lockCollection(db: Writer, idOrSlug: string): Promise<Collection> {
  return existing(await byIdOrSlug(db, idOrSlug).forNoKeyUpdate().executeTakeFirst(), idOrSlug)
}

/** Refuses unless items of the collection may be written: `collection_disabled`, or `plan_required` where the plan closes it. */
export function requireEnabled(collection: Collection, plan: Plan): void {
  if (!collection.enabled) {
    throw new Refusal(
      'collection_disabled',
      `The collection ${collection.slug} is disabled. Enable it with updateCollection.`,
      { collectionId: collection.id },
    )
  }
  if (!collection.builtIn) requireFeature(plan, 'nonArticleCollections')
}

/** Refuses with `not_found` unless the author belongs to the collection. */
export async function requireAuthor(db: Writer, collectionId: CollectionId, authorId: AuthorId): Promise<void> {
  const author = await db
    .selectFrom('term')
    .select('id')
    .where('id', '=', authorId)
    .where('kind', '=', 'author')
    .where('collection_id', '=', collectionId)
    .forKeyShare()
    .executeTakeFirst()
  if (author === undefined)
    throw new Refusal('not_found', 'The collection has no such author. listAuthors names them.', { id: authorId })
}

/** Refuses with `not_found` unless all of these collections exist; `path` is where the call names them. */
export async function requireCollections(db: Reader, ids: readonly CollectionId[], path: string): Promise<void> {
  if (ids.length === 0) return
  const rows = await db
    .selectFrom('collection')
    .select('id')
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  const known = new Set<string>(rows.map(({ id }) => id))
  const unknown = ids.find((id) => !known.has(id))
  if (unknown === undefined) return
  throw new Refusal(
    'not_found',
    `There is no such collection. ${path.split('/').at(-1)} takes ids of listCollections.`,
    {
      path,
      id: unknown,
    },
  )
}

function byIdOrSlug(db: Reader, idOrSlug: string) {
  return db
    .selectFrom('collection')
    .selectAll()
    .where(isId('collection', idOrSlug) ? 'id' : 'slug', '=', idOrSlug)
}

function existing(row: Row | undefined, idOrSlug: string): Collection {
  if (row !== undefined) return collectionOf(row)
  throw new Refusal('not_found', 'There is no such collection. listCollections names them.', {
    id: idOrSlug.slice(0, 200),
  })
}

type Row = Awaited<ReturnType<typeof rowType>>
// Only its type is used: the row as the query layer reads it.
const rowType = (db: Reader) => db.selectFrom('collection').selectAll().executeTakeFirstOrThrow()

/** A row of the table as a collection. */
export function collectionOf(row: Row): Collection {
  return {
    id: row.id as CollectionId,
    slug: row.slug,
    name: row.name,
    kind: row.kind,
    enabled: row.enabled,
    builtIn: row.built_in,
    urlTemplate: row.url_template,
    fieldsSchema: row.fields_schema,
    defaultAuthorId: row.default_author_id as AuthorId | null,
    cmsTargetId: row.cms_target_id,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

type ItemCount = { total: number; published: number; scheduled: number; draft: number }

/** Items per collection, without the trash. */
export async function countItems(db: Reader): Promise<Map<string, ItemCount>> {
  const rows = await db
    .selectFrom('item')
    .select(['collection_id', 'effective_status'])
    .select(sql<number>`count(*)`.as('n'))
    .where('trashed_at', 'is', null)
    .groupBy(['collection_id', 'effective_status'])
    .execute()
  const counts = new Map<string, ItemCount>()
  for (const { collection_id: id, effective_status: status, n } of rows) {
    const count = counts.get(id) ?? { total: 0, published: 0, scheduled: 0, draft: 0 }
    count.total += n
    if (status === 'published' || status === 'scheduled' || status === 'draft') count[status] += n
    counts.set(id, count)
  }
  return counts
}
