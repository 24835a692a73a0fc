import { sql } from 'kysely'

import { requireCollections } from '#areas/collections/index.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { listPage, type PageAsked } from '#kernel/list-page.ts'
import { recordChanges } from '#kernel/record-changes.ts'
import { type RecordOf, recordsOf, stateOf } from '#kernel/record-fields.ts'
import { nextVersion } from '#kernel/version.ts'
import { defined } from '#std/objects.ts'
import { escapeLike, searchTerm } from '#std/text.ts'

import { entryFields, type EntryKind } from './entry-fields.ts'
import { searchedOf } from './entry-words.ts'

const entries = recordsOf('context_entry', entryFields)

/** An entry of the Context Library. */
export type Entry = RecordOf<'context_entry', typeof entryFields>

type Given = Partial<Omit<Entry, 'id' | 'version' | 'createdAt' | 'updatedAt'>>
export type EntryChanges = { [K in keyof Given]: Given[K] | undefined }
/** What a new entry is created from; the rest has defaults. */
export type NewEntry = EntryChanges & Pick<Entry, 'kind' | 'title' | 'body'>

/** Everything but the columns that only the search reads. */
export const { columns, read: entryOf, write: entryColumns } = entries

/** How changes of entries are reported. */
export const entryChanges = recordChanges<Entry>('entry', { titleOf: ({ title }) => title, stateOf })

/** Stores a new entry. `not_found` for a collection that does not exist. Text from the web says when it was fetched. */
export async function createEntry(db: Writer, entry: NewEntry): Promise<Entry> {
  const { tags = [], collections = [], ...given } = entry
  const fields = { ...given, tags: tagsOf(tags), collections: [...new Set(collections)] }
  await requireCollections(db, fields.collections, '/input/collections')
  const row = await db
    .insertInto('context_entry')
    .values({ ...entries.write({ ...fields, id: newId('contextEntry') }), ...(await searchedOf(db, fields)) })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return entryChanges.report(db, undefined, entryOf(row))
}

/** Changes the given fields of an entry. A body that a member writes makes it the organization's own. */
export async function changeEntry(db: Writer, entry: Entry, changes: EntryChanges): Promise<Entry> {
  const { tags, collections, body } = changes
  if (collections !== undefined) await requireCollections(db, collections, '/input/collections')
  const given = defined({
    ...(body === undefined ? {} : { fetchedAt: null }),
    ...changes,
    tags: tags && tagsOf(tags),
    collections: collections && [...new Set(collections)],
  })
  const isSearched = given.title !== undefined || given.body !== undefined || given.tags !== undefined
  const row = await db
    .updateTable('context_entry')
    .set({
      ...entries.write(given),
      ...(isSearched ? await searchedOf(db, { ...entry, ...given }) : {}),
      ...nextVersion,
    })
    .where('id', '=', entry.id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return entryChanges.report(db, entry, entryOf(row))
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
export async function removeEntry(db: Writer, entry: Entry): Promise<void> {
  await db.deleteFrom('context_entry').where('id', '=', entry.id).execute()
  entryChanges.report(db, entry, undefined)
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
  asked: PageAsked,
): Promise<{ entries: ListedEntry[]; total: number }> {
  const { rows, total } = await listPage(matching(db, filter), asked, (all) =>
    all
      .select(columns.filter((column) => column !== 'body'))
      .select([sql<string>`left(body, 1000)`.as('body'), sql<number>`length(body)`.as('body_length')])
      .orderBy('pinned', 'desc')
      .orderBy('id', 'desc'),
  )
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

function existing(row: Parameters<typeof entryOf>[0] | undefined, id: string): Entry {
  if (row !== undefined) return entryOf(row)
  throw new Refusal('not_found', 'There is no such entry. listContextEntries names them.', { id: id.slice(0, 200) })
}
