import type { Ctx } from '#kernel/context.ts'
import { orSlugTaken } from '#kernel/slug-taken.ts'
import { nextVersion } from '#kernel/version.ts'
import { titleKey } from '#std/text.ts'

import { repeatCategory } from './repeat-category.ts'
import { reportTerm, type Term, type TermKind, termOf, termRecords } from './terms.ts'

type Changed = Pick<Term, 'name' | 'slug' | 'description' | 'socialLinks' | 'autoAssignDescription'>
/** What can change about a term. */
export type TermChanges = { [N in keyof Changed]?: Changed[N] | undefined }

/** Changes the given fields of a term; null clears. `slug_taken` when another one has the slug. */
export async function changeTerm<K extends TermKind>(
  { db, shownChanged }: Pick<Ctx<'write'>, 'db' | 'shownChanged'>,
  term: Term<K>,
  changes: TermChanges,
): Promise<Term<K>> {
  const { name, slug } = changes
  const update = db
    .updateTable('term')
    .set({
      ...termRecords.write(changes),
      ...(name === undefined ? {} : { name_key: titleKey(name) }),
      ...nextVersion,
    })
    .where('id', '=', term.id)
    .returningAll()
  const changed = termOf<K>(await orSlugTaken(update.executeTakeFirstOrThrow(), slug ?? term.slug))
  const hasMoved = term.kind === 'category' && changed.slug !== term.slug
  if (hasMoved) await repeatCategory(db, { termId: term.id })
  reportTerm(db, term, changed)
  await shownChanged({ by: 'term', ids: [term.id], areElsewhere: hasMoved })
  return changed
}
