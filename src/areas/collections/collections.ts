import { sql } from 'kysely'

import { question, selectFrom } from '#kernel/ask.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { type Plan, requireFeature } from '#kernel/entitlement.ts'
import { Refusal } from '#kernel/errors.ts'
import type { AuthorId, CollectionId } from '#kernel/ids.ts'
import { isId } from '#kernel/ids.ts'
import { type RecordOf, recordsOf } from '#kernel/record-fields.ts'

import { collectionFields } from './collection-fields.ts'
import { opensOthers } from './open-collections.ts'

/** How collections are read and written. */
export const collectionRecords = recordsOf('collection', collectionFields)
export type Collection = RecordOf<'collection', typeof collectionFields> & {
  /** The organization's, in which addresses have their dates (content.md#url-templates). */
  timezone: string
  /** Whether the public sees what is published in it (collections.md#open-collections). */
  isOpen: boolean
}

/** What drafts of a collection begin with. */
export type CollectionDefaults = Record<'articleType' | 'writingStyle' | 'customInstructions', string | null>

/** The defaults of a collection, null where nothing is chosen. */
export function defaultsOf({ defaults }: Pick<Collection, 'defaults'>): CollectionDefaults {
  return { articleType: null, writingStyle: null, customInstructions: null, ...defaults }
}

type CollectionRow = Parameters<typeof collectionRecords.read>[0] & { timezone: string; opens_others: boolean }

/** A row of the table, read with `ofOrganization`, as a collection. */
export function collectionOf(row: CollectionRow): Collection {
  const collection = collectionRecords.read(row)
  const isOpen = collection.enabled && (collection.builtIn || row.opens_others)
  return { ...collection, timezone: row.timezone, isOpen }
}

/** The organization's time zone, next to the columns of a collection. */
export const timezoneOfOrganization = sql<string>`(select timezone from app.organization_setting)`.as('timezone')

/** What a collection has of its organization, next to its own columns. */
export const ofOrganization = [timezoneOfOrganization, opensOthers.as('opens_others')] as const

declare module '#kernel/json-columns.ts' {
  interface JsonColumns {
    'collection.fields_schema': Record<string, unknown>
    'collection.defaults': Partial<CollectionDefaults>
  }
}

/** All collections of the organization, by id. */
export async function allCollections(db: Reader): Promise<Collection[]> {
  return (await db.selectFrom('collection').selectAll().select(ofOrganization).orderBy('id').execute()).map((row) =>
    collectionOf(row),
  )
}

/** The same as a question. */
export const collectionsAsked = () =>
  question(selectFrom('collection').selectAll().select(ofOrganization).orderBy('id'), (rows) =>
    rows.map((row) => collectionOf(row)),
  )

/** A collection by id or slug; `not_found` when there is none. */
export async function getCollection(db: Reader, idOrSlug: string): Promise<Collection> {
  return existing(await byIdOrSlug(db, idOrSlug).executeTakeFirst(), idOrSlug)
}

/** The same, locked until the transaction ends: nobody else can change it meanwhile. */
export async function lockCollection(db: Writer, idOrSlug: string): Promise<Collection> {
  return existing(await byIdOrSlug(db, idOrSlug).forNoKeyUpdate().executeTakeFirst(), idOrSlug)
}

/** One of these collections, by id or slug; `not_found` when it is none of them. */
export function collectionNamed(collections: readonly Collection[], idOrSlug: string): Collection {
  const found = collections.find(({ id, slug }) => (isId('collection', idOrSlug) ? id : slug) === idOrSlug)
  if (found === undefined) throw noCollection(idOrSlug)
  return found
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
    .select(ofOrganization)
    .where(isId('collection', idOrSlug) ? 'id' : 'slug', '=', idOrSlug)
}

function existing(row: CollectionRow | undefined, idOrSlug: string): Collection {
  if (row !== undefined) return collectionOf(row)
  throw noCollection(idOrSlug)
}

const noCollection = (idOrSlug: string) =>
  new Refusal('not_found', 'There is no such collection. listCollections names them.', { id: idOrSlug.slice(0, 200) })

type ItemCount = { total: number; published: number; scheduled: number; draft: number }

/** Items per collection, without the trash. */
export async function countItems(db: Reader): Promise<Map<string, ItemCount>> {
  const rows = await db
    .selectFrom('item_count')
    .select(['collection_id', 'status', 'n'])
    .where('status', '<>', 'trash')
    .execute()
  const counts = new Map<string, ItemCount>()
  for (const { collection_id: id, status, n } of rows) {
    const count = counts.get(id) ?? { total: 0, published: 0, scheduled: 0, draft: 0 }
    count.total += n
    if (status === 'published' || status === 'scheduled' || status === 'draft') count[status] += n
    counts.set(id, count)
  }
  return counts
}
