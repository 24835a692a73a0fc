import { sql } from 'kysely'

import { question, selectFrom } from '#kernel/ask.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import type { CollectionId, Id } from '#kernel/ids.ts'
import { recordChanges } from '#kernel/record-changes.ts'
import { type RecordOf, recordsOf, stateOf } from '#kernel/record-fields.ts'

import { termFields } from './term-fields.ts'

/** The kinds of term: categories and tags belong to `articles`, authors to any collection (taxonomies.md#one-table-of-terms). */
export const termKinds = ['category', 'tag', 'author'] as const
export type TermKind = (typeof termKinds)[number]
export type TermId<K extends TermKind = TermKind> = Id<K>

/** How terms are read and written. */
export const termRecords = recordsOf('term', termFields)

export type Term<K extends TermKind = TermKind> = Omit<RecordOf<'term', typeof termFields>, 'id' | 'kind'> & {
  id: TermId<K>
  kind: K
}

declare module '#kernel/json-columns.ts' {
  interface JsonColumns {
    'term.social_links': Record<string, string>
  }
}

/** Whether a collection has an author with this id. */
export async function hasAuthor(db: Reader, collectionId: CollectionId, authorId: TermId<'author'>): Promise<boolean> {
  const row = await db
    .selectFrom('term')
    .select('id')
    .where('collection_id', '=', collectionId)
    .where('kind', '=', 'author')
    .where('id', '=', authorId)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The terms with these ids, in their order, without repetition. `not_found` names the first id that is not of this kind and
 * collection. They are locked: none is deleted before the transaction ends.
 */
export async function requireTerms<K extends TermKind>(
  db: Writer,
  kind: K,
  collectionId: CollectionId,
  ids: readonly TermId<K>[],
): Promise<Term<K>[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('term')
    .selectAll()
    .where('id', 'in', ids)
    .where('kind', '=', kind)
    .where('collection_id', '=', collectionId)
    .orderBy('id')
    .forKeyShare()
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...new Set<string>(ids)].map((id) => {
    const row = byId.get(id)
    if (row === undefined) throw noTerm(kind, id)
    return termOf<K>(row)
  })
}

/** What items need to know of a term that they are given. */
export type GivenTerm = { kind: TermKind; collectionId: string; name: string; slug: string }

/** Terms by id, of whatever kind and collection; as a question. They are locked: none is deleted before the transaction ends. */
export const givenTermsAsked = (ids: readonly string[]) =>
  question(
    ids.length === 0
      ? undefined
      : selectFrom('term')
          .select(['id', 'kind', 'collection_id', 'name', 'slug'])
          .where('id', '=', sql<string>`any(${[...ids]})`)
          .orderBy('id')
          .forKeyShare(),
    (rows): ReadonlyMap<string, GivenTerm> =>
      new Map(rows.map(({ id, collection_id: collectionId, ...term }) => [id, { ...term, collectionId }])),
  )

/** A term of one of these kinds, locked for a change; `not_found` when there is none. */
export async function lockTerm<K extends TermKind>(db: Writer, kinds: readonly K[], id: TermId<K>): Promise<Term<K>> {
  const row = await db
    .selectFrom('term')
    .selectAll()
    .where('id', '=', id)
    .where('kind', 'in', kinds)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined) throw noTerm(kinds.join(' or '), id)
  return termOf<K>(row)
}

/** How many published items have a term. */
export async function countPosts(db: Reader, { id, kind, collectionId }: Term): Promise<number> {
  const count = await db
    .selectFrom('term_count')
    .select('n')
    .where('collection_id', '=', collectionId)
    .where('kind', '=', kind)
    .where('term_id', '=', id)
    .executeTakeFirst()
  return count?.n ?? 0
}

/** The refusal of an unknown id. */
export function noTerm(what: string, id: string): Refusal {
  const list = what === 'author' ? 'listAuthors' : 'listTaxonomyTerms'
  return new Refusal('not_found', `There is no such ${what} here. ${list} names them.`, { id: id.slice(0, 200) })
}

/** A row of the table as a term. Its kind was part of the query. */
export function termOf<K extends TermKind>(row: Parameters<typeof termRecords.read>[0]): Term<K> {
  // The query knows the kind, and the kind says whose id it is.
  return termRecords.read(row) as Term<K>
}

/** How changes of categories and tags are reported. */
export const termChanges = recordChanges<Term>('term', { titleOf: ({ name }) => name, stateOf })

/** Reports a change of a category or tag; authors are people's own. */
export function reportTerm(db: Writer, before: Term | undefined, after: Term | undefined): void {
  if ((after ?? before)?.kind !== 'author') termChanges.report(db, before, after)
}
