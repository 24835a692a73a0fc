import { sql } from 'kysely'

import type { Writer } from '#kernel/database.ts'
import type { Snapshot } from '#kernel/journal.ts'
import type { Revertible } from '#kernel/revertible.ts'
import { nextVersion } from '#kernel/version.ts'
import { titleKey } from '#std/text.ts'

import { removeTerm, takeFromItems } from './remove-term.ts'
import { repeatCategory } from './repeat-category.ts'
import { taxonomies } from './term-fields.ts'
import { lockTerm, reportTerm, type Term, termChanges, type TermId, termOf, termRecords } from './terms.ts'

type TaxonomyId = TermId<(typeof taxonomies)[number]>

/** How categories and tags are taken back. Authors are people's own. */
export const revertibleTerms: Revertible = {
  type: 'term',

  async lock(db, ids) {
    const rows = await db
      .selectFrom('term')
      .selectAll()
      .where('id', '=', sql<string>`any(${[...ids]})`)
      .where('kind', 'in', taxonomies)
      .orderBy('id')
      .forUpdate()
      .execute()
    return termChanges.statesOf(rows.map((row) => termOf(row)))
  },

  async restore({ db, shownChanged }, id, snapshot) {
    const before = await lockTerm(db, taxonomies, id as TaxonomyId)
    const row = await db
      .updateTable('term')
      .set({ ...columnsOf(snapshot), ...nextVersion })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const after = termOf(row)
    reportTerm(db, before, after)
    const hasMoved = after.kind === 'category' && after.slug !== before.slug
    if (hasMoved) await repeatCategory(db, { termId: id })
    await shownChanged({ by: 'term', ids: [id], areElsewhere: hasMoved })
  },

  async remove(ctx, id, snapshot) {
    // Items in the trash have it still.
    await takeFromItems(ctx, { ...termIn(snapshot), id: id as TaxonomyId })
    await removeTerm(ctx, taxonomies, { id: id as TaxonomyId, reassignToId: undefined })
  },

  async recreate({ db }, id, { n, snapshot }) {
    const row = await db
      .insertInto('term')
      .values({ ...columnsOf(snapshot), id, version: n })
      .returningAll()
      .executeTakeFirstOrThrow()
    reportTerm(db, undefined, termOf(row))
  },
}

/**
 * Lets terms have their ids for slugs, until they get others or go in the same transaction: a slug that passes between two terms
 * is free for the one that gets it.
 */
export async function setTermSlugsAside(db: Writer, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('term')
    .set({ slug: sql<string>`id` })
    .where('id', '=', sql<string>`any(${[...ids]})`)
    .execute()
}

// The states of terms are stored from terms only.
const termIn = (snapshot: Snapshot) => snapshot as Omit<Term, 'id' | 'version' | 'updatedAt'>

function columnsOf(snapshot: Snapshot) {
  const term = termIn(snapshot)
  return { ...termRecords.write(term), name_key: titleKey(term.name) }
}
