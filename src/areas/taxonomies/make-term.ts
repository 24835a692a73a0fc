import type { Insertable } from 'kysely'

import type { Reader, Writer } from '#kernel/database.ts'
import { type CollectionId, newId } from '#kernel/ids.ts'
import { orSlugTaken } from '#kernel/slug-taken.ts'
import type { Tables } from '#kernel/tables.ts'
import { freeSlug } from '#std/free-slug.ts'
import { slugify } from '#std/slugs.ts'
import { searchTerm, titleKey } from '#std/text.ts'

import type { TermChanges } from './change-term.ts'
import { reportTerm, type Term, type TermId, type TermKind, termOf, termRecords } from './terms.ts'

type NewTerm<K extends TermKind = TermKind> = Pick<Term<K>, 'kind' | 'collectionId' | 'name'> & TermChanges

/** Creates a term. A given slug that is taken is `slug_taken`; left out, it is made from the name, with a suffix when taken. */
export async function createTerm<K extends TermKind>(db: Writer, term: NewTerm<K>): Promise<Term<K>> {
  const id = newId<TermKind>(term.kind)
  const rowWith = (slug: string) => ({ ...termRecords.write({ ...term, slug, id }), name_key: titleKey(term.name) })
  if (term.slug !== undefined) {
    const insert = db.insertInto('term').values(rowWith(term.slug))
    return reported(db, termOf<K>(await orSlugTaken(insert.returningAll().executeTakeFirstOrThrow(), term.slug)))
  }
  for (;;) {
    const slug = await slugFor(db, term, id)
    const insert = db.insertInto('term').values(rowWith(slug))
    const made = await insert
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (made !== undefined) return reported(db, termOf<K>(made))
  }
}

/** Terms of one statement: it has a limited number of values. */
const mostAtOnce = 1000

/** Stores new terms whose ids and slugs are settled. */
export async function insertTerms(db: Writer, rows: readonly Insertable<Tables['term']>[]): Promise<void> {
  for (let at = 0; at < rows.length; at += mostAtOnce) {
    const made = await db
      .insertInto('term')
      .values(rows.slice(at, at + mostAtOnce))
      .returningAll()
      .execute()
    for (const row of made) reportTerm(db, undefined, termOf(row))
  }
}

/**
 * The term that an import means: the one with this slug, else with this name (regardless of case), else a new one. A given slug
 * is brought into slug form. Everything else about an existing term stays as it is.
 */
export async function findOrCreateTerm<K extends TermKind>(db: Writer, term: NewTerm<K>): Promise<Term<K>> {
  const slug = slugify(term.slug ?? '')
  const found = slug === '' ? await findByName(db, term) : await findBySlug(db, term, slug)
  return found ?? createTerm(db, { ...term, slug: slug === '' ? undefined : slug })
}

function reported<K extends TermKind>(db: Writer, made: Term<K>): Term<K> {
  reportTerm(db, undefined, made)
  return made
}

async function slugFor(db: Reader, { kind, collectionId, name }: NewTerm, id: TermId): Promise<string> {
  return freeSlug(slugify(name) || slugify(id), async (slugs) => {
    const taken = await of(db, { kind, collectionId }).where('slug', 'in', slugs).execute()
    return taken.map(({ slug }) => slug)
  })
}

async function findBySlug<K extends TermKind>(
  db: Reader,
  term: NewTerm<K>,
  slug: string,
): Promise<Term<K> | undefined> {
  const row = await of(db, term).where('slug', '=', slug).executeTakeFirst()
  return row && termOf<K>(row)
}

// The key finds candidates by the index; it has no marks, so "resume" would equal "résumé".
async function findByName<K extends TermKind>(db: Reader, term: NewTerm<K>): Promise<Term<K> | undefined> {
  const rows = await of(db, term).where('name_key', '=', titleKey(term.name)).orderBy('id').execute()
  const row = rows.find(({ name }) => searchTerm(name) === searchTerm(term.name))
  return row && termOf<K>(row)
}

function of(db: Reader, { kind, collectionId }: { kind: TermKind; collectionId: CollectionId }) {
  return db.selectFrom('term').selectAll().where('kind', '=', kind).where('collection_id', '=', collectionId)
}
