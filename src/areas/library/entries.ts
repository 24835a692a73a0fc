import { sql } from 'kysely'

import { requireCollections } from '#areas/collections/index.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { type CollectionId, type ContextEntryId, newId } from '#kernel/ids.ts'
import { nextVersion } from '#kernel/version.ts'
import { escapeLike, searchTerm } from '#std/text.ts'

import type { EntryKind } from './entry-fields.ts'
import { searchedOf } from './entry-words.ts'

/** An entry of the Context Library. `collections` empty: it applies to all of them. */
export type Entry = {
  id: ContextEntryId
  kind: EntryKind
  title: string
  body: string
  url: string | null
  tags: string[]
  pinned: boolean
  collections: CollectionId[]
  validUntil: Date | null
  /** When the body was read from `url`; null for the organization's own words. */
  fetchedAt: Date | null
  version: number
  createdAt: Date
  updatedAt: Date
}

/** What a new entry is created from; the rest has defaults. */
export type NewEntry = Pick<Entry, 'kind' | 'title' | 'body'> & Partial<Omit<Entry, 'id' | 'version' | 'createdAt'>>

type Fields = Omit<Entry, 'id' | 'version' | 'createdAt' | 'updatedAt'>
export type EntryChanges = { [K in keyof Fields]?: Fields[K] | undefined }

// Everything but the columns that only the search reads.
export const columns = [
  'id',
  'kind',
  'title',
  'body',
  'url',
  'tags',
  'pinned',
  'collections',
  'valid_until',
  'fetched_at',
  'version',
  'created_at',
  'updated_at',
] as const

/** Stores a new entry. `not_found` for a collection that does not exist. Text from the web says when it was fetched. */
export async function createEntry(db: Writer, entry: NewEntry): Promise<Entry> {
  const fields: Fields = {
    kind: entry.kind,
    title: entry.title,
    body: entry.body,
    url: entry.url ?? null,
    tags: tagsOf(entry.tags ?? []),
    pinned: entry.pinned ?? false,
    collections: [...new Set(entry.collections ?? [])],
    validUntil: entry.validUntil ?? null,
    fetchedAt: entry.fetchedAt ?? null,
  }
  await requireCollections(db, fields.collections, '/input/collections')
  const row = await db
    .insertInto('context_entry')
    .values({ id: newId('contextEntry'), ...stored(fields), ...(await searchedOf(db, fields)) })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return entryOf(row)
}

/** Changes the given fields of an entry. A body that a member writes makes it the organization's own. */
export async function changeEntry(db: Writer, entry: Entry, changes: EntryChanges): Promise<Entry> {
  const given = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  ) as Partial<Fields>
  const fields: Fields = { ...entry, ...(given.body === undefined ? {} : { fetchedAt: null }), ...given }
  fields.tags = tagsOf(fields.tags)
  fields.collections = [...new Set(fields.collections)]
  if (given.collections !== undefined) await requireCollections(db, fields.collections, '/input/collections')
  const isSearched = given.title !== undefined || given.body !== undefined || given.tags !== undefined
  const row = await db
    .updateTable('context_entry')
    .set({ ...stored(fields), ...(isSearched ? await searchedOf(db, fields) : {}), ...nextVersion })
    .where('id', '=', entry.id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return entryOf(row)
}

/** An entry by id; `not_found` when there is none. */
export async function getEntry(db: Reader, id: string): Promise<Entry> {
  return existing(await db.selectFrom('context_entry').select(columns).where('id', '=', id).executeTakeFirst(), id)
}

/** The same, locked until the transaction ends. */
export async function lockEntry(db: Writer, id: string): Promise<Entry> {
  const query = db.selectFrom('context_entry').select(columns).where('id', '=', id).forUpdate()
  return existing(await query.executeTakeFirst(), id)
}

/** Removes an entry for good. */
export async function removeEntry(db: Writer, id: ContextEntryId): Promise<void> {
  await db.deleteFrom('context_entry').where('id', '=', id).execute()
}

/** Entries by id, in the order of the ids. */
export async function entriesById(db: Reader, ids: readonly string[]): Promise<Entry[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('context_entry')
    .select(columns)
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  return rows.map(entryOf).toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

type Filter = { search: string | undefined; kind: EntryKind | undefined; tag: string | undefined }

/** An entry in a list: only the beginning of its body. */
export type ListedEntry = Omit<Entry, 'body'> & { beginning: string; bodyLength: number }

/** One page of the entries that match, pinned ones first, then the newest, and how many there are. */
export async function listEntries(
  db: Reader,
  filter: Filter,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ entries: ListedEntry[]; total: number }> {
  const { total } = await matching(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matching(db, filter)
    .select(columns.filter((column) => column !== 'body'))
    .select([sql<string>`left(body, 1000)`.as('body'), sql<number>`length(body)`.as('body_length')])
    .orderBy('pinned', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const entries = rows.map(({ body_length: bodyLength, ...row }) => {
    const { body: beginning, ...entry } = entryOf(row)
    return { ...entry, beginning, bodyLength }
  })
  return { entries, total }
}

/** A tag as it is stored and compared: lower case, each run of white space one blank. */
const tagOf = (tag: string): string => searchTerm(tag)

function tagsOf(tags: readonly string[]): string[] {
  return [...new Set(tags.map(tagOf))].filter((tag) => tag !== '')
}

function matching(db: Reader, { search, kind, tag }: Filter) {
  const term = searchTerm(search ?? '')
  const found = sql<string>`(select app.find_context_entries(${`%${escapeLike(term)}%`}))`
  return db
    .selectFrom('context_entry')
    .$if(term !== '', (query) => query.where('id', 'in', found))
    .$call((query) => (kind === undefined ? query : query.where('kind', '=', kind)))
    .$if(tag !== undefined, (query) => query.where(sql<boolean>`${tagOf(tag ?? '')} = any(tags)`))
}

function stored({ kind, title, body, url, tags, pinned, collections, validUntil, fetchedAt }: Fields) {
  return { kind, title, body, url, tags, pinned, collections, valid_until: validUntil, fetched_at: fetchedAt }
}

function existing(row: Row | undefined, id: string): Entry {
  if (row !== undefined) return entryOf(row)
  throw new Refusal('not_found', 'There is no such entry. listContextEntries names them.', { id: id.slice(0, 200) })
}

type Row = Awaited<ReturnType<typeof rowType>>
// Only its type is used: the row as the query layer reads it.
const rowType = (db: Reader) => db.selectFrom('context_entry').select(columns).executeTakeFirstOrThrow()

/** An entry from a row with `columns`. */
export function entryOf(row: Row): Entry {
  return {
    id: row.id as ContextEntryId,
    kind: row.kind as EntryKind,
    title: row.title,
    body: row.body,
    url: row.url,
    tags: row.tags,
    pinned: row.pinned,
    collections: row.collections as CollectionId[],
    validUntil: row.valid_until,
    fetchedAt: row.fetched_at,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
